"""What docs/ states is what code and tests know: codes of rules, refusals, data, links, words."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules.digifeud import constants as digifeud
from games.rules.equate import constants as equate
from games.rules.grid import Layout
from games.rules.numeria import constants as numeria
from games.rules.numerica import constants as numerica
from games.rules.tiles import TileSet
from tests.games.helpers import ROOT

DOCS = ROOT / "docs"
GAMES = {"numerica": "N", "equate": "E", "digifeud": "D", "numeria": "M"}
CODE = re.compile(r"\b[NEDM]F?[0-9]{1,2}\b")
QUOTED = re.compile("`[^`]*`")
ROOMS = ("games", "accounts", "ratings", "numerica_site", "tests", "benchmarks")

NOT_TESTED = {
    "EF18": "people who share a seat are one player to the site",
    "MF1": "where the rules come from",
    "MF2": "where the game was first seen",
    "MF3": "what was not found",
}
"""Facts that nothing on this site could break."""


def python_files(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in (ROOT / room).rglob("*.py")]


def rules_of(game: str) -> str:
    return (DOCS / "rules" / f"{game}.md").read_text()


# --- the codes of rules and facts ---


def stated(game: str) -> set[str]:
    """The codes of the headings and of the facts of a game's rules."""
    return set(re.findall(r"^(?:### |\| )([NEDM]F?[0-9]+) ", rules_of(game), re.M))


def cited(source: str) -> set[str]:
    """The codes in comments and docstrings; what is quoted may be a square."""
    if not CODE.search(source):
        return set()  # to tell comments from code takes long
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    said = [
        token.string
        for token in tokens
        if token.type == tokenize.COMMENT or token.string.startswith('"""')
    ]
    return set(CODE.findall(QUOTED.sub("", "\n".join(said))))


def functions_that_test(source: str) -> Iterator[str]:
    """The source of each test function, its decorators among it."""
    lines = source.splitlines(keepends=True)
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            yield "".join(lines[first - 1 : node.end_lineno])


@pytest.mark.slow
def test_every_rule_that_code_cites_is_stated():
    known = set().union(*map(stated, GAMES))
    paths = python_files(*ROOMS)
    unknown = {
        (str(path.relative_to(ROOT)), code)
        for path in paths
        for code in cited(path.read_text()) - known
    }
    assert not unknown
    assert len(paths) > 100


@pytest.mark.slow
def test_every_rule_is_cited_by_a_test_of_it():
    tested = {
        code
        for path in python_files("tests")
        for test in functions_that_test(path.read_text())
        for code in cited(test)
    }
    assert set().union(*map(stated, GAMES)) - tested == set(NOT_TESTED)


@pytest.mark.parametrize(("game", "letter"), GAMES.items())
def test_the_codes_of_a_game_run_without_a_gap(game, letter):
    codes = stated(game)
    for begins in (letter, f"{letter}F"):
        numbers = sorted(
            int(code.removeprefix(begins)) for code in codes if code.rstrip("0123456789") == begins
        )
        assert numbers and numbers == list(range(1, len(numbers) + 1)), begins


def test_what_is_cited_is_found():
    source = '"""A play (N3), the square `N9`."""\nx = 1  # EF14 and E5\n'
    assert cited(source) == {"N3", "EF14", "E5"}


def test_a_test_is_cut_out_with_its_decorators():
    source = 'X = 1  # N1\n\n\n@mark  # N2\ndef test_it():\n    """N3."""\n\n\nY = 2  # N4\n'
    assert [cited(test) for test in functions_that_test(source)] == [{"N2", "N3"}]


# --- the codes of refusals ---


def codes_listed() -> list[str]:
    """The codes of the notation's table, in its order."""
    _, _, after = (DOCS / "notation.md").read_text().partition("## Why a move is refused")
    table, _, _ = after.partition("\n## ")
    rows = re.findall(r"^\| (`.*?) \|", table, re.M)
    return [code for row in rows for code in re.findall("`([a-z-]+)`", row)]


def codes_raised() -> set[str]:
    """Every code that a refusal, or the fault of a line, is made with in games/."""
    found = set()
    for path in python_files("games"):
        for node in ast.walk(ast.parse(path.read_text())):
            name = getattr(getattr(node, "func", None), "id", "")
            if name in ("IllegalMove", "Fault") and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
            elif name == "NotationError":
                found.add("notation")
    return found


@pytest.mark.slow
def test_the_codes_that_are_raised_are_those_that_the_notation_lists():
    listed = codes_listed()
    assert len(set(listed)) == len(listed)
    assert codes_raised() == set(listed)


# --- the tables and drawings of the rules ---


def block(game: str, first: str) -> list[str]:
    """The lines that stand behind this one in its block of plain text."""
    _, _, after = rules_of(game).partition(f"```\n{first}\n")
    assert after, first
    return after.partition("\n```")[0].splitlines()


def tile(symbol: str) -> str:
    """A tile as the code names it: `x` and `÷` of the documents, powers and fractions."""
    raised = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    symbol = symbol.strip("[]").replace("−", "-")
    base, power = symbol[:1], symbol[1:]
    if power and power != power.translate(raised):
        symbol = f"{base}^{power.translate(raised)}"
    return f"[{symbol}]" if len(symbol) > 1 else {"x": "*", "÷": "/"}.get(symbol, symbol)


def table(game: str, first: str) -> dict[str, tuple[int, int]]:
    """The counts and points of the tiles that a table of the rules lists."""
    rows = (line.split() for line in block(game, first) if not line.startswith("# "))
    return {tile(symbol): (int(count), int(points)) for symbol, count, points, *_ in rows}


def in_use(tiles: TileSet) -> dict[str, tuple[int, int]]:
    return {tile: (count, tiles.points[tile]) for tile, count in tiles.counts.items()}


def drawn(game: str, first: str) -> dict[tuple[int, int], str]:
    """The squares that a drawing of the rules marks, by row and column."""
    rows = block(game, first)
    signs = {(row, at): sign for row, line in enumerate(rows) for at, sign in enumerate(line)}
    return {square: sign for square, sign in signs.items() if sign != "."}


def marked(layout: Layout, signs: dict[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    """The premium squares of a layout, drawn by their factors on a tile and on a line."""
    return {
        square: signs[premium.tile_factor, premium.line_factor]
        for square, premium in layout.premiums.items()
    }


FACTORS = {(2, 1): "d", (3, 1): "t", (1, 2): "D", (1, 3): "T"}


def test_the_tiles_of_numerica_are_those_of_its_rules():
    """NF3."""
    assert table("numerica", "# symbol count points") == in_use(numerica.TILES)


def test_the_standard_tiles_of_equate_are_those_of_its_rules():
    """E2, E3, EF6."""
    stated = table("equate", "# symbol count points   (count-status, points-status)")
    assert stated.pop("=") == (40, 0)  # E12: at hand, in no pile
    assert stated == in_use(equate.SETS["standard"])
    assert all(stated[operation][0] == 11 for operation in equate.OPERATIONS)


@pytest.mark.parametrize("name", ["junior", "advanced"])
def test_the_other_tiles_of_equate_are_as_many_as_its_rules_say(name):
    """EF16, EF17, E16: the sets that the rules list in a paragraph each."""
    [text] = re.findall(rf"^{name.title()} set \[P\].*$", rules_of("equate"), re.M)
    counts = {tile(symbol): int(count) for symbol, count in re.findall(r"([^\s(]+)×(\d+)", text)}
    counts.pop("`=`", None)
    for symbol, count in re.findall(r"([+−x÷]) (\d+)", text):
        counts["-" if symbol == "−" else tile(symbol)] = int(count)
    if "operations 11 each" in text:
        counts |= dict.fromkeys(equate.OPERATIONS, 11)
    assert counts | {"?": 3} == equate.SETS[name].counts


def test_the_tiles_of_digifeud_are_those_of_its_rules():
    """DF4, DF5."""
    text = rules_of("digifeud")
    [numbers] = re.findall(r"^NUMBER TILES (.*?)#", text, re.M)
    counts = (each.split(":") for each in numbers.split())
    assert {symbol: int(count) for symbol, count in counts} == digifeud.NUMBERS.counts
    for symbols, listed in re.findall(r'^SYMBOLS "(.*?)" *: (.*?)#', text, re.M):
        signs = digifeud.SIGNS["".join(map(tile, symbols))]
        assert {tile(each[0]): int(each[1:]) for each in listed.split()} == signs.counts


@pytest.mark.parametrize(
    ("game", "drawing", "layout"),
    [
        ("numerica", "NUMERICA_15", numerica.LAYOUT),
        ("equate", "EQUATE_19", equate.LAYOUT),
    ],
)
def test_the_premium_squares_are_those_that_the_rules_draw(game, drawing, layout):
    """N1, E4."""
    assert drawn(game, drawing) == marked(layout, FACTORS)


def test_the_coloured_squares_are_those_that_the_rules_draw():
    """D11, DF14."""
    colours = {square: colour.label for square, colour in digifeud.LAYOUT.premiums.items()}
    assert drawn("digifeud", "DIGIFEUD_13") == colours


def test_the_start_of_numeria_is_the_one_that_the_rules_draw():
    assert drawn("numeria", "NUMERIA_8").keys() == numeria.START_SQUARES


# --- the data of the search ---


def declared() -> dict[str, set[str]]:
    """The attributes of each part of the search for equations, as its C declarations list them.

    Those that are other parts are left out.
    """
    found = {}
    for path in (ROOT / "games" / "engine" / "equations").glob("*.pxd"):
        _, name, rest = re.split(r"^cdef class (\w+):$", path.read_text(), flags=re.M)
        lists = re.findall(r"^    cdef (?:[a-z ]+|Part)(?:\[::1\])? ([\w, ]+)$", rest, re.M)
        found[name] = {attribute for names in lists for attribute in names.split(", ")}
    return {name: attributes for name, attributes in found.items() if attributes}


def described() -> dict[str, set[str]]:
    """The attributes of each part, as the tables of engine.md list them."""
    found = {}
    _, _, data = (DOCS / "engine.md").read_text().partition("### The data")
    tables, _, _ = data.partition("\n## ")
    for table in tables.split("\n#### ")[1:]:
        rows = re.findall(r"^\| (`.*?) \|", table, re.M)
        names = [name for row in rows for name in re.findall("`([a-z_]+)`", row)]
        assert len(names) == len(set(names)), table
        found[table.split("`")[1]] = set(names)
    return found


def test_every_attribute_of_the_search_is_described():
    assert declared() == described()
    assert sum(map(len, declared().values())) > 100


def test_every_attribute_of_the_search_of_numeria_is_described():
    """In the description of its class, or of the tables that all positions share."""
    folder = ROOT / "games" / "engine" / "numeria_search"
    shared = (folder / "tables.py").read_text()
    found = 0
    for path in folder.glob("*.pxd"):
        _, name, rest = re.split(r"^cdef class (\w+):$", path.read_text(), flags=re.M)
        source = path.with_suffix(".py").read_text()
        _, description, _ = source.partition(f"class {name}:")[2].split('"""', 2)
        lists = re.findall(r"^    cdef [a-z ]+(?:\[::1\])? ([\w, ]+)$", rest, re.M)
        for attribute in ", ".join(lists).split(", "):
            assert f"`{attribute}`" in description + shared, (name, attribute)
            found += 1
    assert found > 50


# --- the glossary ---


def words_explained() -> list[str]:
    """The bold words that the tables of the glossary begin with."""
    rows = re.findall(r"^\| (\*\*.*?) \|", (DOCS / "glossary.md").read_text(), re.M)
    return [word for row in rows for word in re.findall(r"\*\*(.+?)\*\*", row)]


def test_the_glossary_gives_each_word_one_meaning():
    words = words_explained()
    assert len(set(words)) == len(words) > 50
    assert {"position", "line", "draw", "left", "live"} <= set(words)


@pytest.mark.slow
def test_what_the_glossary_names_is_found_in_the_code():
    rows = re.findall(r"^\| \*\*.* \| ([^|]*) \|$", (DOCS / "glossary.md").read_text(), re.M)
    named = {name for row in rows for name in re.findall("`(.+?)`", row)}
    code = "\n".join(path.read_text() for path in python_files("games", "ratings"))
    code += " ".join(path.stem for path in python_files("games"))
    assert not {name for name in named if not re.search(rf"\b{name}\b", code)}
    assert len(rows) > 50


# --- links and words ---

PAGES = [*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")
ELSEWHERE = ("http://", "https://", "mailto:", "#")


def links_of(page: Path) -> list[str]:
    """The files of this repository that a page links to, as it names them."""
    links = ("".join(found) for found in LINK.findall(page.read_text()))
    return [link.partition("#")[0] for link in links if not link.startswith(ELSEWHERE)]


def test_what_the_documents_link_to_exists():
    links = [(page, link) for page in PAGES for link in links_of(page)]
    missing = [
        f"{page.relative_to(ROOT)}: {link}"
        for page, link in links
        if not (page.parent / link).exists()
    ]
    assert not missing
    assert len(links) > 10


def test_every_document_can_be_reached_from_the_list_of_documents():
    reached = [DOCS / "README.md"]
    for page in reached:
        targets = [(page.parent / link).resolve() for link in links_of(page)]
        reached += [page for page in targets if page.suffix == ".md" and page not in reached]
    assert set(DOCS.rglob("*.md")) <= set(reached)


VAGUE = re.compile(
    r"\bfacts? [0-9]|\bsource rules?\b|\bsource 00|\bsections? [a-d]\b|\bthe brief\b"
    r"|\bthe founder\b|\bthe notation's (?:table|list)|\brules file|\bthe specification \(",
    re.IGNORECASE,
)
"""Words for a rule or a text that nobody can look up: a code is, or a file of docs/."""


@pytest.mark.slow
def test_nothing_is_cited_that_nobody_can_look_up():
    paths = python_files(*ROOMS)
    for room, kind in (("static", "js"), ("static", "css"), ("templates", "html")):
        paths += (ROOT / room).rglob(f"*.{kind}")
    vague = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in paths
        if path != Path(__file__)
        for found in [VAGUE.search(path.read_text())]
        if found
    ]
    assert not vague
