"""The rules that code and tests cite by their codes stand in docs/rules."""

import io
import re
import tokenize

import pytest

from tests.games.helpers import ROOT

GAMES = {"numerica": "N", "equate": "E", "digifeud": "D", "numeria": "M"}
CODE = re.compile(r"\b[NEDM]F?[0-9]{1,2}\b")
QUOTED = re.compile("`[^`]*`")


def stated(game: str) -> set[str]:
    """The codes of the headings and of the facts of a game's rules."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text()
    return set(re.findall(r"^(?:### |\| )([NEDM]F?[0-9]+) ", text, re.M))


def cited(source: str) -> set[str]:
    """The codes in comments and docstrings; what is quoted may be a square."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    said = [
        token.string
        for token in tokens
        if token.type == tokenize.COMMENT or token.string.startswith('"""')
    ]
    return set(CODE.findall(QUOTED.sub("", "\n".join(said))))


def test_every_rule_that_code_cites_is_stated():
    known = set().union(*map(stated, GAMES))
    paths = [path for room in ("games", "ratings") for path in (ROOT / room).rglob("*.py")]
    paths += (ROOT / "tests" / "rules").rglob("*.py")
    unknown = {
        (str(path.relative_to(ROOT)), code)
        for path in paths
        for code in cited(path.read_text()) - known
    }
    assert not unknown
    assert len(paths) > 100


@pytest.mark.parametrize(("game", "letter"), GAMES.items())
def test_the_codes_of_a_game_run_without_a_gap(game, letter):
    codes = stated(game)
    for begins in (letter, f"{letter}F"):
        numbers = sorted(int(code[len(begins) :]) for code in codes if code[len(begins) :].isdigit() and code.startswith(begins))  # fmt: skip
        assert numbers and numbers == list(range(1, len(numbers) + 1)), begins


def test_what_is_cited_is_found():
    source = '"""A play (N3), the square `N9`."""\nx = 1  # EF14 and E5\n'
    assert cited(source) == {"N3", "EF14", "E5"}
