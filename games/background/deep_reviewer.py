"""Chances to win and luck, found move by move when nobody waits for anything else."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.background.claimed_work import ClaimedWork
from games.computers import process
from games.computers.worker import Question
from games.review import Draw, Luck, chance_lost
from games.rules.messages import Json
from games.selectors import review_progress
from games.selectors.review_progress import ToWeigh
from games.services.deep_reviews import DEEP_REVIEWS, store_weighed_move
from games.services.reviews import REVIEWS
from games.store import site_time

RACKS = 16
"""Imagined racks of the other with which each move is weighed …"""

FEWER_RACKS = {"equate": 8}
"""… but in this game, by its key, where each takes longest: so its chances come soon as well."""

WEIGHINGS = (3.0, 4.0)  # seconds for a move: the second where the first did not suffice …
LONGEST_LUCK = 4.0  # … and for a draw; a computer's move may have to wait for one of them
LONGEST_ANSWER = 2.0  # … and for an answer


@dataclass(frozen=True)
class Seek:
    """What finds the figures of one move; each raises Unanswered where its process was lost.

    - `weigh`: of a question, the move made, racks and a time limit in seconds, the chances
    - `luck`: of a question, a draw and a time limit in seconds, what the draw was worth
    - `most_points`: of a question and a time limit in seconds, the most that can be earned
    """

    weigh: Callable[[Question, str, int, float], Json | None] = process.weigh
    luck: Callable[[Question, Draw, float], Luck | None] = process.luck
    most_points: Callable[[Question, float], int | None] = process.most_points


@dataclass
class DeepReviewer(ClaimedWork[ToWeigh]):
    """Weighs the moves of reviewed games; reviews in points go before."""

    seek: Seek = field(default_factory=Seek)

    queue = DEEP_REVIEWS

    def gives_way(self) -> bool:
        """Whether a review in points is to be made."""
        return REVIEWS.has_work(now=site_time.now())

    def steps(self, name: str) -> Iterable[ToWeigh]:
        """The moves that are not weighed."""
        return review_progress.to_weigh(name)

    def questions(self, step: ToWeigh) -> Iterable[Callable[[], object]]:
        """The chances of the move, and the luck of the draw before it; None where neither is."""
        yield lambda: self._chances(step)
        yield lambda: step.draw and self.seek.luck(step.question, step.draw, LONGEST_LUCK)

    def _chances(self, step: ToWeigh) -> Json | None:
        """Where a machine has much else to do, the time of the first try may not suffice."""
        racks = FEWER_RACKS.get(step.question.key, RACKS)
        for seconds in WEIGHINGS if step.is_weighed else ():
            found = self.seek.weigh(step.question, step.text, racks, seconds)
            if found is not None:
                return found | {"then": self._most_then(step, found)}
        return None

    def _most_then(self, step: ToWeigh, found: Json) -> int | None:
        """What the next seat could have earned at most after the best move, if another was made.

        It is asked with the tiles that were held, as the answers to the moves of the game are.
        """
        asked = step.answering(found["moves"][0][0]) if chance_lost(found).counted else None
        return self.seek.most_points(asked, LONGEST_ANSWER) if asked is not None else None

    def store(self, name: str, found: Sequence[tuple[ToWeigh, Sequence[Any]]]) -> None:
        """Keep what was found of each move; its pages are told."""
        for step, (chances, luck) in found:
            store_weighed_move(
                game_id=name,
                ply=step.ply,
                seat=step.seat,
                chances=chances,
                luck=luck,
                now=site_time.now(),
                asked_at=step.asked_at,
            )
