"""What all pages of a game are told alike: once a second at most, rendered once, and counted right."""

import asyncio
import time

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test.signals import template_rendered
from django.utils import timezone

from accounts import shared_counts
from accounts.shared_counts import SharedCount
from games import notifications
from games.live import broadcasts
from games.selectors import review_progress
from games.services.reviews import store_reviewed_move

from .helpers import WHOLE
from .sockets import PATIENCE, Socket, play

pytestmark = pytest.mark.django_db(transaction=True)

FOUND = {"exact": True, "plays": [], "best": 0, "values": [], "loss": 0, "kind": "", "puzzle": ""}


@pytest.fixture
def rendered():
    """How often each template was rendered."""
    told: dict[str, int] = {}

    def count(sender, template, **more):
        told[template.name] = told.get(template.name, 0) + 1

    template_rendered.connect(count)
    yield told
    template_rendered.disconnect(count)


@pytest.fixture
def clients(people, browser):
    users = {"ada": people.ada, "ben": people.ben, "nobody": None}
    return {name: browser(user) for name, user in users.items()}


async def watch(path: str, pages: int, language: bytes = b"") -> list[Socket]:
    """Open `pages` pages, each by a stranger, one after the other; return their sockets."""
    return [await Socket(path, language=language).open() for _ in range(pages)]


async def leave(pages: list[Socket]) -> None:
    for page in pages:
        await page.disconnect()


async def eventually(is_so, what: str) -> None:
    """Wait until it is so."""
    give_up = time.monotonic() + PATIENCE
    while not await sync_to_async(is_so)():
        assert time.monotonic() < give_up, what
        await asyncio.sleep(0.02)


# --- joining and leaving ---


@pytest.mark.slow
async def test_who_comes_and_goes_costs_those_who_watch_one_frame_a_second(game, rendered):
    """100 watch, eight come and go: 80 joins and leaves, each told to 100, were 8,000 frames."""
    path = f"/ws/games/{game.id}/?ply=0"
    pages = await watch(path, 100)
    for page in pages:
        await page.watching("100 watching")
    rendered.clear()
    begun = time.monotonic()
    for _ in range(5):
        await leave(await watch(path, 8))
    frames = [len(await page.everything()) for page in pages]
    most = int(time.monotonic() - begun) + 2
    assert max(frames) <= most, f"{max(frames)} frames to a page, {sum(frames)} in all"
    assert rendered.get("games/table/_viewers.html", 0) <= 9  # of 100 to 108, each once
    await leave(pages)


@pytest.mark.slow
async def test_the_number_is_rendered_once_for_each_language(game, rendered):
    path = f"/ws/games/{game.id}/?ply=0"
    english, german = await watch(path, 20, b"en"), await watch(path, 20, b"de")
    for page in english:
        await page.watching("40 watching")
    for page in german:
        await page.watching("40 schauen zu")
    rendered.clear()
    [last] = await watch(path, 1, b"en")
    for page in [*english, last]:
        await page.watching("41 watching")
    for page in german:
        await page.watching("41 schauen zu")
    assert rendered.get("games/table/_viewers.html", 0) <= 2
    await leave([*english, *german, last])


@pytest.mark.slow
async def test_a_newcomer_is_told_the_number_at_once_and_others_only_what_changed(
    game, clients, monkeypatch
):
    monkeypatch.setattr(broadcasts, "PERIOD", 1000)
    path = f"/ws/games/{game.id}/?ply=0"
    [page] = await watch(path, 1)
    await page.watching("1 watching")
    player = await Socket(path, clients["ada"]).open()
    await player.watching("1 watching")
    [other] = await watch(path, 1)
    await other.watching("2 watching")
    assert await page.everything() == await player.everything() == []
    broadcasts.here.rounds.cancel()
    await leave([page, player, other])


@pytest.mark.slow
async def test_those_who_watch_are_counted_and_players_and_the_first_page_are_not(game, clients):
    path, home = f"/ws/games/{game.id}/?ply=0", "/ws/tv/?page=home"
    await play(game, "pass")
    first = await Socket(path).open()
    await first.watching("1 watching")
    others = [
        await Socket(address, clients[who]).open()
        for who, address in (("ada", path), ("nobody", home), ("ben", home))
    ]
    assert 'id="live"' in await others[1].shown()  # it is this game that the first page shows
    second = await Socket(path).open()
    await first.watching("2 watching")
    assert await sync_to_async(notifications.viewers)(game.id) == 2
    await leave(others)
    await second.disconnect()
    await first.watching("1 watching")
    await first.disconnect()
    assert await sync_to_async(notifications.viewers)(game.id) == 0


@pytest.mark.slow
async def test_whoever_vanishes_without_a_goodbye_is_counted_no_more(game):
    path = f"/ws/games/{game.id}/?ply=0"
    first, second = await watch(path, 2)
    await first.watching("2 watching")
    second.future.cancel()
    await first.watching("1 watching")
    await first.disconnect()
    assert not notifications.watching.here


# --- over all processes ---


async def elsewhere(game_id: str, process: str = "elsewhere") -> SharedCount:
    """Another process, at which one watches the game; its count is open until it is closed."""
    other = SharedCount(notifications.watching.name, process)
    with other.one_more([game_id]):
        await other.totals([game_id])
    return other


def test_processes_that_join_at_the_same_moment_know_each_other(monkeypatch):
    """Another one joins between this one's look at who is there and what it writes of that."""
    late, write = iter(["second", "third"]), cache.set

    def write_late(*told):
        if process := next(late, None):
            shared_counts.join_processes(process)
        write(*told)

    monkeypatch.setattr(shared_counts.cache, "set", write_late)
    shared_counts.join_processes("first")
    assert cache.get(shared_counts.PROCESSES) == ["first", "second", "third"]


@pytest.mark.slow
async def test_those_who_watch_at_another_process_are_counted_and_told(game):
    [page] = await watch(f"/ws/games/{game.id}/?ply=0", 1)
    await page.watching("1 watching")
    other = await elsewhere(game.id)
    await page.watching("2 watching")
    assert await sync_to_async(notifications.viewers)(game.id) == 2
    await other.totals([])
    await page.watching("1 watching")
    await page.disconnect()


@pytest.mark.slow
async def test_those_of_a_killed_process_are_forgotten(game, monkeypatch):
    monkeypatch.setattr(shared_counts, "FORGOTTEN_AFTER", 2)
    await elsewhere(game.id, "killed")
    assert await sync_to_async(notifications.viewers)(game.id) == 1
    await eventually(
        lambda: notifications.viewers(game.id) == 0, "the killed process is remembered"
    )


@pytest.mark.slow
async def test_a_process_that_lives_is_not_forgotten(game, monkeypatch):
    monkeypatch.setattr(shared_counts, "FORGOTTEN_AFTER", 2)
    monkeypatch.setattr(shared_counts, "RENEWED_AFTER", 0.5)
    other = SharedCount(notifications.watching.name, "elsewhere")
    with notifications.watching.one_more([game.id]):
        await notifications.watching.totals([game.id])
        for _ in range(30):
            await asyncio.sleep(0.1)
            assert await sync_to_async(other.total)(game.id) == 1


@pytest.mark.slow
async def test_without_the_cache_this_process_is_counted_and_pages_open(game, settings, browser):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",  # where nobody listens
        }
    }
    path = f"/ws/games/{game.id}/?ply=0"
    first, second = await watch(path, 2)
    await first.watching("2 watching")
    assert await sync_to_async(notifications.viewers)(game.id) == 2
    await leave([first, second])


# --- reviews ---


@pytest.fixture
def over(start):
    return start(moves=len(WHOLE.moves))


def keep_all(game, rows) -> None:
    for row in rows:
        store_reviewed_move(
            game_id=game.id, ply=row.ply, seat=row.seat, found=FOUND, now=timezone.now()
        )


@pytest.mark.slow
async def test_a_review_is_told_once_a_second_read_once_and_rendered_once(over, rendered):
    """Every reviewed move was a frame, a reading and a rendering for each of those who watch."""
    tables = await watch(f"/ws/games/{over.id}/?ply={over.ply}", 12)
    waiting = await watch(f"/ws/games/{over.id}/review/", 12)
    for page in (*tables, *waiting):
        await page.until("Reviewed: 0 moves")
    rows = await sync_to_async(review_progress.to_review)(over.id)
    assert len(rows) > 20
    rendered.clear()
    begun = time.monotonic()
    for row in rows:
        await sync_to_async(keep_all)(over, [row])
    heard = [await page.until("Review: what was missed") for page in (*tables, *waiting)]
    most = int(time.monotonic() - begun) + 2
    progress = [[frame for frame in frames if "review-state" in frame] for frames in heard]
    assert max(map(len, progress)) <= most
    assert rendered["games/review/_state.html"] <= 2 * most
    assert all("data-go=" in frames[-1] for frames in heard[12:])
    assert not any("data-go=" in frame for frames in heard[:12] for frame in frames)
    await leave([*tables, *waiting])


async def test_a_page_of_a_game_without_a_review_is_told_of_none(game):
    [page] = await watch(f"/ws/games/{game.id}/?ply=0", 1)
    await page.watching("1 watching")
    assert not any("review-state" in frame for frame in await page.everything())
    await page.disconnect()


async def test_rounds_end_with_the_last_page_and_begin_with_the_next(game, monkeypatch):
    monkeypatch.setattr(broadcasts, "PERIOD", 0.01)
    path = f"/ws/games/{game.id}/?ply=0"
    for _ in range(2):
        [page] = await watch(path, 1)
        await page.watching("1 watching")
        await page.disconnect()
        rounds = broadcasts.here.rounds
        await asyncio.wait_for(rounds, PATIENCE)
