"""What is said, pushed to the pages that are open: each its own rooms, each line once, in order."""

import asyncio
import re

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import relations
from games.live import chat as live_chat
from games.live.hub import hub
from games.models import ChatLine, ChatRoom, Game
from games.notifications import game_group
from games.services.chat import say
from tests.games.sockets import PATIENCE, Socket, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(live_chat, "PAUSE", 0.01)


@pytest.fixture
def fresh(start, people):
    return start()


@sync_to_async
def speak(game: Game, user, text: str = "", room: str = "players", **more) -> None:
    words = more or {"text": text}
    say(game_id=game.id, user=user, room=room, now=timezone.now(), **words)


async def opened(game, client=None, **more) -> Socket:
    """A page of the table that has caught up."""
    socket = await Socket(f"/ws/games/{game.id}/?ply={game.ply}", client, **more).open()
    await socket.until("watchers")
    return socket


async def news(socket: Socket) -> str:
    """The next frame about the chat; others are passed over."""
    while True:
        frame = await socket.receive_from()
        if "chat-news" in frame:
            return frame


async def hears_nothing(socket: Socket) -> bool:
    await asyncio.sleep(0.3)
    return not any("chat-news" in message for message in await socket.everything())


def told(frame: str) -> list[tuple[str, int, int, list[int]]]:
    """Of each room: from which line on, to which, and the lines."""
    rooms = re.findall(
        r'(?s)<ol data-room="(\w+)" data-after="(\d+)" data-last="(\d+)"[^>]*>(.*?)</ol>', frame
    )
    return [
        (
            room,
            int(after),
            int(last),
            [int(one) for one in re.findall(r'data-number="(\d+)"', body)],
        )
        for room, after, last, body in rooms
    ]


@pytest.mark.slow
async def test_each_line_goes_to_those_who_read_its_room(fresh, people, browser):
    pages = {name: await opened(fresh, await client_of(browser, people, name)) for name in NAMES}
    await speak(fresh, people.ada, "INNER")
    for name in ("ada", "ben"):
        frame = await news(pages[name])
        assert "INNER" in frame and told(frame) == [("players", 0, 1, [1])]
    await speak(fresh, people.cleo, "OUTER", "spectators")
    for name in ("cleo", "nobody"):
        frame = await news(pages[name])
        assert "OUTER" in frame and "INNER" not in frame
        assert told(frame) == [("spectators", 0, 1, [1])]
    for page in pages.values():
        assert await hears_nothing(page)
        await page.disconnect()


NAMES = ("ada", "ben", "cleo", "nobody")


@sync_to_async
def client_of(browser, people, name: str):
    return browser(getattr(people, name, None))


@pytest.mark.slow
async def test_a_line_alone_is_sent_and_not_the_list(fresh, people, browser):
    page = await opened(fresh, await client_of(browser, people, "ben"))
    for number in range(1, 5):
        await speak(fresh, people.ada, f"line {number}")
        frame = await news(page)
        assert told(frame) == [("players", number - 1, number, [number])]
        assert len(frame) < 700
    await page.disconnect()


async def test_who_comes_is_told_how_far_the_rooms_are_and_no_line(fresh, people, browser):
    await speak(fresh, people.ada, "INNER")
    await speak(fresh, people.cleo, "OUTER", "spectators")
    for name, room in (("ben", "players"), ("nobody", "spectators")):
        page = Socket(f"/ws/games/{fresh.id}/?ply=0", await client_of(browser, people, name))
        await page.open()
        frame = await news(page)
        assert told(frame) == [(room, 1, 1, [])] and "NER" not in frame and "TER" not in frame
        await page.disconnect()


@pytest.mark.slow
async def test_the_end_opens_the_spectators_room_to_the_players(fresh, people, browser):
    page = await opened(fresh, await client_of(browser, people, "ben"))
    await speak(fresh, people.cleo, "OUTER", "spectators")
    assert await hears_nothing(page)
    await play(fresh, "resign")
    frame = await news(page)
    assert told(frame) == [("spectators", 1, 1, [])]
    await speak(fresh, people.cleo, "and this", "spectators")
    assert told(await news(page)) == [("spectators", 1, 2, [2])]
    await page.disconnect()


@pytest.mark.slow
async def test_readers_of_a_language_get_the_same_bytes_and_a_line_is_drawn_once_for_them(
    fresh, people, browser, monkeypatch
):
    drawn = []
    draw = live_chat.news_fragment
    monkeypatch.setattr(live_chat, "news_fragment", lambda parcel: drawn.append(1) or draw(parcel))
    pages = [await opened(fresh) for _ in range(4)]
    german = await opened(fresh, language=b"de")
    await speak(fresh, people.cleo, room="spectators", phrase="luck")
    frames = [await news(page) for page in pages]
    assert len(set(frames)) == 1 and "Good luck!" in frames[0]
    assert 'data-number="1"' in await news(german)
    assert len(drawn) == 2
    for page in [*pages, german]:
        await page.disconnect()


@pytest.mark.slow
async def test_lines_that_come_together_are_one_frame_in_order(fresh, people, browser, monkeypatch):
    monkeypatch.setattr(live_chat, "PAUSE", 0.5)
    page = await opened(fresh)
    for user in (people.cleo, people.guest, people.dov):
        await speak(fresh, user, room="spectators", phrase="luck")
    seen, after = [], 0
    while after < 3:
        ((_room, said_after, after, numbers),) = told(await news(page))
        assert said_after == len(seen)
        seen += numbers
    assert seen == [1, 2, 3]
    await page.disconnect()


@pytest.mark.slow
async def test_a_nudge_that_was_lost_is_made_up_for_by_the_heartbeat(
    fresh, people, browser, monkeypatch
):
    monkeypatch.setattr(hub, "heartbeat", 0.3)
    page = await opened(fresh, await client_of(browser, people, "ben"))
    await sync_to_async(write_silently)(fresh, people.ada, 1)
    assert told(await news(page)) == [("players", 0, 1, [1])]
    await page.disconnect()


def write_silently(game, user, number) -> None:
    ChatRoom.objects.get_or_create(game=game, room="players", defaults={"last_number": number})
    now = timezone.now()
    ChatLine.objects.create(
        game=game, room="players", number=number, author=user, text="x", said_at=now
    )


async def test_who_has_signed_out_hears_nothing_more(fresh, people, browser):
    client = await client_of(browser, people, "ben")
    page = await opened(fresh, client)
    await sync_to_async(Session.objects.all().delete)()  # nobody is told of it
    await speak(fresh, people.ada, "INNER")
    messages = []
    while not messages or messages[-1]["type"] != "websocket.close":
        messages.append(await page.receive_output(timeout=PATIENCE))
    assert messages[-1]["code"] == 4401
    assert not any("INNER" in str(message) for message in messages)


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("blocks", [("guest", "cleo"), ("cleo", "guest")])
async def test_words_of_who_is_blocked_are_sent_to_everybody_else(fresh, people, browser, blocks):
    """Whichever of the two has blocked the other."""
    one, other = (getattr(people, name) for name in blocks)
    block = sync_to_async(relations.block)
    await block(blocker=one, blocked=other, now=timezone.now())
    other, page = (
        await opened(fresh),
        await opened(fresh, await client_of(browser, people, "guest")),
    )
    await speak(fresh, people.cleo, "HIDDEN", "spectators")
    assert "HIDDEN" in await news(other)
    assert await hears_nothing(page)
    await speak(fresh, people.dov, room="spectators", phrase="luck")
    frame = await news(page)
    assert "HIDDEN" not in frame and told(frame) == [("spectators", 1, 2, [2])]
    await page.disconnect()
    again = await Socket(
        f"/ws/games/{fresh.id}/?ply=0", await client_of(browser, people, "guest")
    ).open()
    frame = await news(again)
    assert told(frame) == [("spectators", 2, 2, [])] and 'data-numbers="2"' in frame
    for socket in (other, again):
        await socket.disconnect()


@pytest.mark.slow
async def test_of_a_room_whose_last_page_has_gone_nothing_is_left(fresh, people, browser):
    pages = [await opened(fresh) for _ in range(3)]
    talk = hub.rooms[game_group(fresh.id)].talk
    await speak(fresh, people.cleo, "one", "spectators")
    for page in pages:
        await news(page)
        await page.disconnect()
    assert game_group(fresh.id) not in hub.rooms and not talk.pages
    before = asyncio.all_tasks()
    async with asyncio.timeout(PATIENCE):
        talk.look_soon()
        while not (looks := asyncio.all_tasks() - before):  # the last one is being called off
            await asyncio.sleep(0.01)
            before = asyncio.all_tasks()
            talk.look_soon()
        talk.close()
        await asyncio.wait(looks)
    assert all(look.cancelled() for look in looks)


async def test_a_socket_that_sends_words_is_closed_and_says_nothing(fresh, people, browser):
    page = await opened(fresh, await client_of(browser, people, "ada"))
    await page.send_to('{"room": "players", "text": "hello"}')
    assert await page.closed() == 4400
    assert not await sync_to_async(ChatLine.objects.exists)()
