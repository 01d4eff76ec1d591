"""When the site could take moves: its heartbeat, and the time that an outage gives back.

A game ends by its deadline only while `may_settle` holds, read after the game's row was locked.
What fell in an outage is added to the deadlines in the transaction that ends the outage, and
that locks the heartbeat first and the games then: nobody sees the one without the other.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, QuerySet, Value
from django.db.models.functions import Greatest

from games import notifications
from games.models import Game, Heartbeat, Outage
from games.rules import clock
from games.services import broken_games
from games.store import site_time
from games.store.transactions import writing

log = logging.getLogger(__name__)

BEAT = 3.0  # seconds between two beats of a process
LONGEST_SILENCE = timedelta(seconds=10)  # of all processes; a longer one is an outage
LONGEST_RETURN = timedelta(seconds=BEAT + 0.5)  # the same, where a process returns: none went on
PROMPTLY = timedelta(seconds=3)  # a ticker has settled a deadline by then, patience included
DOUBTED_FOR = timedelta(seconds=60)  # since too many were found, without a jump of the clock
FEW = 5  # deadlines that may always be found too late; more of them …
ONE_IN = 100  # … only while they are at most one in this many of the running games


def beat(
    now: Callable[[], datetime] = site_time.read_database_time, *, is_return: bool = False
) -> Heartbeat:
    """Store that a move can be stored now; a silence that was too long becomes an outage.

    That is all a move needs: limits and viewers' counts do without the cache, and nobody waits
    until pages are told. `is_return` is for the first beat of a process and the first one after
    a beat that failed: then a silence is an outage that no other process was heard in. Raises a
    database's Error where no move can be stored either.
    """
    outage = None
    with writing(is_trial=True):
        found = _lock_heartbeat(now)
        last, found.last_at = found.last_at, now()  # under the lock: waiting for it is no silence
        if found.last_at - last > (LONGEST_RETURN if is_return else LONGEST_SILENCE):
            outage = _end_outage(found, last)
        found.steady_since = min(found.steady_since, found.last_at)  # the clock was set back
        found.returned_at = _returned_at(found, is_return=is_return)
        found.held_back_since = _held_back_since(found, is_after_outage=outage is not None)
        found.save()
    if outage is not None:
        log.warning("%s; deadlines that were moved on: %s", outage, outage.deadlines_moved)
    return found


def _returned_at(heartbeat: Heartbeat, *, is_return: bool) -> datetime | None:
    now, before = heartbeat.last_at, heartbeat.returned_at
    return now if is_return else before and min(before, now)


def _lock_heartbeat(now: Callable[[], datetime]) -> Heartbeat:
    """The one row, made where there is none yet."""
    row = Heartbeat.objects.select_for_update().filter(pk=1)
    if (found := row.first()) is not None:
        return found
    Heartbeat.objects.bulk_create([Heartbeat.first(now())], ignore_conflicts=True)
    return row.get()


def _end_outage(heartbeat: Heartbeat, began_at: datetime) -> Outage:
    """Keep the outage that ends now, and add what fell in it to the deadlines."""
    heartbeat.steady_since = heartbeat.last_at
    heartbeat.outages += 1
    credited = _credit(began_at, heartbeat.last_at)
    for game_id, time_control in credited:
        if clock.parse(time_control).is_live:  # days are shown as they are a little later
            notifications.tell_time_given_back(game_id, heartbeat.outages)
    return Outage.objects.create(
        began_at=began_at, ended_at=heartbeat.last_at, deadlines_moved=len(credited)
    )


def _credit(began_at: datetime, ended_at: datetime) -> list[tuple[str, str]]:
    """Move turns and deadlines on by the part of the turn that fell in the outage; in which games.

    Of each its time control is told as well. A deadline that had passed before is left. The rows
    are locked in the order in which those are that lock several games.
    """
    running = Game.objects.filter(deadline_at__gt=began_at, turn_began_at__lt=ended_at)
    rows = running.select_for_update().order_by("pk")
    locked = list(rows.values_list("pk", "time_control"))
    lost_from = Greatest(F("turn_began_at"), Value(began_at, DateTimeField()))
    lost = ExpressionWrapper(Value(ended_at, DateTimeField()) - lost_from, DurationField())
    running.update(
        turn_began_at=ExpressionWrapper(F("turn_began_at") + lost, DateTimeField()),
        deadline_at=ExpressionWrapper(F("deadline_at") + lost, DateTimeField()),
        reminder_at=ExpressionWrapper(F("reminder_at") + lost, DateTimeField()),
    )
    return locked


def after_what_was_given_back(game: Game, now: datetime) -> datetime:
    """`now`, or the time asked for again where a beat has given back a jump since then.

    The game is locked. A turn that begins a moment later, as the first of a live game, is no sign.
    """
    if now >= game.turn_began_at or not site_time.is_kept():
        return now
    found = Heartbeat.objects.first()
    is_past = found is not None and found.last_at - now > site_time.JUMP
    return site_time.read_database_time() if is_past else now


def may_settle(game: Game, now: datetime) -> bool:
    """Return whether the deadline of this game, which has passed, may be held against anybody now.

    Not in the first minute of this process or after an outage, not in an outage that nobody has
    ended yet, and not while it is held back: then the time may be wrong.
    """
    return runs_undisturbed(now) and not held_back(now).filter(pk=game.pk).exists()


def runs_undisturbed(now: datetime) -> bool:
    """Whether a deadline may be settled at all: neither this process nor the site is just back."""
    return not site_time.is_young() and is_steady(now)


def is_steady(now: datetime) -> bool:
    """Whether moves can be taken, and could for some time; so it is where nothing ever beat."""
    found = Heartbeat.objects.first()
    if found is None:
        return True
    return now - found.last_at <= LONGEST_SILENCE and now >= _quiet_until(found)


def _quiet_until(found: Heartbeat) -> datetime:
    return found.steady_since + timedelta(seconds=settings.SETTLE_NOTHING_FOR)


def held_back(now: datetime) -> QuerySet[Game]:
    """The games that a sweep does not end, since more of them than can be right would end.

    They end when the clock has run undisturbed for as long as `DOUBTED_FOR` since they were found.
    """
    found, late = Heartbeat.objects.first(), _left_behind(now)
    since = found.held_back_since if found is not None else None
    is_believed = since is not None and now - since >= DOUBTED_FOR
    return late.none() if is_believed or not _are_too_many(late) else late


def _held_back_since(heartbeat: Heartbeat, *, is_after_outage: bool) -> datetime | None:
    """The moment of the first beat that found too many, if this one still does."""
    now, before = heartbeat.last_at, heartbeat.held_back_since
    if not _are_too_many(_left_behind(now)):
        return None
    return now if before is None or is_after_outage else min(before, now)


def _are_too_many(late: QuerySet[Game]) -> bool:
    count = late.count()
    return count > FEW and count * ONE_IN > Game.objects.filter(ended_at=None).count()


def _left_behind(now: datetime) -> QuerySet[Game]:
    """Games whose deadline passed longer ago than a clock that is right leaves one unsettled.

    A clock that jumps puts deadlines far behind it; however many pass in a second, each falls as
    it is due. Those that passed in the minute in which nothing is settled waited for its end, and
    those that are broken say nothing about the clock.
    """
    late = Game.objects.filter(deadline_at__lte=now - PROMPTLY)
    late = late.exclude(pk__in=broken_games.known())
    if (found := Heartbeat.objects.first()) is not None:
        late = late.exclude(deadline_at__range=(found.steady_since, _quiet_until(found)))
    return late
