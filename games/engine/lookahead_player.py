"""How the strongest computer lays tiles: it weighs what stays on the rack, and what comes then."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.lookahead import weigh_plays
from games.engine.lookahead.candidates import choose_candidates
from games.rules.interface import State
from games.rules.moves import Seat


@dataclass(frozen=True)
class LookaheadSkill:
    """A budget of imagined `racks` for each move: see `games.engine.lookahead`.

    With none the points of a move and the value of its leave decide.
    """

    racks: int


def choose_ahead(
    state: State, seat: Seat, skill: LookaheadSkill, time_limit: float | None
) -> Iterator[str]:
    """The moves of this computer, the preferred one first; `time_limit` is in seconds."""
    if skill.racks:
        found = weigh_plays(state, seat, skill.racks, (), time_limit).moves
        yield from (move.text for move in found)
    else:
        yield from (move.text for move in choose_candidates(state, seat, 1, (), time_limit))
