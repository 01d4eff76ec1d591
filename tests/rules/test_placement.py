"""What the tile-laying games share: room, touching, lines, points."""

from fractions import Fraction

import pytest

from games.rules import notation, placement
from games.rules.arithmetic import Fault
from games.rules.grid import ACROSS, DOWN, Layout, Premium
from games.rules.messages import Message
from games.rules.moves import Run
from games.rules.numerica import LAYOUT, TILES
from games.rules.refusals import IllegalMove, NotationError

from .positions import board

FACES = board("8F 3+3=6", "J8 .=4+2")
LEGEND = {
    "d": Premium("2P", tile_factor=2),
    "t": Premium("3P", tile_factor=3),
    "D": Premium("2E", line_factor=2),
    "T": Premium("3E", line_factor=3),
}


def put(text: str) -> dict:
    play = notation.parse(text, TILES.counts)
    return placement.place_tiles(FACES, LAYOUT, play)


def test_a_play_skips_covered_squares():
    assert put("8E 1.....=7") == {(7, 4): "1", (7, 10): "=", (7, 11): "7"}
    assert put("J8 .....=?6") == {(12, 9): "=", (13, 9): "?6"}


@pytest.mark.parametrize(
    ("text", "code", "squares", "sentence"),
    [
        ("8L 12345", "off-board", (), "the play runs off the board"),
        ("P1 1", "off-board", (), "the play runs off the board"),
        ("16A 1", "off-board", (), "the play runs off the board"),
        ("0A 1", "off-board", (), "the play runs off the board"),
        ("99Z 1", "off-board", (), "the play runs off the board"),
        ("8H 3", "occupied", ((7, 7),), "there is a tile on 8H already; a point stands for it"),
        (
            "8I 53",
            "occupied",
            ((7, 8), (7, 9)),
            "there is a tile on 8I already; a point stands for it",
        ),
        ("8K 1.", "gap", ((7, 11),), "there is no tile on 8L"),
        ("9A .1.", "gap", ((8, 0), (8, 2)), "there is no tile on 9A"),
        ("8I 5.1.", "occupied", ((7, 8),), "there is a tile on 8I already; a point stands for it"),
        ("8I 51......", "off-board", (), "the play runs off the board"),
    ],
)
def test_play_without_room_is_refused(text, code, squares, sentence):
    with pytest.raises(IllegalMove) as refusal:
        put(text)
    assert refusal.value.code == code
    assert refusal.value.squares == squares
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("text", ["8F .", "8F ...", "1A ..", "8L .......", "9A ."])
def test_play_without_a_tile_is_no_move(text):
    with pytest.raises(NotationError, match="this move places no tile"):
        put(text)


@pytest.mark.parametrize(
    ("square", "is_beside"),
    [
        ((6, 5), True),
        ((8, 8), True),
        ((7, 4), True),
        ((7, 10), True),
        ((6, 4), False),
        ((12, 9), True),
    ],
)
def test_touching_is_sharing_a_side(square, is_beside):
    assert placement.is_adjacent(FACES, [square]) == is_beside
    assert placement.is_adjacent({}, [square]) is False


def test_every_line_with_a_new_tile_is_looked_at():
    new = put("9I 1")
    lines = placement.lines_formed({**FACES, **new}, tuple(new), ACROSS)
    assert lines == [((8, 8), (8, 9)), ((7, 8), (8, 8))]


def test_a_line_without_a_new_tile_is_not_looked_at():
    new = put("8K =6")
    lines = placement.lines_formed({**FACES, **new}, tuple(new), ACROSS)
    assert lines == [tuple((7, column) for column in range(5, 12))]


def test_a_lonely_tile_forms_no_line():
    new = put("1A 1")
    assert placement.lines_formed({**FACES, **new}, tuple(new), DOWN) == []


def kind_of(line: str):
    if line == "bad":
        raise Fault("malformed", Message("no"))
    return ("complete" if "=" in line else "expression"), Fraction(1)


@pytest.mark.parametrize(
    ("drawing", "tile_points", "factor"),
    [
        (".....", 7, 1),
        ("d....", 9, 1),
        ("t....", 11, 1),
        (".d...", 8, 1),
        ("D....", 7, 2),
        ("D..D.", 7, 4),
        ("T...T", 7, 9),
        ("T.D..", 7, 6),
        ("t.D..", 11, 2),
    ],
)
def test_tile_premiums_come_before_line_premiums(drawing, tile_points, factor):
    layout = Layout.from_text(drawing, LEGEND)
    faces = {(0, column): symbol for column, symbol in enumerate("2=1+1")}
    run = placement.score_line(tuple(faces), faces, faces, kind_of, lambda value: 5, layout, TILES)
    assert (run.base_points, run.factor, run.bonus) == (tile_points, factor, 5)
    assert run.points == tile_points * factor + 5


def test_premiums_count_under_new_tiles_alone():
    layout = Layout.from_text("tT...", LEGEND)
    faces = {(0, column): symbol for column, symbol in enumerate("2=1+1")}
    new = {square: faces[square] for square in [(0, 3), (0, 4)]}
    run = placement.score_line(tuple(faces), faces, new, kind_of, lambda value: 0, layout, TILES)
    assert (run.base_points, run.factor, run.points) == (7, 1, 7)


def test_a_line_without_an_equality_earns_nothing():
    layout = Layout.from_text("tT", LEGEND)
    faces = {(0, 0): "6", (0, 1): "2"}
    run = placement.score_line(tuple(faces), faces, faces, kind_of, lambda value: 20, layout, TILES)
    assert (run.kind, run.points, run.bonus) == ("expression", 0, 0)


def test_the_worst_line_is_told_and_all_lines_are_listed():
    bad = [
        Run("3=4", ((0, 0),), "illegal", fault=Message("b"), fault_code="unequal"),
        Run("06", ((1, 1), (1, 2)), "illegal", fault=Message("a"), fault_code="malformed"),
        Run("62", ((2, 2),), "expression"),
    ]
    with pytest.raises(IllegalMove) as refusal:
        placement.require_legal(bad)
    assert refusal.value.code == "malformed"
    assert refusal.value.squares == ((1, 1), (1, 2))
    assert refusal.value.runs == tuple(bad)
    assert str(refusal.value) == "06: a"


def test_lines_without_a_fault_are_legal():
    placement.require_legal([Run("62", ((2, 2),), "expression")])
