"""Analyses of positions: asked for, worked on by one at a time, kept for a while."""

from datetime import datetime, timedelta

from accounts.services import lock_people
from games.models import Analysis, canonical_json
from games.rules.interface import State
from games.rules.messages import Json, gettext_noop
from games.services.errors import NotAllowed
from games.services.work_queues import WorkQueue
from games.store.analyses import analysis_name, asked_by, note_asked, state_text
from games.store.transactions import writing

MOST_WAITING = 30
"""Positions: the last of them waits about a minute. Several people who ask at the same moment may
each take the last place where a database lets them count side by side.
"""
MOST_OF_ONE = 6  # positions of one person among them
KEPT_FOR = timedelta(days=1)
BATCH = 200  # rows that are deleted at a time

ANALYSES = WorkQueue(Analysis, ("asked_at",), claim_lasts=timedelta(seconds=15))
"""Those asked for first go first."""

FULL = gettext_noop(
    "many positions wait to be analysed, and yours was not taken; try again in half a minute"
)

FULL_OF_ONE = gettext_noop(
    "six of your positions wait to be analysed; ask again when one of them is done"
)


def ask(state: State, *, user_id: int, now: datetime) -> None:
    """Let a position be analysed, unless it is or waits already; what failed is tried again.

    Raises NotAllowed where too many wait, or too many of this person.
    """
    text = state_text(state)
    name = analysis_name(state.key, text)
    with writing():
        lock_people([user_id])  # what was asked at once is counted one after the other
        found = Analysis.objects.filter(pk=name).first()
        if found is not None and (found.answer or found.done_at is None):
            return
        mine = asked_by(user_id)
        waiting = set(ANALYSES.unfinished().values_list("pk", flat=True))
        if len(waiting) >= MOST_WAITING:
            raise NotAllowed(503, FULL)
        if len(waiting & mine) >= MOST_OF_ONE:
            raise NotAllowed(429, FULL_OF_ONE)
        Analysis.objects.update_or_create(
            pk=name,
            defaults={
                "key": state.key,
                "state": text,
                "answer": "",
                "asked_at": now,
                "held_until": None,
                "done_at": None,
            },
        )
        note_asked(user_id, waiting & mine | {name})


def store_analysis(*, name: str, found: Json | None, now: datetime) -> None:
    """Keep what was found; None where nothing could be found."""
    answer = canonical_json(found) if found is not None else ""
    Analysis.objects.filter(pk=name).update(answer=answer, done_at=now, held_until=None)


def prune(now: datetime) -> int:
    """Delete some of those that have been kept long enough; how many, at most `BATCH`."""
    old = Analysis.objects.filter(asked_at__lte=now - KEPT_FOR)
    names = list(old.order_by("asked_at").values_list("pk", flat=True)[:BATCH])
    if names:
        with writing():
            old.filter(pk__in=names).delete()  # but for those that were asked for again meanwhile
    return len(names)
