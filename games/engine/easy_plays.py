"""Whether a seat has a play at all, and which of its plays is the easiest to find."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from heapq import nsmallest

from games.engine import best_moves
from games.engine.time_limit import TimeLimit
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.notation import COVERED
from games.rules.tiles import BLANK
from games.rules.tokens import split_tokens

MAX_PLAYS = 6000  # if there are more, those that earn least are left out
MAX_COMPARED = 400  # of them, those of the fewest squares
EQUALS, PLAIN_SIGNS = "=", "+-*"
SIMPLE_NUMBERS = 5  # numbers on a rack of the simplest tiles
EASY_SYMBOLS = 7  # `12+3=15`: the most symbols of a sum that people know by heart
EASY_NUMBER = 20  # its largest number
NUMBER = re.compile("[0-9]+")

PlayAndPoints = tuple[str, int]
"""A play in notation and its points."""

Effort = tuple[int, int, int, int]
"""How hard a play is to find: its lines, the symbols in them, the largest number, minus points."""


def has_play(
    state: State, seat: Seat, time_limit: float | None = None, least: int = 0
) -> bool | None:
    """Whether this seat has a play of at least this many points; None if the time was too short.

    `time_limit` is in seconds. The search tries without the blanks first: with them it takes much
    longer.
    """
    limit = TimeLimit.start(time_limit)
    for held in (without_blanks(state, seat), state):
        found = best_moves(held, seat, 1, limit.seconds_until())
        if found.plays and found.plays[0][1] >= least:
            return True
    return False if found.exact else None


def easiest_play(state: State, seat: Seat, time_limit: float | None = None) -> PlayAndPoints | None:
    """The play without a blank that is the easiest to find; None where none earns points.

    Of the plays of one line of few symbols and small numbers it is the one that earns most, else
    it is the one of the least effort. Where there are too many plays to compare, it is made of
    the simplest tiles. `time_limit` is in seconds.
    """
    efforts = efforts_of(state, seat, earning_plays(state, seat, time_limit))
    easy = [play for play, effort in efforts.items() if _is_easy(effort)]
    if easy:
        return max(easy, key=lambda play: (play[1], *(-part for part in efforts[play])))
    return min(efforts, key=efforts.__getitem__, default=None)


def efforts_of(
    state: State, seat: Seat, plays: Sequence[PlayAndPoints]
) -> dict[PlayAndPoints, Effort]:
    """The effort of each play; of many plays only MAX_COMPARED of the fewest squares."""
    short = nsmallest(MAX_COMPARED, plays, key=lambda play: squares_and_tiles(play[0]))
    return {play: _effort(state, seat, play) for play in short}


def easiest_first(state: State, seat: Seat, plays: Sequence[PlayAndPoints]) -> list[PlayAndPoints]:
    """The plays in the order of their effort; of many plays only MAX_COMPARED."""
    efforts = efforts_of(state, seat, plays)
    return sorted(efforts, key=efforts.__getitem__)


def earning_plays(state: State, seat: Seat, time_limit: float | None = None) -> list[PlayAndPoints]:
    """The plays without a blank that earn points; `time_limit` is in seconds.

    Where there are too many to compare, only those of the simplest tiles.
    """
    held = without_blanks(state, seat)
    found = _all_earning(held, seat, time_limit)
    if len(found) >= MAX_PLAYS:
        found = _all_earning(_with_rack(held, seat, _simplest_tiles), seat, time_limit) or found
    return found


def _is_easy(effort: Effort) -> bool:
    lines, symbols, largest, _ = effort
    return lines == 1 and symbols <= EASY_SYMBOLS and largest <= EASY_NUMBER


def _all_earning(state: State, seat: Seat, time_limit: float | None) -> list[PlayAndPoints]:
    plays = best_moves(state, seat, MAX_PLAYS, time_limit).plays
    return [play for play in plays if play[1] > 0]


def squares_and_tiles(text: str) -> int:
    """The number of squares of a play, those with a new tile counted twice."""
    return squares_of(text) + new_tiles(text)


def squares_of(text: str) -> int:
    """The number of squares that a play spans, covered ones between its tiles included.

    >>> squares_of("8F 12+.=[15]")
    6
    """
    return len(_tokens(text))


def new_tiles(text: str) -> int:
    """The number of squares that a play puts tiles on.

    >>> new_tiles("8F 12+.=[15]")
    5
    """
    tokens = _tokens(text)
    return len(tokens) - tokens.count(COVERED)


def _tokens(text: str) -> list[str]:
    return split_tokens(text.partition(" ")[2])


def _effort(state: State, seat: Seat, play: PlayAndPoints) -> Effort:
    text, points = play
    lines = [run.text for run in state.check(seat, text).runs]
    largest = max(map(int, NUMBER.findall(" ".join(lines))), default=0)
    return len(lines), sum(map(len, lines)), largest, -points


def without_blanks(state: State, seat: Seat) -> State:
    """The position as it would be if this seat did not hold its blanks."""
    return _with_rack(state, seat, lambda tiles: [tile for tile in tiles if tile != BLANK])


def _simplest_tiles(tiles: Sequence[str]) -> list[str]:
    """An equals sign, two plain signs and the smallest numbers of these tiles."""
    signs = [sign for sign in PLAIN_SIGNS if sign in tiles][:2]
    numbers = sorted((tile for tile in tiles if tile.isdecimal()), key=int)[:SIMPLE_NUMBERS]
    return [tile for tile in tiles if tile == EQUALS][:1] + signs + numbers


def _with_rack(state: State, seat: Seat, part: Callable[[Sequence[str]], Sequence[str]]) -> State:
    """The position as it would be if this seat held only this part of each of its piles."""
    racks = list(state.stock.racks)
    racks[seat] = tuple(
        pile if isinstance(pile, int) else tuple(part(pile)) for pile in racks[seat]
    )
    stock = replace(state.stock, racks=tuple(racks))
    return state.with_stock(stock)
