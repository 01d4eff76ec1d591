"""The second reading of the rules: right about what was worked out and recorded elsewhere."""

import ast
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from .crossing import Tile
from .digifeud import Digifeud
from .equate import Equate, numeral_value
from .game import Illegal
from .numeria import Numeria, _tropes
from .numerica import Numerica, bonus, value_of
from .records import HEADER, judge, result_of

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("tests/rules/playthroughs", "tests/records", "tests/rules/records", "games/demo")
TYPED_OTHERWISE = ("numerica-14-001",)  # the oracle reads canonical texts alone
RECORDS = [
    path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).glob("*.game"))
    if path.stem not in TYPED_OTHERWISE and "[Seed " in path.read_text()
]
GOOD = [path for path in RECORDS if ".bad." not in path.name]
BAD = [path for path in RECORDS if ".bad." in path.name]
KEYS = ("numerica", "equate", "digifeud", "numeria")


def of_game(paths: list[Path], key: str) -> list[Path]:
    return [path for path in paths if f'[Game "{key}"]' in path.read_text()]


@pytest.mark.parametrize("key", KEYS)
def test_recorded_games_come_to_their_points_and_their_end(key):
    for path in of_game(GOOD, key):
        judged = judge(path.read_text())
        assert judged.line is None, (path.name, judged.line, judged.fault)
        game = judged.game
        told = judged.headers["Scores"], judged.headers["Result"]
        assert (" ".join(map(str, game.scores)), result_of(game)) == told, path.name
        reason = game.ending.reason if game.ending else "*"
        assert judged.headers.get("Termination", "*") == reason, path.name


@pytest.mark.parametrize("key", KEYS)
def test_a_record_with_one_fault_is_found_wrong_at_its_line(key):
    found = of_game(BAD, key)
    assert len(found) > 5
    for path in found:
        wanted = json.loads(path.with_name(path.name.replace(".game", ".json")).read_text())
        assert judge(path.read_text()).line == wanted["line"], path.name


def test_a_multiplication_is_read_as_people_type_it():
    typed, canonical = Numerica(bytes(32), {}), Numerica(bytes(32), {})
    for game, play in ((typed, "8F 3x2=6"), (canonical, "8F 3*2=6")):
        give(game, "8F 3*2=6")
        game.play(game.turn, play)
        give(game, "8F **")
    for game, swap in ((typed, "swap x*"), (canonical, "swap **")):
        game.play(game.turn, swap)
    assert typed.board.tiles == canonical.board.tiles
    assert (typed.scores, typed.racks) == (canonical.scores, canonical.racks)


# --- what the documents of the rules work out ---


def numerica(*laid: str) -> Numerica:
    """A board on which these lie, and a rack on which there is whatever is wanted."""
    game = Numerica(bytes(32), {})
    for text in laid:
        give(game, text)
        game.play(game.turn, text)
    return game


def give(game, text: str) -> None:
    """The tiles of a play, on the rack of who is to move."""
    for token in text.partition(" ")[2].replace(".", ""):
        game.racks[game.turn].append(token)


@pytest.mark.parametrize(
    ("before", "text", "points"),
    [
        ([], "8F 3+3=6", 13),
        ([], "8F 1+6*2=13", 36),
        (["8F 1+6*2=13"], "8N +0", 22),
        (["8F 2=1+1"], "8E 2.....9+2", 42),
        ([], "8E 4/-6=-2/3", 148),
        ([], "8G 4/-6=-2/3", 154),
        (["8F 3+3=6"], "J9 =4+2", 12),
        (["8F 3+3=6"], "9J 2=1+1", 8),
        (["8F 3+3=6"], "9I 2=1+1", 11),
    ],
)
def test_the_positions_of_numerica_are_worth_what_is_printed(before, text, points):
    game = numerica(*before)
    game.racks[game.turn] = []
    give(game, text)
    assert game.play(game.turn, text) == points


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ([], "8I 3+3=6"),
        (["8F 3+3=6"], "9G 1"),
        (["8F 3+3=6"], "8K =6"),
        (["8F 3+3=6"], "8K ="),
    ],
)
def test_the_illegal_positions_of_numerica_are_refused_and_change_nothing(before, text):
    game = numerica(*before)
    give(game, text)
    was = (game.board.tiles.copy(), game.scores[:], game.turn, [rack[:] for rack in game.racks])
    with pytest.raises(Illegal):
        game.play(game.turn, text)
    assert (game.board.tiles, game.scores, game.turn, game.racks) == was


@pytest.mark.parametrize(
    ("line", "value", "extra"),
    [
        ("2=1+1=3-1", 2, 0),
        ("1+6*2=13", 13, 0),
        ("4/-6=-2/3", Fraction(-2, 3), 40),
        ("1/3+1/3=2/3", Fraction(2, 3), 40),
        ("1/2+1=3/2", Fraction(3, 2), 20),
        ("1/43=2/86", Fraction(1, 43), 840),
        ("5--3=8", 8, 0),
        ("3+1=1+3", 4, 0),
        ("0/5=0", 0, 0),
    ],
)
def test_equalities_of_numerica_have_their_value_and_bonus(line, value, extra):
    assert value_of([*line]) == value
    assert bonus(value_of([*line])) == extra


@pytest.mark.parametrize("line", ["=8", "6=", "6+2=8=", "62", "6+2", "-6"])
def test_what_is_no_whole_equality_of_numerica_may_stand_and_is_worth_nothing(line):
    assert value_of([*line]) is None


@pytest.mark.parametrize(
    "line",
    """1+6*2=14 6=3+3=6 06=3+3 +3=2+1 6+2=9- 5---3=2 --3=3 -0=0 4=4 -2=-2 3=4-1=3 5/0=0 00=0 10=010
    6+2=9= =8= 8==8 6+ +1 *6""".split(),
)
def test_illegal_lines_of_numerica_are_refused(line):
    with pytest.raises(Illegal):
        value_of([*line])


@pytest.mark.parametrize(
    ("line", "is_equation"),
    [
        ("5*6=30", True),
        ("2*54=9*6*2", True),
        ("16+4=20-3+3", True),
        ("7-7=2*3-6", True),
        ("4=4", True),
        ("45", False),
        ("2*8-5", False),
    ],
)
def test_lines_of_equate_are_read(line, is_equation):
    assert Equate(bytes(32), {}).read([*line]) is is_equation


@pytest.mark.parametrize("line", "6+ 8-2= 5*6=30=25+5 05 005 3-5=2 -5=-5 4-6+7=5 +32 5/0=0".split())
def test_illegal_lines_of_equate_are_refused(line):
    with pytest.raises(Illegal):
        Equate(bytes(32), {}).read([*line])


def test_fractions_negative_numbers_and_powers_are_tiles():
    assert numeral_value(["2", "1/2"]) == Fraction(5, 2)
    assert numeral_value(["-2", "4"]) == -24
    assert numeral_value(["1", "5^2"]) == 225
    assert [numeral_value(each) for each in (["1/2", "2"], ["0", "1/2"], ["2", "3/2"])] == [
        None
    ] * 3
    assert Equate(bytes(32), {}).read(["3", "/", "4", "=", "3/4"])


def test_the_sample_play_of_equate_scores_28():
    game = Equate(bytes(32), {})
    give(game, "10J 24/3=8")
    assert game.play(game.turn, "10J 24/3=8") == 28


@pytest.mark.parametrize(
    ("before", "text", "points"),
    [
        ([], "7E 8*9=[72]", 81),
        ([], "7C 8*9=[72]", 80),
        (["7E 8*9=[72]"], "G7 .-2=7", 7),
        (["7E 8*9=[72]"], "G3 1+8=.", 10),
        (["7E 8*9=[72]"], "7I .-9=[63]", 72),
    ],
)
def test_the_positions_of_digifeud_are_worth_what_is_printed(before, text, points):
    game = Digifeud(bytes(32), {})
    for each in [*before, text]:
        game.racks[game.turn] += [tile for tile in each.partition(" ")[2] if tile not in "[].="]
        earned = game.play(game.turn, each)
    assert earned == points


@pytest.mark.parametrize(
    "text", ["7F 3+7=[10]", "7E 9*9=8", "7E 2+3=[05]", "7E 9/2=4", "7I< 7-3=4"]
)
def test_illegal_calculations_of_digifeud_are_refused(text):
    game = Digifeud(bytes(32), {"symbols": "+-*/"})
    game.racks[game.turn] += [tile for tile in text.partition(" ")[2] if tile not in "[].="]
    with pytest.raises(Illegal):
        game.play(game.turn, text)


def test_numeria_has_252_series_and_one_that_is_printed():
    assert (len(_tropes(is_strict=True)), len(_tropes(is_strict=False))) == (252, 253)


def test_228_moves_lead_from_the_set_up_of_numeria():
    game = Numeria(bytes(32), {})
    assert sum(len(game.targets(square)) for square in game.board) == 228


def test_who_goes_out_gains_what_the_others_lose():
    game = Equate(bytes(32), {"players": "3"})
    game.board.tiles[9, 9] = Tile("4", 1)
    game.urns[0].tiles, game.turn = [], 0
    game.scores = [120, 118, 90]
    game.racks = [["1"], ["7", "*"], ["1/3", "?"]]
    game.play(0, "10I 1")
    assert (game.scores, game.ending.reason) == ([131, 113, 84], "out")


def test_the_records_are_of_every_game_and_option():
    said = [dict(HEADER.findall(path.read_text())) for path in GOOD]
    options = Counter(each for headers in said for each in headers.get("Options", "").split())
    wanted = "players=3 players=4 set=junior set=advanced stage=1 stage=2 stage=3 directions=4"
    assert {*wanted.split(), "strict_primes=on", "symbols=+-*/"} <= options.keys()


def test_the_second_reading_knows_nothing_of_the_site():
    reading = "clocks crossing digifeud elo equate game numeria numerica reckoning records urns"
    for name in reading.split():
        tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text())
        found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        plain = [
            each.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for each in node.names
        ]
        names = [node.module for node in found if not node.level] + plain
        ours = ("games", "tests", "accounts", "ratings", "numerica_site", "docs")
        assert not [each for each in names if each.split(".")[0] in ours], name
