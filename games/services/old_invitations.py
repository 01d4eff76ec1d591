"""Invitations that led to no game are deleted in the end."""

from datetime import datetime

from accounts.notices import KEPT_FOR as NOTICES_KEPT_FOR
from games.models import Invitation
from games.store.transactions import writing

BATCH = 200  # rows that are deleted at a time


def prune(now: datetime) -> int:
    """Delete some that led to no game, once no notice of them is left; how many, at most `BATCH`.

    They are over by then, however they ended: none is open after it has expired.
    """
    old = Invitation.objects.filter(game=None, expires_at__lte=now - NOTICES_KEPT_FOR)
    found = list(old.order_by("expires_at").values_list("pk", flat=True)[:BATCH])
    if found:
        with writing():
            Invitation.objects.filter(pk__in=found, game=None).delete()
    return len(found)
