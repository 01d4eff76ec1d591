"""Heartbeats and outages at chosen moments: used by the tests of deadlines."""

from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Game, Heartbeat, Outage
from games.services import outages
from games.services.outages import LONGEST_SILENCE

NOON = timezone.now().replace(microsecond=0)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


def beat(at: datetime, **more: bool) -> Heartbeat:
    return outages.beat(lambda: at, **more)


def beat_on(since: datetime, until: datetime) -> None:
    """As a process that runs: a beat every few seconds, of which those at the ends are enough."""
    beat(since)
    at = since
    while at < until:
        at = min(at + LONGEST_SILENCE, until)
        beat(at)


def outage(began: datetime, ended: datetime) -> Outage:
    beat(began)
    beat(ended)
    return Outage.objects.get(began_at=began)


def has_ended(game: Game) -> bool:
    game.refresh_from_db()
    return game.ended_at is not None


def deadline(game: Game) -> datetime | None:
    game.refresh_from_db()
    return game.deadline_at
