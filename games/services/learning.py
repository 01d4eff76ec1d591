"""Which steps of lessons people have done: kept once, taken along, forgotten."""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from accounts.services import lock_people
from games.models import LearnedStep
from games.store.transactions import writing


def keep_steps(*, user: User, key: str, names: Iterable[str], now: datetime) -> None:
    """Remember that this user has done these steps of a lesson; what is known stays as it is.

    Nothing is kept for an account that goes meanwhile.
    """
    known = set(LearnedStep.objects.filter(user=user, key=key).values_list("step", flat=True))
    new = [name for name in dict.fromkeys(names) if name not in known]
    if not new:
        return
    with writing():
        if not lock_people([user.pk]):
            return
        rows = [LearnedStep(user=user, key=key, step=name, learned_at=now) for name in new]
        LearnedStep.objects.bulk_create(rows, ignore_conflicts=True)


def take_steps(*, guest: User, user: User) -> None:
    """Give this user what the guest has learned; the rows of both people are locked."""
    known = set(LearnedStep.objects.filter(user=user).values_list("key", "step"))
    for row in LearnedStep.objects.filter(user=guest):
        if (row.key, row.step) not in known:
            row.user = user
            row.save(update_fields=["user"])
    forget_steps(user=guest)


def forget_steps(*, user: User) -> None:
    """Drop what somebody has learned who goes."""
    LearnedStep.objects.filter(user=user).delete()
