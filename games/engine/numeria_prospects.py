"""What each move of Numeria is worth: proven where it can be, else a chance from its value.

The chances come from games of the planner with itself (`benchmarks/numeria_chances.py`), by the
tropes of both seats after the move and the band of its value.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from math import isqrt
from pathlib import Path

from games.engine.numeria_plans import Plan, plans
from games.engine.prospects import CERTAIN, Prospect, Prospects
from games.engine.time_limit import TimeLimit
from games.rules.moves import Outcome, Seat
from games.rules.numeria import State
from games.rules.numeria.constants import TROPES_TO_WIN

CHANCES = Path(__file__).with_name("numeria_chances.json")
BAND_STARTS = (20, 60, 150)
"""Where the bands of what a move hopes for begin, in thousandths of a trope, but the lowest."""

NODES_A_RACK = 500  # a budget is told in racks, and nothing is hidden here
MOVES = 8  # that are told beside those that are asked for
LINES = 3  # moves whose continuation is told
LINE_PLIES = 4
LINE_NODES = 1500  # of each ply of it

Cell = tuple[int, int, int]
"""The tropes of the seat and of the other, with those that are forced, and the band of the rest."""


def numeria_prospects(
    state: State, seat: Seat, racks: int, also: Sequence[str], time_limit: float | None
) -> Prospects:
    """The most promising moves and those of `also`: see `games.engine.prospects.weigh_moves`."""
    limit = TimeLimit.start(time_limit)
    asked = [state.play(seat, text).verdict.text for text in also]
    found = plans(state, seat, NODES_A_RACK * racks, limit.seconds_until())
    weighed = sorted((_weighed(state, seat, plan) for plan in found), key=lambda each: -each.win)
    kept = [each for place, each in enumerate(weighed) if place < MOVES or each.text in asked]
    kept += [_given_up(text) for text in asked if text not in {each.text for each in kept}]
    for place, each in enumerate(kept[:LINES]):
        line = _line(state, seat, each.text, limit)
        kept[place] = Prospect(each.text, each.points, each.win, each.error, each.is_proven, line)
    return Prospects(tuple(kept), 0)


def _weighed(state: State, seat: Seat, plan: Plan) -> Prospect:
    """The chance after a move; of moves with the same one, the order of the plans is kept."""
    points = int(plan.takes == 1)
    proven = _proven(state, seat, plan)
    if proven is not None:
        return Prospect(plan.text, points, proven, 0, is_proven=True)
    win, error = chance_of(cell_of(state, seat, plan))
    return Prospect(plan.text, points, win, error)


def _proven(state: State, seat: Seat, plan: Plan) -> int | None:
    """What is certain of a move, in thousandths: the third trope by force, or the end of turns."""
    own, others = state.scores[seat], state.scores[1 - seat]
    if plan.takes and own + 1 == TROPES_TO_WIN:
        return CERTAIN
    if plan.loses and others + 1 == TROPES_TO_WIN:
        return 0
    if plan.ends_game:
        outcome = state.play(seat, plan.text).after.outcome
        assert outcome is not None
        return _share(outcome, seat)
    return None


def _share(outcome: Outcome, seat: Seat) -> int:
    """What a seat has of a game that is over, in thousandths."""
    if len(outcome.ranking) == 1:
        return CERTAIN // 2
    return CERTAIN if seat in outcome.ranking[0] else 0


def cell_of(state: State, seat: Seat, plan: Plan) -> Cell:
    """Where the chance of a move stands in the table."""
    own, others = int(plan.takes > 0), int(plan.loses > 0)
    return (
        state.scores[seat] + own,
        state.scores[1 - seat] + others,
        bisect_right(BAND_STARTS, plan.hope),
    )


def chance_of(cell: Cell) -> tuple[int, int]:
    """The chance of a cell and its standard error, in thousandths; no chance is certain."""
    win, games = _table()[cell]
    return win, max(1, isqrt(win * (CERTAIN - win) // games))


@cache
def _table() -> Mapping[Cell, tuple[int, int]]:
    """By cell the chance in thousandths, and the games that it rests on."""
    rows = json.loads(CHANCES.read_text(encoding="utf-8"))
    return {(own, others, band): (win, games) for own, others, band, win, games in rows}


def _given_up(text: str) -> Prospect:
    """Resigning: the seat has lost."""
    return Prospect(text, 0, 0, 0, is_proven=True)


def _line(state: State, seat: Seat, text: str, limit: TimeLimit) -> tuple[str, ...]:
    """The moves that are expected after a move: the best plan of each seat in turn."""
    line: list[str] = []
    after = state.play(seat, text).after
    while after.turn is not None and len(line) < LINE_PLIES and not limit.is_over():
        assert isinstance(after, State)
        best = plans(after, after.turn, LINE_NODES, limit.seconds_until())[0].text
        line.append(best)
        after = after.play(after.turn, best).after
    return tuple(line)
