"""Daily puzzles of Numeria: a win in one move or two."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from games.daily.kinds import DailyKind, Proven
from games.daily.puzzles import SEAT
from games.daily.series import Series
from games.daily.shares import ALL
from games.engine.numeria_wins import IN_ONE, IN_TWO, share_of_wins, winning_moves, wins
from games.engine.positions import write_position
from games.rules import numeria
from games.rules.interface import State
from games.rules.moves import Verdict
from games.rules.numeria.constants import TROPES_TO_WIN

MOST_WINS = 3  # first moves that win: it is to be looked for
LOOKS = 30  # at a game: later positions seldom have what earlier ones lack
HALF = 50  # per cent


def positions(series: Series, states: Iterator[State], chance: bytes) -> Iterator[dict[str, Any]]:
    """The first positions of a game in which each mover could win soon."""
    return islice(chain.from_iterable(map(near_the_end, states)), LOOKS)


def near_the_end(state: State) -> Iterator[dict[str, Any]]:
    """The position as if the mover had taken two tropes, and as if it were the other's turn.

    Nothing where fewer are taken by both together, or the game is over.
    """
    assert isinstance(state, numeria.State)
    taken = sum(state.taken, ())
    if state.turn is not None and len(taken) >= TROPES_TO_WIN - 1:
        own, others = taken[: TROPES_TO_WIN - 1], taken[TROPES_TO_WIN - 1 :]
        for seat, shared in enumerate([(own, others), (others, own)]):
            yield write_position(replace(state, taken=shared, turn=seat), seat)


def prove(series: Series, state: numeria.State) -> Proven | None:
    """The win of a position of Numeria, by trying every answer."""
    count = IN_ONE if series.is_small else IN_TWO
    moves = winning_moves(state, SEAT, count)
    if not 0 < len(moves) <= MOST_WINS:
        return None
    return count, [(text, state.check(SEAT, text).points) for text in moves]


def suits(ordinary: Sequence[int]) -> bool:
    """A win is proven, whatever ordinary people reach."""
    return True


def share(state: numeria.State, made: Verdict, best: int) -> int:
    """The part of all answers after which the next move still wins, in per cent.

    Half of it where the game could have been won at once.
    """
    if wins(state, SEAT, made.text):
        return ALL
    left = share_of_wins(state, SEAT, made.text)
    return int(left * (HALF if best == IN_ONE else ALL))


DAILIES = DailyKind(positions, prove, suits, share)
