"""Who has the table open has a dot beside the name, unless hidden; who watches is named if willing."""

import asyncio
import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.utils import timezone

from accounts.services import create_guest
from accounts.shared_counts import SharedMembers
from games.live import broadcasts
from games.models import Game
from games.selectors.presence import here
from games.store import presence
from games.store.presence import Seated

from .helpers import all_rows
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    """Rounds and the grace are short, and in the same proportion."""
    monkeypatch.setattr(broadcasts, "PERIOD", 0.05)
    monkeypatch.setattr(presence, "GRACE", 0.4)


@pytest.fixture
def clients(people, browser):
    return {name: browser(user) for name, user in vars(people).items()} | {"nobody": None}


@pytest.fixture
def live_game(start):
    return start(time_control="300+0")


def there(frame: str) -> list[str]:
    """The seats that a frame shows to be there."""
    found = re.search(r'id="presence"[^>]*data-there="([^"]*)"', frame)
    return found[1].split() if found else []


async def until_there(page: Socket, *seats: str) -> str:
    """The first frame about presence that shows exactly these."""
    while True:
        frame = await page.receive_from()
        if 'id="presence"' in frame and there(frame) == list(seats):
            return frame


async def open_page(game, client) -> Socket:
    return await Socket(f"/ws/games/{game.id}/?ply={game.ply}", client).open()


@pytest.mark.slow
async def test_a_dot_comes_with_the_page_and_goes_after_it(game, clients):
    ada = await open_page(game, clients["ada"])
    await until_there(ada, "0")
    ben = await open_page(game, clients["ben"])
    await until_there(ada, "0", "1")
    await ben.disconnect()
    await until_there(ada, "0")
    await ada.disconnect()


@pytest.mark.slow
async def test_a_page_that_is_reloaded_does_not_put_the_dot_out(game, clients):
    ada, ben = [await open_page(game, clients[name]) for name in ("ada", "ben")]
    await until_there(ada, "0", "1")
    await ben.disconnect()
    again = await open_page(game, clients["ben"])
    await asyncio.sleep(2 * presence.GRACE)
    told = [frame for frame in await ada.everything() if 'id="presence"' in frame]
    assert all(there(frame) == ["0", "1"] for frame in told)
    for page in (ada, again):
        await page.disconnect()


@pytest.mark.slow
async def test_a_player_with_two_pages_is_there_until_the_last_has_gone(game, clients):
    ada = await open_page(game, clients["ada"])
    first, second = [await open_page(game, clients["ben"]) for _ in range(2)]
    await until_there(ada, "0", "1")
    await first.disconnect()
    await asyncio.sleep(2 * presence.GRACE)
    assert {one.seat for one in await sync_to_async(presence.players.members_now)(game.id)} == {
        0,
        1,
    }
    await second.disconnect()
    await until_there(ada, "0")
    await ada.disconnect()


@pytest.mark.slow
async def test_who_hides_looks_like_who_is_not_there(game, people, clients):
    """Byte for byte: nothing tells that somebody hides."""
    cleo = await open_page(game, clients["cleo"])
    without = await until_there(cleo)
    people.ben.shows_presence = False
    await sync_to_async(people.ben.save)()
    ben = await open_page(game, clients["ben"])
    ada = await open_page(game, clients["ada"])
    hidden = await until_there(cleo, "0")
    assert hidden.replace('data-there="0"', 'data-there=""') == without
    page = await sync_to_async(clients["cleo"].get)(f"/games/{game.id}/")
    assert there(page.content.decode()) == ["0"]
    for one in (ada, ben, cleo):
        await one.disconnect()


async def test_players_and_strangers_are_told_the_same_bytes(game, clients):
    pages = [await open_page(game, clients[name]) for name in ("ada", "cleo", "nobody")]
    ben = await open_page(game, clients["ben"])
    frames = [await until_there(page, "0", "1") for page in pages]
    assert len(set(frames)) == 1
    for page in (*pages, ben):
        await page.disconnect()


@pytest.mark.slow
async def test_a_change_of_presence_is_one_small_frame_a_page(game, clients):
    pages = [await open_page(game, clients["ada"]) for _ in range(5)]
    for page in pages:
        await until_there(page, "0")
    ben = await open_page(game, clients["ben"])
    for page in pages:
        assert len(await until_there(page, "0", "1")) < 1000
    await asyncio.sleep(4 * broadcasts.PERIOD)
    for page in pages:
        assert not [one for one in await page.everything() if "presence" in one]
    for page in (*pages, ben):
        await page.disconnect()


# --- who watches ---


@pytest.mark.slow
async def test_who_watches_is_named_unless_unwilling(game, people, clients):
    people.ben.is_named_watching = False
    await sync_to_async(people.ben.save)()
    ada = await open_page(game, clients["ada"])
    other = await open_page(game, clients["nobody"])
    cleo = await open_page(game, clients["cleo"])
    frame = ""
    while "2 watching" not in frame or "Cleo" not in frame:
        frame = await ada.receive_from()
    assert 'href="/@Cleo/"' in frame and "and 1 more" in " ".join(frame.split())
    for page in (ada, other, cleo):
        await page.disconnect()
    await asyncio.sleep(0.1)
    assert (await sync_to_async(here)(game.id)).names == ()


async def test_a_guest_who_watches_is_counted_and_not_named(game, browser):
    guest = await sync_to_async(create_guest)()
    assert not guest.is_named_watching and guest.shows_presence
    page = await open_page(game, await sync_to_async(browser)(guest))
    await page.watching("1 watching")
    assert (await sync_to_async(here)(game.id)).names == ()
    await page.disconnect()


async def test_a_private_game_names_nobody_to_strangers(start, clients):
    game = await sync_to_async(start)(is_private=True)
    ada = await open_page(game, clients["ada"])
    await until_there(ada, "0")
    answer = await sync_to_async(clients["cleo"].get)(f"/games/{game.id}/")
    assert answer.status_code == 404
    await ada.disconnect()


# --- all processes ---


async def test_a_player_at_a_page_of_another_process_is_there_too(game, clients):
    other = SharedMembers(presence.players.name, "elsewhere")
    other.come(game.id, Seated(1, True, False))
    await other.members([game.id])
    ada = await open_page(game, clients["ada"])
    await until_there(ada, "0", "1")
    other.go(game.id, Seated(1, True, False))
    await other.members([game.id])
    await until_there(ada, "0")
    await ada.disconnect()


@pytest.mark.slow
async def test_who_comes_and_goes_changes_nothing_that_is_stored(game, clients):
    before = await sync_to_async(all_rows)()
    ada = await open_page(game, clients["ada"])
    await ada.disconnect()
    await asyncio.sleep(2 * presence.GRACE)
    assert await sync_to_async(all_rows)() == before


# --- absence ---


@pytest.mark.slow
async def test_who_leaves_while_on_turn_is_missed_and_back_in_time_nothing_was(live_game, clients):
    await sync_to_async(_begun)(live_game)
    ada, ben = [await open_page(live_game, clients[name]) for name in ("ada", "ben")]
    await until_there(ben, "0", "1")
    await ada.disconnect()
    await ben.watching("Ada has left the table.")
    again = await open_page(live_game, clients["ada"])
    frame = await until_there(ben, "0", "1")
    assert "has left" not in frame
    assert await sync_to_async(presence.absent_since)(live_game.id, 0) is None
    for page in (ben, again):
        await page.disconnect()


@pytest.mark.slow
async def test_who_still_has_the_table_open_at_another_process_is_not_missed(live_game, clients):
    """Else the absence waits in the cache, and counts from back then once that process is killed."""
    other = SharedMembers(presence.players.name, "elsewhere")
    other.come(live_game.id, Seated(0, True, True))
    await other.members([live_game.id])
    ada = await open_page(live_game, clients["ada"])
    await ada.disconnect()
    await asyncio.sleep(3 * presence.GRACE)
    assert await sync_to_async(presence.is_there)(live_game.id, 0)
    other.go(live_game.id, Seated(0, True, True))  # as its counts are forgotten
    await other.members([live_game.id])
    assert await sync_to_async(presence.absent_since)(live_game.id, 0) is None


@pytest.mark.slow
async def test_who_hides_is_missed_by_the_servers_own_knowledge(live_game, people, clients):
    await sync_to_async(_begun)(live_game)
    people.ada.shows_presence = False
    await sync_to_async(people.ada.save)()
    ada, ben = [await open_page(live_game, clients[name]) for name in ("ada", "ben")]
    await asyncio.sleep(6 * broadcasts.PERIOD)
    frames = await ben.everything()
    assert not any("has left" in frame for frame in frames)
    await ada.disconnect()
    await ben.watching("Ada has left the table.")
    await ben.disconnect()


@pytest.mark.slow
async def test_the_countdown_is_sent_once_and_again_when_it_is_over(live_game, clients):
    await sync_to_async(_begun)(live_game, timedelta(seconds=28))
    ada, ben = [await open_page(live_game, clients[name]) for name in ("ada", "ben")]
    await until_there(ben, "0", "1")
    await ada.disconnect()
    await ben.watching("Ada has left the table.")
    await asyncio.sleep(8 * broadcasts.PERIOD)
    assert not [one for one in await ben.everything() if 'id="absence"' in one]
    since = timezone.now() - timedelta(seconds=31)
    await sync_to_async(_begun)(live_game, timedelta(seconds=31))
    await sync_to_async(presence.keep_absence)(live_game.id, 0, since)
    await ben.watching("Ada has been away for too long.")
    await ben.disconnect()


@pytest.mark.slow
async def test_by_correspondence_nobody_is_missed(game, clients):
    ada, ben = [await open_page(game, clients[name]) for name in ("ada", "ben")]
    await until_there(ben, "0", "1")
    await ada.disconnect()
    frame = await until_there(ben, "1")
    assert "has left" not in frame
    assert cache.get(f"absence.{game.id}.0") is None
    await ben.disconnect()


def _begun(game, ago=timedelta(0)) -> None:
    """The turn began so long ago."""
    Game.objects.filter(pk=game.pk).update(turn_began_at=timezone.now() - ago)
