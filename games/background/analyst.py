"""Analyses of positions, made one after the other when no computer has to move."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.background.claimed_work import ClaimedWork
from games.computers import process
from games.computers.worker import Question
from games.models import Analysis
from games.rules.messages import Json
from games.services.analyses import ANALYSES, store_analysis
from games.store import site_time

SEAT_TO_MOVE = 0  # in a position that was set up
LONGEST = 1.5  # seconds for a position; a computer that is to move waits no longer than that


@dataclass
class Analyst(ClaimedWork[Analysis]):
    """Makes the analyses that are asked for: each is one step.

    `weigh` takes a question and a time limit in seconds, and returns what the moves are worth.
    """

    weigh: Callable[[Question, float], Json] = process.analyse

    queue = ANALYSES
    period = 0.5

    def steps(self, name: str) -> Iterable[Analysis]:
        """The position itself."""
        return list(Analysis.objects.filter(pk=name))

    def questions(self, step: Analysis) -> Iterable[Callable[[], object]]:
        """What its moves are worth."""
        yield lambda: self.weigh(Question(step.key, SEAT_TO_MOVE, step.state), LONGEST)

    def store(self, name: str, found: Sequence[tuple[Analysis, Sequence[Json | None]]]) -> None:
        """Keep what was found of a position."""
        for _, (weighed,) in found:
            store_analysis(name=name, found=weighed, now=site_time.now())
