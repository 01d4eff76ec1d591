"""Work that waits in a table: claimed by one process at a time, held for a while, done."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import Q, QuerySet

from games.models import WaitingWork

W = TypeVar("W", bound=WaitingWork)

LOOKED_AT = 5  # rows at a time: others may take the first ones meanwhile
RETRY_AFTER = timedelta(hours=1)


@dataclass(frozen=True)
class WorkQueue(Generic[W]):
    """The rows of one kind of work, the most urgent first; a row is named by its primary key.

    `claim_lasts` is longer than one step of the work takes: each step renews the claim. A process
    that dies holds what it had until then, and another one goes on where it stopped.
    """

    rows: type[W]
    order: tuple[str, ...]
    claim_lasts: timedelta

    def unfinished(self) -> QuerySet[W]:
        """All that is not done."""
        return self.rows._default_manager.filter(done_at=None)

    def free(self, now: datetime) -> QuerySet[W]:
        """What nobody works on just now, in its order."""
        is_free = Q(held_until=None) | Q(held_until__lte=now)
        return self.unfinished().filter(is_free).order_by(*self.order)

    def free_names(self, *, now: datetime, limit: int) -> list[str]:
        """The names of the first that nobody works on just now."""
        return list(self.free(now).values_list("pk", flat=True)[:limit])

    def has_work(self, *, now: datetime) -> bool:
        """Whether anything waits or is in hand; what was put off does not count."""
        soon = Q(held_until=None) | Q(held_until__lte=now + self.claim_lasts)
        return self.unfinished().filter(soon).exists()

    def claim_next(self, *, now: datetime) -> str | None:
        """Take the first that is free; its name. None where there is none.

        Nobody else gets it until the time is over for which it is held.
        """
        for name in self.free_names(now=now, limit=LOOKED_AT):
            if self.claim(name, now=now):
                return name
        return None

    def claim(self, name: str, *, now: datetime) -> bool:
        """Take this one; False where it is done or somebody holds it."""
        return bool(self._hold(self.free(now), name, now + self.claim_lasts))

    def release(self, name: str) -> None:
        """Let the next who claims it go on with what is not done."""
        self._hold(self.unfinished(), name, None)

    def postpone(self, name: str, *, now: datetime) -> None:
        """Let what cannot be worked on stand in nobody's way; it is tried again later."""
        self._hold(self.unfinished(), name, now + RETRY_AFTER)

    def keep(self, row: W, *, now: datetime, is_done: bool) -> None:
        """Note that a step of it was stored: the claim is renewed, or the work is done."""
        row.held_until = now + self.claim_lasts
        row.done_at = now if is_done else None
        row.save(update_fields=["held_until", "done_at"])

    def _hold(self, among: QuerySet[W], name: str, until: datetime | None) -> int:
        return among.filter(pk=name).update(held_until=until)
