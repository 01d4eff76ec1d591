"""What the ticker does for those who seek: ends what was left, pairs who wait, and else one look."""

import asyncio
import time
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.background.ticker import tend_seeks
from games.models import Game, GameSettings, Invitation
from games.services.invitations import accept_invitation, create_invitation
from games.services.quick_pairing import press_quick
from games.services.seeks import end_left_seeks, free_left_seats, keep_seen, return_to_seek
from games.store import site_time
from ratings.models import Standing

from .sockets import PATIENCE, Socket

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


@pytest.fixture
def seek_for_three(people) -> Invitation:
    """Ada looks for two more; Ben has sat down, and both pages were open until now."""
    now = timezone.now()
    settings = GameSettings("equate", options="players=3", time_control="600+5")
    made = create_invitation(settings, inviter=people.ada, now=now, is_listed=True)
    accept_invitation(invitation_id=made.id, user=people.ben, now=now)
    made.refresh_from_db()
    return made


def who_sit(seek: Invitation) -> list[str | None]:
    return [seat.user and seat.user.username for seat in seek.seats.select_related("user")]


def test_a_seat_taken_in_a_seek_is_free_again_twenty_seconds_after_its_page_went(
    people, seek_for_three
):
    left_at = seek_for_three.seen_at
    Invitation.objects.update(seen_at=left_at + timedelta(minutes=1))
    assert free_left_seats(left_at + timedelta(seconds=19.9)) == 0
    assert who_sit(seek_for_three) == ["Ada", "Ben", None]
    assert free_left_seats(left_at + timedelta(seconds=20)) == 1
    assert who_sit(seek_for_three) == ["Ada", None, None]
    assert free_left_seats(left_at + timedelta(minutes=1)) == 0
    accept_invitation(
        invitation_id=seek_for_three.id, user=people.cleo, now=left_at + timedelta(minutes=1)
    )
    assert who_sit(seek_for_three) == ["Ada", "Cleo", None]


def test_who_is_seen_at_one_seek_is_not_seen_at_another(people, seek_for_three):
    """Ben's page at Cleo's seek keeps his seat there, and not the one at Ada's."""
    then = seek_for_three.seen_at
    other = create_invitation(
        seek_for_three.settings, inviter=people.cleo, now=then, is_listed=True
    )
    accept_invitation(invitation_id=other.id, user=people.ben, now=then)
    later = then + timedelta(seconds=20)
    keep_seen({(other.id, people.ben.pk), (seek_for_three.id, people.ada.pk)}, later)
    assert free_left_seats(later) == 1
    assert [who_sit(each) for each in (seek_for_three, other)] == [
        ["Ada", None, None],
        ["Cleo", "Ben", None],
    ]
    assert end_left_seeks(later) == 1
    other.refresh_from_db()
    assert other.status == Invitation.Status.CANCELLED


def test_to_look_at_a_seek_keeps_a_seat_in_it_and_gives_none(people, seek_for_three):
    later = seek_for_three.seen_at + timedelta(seconds=19)
    told = {"invitation_id": seek_for_three.id, "now": later}
    assert return_to_seek(user=people.ben, **told)
    assert not return_to_seek(user=people.cleo, **told)
    assert free_left_seats(later + timedelta(seconds=19)) == 0
    assert who_sit(seek_for_three) == ["Ada", "Ben", None]


def test_a_seat_by_correspondence_waits_for_no_page(people):
    now = timezone.now()
    settings = GameSettings("equate", options="players=3", time_control="3d")
    made = create_invitation(settings, inviter=people.ada, now=now, is_listed=True)
    accept_invitation(invitation_id=made.id, user=people.ben, now=now)
    assert free_left_seats(now + timedelta(days=2)) == 0
    assert who_sit(made) == ["Ada", "Ben", None]


def test_the_ticker_frees_the_seat_of_who_went(people, seek_for_three):
    seek_for_three.seats.filter(user=people.ben).update(
        seen_at=timezone.now() - timedelta(seconds=21)
    )
    tend_seeks()
    assert who_sit(seek_for_three) == ["Ada", None, None]


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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("code", "left_after"), [(1001, 5), (1006, 20)])
async def test_a_seek_waits_less_for_who_has_gone_on_than_for_a_line_that_was_cut(
    code, left_after, people, browser
):
    """A browser says goodbye where its page is left, or loaded again."""
    seek = await sync_to_async(waits)(people.ada, 0)
    client = await sync_to_async(browser)(people.ada)
    page = await Socket(f"/ws/invitations/{seek.id}/", client).open()
    assert await page.receive_from()
    await seek.arefresh_from_db()
    seen_at, gone_at = seek.seen_at, timezone.now()
    await page.disconnect(code=code)
    async with asyncio.timeout(PATIENCE):
        while seek.seen_at == seen_at:
            await asyncio.sleep(0.02)
            await seek.arefresh_from_db()
    left_at = gone_at + timedelta(seconds=left_after)
    assert not seek.is_left(left_at - timedelta(seconds=0.01))
    assert seek.is_left(left_at + timedelta(seconds=4))


def test_who_sought_is_led_on_to_the_game_from_the_page_of_the_search(people, browser):
    """Somebody came before the page was there; its clocks run."""
    seek = waits(people.ada, 0)
    page = browser(people.ada).get(f"/invitations/{seek.id}/")
    assert page.status_code == 200
    met = waits(people.ben, 0)
    met.refresh_from_db()
    for user in (people.ada, people.ben):
        answer = browser(user).get(f"/invitations/{seek.id}/")
        assert answer.status_code == 302, user
        assert answer["Location"] == f"/games/{met.game_id}/"
    assert browser(people.cleo).get(f"/invitations/{seek.id}/").status_code == 200
