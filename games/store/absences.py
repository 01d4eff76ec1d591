"""When an opponent who is away from a live game may be held to it."""

import time
from datetime import datetime, timedelta

from django.conf import settings

from games.models import Game, Heartbeat
from games.store import site_time


def can_be_claimed(game: Game) -> bool:
    """Whether an absence counts in this game at all: live, and among people."""
    is_running = game.ended_at is None and bool(game.time_control)
    return is_running and game.clocks.control.is_live and not game.has_computers


def claimable_at(game: Game, since: datetime) -> datetime:
    """When the absence of the player on turn may be claimed: it begins with the turn."""
    return max(since, game.turn_began_at) + game.clocks.control.longest_absence


def is_calm(now: datetime) -> bool:
    """Whether nobody can be away because of us: no process began and no outage was of late."""
    quiet = timedelta(seconds=settings.CLAIM_NOTHING_FOR)
    if time.monotonic() - site_time.STARTED_AT < quiet.total_seconds():
        return False
    beat = Heartbeat.objects.first()
    if beat is None:
        return True
    return now - max(beat.steady_since, beat.returned_at or beat.steady_since) >= quiet
