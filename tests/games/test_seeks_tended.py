"""What the ticker does for those who seek: ends what was left, pairs who wait, and else one look."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from games.background.ticker import tend_seeks
from games.models import Game, Invitation
from games.services.quick_pairing import press_quick
from games.services.seeks import end_left_seeks
from games.store import site_time
from ratings.models import Standing

pytestmark = pytest.mark.django_db


def waits(user, ago: float) -> Invitation:
    """Somebody's quick seek that is as many seconds old, with its page open until now."""
    then = timezone.now() - timedelta(seconds=ago)
    seek = press_quick(key="numerica", time="180+2", user=user, now=then)
    Invitation.objects.update(seen_at=timezone.now())
    return seek


def leave(seek: Invitation, ago: float) -> None:
    """The page was open until this many seconds ago."""
    seek.seen_at = timezone.now() - timedelta(seconds=ago)
    seek.save()


def test_where_nobody_waits_it_is_one_look(people, django_assert_num_queries):
    Invitation.objects.all().delete()
    with django_assert_num_queries(1):
        tend_seeks()


def test_a_seek_outlives_its_page_by_twenty_seconds(people):
    seek, left_at = waits(people.ada, 300), timezone.now()
    Invitation.objects.update(seen_at=left_at)
    assert end_left_seeks(left_at + timedelta(seconds=19.9)) == 0
    assert end_left_seeks(left_at + timedelta(seconds=20)) == 1
    seek.refresh_from_db()
    assert seek.status == Invitation.Status.CANCELLED


def test_what_was_left_ends_and_what_is_there_stays(people):
    Standing.objects.create(user=people.cleo, key="numerica:live", rating=900000, rated_games=1)
    left, there = waits(people.ada, 60), waits(people.cleo, 1)
    leave(left, 21)
    tend_seeks()
    states = [Invitation.objects.get(pk=each.pk).status for each in (left, there)]
    assert states == [Invitation.Status.CANCELLED, Invitation.Status.OPEN]


def test_a_process_that_has_just_begun_waits_for_pages_that_come_back(
    people, settings, monkeypatch
):
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(site_time, "STARTED_AT", time.monotonic() - 55)
    seek = waits(people.ada, 60)
    leave(seek, 40)
    tend_seeks()
    assert Invitation.objects.get(pk=seek.pk).status == Invitation.Status.OPEN
    assert (
        press_quick(key="numerica", time="180+2", user=people.ben, now=timezone.now()).inviter
        == people.ben
    )  # nobody is sent to a page that may never come back


def test_who_waits_long_enough_is_paired(people):
    for user, rating in ((people.ada, 150000), (people.ben, 170000)):
        Standing.objects.create(user=user, key="numerica:live", rating=rating, rated_games=9)
    waits(people.ada, 6)
    waits(people.ben, 4)
    tend_seeks()
    assert not Game.objects.exists()
    Invitation.objects.update(created_at=timezone.now() - timedelta(seconds=6))
    tend_seeks()
    assert Game.objects.get().rated
