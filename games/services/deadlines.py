"""Deadlines that pass while nobody looks: found, and settled one by one."""

import logging
from datetime import datetime

from django.db import OperationalError

from games.models import Game
from games.services.outages import may_settle, too_many_overdue
from games.services.play import flag_fallen

log = logging.getLogger(__name__)

_said = 0  # how many deadlines are held back, as it was said last


def overdue_games(now: datetime, limit: int = 50) -> list[str]:
    """Games whose deadline has passed: a plain read, so that an idle tick takes no lock."""
    due = Game.objects.filter(deadline_at__lte=now).order_by("deadline_at")
    return list(due.values_list("id", flat=True)[:limit])


def settle_overdue(now: datetime, *, is_confirmed: bool = False) -> int:
    """Settle every deadline that has passed; how many. A game that is broken stops no other.

    None is settled while `may_settle` does not hold. `is_confirmed`: see `flag_fallen`.
    """
    overdue = overdue_games(now)
    if overdue and not is_confirmed and not may_settle(now):
        _say(too_many_overdue(now))
        return 0
    _say(0)
    settled = 0
    for game_id in overdue:
        try:
            settled += flag_fallen(game_id=game_id, now=now, is_confirmed=is_confirmed)
        except OperationalError:  # the database is away: for all of them
            raise
        except Exception:
            log.exception("the deadline of game %s could not be settled", game_id)
    return settled


def _say(held_back: int) -> None:
    """Tell the operator, once for every number, that deadlines are held back."""
    global _said
    if held_back and held_back != _said:
        log.error(
            "%s deadlines have passed at once: no game is ended. If the time is right and they"
            " shall fall, run: manage.py settle_overdue --all",
            held_back,
        )
    _said = held_back
