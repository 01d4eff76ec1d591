"""Open pages are brought up to date over sockets: each its own view, in order, rendered once."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test.signals import template_rendered
from django.utils import timezone

from accounts.database_threads import in_drawing_thread
from games import notifications
from games.live import fragments, sockets
from games.live.hub import hub
from games.models import GameSettings
from games.services.invitations import accept_invitation, create_invitation, decline_invitation

from .helpers import WHOLE
from .sockets import PATIENCE, Socket, mark, play, rack, squares

pytestmark = pytest.mark.django_db(transaction=True)

FIRST, SECOND = WHOLE.moves[0].text, WHOLE.moves[1].text
FIRST_SQUARES = {"8D", "8E", "8F", "8G", "8H"}
EVERY_SQUARE = 225


@pytest.fixture
def rendered():
    """How often each template was rendered."""
    counts: dict[str, int] = {}

    def count(sender, template, **more):
        counts[template.name] = counts.get(template.name, 0) + 1

    template_rendered.connect(count)
    yield counts
    template_rendered.disconnect(count)


@pytest.fixture
def clients(people, browser):
    """Browsers of Ada, Ben, Cleo and nobody, signed in before the event loop runs."""
    users = {"ada": people.ada, "ben": people.ben, "cleo": people.cleo, "nobody": None}
    return {name: browser(user) for name, user in users.items()}


async def nudge(game, ply: int) -> None:
    group = notifications.game_group(game.id)
    await get_channel_layer().group_send(
        group, {"type": "game.changed", "ply": ply, "group": group}
    )


# --- what is shown ---


async def test_a_page_opens_while_what_others_are_shown_takes_long_to_draw(game, clients):
    is_free = threading.Event()
    other = asyncio.ensure_future(in_drawing_thread(is_free.wait)(2 * PATIENCE))
    try:
        ada = await Socket(f"/ws/games/{game.id}/?ply=0", clients["ada"]).open()
        await play(game, FIRST)
        assert not other.done()
    finally:
        is_free.set()
    assert await other and mark(await ada.shown()) == (1, 0)


@pytest.mark.slow
async def test_each_seat_gets_its_own_view_and_a_stranger_the_public_one(game, clients):
    path = f"/ws/games/{game.id}/?ply=0"
    ada, ben, cleo, nobody = [await Socket(path, client).open() for client in clients.values()]
    await play(game, FIRST)
    frames = [await socket.shown() for socket in (ada, ben, cleo, nobody)]
    assert [mark(frame) for frame in frames] == [(1, 0)] * 4
    await sync_to_async(game.refresh_from_db)()
    own = [list(tiles) for tiles in game.position.racks]
    assert [rack(frame) for frame in frames] == [own[0], own[1], None, None]
    assert frames[2] == frames[3]
    assert "Your turn." in frames[1] and all("Your turn." not in frames[at] for at in (0, 2, 3))
    for socket in (ada, ben, cleo, nobody):
        await socket.disconnect()


async def test_a_page_one_move_behind_gets_only_what_changed(game):
    page = await Socket(f"/ws/games/{game.id}/?ply=0").open()
    await play(game, FIRST)
    assert squares(await page.shown()) == FIRST_SQUARES
    await play(game, SECOND)
    second = await page.shown()
    assert mark(second) == (2, 1)
    assert squares(second) == {"7E", "9E", "10E", "11E"}
    assert second.count("played now") == 4 and second.count("hx-swap-oob") < 15
    await page.disconnect()


@pytest.mark.parametrize(
    "query",
    ["", "?ply=0", "?ply=1", "?ply=-1", "?ply=x", "?ply=%F0%9F%98%80", "?ply=9999999999", "?ply"],
)
async def test_a_page_further_behind_gets_the_whole(query, start):
    game = await sync_to_async(start)(moves=3)
    page = await Socket(f"/ws/games/{game.id}/{query}").open()
    frame = await page.shown()
    assert mark(frame) == (3, -1) and len(squares(frame)) == EVERY_SQUARE
    await page.disconnect()


async def test_a_page_that_is_up_to_date_gets_nothing(start):
    game = await sync_to_async(start)(moves=3)
    page = await Socket(f"/ws/games/{game.id}/?ply=3").open()
    assert await page.is_silent()
    await page.disconnect()


async def test_late_and_repeated_nudges_never_bring_a_page_back(start):
    game = await sync_to_async(start)(moves=3)
    page = await Socket(f"/ws/games/{game.id}/?ply=3").open()
    await play(game, WHOLE.moves[3].text)
    assert mark(await page.shown()) == (4, 3)
    for ply in (4, 1, 3, 4, 2, 0, 4):
        await nudge(game, ply)
    assert await page.is_silent()
    await play(game, WHOLE.moves[4].text)
    assert mark(await page.shown()) == (5, 4)
    await page.disconnect()


async def test_a_lost_nudge_is_made_up_for_by_the_whole(start):
    game = await sync_to_async(start)(moves=1)
    page = await Socket(f"/ws/games/{game.id}/?ply=1").open()
    assert await page.is_silent()
    layer = get_channel_layer()
    group = layer.groups.pop(notifications.game_group(game.id))
    await play(game, SECOND)
    layer.groups[notifications.game_group(game.id)] = group
    await play(game, WHOLE.moves[2].text)
    assert mark(await page.shown()) == (3, -1)
    await page.disconnect()


@pytest.mark.slow
async def test_the_heartbeat_finds_a_lost_nudge_and_joins_the_group_again(start, monkeypatch):
    monkeypatch.setattr(hub, "heartbeat", 0.05)
    game = await sync_to_async(start)(moves=1)
    page = await Socket(f"/ws/games/{game.id}/?ply=1").open()
    await page.watching("1 watching")
    get_channel_layer().groups.clear()
    await play(game, SECOND)
    assert mark(await page.shown()) == (2, 1)
    async with asyncio.timeout(PATIENCE):  # a look that had begun before may have found the move
        group = notifications.game_group(game.id)
        while group not in get_channel_layer().groups:  # noqa: ASYNC110 (a layer sets no event)
            await asyncio.sleep(0.02)
    monkeypatch.setattr(hub, "heartbeat", 1000)
    await play(game, WHOLE.moves[2].text)
    assert mark(await page.shown()) == (3, 2)
    await page.disconnect()


async def test_the_end_of_the_game_is_shown_to_everybody(game, clients):
    path = f"/ws/games/{game.id}/?ply=0"
    pages = [await Socket(path, clients[who]).open() for who in ("ada", "ben", "nobody")]
    await play(game, "resign")
    told = ("You resigned: Ben won", "Ada resigned: you won", "Ben won by resignation")
    for page, said in zip(pages, told, strict=True):
        frame = await page.shown()
        assert said in frame and game.seed in frame and 'data-over="1"' in frame
        await page.disconnect()


async def test_the_first_page_gets_the_public_view_even_for_a_player(game, clients):
    await play(game, FIRST)  # a game is shown unasked once somebody has moved
    page = await Socket("/ws/tv/?page=home", clients["ada"]).open()
    frames = [await page.shown()]
    await play(game, SECOND)
    frames.append(await page.shown())
    for frame in frames:
        assert rack(frame) is None and "Your turn" not in frame and squares(frame)
    await page.disconnect()


# --- who may listen, and to what ---


@pytest.mark.parametrize("path", ["/ws/games/nowhere/", "/ws/games/nowhere/?ply=3", "/ws/invitations/nowhere/",
                                  "/ws/", "/", "/ws/games/", "/ws/games/a/b/", "/ws/games/%00/", "/games/x/", "/ws/games/🙂/",
                                  f"/ws/games/{'a' * 21}/", f"/ws/games/{'a' * 95}/", f"/ws/games/{'a' * 9000}/?ply=3", f"/ws/games/{'a' * 95}/review/",
                                  f"/ws/invitations/{'a' * 95}/", "/ws/games/a%0A/", "/ws/games/a/%0A", "/ws/games/a_b/", "/ws/invitations/-/"])  # fmt: skip
async def test_a_socket_to_an_unknown_address_is_accepted_and_closed_with_4404(path, db, logged):
    page = await Socket(path).open()
    assert await page.closed() == 4404
    await page.disconnect()
    assert [record for record in logged if record.exc_info] == []


@pytest.mark.parametrize(
    "sent",
    [
        {"text": "hello"},
        {"text": ""},
        {"text": '{"move":"pass"}'},
        {"bytes": b"\0"},
        {"bytes": b""},
    ],
)
@pytest.mark.parametrize("kind", ["games", "invitations"])
async def test_a_page_that_says_anything_is_closed(kind, sent, game, people, clients):
    made = await sync_to_async(create_invitation)(
        GameSettings("numerica"), inviter=people.ada, now=timezone.now()
    )
    path = f"/ws/games/{game.id}/" if kind == "games" else f"/ws/invitations/{made.id}/"
    page = await Socket(path, clients["ada"]).open()
    await page.send_input({"type": "websocket.receive", **sent})
    assert await page.closed() == 4400
    await page.disconnect()
    await sync_to_async(game.refresh_from_db)()
    assert game.ply == 0


@pytest.mark.parametrize(
    ("origin", "host", "is_ours"),
    [
        (b"http://testserver", b"testserver", True),
        (b"http://testserver:8000", b"testserver:8000", True),
        (b"http://testserver:8000", b"testserver", False),
        (b"http://testserver", b"testserver:8000", False),
        (b"ftp://testserver", b"testserver", False),
        (b"file://testserver", b"testserver", False),
        (b"http://evil.example", b"testserver", False),
        (b"http://evil.example", b"evil.example", False),
        (b"http://testserver.evil.example", b"testserver", False),
        (b"http://evil.example/http://testserver", b"testserver", False),
        (b"http://testserver@evil.example", b"testserver", False),
        (b"testserver", b"testserver", False),
        (b"null", b"testserver", False),
        (b"", b"testserver", False),
        (None, b"testserver", False),
        (b"http://[", b"testserver", False),
        (b"\xff\xfe", b"testserver", False),
        (b"http://testserver", b"", False),
    ],
)
async def test_only_the_pages_own_origin_may_listen(origin, host, is_ours, game):
    page = Socket(f"/ws/games/{game.id}/", origin=origin, host=host)
    accepted, code = await page.connect(timeout=20)
    assert accepted == is_ours and (is_ours or code == 4403)
    await page.disconnect()


@pytest.mark.parametrize(
    ("origin", "is_ours"),
    [
        (b"https://numerica.example", True),
        (b"http://numerica.example", False),
        (b"https://numerica.example:443", False),
        (b"https://numerica.example:8443", False),
        (b"https://NUMERICA.example", False),
        (b"https://www.numerica.example", False),
        (b"http://testserver", False),
        (None, False),
        (b"null", False),
    ],
)
async def test_in_production_there_is_one_origin(origin, is_ours, game, settings):
    settings.WEBSOCKET_ORIGINS = ["https://numerica.example"]
    page = Socket(f"/ws/games/{game.id}/", origin=origin, host=b"testserver")
    assert (await page.connect(timeout=20))[0] == is_ours
    await page.disconnect()


# --- invitations ---


async def test_the_inviter_is_taken_to_the_game_and_a_stranger_is_not_told_where_it_is(
    people, clients
):
    made = await sync_to_async(create_invitation)(
        GameSettings("numerica"), inviter=people.ada, now=timezone.now()
    )
    path = f"/ws/invitations/{made.id}/"
    pages = [await Socket(path, client).open() for client in clients.values()]
    for page in pages:
        assert "/games/" not in await page.receive_from(timeout=20)
    game = await sync_to_async(accept_invitation)(
        invitation_id=made.id, user=people.ben, now=timezone.now()
    )
    told = [await page.receive_from(timeout=20) for page in pages]
    assert [f'data-go="/games/{game.id}/"' in frame for frame in told] == [True, True, False, False]
    assert not any(game.id in frame for frame in told[2:])
    for page in pages:
        await page.disconnect()


async def test_the_inviter_is_told_of_a_refusal(people, clients):
    made = await sync_to_async(create_invitation)(
        GameSettings("numerica"), inviter=people.ada, invitees=[people.ben], now=timezone.now()
    )
    page = await Socket(f"/ws/invitations/{made.id}/", clients["ada"]).open()
    await page.receive_from(timeout=20)
    await sync_to_async(decline_invitation)(
        invitation_id=made.id, user=people.ben, now=timezone.now()
    )
    assert "declined" in await page.receive_from(timeout=20)
    await page.disconnect()


# --- once for each view ---


@pytest.mark.slow
async def test_a_thousand_nudges_render_each_distinct_view_once(game, clients, rendered):
    path = f"/ws/games/{game.id}/?ply=0"
    readers = ["ada", "ada", "ben", "ben", "cleo"] + ["nobody"] * 5
    pages = [await Socket(path, clients[who]).open() for who in readers]
    await play(game, FIRST)
    for page in pages:
        assert mark(await page.shown()) == (1, 0)
    for _ in range(20):
        for _ in range(50):  # a page's channel holds a hundred
            await nudge(game, 1)
        assert all([await page.is_silent() for page in pages])
    assert rendered["games/table/_live.html"] == 3
    for page in pages:
        await page.disconnect()


@pytest.mark.slow
def test_a_thousand_readers_at_once_wait_for_one_rendering(game, rendered):
    wanted = [(game.id, 0, seat, "whole") for seat in (0, 1, None)] * 333
    with ThreadPoolExecutor(8) as threads:
        frames = set(threads.map(lambda view: fragments.live_fragment(*view), wanted))
    assert len(frames) == 3 and rendered["games/table/_live.html"] == 3


def test_a_rendering_that_takes_long_keeps_readers_of_another_game_waiting_for_nothing(start):
    slow, other = start(), start()
    begun, released = threading.Event(), threading.Event()

    def dawdle(sender, template, context, **more):
        if template.name == "games/table/_live.html" and context["table"].id == slow.id:
            begun.set()
            assert released.wait(10)

    template_rendered.connect(dawdle)
    try:
        with ThreadPoolExecutor(3) as threads:
            late = threads.submit(fragments.live_fragment, slow.id, 0, None, "whole")
            assert begun.wait(10)
            soon = threads.submit(fragments.live_fragment, other.id, 0, None, "whole")
            assert mark(soon.result(8)) == (0, -1)
            assert not late.done()
            released.set()
            assert mark(late.result(8)) == (0, -1)
    finally:
        released.set()
        template_rendered.disconnect(dawdle)


def test_a_fragment_of_a_ply_that_is_past_is_not_kept_as_such(start):
    game = start(moves=2)
    assert mark(fragments.live_fragment(game.id, 1, None, "whole")) == (2, -1)
    assert fragments.kept() == 0


async def test_a_players_socket_shows_nothing_more_after_signing_out(game, clients):
    socket = await Socket(f"/ws/games/{game.id}/?ply=0", clients["ben"]).open()
    await sync_to_async(clients["ben"].post)("/accounts/logout/")
    await play(game, FIRST)
    assert await socket.closed() == sockets.SIGNED_OUT
