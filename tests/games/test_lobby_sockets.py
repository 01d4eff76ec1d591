"""The lobby's open pages: what comes and goes is drawn once for each kind of reader, and moves nothing."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test.signals import template_rendered
from django.utils import timezone

from accounts.database_threads import drawing_thread
from accounts.models import User
from accounts.services import create_guest
from games import notifications
from games.live import consumers
from games.live import lobby as lobby_module
from games.live import seekers as seekers_module
from games.live.hub import hub
from games.live.seekers import seekers
from games.models import GameSettings, Invitation, InvitationSeat
from games.services.blocks import block_person, unblock_person
from games.services.invitations import accept_invitation, cancel_invitation, create_invitation
from games.services.quick_pairing import pair_waiting, press_quick
from games.services.seeks import end_left_seeks, free_left_seats, return_to_seek
from numerica_site.account_services import take_along
from ratings.models import Standing

from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

LIVE = GameSettings("numerica", time_control="300+5")


@sync_to_async
def seek(user: User, settings: GameSettings = LIVE) -> Invitation:
    return create_invitation(settings, inviter=user, now=timezone.now(), is_listed=True)


@sync_to_async
def quick(user: User) -> Invitation:
    return press_quick(key="numerica", time="180+2", user=user, now=timezone.now())


@pytest.fixture
def clients(people, browser):
    return {"ada": browser(people.ada), "ben": browser(people.ben), "nobody": browser()}


@pytest.fixture
def drawings():
    """How often the frames of changes were drawn."""
    drawn: list[str] = []

    def count(sender, template, **more):
        if template.name == "games/lobby/_changes.html":
            drawn.append(template.name)

    template_rendered.connect(count)
    yield drawn
    template_rendered.disconnect(count)


async def until(is_so) -> None:
    """Wait for something that another task does."""
    for _ in range(500):
        if await is_so():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it has not happened")


async def opened(client) -> Socket:
    """A page of the lobby that shows what there is now."""
    html = (await sync_to_async(client.get)("/lobby/")).content.decode()
    address = re.search(r'ws-connect="([^"]+)"', html)[1].replace("&amp;", "&")
    return await Socket(address, client).open()


@pytest.mark.slow
async def test_an_offer_comes_to_the_end_of_the_list_and_keeps_its_place_when_it_goes(
    people, clients
):
    page = await opened(clients["nobody"])
    made = await seek(people.ada)
    came = await page.receive_from()
    assert 'hx-swap-oob="beforeend:#seeks"' in came and f'id="offer-{made.id}"' in came
    assert "5 minutes each, 5 s more a move" in came and "csrf" not in came
    await sync_to_async(cancel_invitation)(
        invitation_id=made.id, user=people.ada, now=timezone.now()
    )
    went = await page.receive_from()
    assert f'<li id="offer-{made.id}" class="offer gone"' in went and "formaction" not in went
    await page.disconnect()


@pytest.mark.slow
async def test_a_seat_that_is_taken_changes_the_row_where_it_stands(people, clients):
    larger = GameSettings("equate", "players=3", time_control="600+5")
    made = await seek(people.ada, larger)
    page = await opened(clients["nobody"])
    await sync_to_async(accept_invitation)(
        invitation_id=made.id, user=people.ben, now=timezone.now()
    )
    changed = await page.receive_from()
    assert f'id="offer-{made.id}"' in changed and "1 of 3 seats is free" in changed
    assert "beforeend" not in changed
    await page.disconnect()


@pytest.mark.slow
async def test_many_changes_at_once_are_drawn_once_for_each_kind_of_reader(
    people, clients, drawings, monkeypatch
):
    monkeypatch.setattr(lobby_module, "BATCH", 1.0)
    pages = [await opened(clients[who]) for who in ["ada", "ben"] + ["nobody"] * 6]
    for user in (people.ada, people.ben, people.cleo):
        await seek(user)
        await asyncio.sleep(0.1)
    for page in pages:
        assert (await page.receive_from()).count("<li") == 3
    assert len(drawings) == 2
    for page in pages:
        assert await page.receive_nothing()
        await page.disconnect()


@sync_to_async
def block(blocker: User, blocked: User) -> None:
    block_person(blocker=blocker, blocked=blocked, now=timezone.now())


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("blocker, blocked", [("ada", "ben"), ("ben", "ada")])
async def test_neither_of_two_apart_is_told_of_the_others_offers(blocker, blocked, people, clients):
    await block(getattr(people, blocker), getattr(people, blocked))
    before = await seek(people.ada)
    page, other = await opened(clients["ben"]), await opened(clients["nobody"])
    shown = await page.receive_from()  # all again: what the page shows may be from before
    assert '<ul id="seeks"' in shown and before.id not in shown
    made, third = await seek(people.ada), await seek(people.cleo)
    assert made.id in await other.receive_from()
    came = await page.receive_from()
    assert made.id not in came and third.id in came
    await sync_to_async(cancel_invitation)(
        invitation_id=made.id, user=people.ada, now=timezone.now()
    )
    assert made.id not in await page.receive_from()
    for each in (page, other):
        await each.disconnect()


@pytest.mark.slow
async def test_offers_go_from_open_pages_of_both_when_one_blocks_and_come_back(people, clients):
    hers, his = await seek(people.ada), await seek(people.ben)
    pages = {who: await opened(clients[who]) for who in ("ada", "ben", "nobody")}
    await block(people.ben, people.ada)
    for who, own, others in (("ada", hers, his), ("ben", his, hers)):
        shown = await pages[who].receive_from()
        assert own.id in shown and others.id not in shown
    await sync_to_async(unblock_person)(blocker=people.ben, blocked=people.ada)
    for who in ("ada", "ben"):
        shown = await pages[who].receive_from()
        assert hers.id in shown and his.id in shown
    assert await pages["nobody"].receive_nothing()
    for page in pages.values():
        await page.disconnect()


@pytest.mark.slow
async def test_offers_go_from_open_pages_when_a_guest_who_blocked_somebody_comes_along(
    people, clients
):
    guest = await sync_to_async(create_guest)()
    await block(guest, people.ben)
    hers = await seek(people.ada)
    page = await opened(clients["ben"])
    await page.receive_from()  # of whom Ben does not meet, all are shown again
    await sync_to_async(take_along)(guest, people.ada, timezone.now())
    shown = await page.receive_from()
    assert '<ul id="seeks"' in shown and hers.id not in shown
    await page.disconnect()


@contextmanager
def nothing_drawn() -> Iterator[None]:
    """Whatever is to be drawn meanwhile waits, as behind the drawings of many games."""
    may_go_on = threading.Event()
    drawing_thread().submit(may_go_on.wait, 20)
    try:
        yield
    finally:
        may_go_on.set()


@pytest.mark.slow
async def test_whom_a_reader_blocks_while_a_change_is_drawn_goes_from_the_page(people, clients):
    hers = await seek(people.ada)
    page = await opened(clients["ben"])
    room = hub.rooms[notifications.LOBBY]
    (consumer,) = room.listeners

    async def change_is_read() -> bool:
        return third.id in str(room.lobbies)

    async def block_is_read() -> bool:
        return bool(consumer.apart)

    with nothing_drawn():
        third = await seek(people.cleo)
        await until(change_is_read)
        await block(people.ben, people.ada)
        await until(block_is_read)
    while '<ul id="seeks"' not in (frame := await page.receive_from()):
        pass  # the change alone
    assert hers.id not in frame and third.id in frame
    await page.disconnect()


@pytest.mark.slow
async def test_only_who_does_not_meet_somebody_listed_is_drawn_for_besides(
    people, clients, browser, drawings, monkeypatch
):
    """Two who do not meet the same of those listed share a drawing, and blocks of others cost nothing."""
    dov, eve = [await sync_to_async(User.objects.create_user)(name) for name in ("Dov", "Eve")]
    for user in (people.ben, dov):
        await block(user, people.ada)
    await block(eve, people.ben)
    readers = [clients["ada"]]
    for user in (people.ben, dov, eve):
        readers.append(await sync_to_async(browser)(user))
    pages = [await opened(client) for client in readers]
    for page in pages:  # who has blocked somebody, or was, is shown all again
        await page.receive_from()
    monkeypatch.setattr(lobby_module, "BATCH", 0.5)
    made, third = await seek(people.ada), await seek(people.cleo)
    frames = [await page.receive_from() for page in pages]
    assert [made.id in frame for frame in frames] == [True, False, False, True]
    assert all(third.id in frame for frame in frames)
    assert len(drawings) == 2
    for page in pages:
        await page.disconnect()


@pytest.mark.slow
async def test_a_page_that_shows_something_else_gets_all_and_one_that_is_right_nothing(
    people, clients
):
    made = await seek(people.ada)
    right = await opened(clients["nobody"])
    wrong = await Socket("/ws/lobby/?shown=7", clients["nobody"]).open()
    whole = await wrong.receive_from()
    assert '<ul id="seeks"' in whole and f'id="offer-{made.id}"' in whole
    assert await right.receive_nothing()
    for page in (right, wrong):
        await page.disconnect()


@pytest.mark.slow
async def test_a_quick_seek_is_rated_for_accounts_alone(people, clients):
    pages = [await opened(clients[who]) for who in ("ben", "nobody")]
    await quick(people.ada)
    account, stranger = [await page.receive_from() for page in pages]
    assert "· rated" in account and "· casual" in stranger
    for page in pages:
        await page.disconnect()


# --- a seek and its page ---


async def test_a_seek_is_kept_while_its_own_page_is_open_and_no_longer(
    people, clients, monkeypatch
):
    monkeypatch.setattr(seekers_module, "PERIOD", 0.05)
    made = await quick(people.ada)
    await sync_to_async(Invitation.objects.update)(seen_at=timezone.now() - timedelta(seconds=15))
    stranger = await Socket(f"/ws/invitations/{made.id}/", clients["ben"]).open()
    await stranger.receive_from()
    assert not seekers.here
    own = await Socket(f"/ws/invitations/{made.id}/", clients["ada"]).open()
    await own.receive_from()

    async def is_here() -> bool:
        return (made.id, people.ada.pk) in seekers.here

    await until(is_here)
    opened_at = timezone.now()
    await until(lambda: Invitation.objects.filter(seen_at__gte=opened_at).aexists())
    await own.disconnect()
    assert not seekers.here
    later = timezone.now() + timedelta(seconds=19)
    assert await sync_to_async(end_left_seeks)(later) == 0
    assert await sync_to_async(end_left_seeks)(later + timedelta(seconds=2)) == 1
    assert "withdrawn" in await stranger.receive_from()
    await stranger.disconnect()


async def test_a_seat_in_a_seek_is_kept_while_its_page_is_open_and_no_longer(
    people, clients, monkeypatch
):
    monkeypatch.setattr(seekers_module, "PERIOD", 0.05)
    settings = GameSettings("equate", options="players=3", time_control="600+5")
    made = await sync_to_async(create_invitation)(
        settings, inviter=people.cleo, now=timezone.now(), is_listed=True
    )
    await sync_to_async(accept_invitation)(
        invitation_id=made.id, user=people.ben, now=timezone.now()
    )
    taken = InvitationSeat.objects.filter(user=people.ben)
    page = await Socket(f"/ws/invitations/{made.id}/", clients["ben"]).open()
    await page.receive_from()
    stranger = await Socket(f"/ws/invitations/{made.id}/", clients["nobody"]).open()
    assert "Ben" in await stranger.receive_from()
    opened_at = timezone.now()
    await until(lambda: taken.filter(seen_at__gte=opened_at).aexists())
    await page.disconnect()
    assert not seekers.here
    later = timezone.now() + timedelta(seconds=19)
    assert await sync_to_async(free_left_seats)(later) == 0
    assert await sync_to_async(free_left_seats)(later + timedelta(seconds=2)) == 1
    assert "Ben" not in await stranger.receive_from()
    await stranger.disconnect()


async def test_the_twenty_seconds_of_a_seek_begin_when_its_last_page_goes(
    people, clients, monkeypatch
):
    monkeypatch.setattr(seekers_module, "PERIOD", 60)
    made = await quick(people.ada)
    tabs = [await Socket(f"/ws/invitations/{made.id}/", clients["ada"]).open() for _ in range(2)]
    for tab in tabs:
        await tab.receive_from()

    async def are_here() -> bool:
        return seekers.here[made.id, people.ada.pk] == 2

    await until(are_here)
    long_ago = timezone.now() - timedelta(seconds=15)
    await sync_to_async(Invitation.objects.update)(seen_at=long_ago)
    await tabs[0].disconnect()
    assert await Invitation.objects.filter(seen_at=long_ago).aexists()
    left_at = timezone.now()
    await tabs[1].disconnect()
    await until(lambda: Invitation.objects.filter(seen_at__gte=left_at).aexists())
    assert not seekers.here


async def test_a_seek_that_waits_for_its_turn_to_write_keeps_no_other_page_waiting(
    people, clients, monkeypatch
):
    may_write, in_time = threading.Event(), []

    def wait(**_told) -> bool:
        in_time.append(may_write.wait(20))
        return False

    async def has_waited() -> bool:
        return bool(in_time)

    monkeypatch.setattr(consumers, "return_to_seek", wait)
    made = await quick(people.ada)
    own = await Socket(f"/ws/invitations/{made.id}/", clients["ada"]).open()
    await own.receive_from()
    try:
        other = await opened(clients["ben"])
    finally:
        may_write.set()
    await until(has_waited)
    assert in_time == [True]
    for page in (own, other):
        await page.disconnect()


@pytest.mark.slow
async def test_both_pages_go_to_the_game_when_the_ticker_pairs_them(people, clients):
    for user, rating in ((people.ada, 150000), (people.ben, 170000)):
        await Standing.objects.acreate(user=user, key="numerica:live", rating=rating, rated_games=9)
    seeks = [await quick(people.ada), await quick(people.ben)]
    pages = []
    for made, who in zip(seeks, ("ada", "ben"), strict=True):
        pages.append(await Socket(f"/ws/invitations/{made.id}/", clients[who]).open())
        assert "data-go" not in await pages[-1].receive_from()
    later = timezone.now() + timedelta(seconds=6)
    assert await sync_to_async(pair_waiting)(later) == 1
    for page in pages:
        assert 'data-go="/games/' in await page.receive_from()
        await page.disconnect()


async def test_a_page_that_closed_as_they_met_finds_the_game(people, clients):
    made = await quick(people.ada)
    page = await Socket(f"/ws/invitations/{made.id}/", clients["ada"]).open()
    await page.receive_from()
    await page.disconnect()
    met = await quick(people.ben)
    assert met.id == made.id and met.game_id
    assert not await sync_to_async(return_to_seek)(
        invitation_id=made.id, user=people.ada, now=timezone.now()
    )
    seen = await sync_to_async(clients["ada"].get)(f"/invitations/{made.id}/")
    assert seen["Location"] == f"/games/{met.game_id}/"
