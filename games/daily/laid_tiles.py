"""Daily puzzles of games of laid tiles: the most points that a play earns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from statistics import median_low
from typing import Any

from games.daily.kinds import DailyKind, Proven
from games.daily.puzzles import SEAT
from games.daily.series import Series
from games.daily.shares import ALL
from games.engine import distinct_moves
from games.engine.positions import write_position
from games.rules.interface import State
from games.rules.moves import Verdict
from games.rules.tiles import BLANK, seeded_number

SECONDS = 6.0  # for the proof; what takes longer is left
PLAYS_KEPT = 3
EASIEST, HARDEST = 80, 50  # per cent of the best that the median of ordinary people reaches
LEAST_IN_BAG = 9
LEAST_BEST = 15  # points
EARLIEST, LATEST = 3, 11  # plays made before the position
EARLIEST_SMALL, LATEST_SMALL = 1, 3
SMALL_RACK = 7
SMALL_HANDS = (5, 2)  # numbers and signs, where they come from bags of their own
TRIES_A_GAME = 4  # positions of one game that are looked at


def positions(series: Series, states: Iterator[State], chance: bytes) -> Iterator[dict[str, Any]]:
    """Some of the positions of a game, as the seat to move sees them."""
    earliest, latest = (EARLIEST_SMALL, LATEST_SMALL) if series.is_small else (EARLIEST, LATEST)
    first = earliest + seeded_number(chance, "first look") % (latest - earliest + 1)
    for state in islice(states, first, first + TRIES_A_GAME):
        if state.turn is not None:
            yield _position(series, state)


def _position(series: Series, state: State) -> dict[str, Any]:
    assert state.turn is not None
    seen = state.seen_by(state.turn)
    if series.is_small:
        piles = seen.stock.racks[state.turn]
        hands = (SMALL_RACK,) if len(piles) == 1 else SMALL_HANDS
        small = tuple(
            pile[:hand]
            for pile, hand in zip(piles, hands, strict=True)
            if not isinstance(pile, int)
        )
        racks = tuple(
            small if at == state.turn else rack for at, rack in enumerate(seen.stock.racks)
        )
        seen = seen.with_stock(replace(seen.stock, racks=racks))
    return write_position(seen, state.turn)


def prove(series: Series, state: State) -> Proven | None:
    """The best of a position where tiles are laid, by the exact search without end."""
    rack = state.racks[SEAT]
    if isinstance(rack, int) or BLANK in rack or min(map(len, state.stock.bags)) < LEAST_IN_BAG:
        return None
    search = distinct_moves(state, SEAT, PLAYS_KEPT, SECONDS)
    if not search.exact or not search.plays or search.plays[0][1] < LEAST_BEST:
        return None
    best = search.plays[0][1]
    return best, [(text, points) for text, points in search.plays if points == best]


def suits(ordinary: Sequence[int]) -> bool:
    """Whether the median of ordinary people reaches enough, and not too much."""
    return HARDEST <= median_low(ordinary) <= EASIEST


def share(state: State, made: Verdict, best: int) -> int:
    """The points of a play beside the best, in per cent."""
    return made.points * ALL // best


DAILIES = DailyKind(positions, prove, suits, share)
