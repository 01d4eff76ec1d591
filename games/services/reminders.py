"""Who is to move by correspondence is reminded when a quarter of the time is left."""

import logging
from datetime import datetime

from django.db import Error

from games.models import Game
from games.services.notices import tell_time_runs_out
from games.services.writing import lock_game
from games.store.transactions import writing

_AT_ONCE = 50  # games

log = logging.getLogger(__name__)


def remind(now: datetime) -> int:
    """Remind all whose moment has come; how many. A plain read, where there is nobody."""
    due = Game.objects.filter(reminder_at__lte=now).order_by("reminder_at")
    ids = list(due.values_list("id", flat=True)[:_AT_ONCE])
    return sum(_is_reminded(game_id, now) for game_id in ids)


def _is_reminded(game_id: str, now: datetime) -> bool:
    """Remind; a game that is broken stops no other, and is tried again when it is next looked."""
    try:
        return _remind(game_id, now)
    except Error:  # the database is away: for all of them
        raise
    except Exception:
        log.exception("who is to move in game %s could not be reminded", game_id)
        return False


def _remind(game_id: str, now: datetime) -> bool:
    """Once a turn: under the game's lock the moment is looked at again, and dropped."""
    with writing():
        game = lock_game(game_id)
        if game.reminder_at is None or game.reminder_at > now:
            return False
        game.reminder_at = None
        game.save(update_fields=["reminder_at"])
        if game.deadline_at is not None and game.deadline_at > now:
            tell_time_runs_out(game, now)
    return True
