"""Runs of practice, as reads and writes look for them."""

from collections.abc import Iterable

from games.models import PracticeRun
from games.practice.exercises import Exercise


def latest_run(user_id: int, key: str) -> PracticeRun | None:
    """The run of somebody that is on, or was last."""
    return PracticeRun.objects.filter(user=user_id, key=key).order_by("-id").first()


def runs_with(user_id: int, exercise: Exercise) -> Iterable[PracticeRun]:
    """The runs of somebody in which an exercise comes, met or not."""
    return PracticeRun.objects.filter(
        user=user_id, key=exercise.state.key, exercises__contains=exercise.name
    )
