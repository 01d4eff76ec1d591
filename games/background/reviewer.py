"""Reviews of finished games, made ply by ply when no computer has to move."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.background.claimed_work import ClaimedWork
from games.computers import process
from games.computers.worker import Question
from games.rules.messages import Json
from games.selectors import review_progress
from games.selectors.review_progress import ToReview
from games.services.reviews import REVIEWS, FoundMove, store_reviewed_moves
from games.store import site_time

LONGEST = 1.5
"""Seconds for each of at most two searches of a ply, and for the plays of no points that go out: a
computer that is to move may wait for all three.
"""


@dataclass
class Reviewer(ClaimedWork[ToReview]):
    """Makes the reviews that are to be made, ply by ply.

    `seek` takes a question, the text of the move made and a time limit in seconds, and returns what
    the move lost against the best one.
    """

    seek: Callable[[Question, str, float], Json] = process.review

    queue = REVIEWS
    together = 0.5

    def steps(self, name: str) -> Iterable[ToReview]:
        """The plies that are not reviewed."""
        return review_progress.to_review(name)

    def questions(self, step: ToReview) -> Iterable[Callable[[], object]]:
        """What the move lost."""
        yield lambda: self.seek(step.question, step.text, LONGEST)

    def store(self, name: str, found: Sequence[tuple[ToReview, Sequence[Json | None]]]) -> None:
        """Keep what was found of these plies; its pages are told."""
        store_reviewed_moves(
            game_id=name,
            moves=[FoundMove(step.ply, step.seat, lost) for step, (lost,) in found],
            now=site_time.now(),
            asked_at=found[0][0].asked_at,
        )
