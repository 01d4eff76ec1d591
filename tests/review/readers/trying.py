"""Every play above a number of points, found by trying; the rules check each of them."""

import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from games.rules.grid import ACROSS, DOWN
from games.rules.notation import Play
from games.rules.refusals import Refusal
from games.rules.tiles import BLANK, is_blank, symbol_of

SOURCE = Path(__file__).with_name("plays.c")
DIGIT, PLUS, MINUS, TIMES, OVER, EQUALS, FRACTION, NEGATIVE, POWER = range(9)
SIGNS = {"+": PLUS, "-": MINUS, "*": TIMES, "/": OVER, "=": EQUALS}
HAND = 9
BONUS = {"numerica": 50, "equate": 40}  # for all nine tiles (N9, E10)
MOST = 4000  # plays that are given


class TooMany(Exception):
    """There are more plays than can be looked at, or they take too long to find."""


@cache
def program() -> Path | None:
    """The compiled source; None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    made = Path(tempfile.mkdtemp(prefix="readers-")) / "plays"
    subprocess.run([compiler, "-O2", "-o", made, SOURCE], check=True)
    return made


def plays_above(state, seat, least, seconds=120):
    """Every legal play of more than `least` points with its verdict, the most points first.

    Of Digifeud and Numeria the rules list all moves themselves. Raises TooMany.
    """
    if state.key in ("digifeud", "numeria"):
        texts = [text for text in state.legal_moves() if text != "pass"]
    else:
        texts = list(tried(state, seat, least, seconds))
    verdicts = []
    for text, points in [each if isinstance(each, tuple) else (each, None) for each in texts]:
        try:
            verdict = state.check(seat, text)
        except Refusal:
            assert points == 0, (text, points)  # a sign as the first play of Equate (E22)
            continue
        assert points in (None, verdict.points), (text, points, verdict.points)
        verdicts.append(verdict)
    return sorted((each for each in verdicts if each.points > least), key=lambda each: -each.points)


def tried(state, seat, least, seconds):
    """The texts and points of the plays that the program finds."""
    faces = [tile for tile in state.tiles.counts if tile != BLANK]
    try:
        ran = subprocess.run(
            [program()],
            input=asked(state, seat, least, faces),
            text=True,
            check=True,
            capture_output=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        raise TooMany from None
    *lines, (_, found, overflows) = [line.split() for line in ran.stdout.splitlines()]
    if int(found) > MOST or int(overflows):
        raise TooMany
    for points, direction, row, column, *tokens in lines:
        shown = tuple(
            token if token == "." else BLANK * token.startswith("?") + faces[int(token.strip("?"))]
            for token in tokens
        )
        step = DOWN if direction == "1" else ACROSS
        yield str(Play((int(row), int(column)), step, shown)), int(points)


def asked(state, seat, least, faces):
    """The position as numbers."""
    rack = state.racks[seat]
    is_numerica = state.key == "numerica"
    may_be_negative = not is_numerica and state.set_name == "advanced"
    apart = not is_numerica and state.stage == "1"
    numbers = [
        int(not is_numerica), int(is_numerica or may_be_negative), int(apart), state.layout.size,
        HAND, BONUS[state.key], least, MOST, len(faces),
    ]  # fmt: skip
    for face in faces:
        held = 1 if face in state.free else rack.count(face)
        numbers += [*kind_of(face), state.tiles.points[face], held, int(face not in state.free)]
    numbers.append(rack.count(BLANK))
    for square in state.layout.squares():
        face, premium = state.board.get(square), state.layout.premiums.get(square)
        points = 0 if face is None or is_blank(face) else state.tiles.points[face]
        numbers += [-1 if face is None else faces.index(symbol_of(face)), points]
        numbers += [premium.tile_factor, premium.line_factor] if premium else [1, 1]
    return " ".join(map(str, numbers))


def kind_of(face):
    """What a symbol is and the numbers on it."""
    if face in SIGNS:
        return SIGNS[face], 0, 0
    inner = face.strip("[]")
    if "/" in inner:
        return FRACTION, *map(int, inner.split("/"))
    if "^" in inner:
        return POWER, *map(int, inner.split("^"))
    return (NEGATIVE, int(inner[1:]), 0) if inner.startswith("-") else (DIGIT, int(inner), 0)


def symbols_laid(text):
    """What a play puts down square by square, blanks read."""
    return re.sub(r"\?", "", text)
