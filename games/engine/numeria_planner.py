"""How the strongest computer plays Numeria: it takes what is forced and hopes for mistakes."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.numeria_plans import plans
from games.rules.moves import Seat
from games.rules.numeria import State


@dataclass(frozen=True)
class NumeriaSearchSkill:
    """A budget of `nodes` for each move: see `games.engine.numeria_plans`."""

    nodes: int


NUMERIA_SEARCH = NumeriaSearchSkill(nodes=6000)


def choose_planned(
    state: State, seat: Seat, skill: NumeriaSearchSkill, time_limit: float | None
) -> Iterator[str]:
    """The moves of this computer, the preferred one first; `time_limit` is in seconds."""
    return (plan.text for plan in plans(state, seat, skill.nodes, time_limit))
