"""Whether anything can be laid at all, and which play is the easiest to find."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from heapq import nsmallest
from typing import Any, cast

from games.engine import best_moves
from games.engine.watch import moment_after, seconds_until
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.notation import COVERED
from games.rules.placement import LaidState
from games.rules.tiles import BLANK

ALL_PLAYS = 6000  # if there are more, those that earn least are left out
LOOKED_AT = 400  # of them, those of the fewest squares
EQUALS, PLAIN_SIGNS = "=", "+-*"
SMALLEST = 5  # numbers
EASY_SYMBOLS, EASY_NUMBER = 7, 20  # `12+3=15`: sums that people know by heart
SQUARE = re.compile(r"\??(?:\[[^]]*\]|[^][])")
NUMBER = re.compile("[0-9]+")

Found = tuple[str, int]
"""A play and what it earns."""

Effort = tuple[int, int, int, int]
"""How hard a play is to find: its lines, the symbols in them, the largest number; more points."""


def has_racks(rules: type[State]) -> bool:
    """Whether tiles are held in a game; in others all of them lie on the board."""
    return hasattr(rules, "racks")


def has_play(
    state: LaidState, seat: Seat, deadline: float | None = None, least: int = 0
) -> bool | None:
    """Whether this seat can lay something that earns so much; None where time was too short.

    It is looked at without the blanks first: with them the search takes much longer.
    """
    until = moment_after(deadline)
    for held in (without_blanks(state, seat), state):
        found = best_moves(held, seat, 1, seconds_until(until))
        if found.plays and found.plays[0][1] >= least:
            return True
    return False if found.exact else None


def easiest_play(state: LaidState, seat: Seat, deadline: float | None = None) -> Found | None:
    """The play that is found most easily, without a blank, and its points; it earns some.

    If it can be one line of few symbols and small numbers, it is the one that earns most of those,
    else the one of the least effort. Where there are too many plays to look at, it is made of the
    simplest tiles.
    """
    efforts = efforts_of(state, seat, earning_plays(state, seat, deadline))
    easy = [play for play, effort in efforts.items() if _is_easy(effort)]
    if easy:
        return max(easy, key=lambda play: (play[1], *(-part for part in efforts[play])))
    return min(efforts, key=efforts.__getitem__, default=None)


def efforts_of(state: LaidState, seat: Seat, plays: Sequence[Found]) -> dict[Found, Effort]:
    """How hard each of these plays is to find; if they are many, those of the fewest squares."""
    short = nsmallest(LOOKED_AT, plays, key=lambda play: squares_named(play[0]))
    return {play: _effort(state, seat, play) for play in short}


def easiest_first(state: LaidState, seat: Seat, plays: Sequence[Found]) -> list[Found]:
    """The same plays, those first that are found most easily."""
    efforts = efforts_of(state, seat, plays)
    return sorted(efforts, key=efforts.__getitem__)


def earning_plays(state: LaidState, seat: Seat, deadline: float | None = None) -> list[Found]:
    """The plays without a blank that earn points, and what they earn.

    Where there are too many to look at, they are those of the simplest tiles.
    """
    held = without_blanks(state, seat)
    found = _earning(held, seat, deadline)
    if len(found) >= ALL_PLAYS:
        found = _earning(_with_rack(held, seat, _simplest), seat, deadline) or found
    return found


def _is_easy(effort: Effort) -> bool:
    lines, symbols, largest, _ = effort
    return lines == 1 and symbols <= EASY_SYMBOLS and largest <= EASY_NUMBER


def _earning(state: LaidState, seat: Seat, deadline: float | None) -> list[Found]:
    plays = best_moves(state, seat, ALL_PLAYS, deadline).plays
    return [play for play in plays if play[1] > 0]


def squares_named(text: str) -> int:
    """How many squares a play names, those counted twice that a tile is laid on."""
    return squares_of(text) + new_tiles(text)


def squares_of(text: str) -> int:
    """How many squares a play goes over, covered ones between its tiles among them.

    >>> squares_of("8F 12+.=[15]")
    6
    """
    return len(_tokens(text))


def new_tiles(text: str) -> int:
    """How many squares a play lays on.

    >>> new_tiles("8F 12+.=[15]")
    5
    """
    tokens = _tokens(text)
    return len(tokens) - tokens.count(COVERED)


def _tokens(text: str) -> list[str]:
    return SQUARE.findall(text.partition(" ")[2])


def _effort(state: LaidState, seat: Seat, play: Found) -> Effort:
    text, points = play
    lines = [run.text for run in state.check(seat, text).runs]
    largest = max(map(int, NUMBER.findall(" ".join(lines))), default=0)
    return len(lines), sum(map(len, lines)), largest, -points


def without_blanks(state: LaidState, seat: Seat) -> LaidState:
    """The position as it is if this seat did not hold its blanks."""
    return _with_rack(state, seat, lambda tiles: [tile for tile in tiles if tile != BLANK])


def _simplest(tiles: Sequence[str]) -> list[str]:
    """An equals sign, two plain signs and the smallest numbers; what is neither is left out."""
    signs = [sign for sign in PLAIN_SIGNS if sign in tiles][:2]
    numbers = sorted((tile for tile in tiles if tile.isdecimal()), key=int)[:SMALLEST]
    return [tile for tile in tiles if tile == EQUALS][:1] + signs + numbers


def _with_rack(
    state: LaidState, seat: Seat, part: Callable[[Sequence[str]], Sequence[str]]
) -> LaidState:
    """The position as it is if this seat held only this part of each of its piles."""
    racks = list(state.stock.racks)
    racks[seat] = tuple(
        pile if isinstance(pile, int) else tuple(part(pile)) for pile in racks[seat]
    )
    stock = replace(state.stock, racks=tuple(racks))
    return cast(LaidState, replace(cast(Any, state), stock=stock))
