"""Television, the wall and the first page: what they show, and what their sockets bring."""

import asyncio
import re

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.services import create_guest, make_computers
from games import notifications
from games.live.hub import hub
from games.models import Game, GameSettings
from games.selectors.choosing import STAYS
from games.selectors.programme import KEPT_FOR, clear, clear_here, programme
from games.services.computer_games import start_against_computers
from games.services.moves import play_move
from ratings.models import Standing

from .helpers import WHOLE, words_of
from .sockets import PATIENCE, Socket, mark, play

pytestmark = pytest.mark.django_db
sockets = pytest.mark.django_db(transaction=True)


def html_of(response) -> str:
    return response.content.decode()


# --- pages ---


def test_television_shows_the_running_game_and_says_what_runs_on_which_channel(start, browser):
    game = start(moves=3)
    page = browser().get("/tv/")
    runs = programme(timezone.now()).runs
    address = f"/ws/tv/?page=tv&amp;runs={runs}&amp;game={game.id}&amp;ply=3&amp;lang=en"
    assert f'"{address}"' in html_of(page)
    assert "Any game Ada – Ben Numerica Ada – Ben Equate nothing runs" in words_of(page)
    assert "Being played now Numerica" in words_of(page) and "Last moves" in words_of(page)


@pytest.mark.slow
def test_a_channel_without_a_running_game_shows_the_last_one_that_ended(start, browser):
    ended = start(moves=len(WHOLE.moves))
    page = browser().get("/tv/numerica/")
    assert page.context["table"].id == ended.id and "Last game" in words_of(page)


def test_a_channel_that_never_had_a_game_says_what_one_can_do(start, browser):
    start(moves=3)
    page = browser().get("/tv/equate/")
    assert page.context["table"] is None and 'href="/invitations/new/"' in html_of(page)


@pytest.mark.parametrize("path", ["/tv/chess/", "/games/?game=chess", "/games/?game=<b>"])
def test_a_game_that_there_is_not_has_no_channel_and_no_wall(path, browser):
    page = browser().get(path)
    assert page.status_code == 404 and "There is no such game." in words_of(page)


def test_the_wall_is_a_list_of_links_with_names_scores_and_who_is_to_move(start, browser):
    game = start(moves=3)
    page = browser().get("/games/")
    (link,) = re.findall(r'(?s)<a class="small-board".*?</a>', html_of(page))
    assert f'href="/games/{game.id}/"' in link and 'aria-hidden="true"' in link
    scores = {player.shown_name: player.score for player in game.players.all()}
    assert f"Numerica Ada {scores['Ada']} Ben {scores['Ben']} Ben to move" in words_of(page)
    assert f"shown={game.id}.3" in html_of(page)


def test_the_wall_of_one_kind_has_games_of_that_kind_only(start, browser):
    game = start(moves=3)
    assert game.id in html_of(browser().get("/games/?game=numerica"))
    other = html_of(browser().get("/games/?game=equate"))
    assert game.id not in other and "No game is running" in other


@pytest.mark.slow
def test_private_games_and_guests_practice_are_nowhere(start, browser):
    make_computers()
    now = timezone.now()
    private = start(moves=3, is_private=True)
    practice = start_against_computers(
        GameSettings("numerica"), user=create_guest(), computers=["Abacus"], now=now
    )
    user = practice.players.get(seat=practice.turn).user
    play_move(game_id=practice.id, user=user, ply=1, text="pass", now=now)
    for path in ("/", "/games/", "/tv/", "/tv/numerica/"):
        page = html_of(browser().get(path))
        assert private.id not in page and practice.id not in page


def test_the_last_move_is_marked_on_a_small_board_and_symbols_stand_on_it(start, browser):
    start(moves=1)
    (board,) = re.findall(r'(?s)<svg class="mini".*?</svg>', html_of(browser().get("/games/")))
    assert board.count('class="l"') == 1 and 'class="t"' not in board and "<text" in board


# --- sockets ---


@sync_to_async
def end(game: Game) -> None:
    game.refresh_from_db()
    user = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=user, ply=game.ply + 1, text="resign", now=timezone.now())


@sync_to_async
def grow_old(game: Game) -> None:
    """As if it had ended so long ago that another one may take its place."""
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - STAYS)


@pytest.mark.slow
@sockets
async def test_all_who_watch_the_wall_receive_the_same_bytes_and_those_of_one_board(start):
    games = [await sync_to_async(start)(moves=moves) for moves in (2, 3)]
    pages = [await Socket("/ws/wall/?lang=en").open() for _ in range(3)]
    first = [await page.receive_from() for page in pages]
    assert len(set(first)) == 1 and all(game.id in first[0] for game in games)
    await play(games[0], WHOLE.moves[2].text)
    heard = [await page.receive_from() for page in pages]
    assert len(set(heard)) == 1
    assert games[0].id in heard[0] and games[1].id not in heard[0]
    for page in pages:
        await page.disconnect()


@pytest.mark.slow
@sockets
async def test_a_page_is_not_sent_the_boards_that_it_has(start):
    games = [await sync_to_async(start)(moves=moves) for moves in (2, 3)]
    page = await Socket("/ws/wall/").open()
    assert 'id="slot-1"' in await page.receive_from()
    shown = ",".join((await sync_to_async(programme)(timezone.now())).tokens(""))
    late = await Socket(f"/ws/wall/?shown={shown}").open()
    await play(games[1], "pass")
    heard = await late.receive_from()
    assert games[1].id in heard and games[0].id not in heard
    for one in (page, late):
        await one.disconnect()


@sockets
def test_the_wall_of_a_process_that_has_just_begun_is_that_of_the_others(start):
    now = timezone.now()
    first = start(moves=2)
    assert programme(now).walls[""] == (first.id,)
    second = start(moves=3)
    later = now + 2 * KEPT_FOR
    hung = programme(later).walls[""]
    assert hung == (first.id, second.id)
    clear_here()
    assert programme(later + KEPT_FOR).walls[""] == hung
    clear()
    assert programme(later + 2 * KEPT_FOR).walls[""] == hung[::-1]  # as one alone would choose


@pytest.mark.slow
@sockets
async def test_an_ended_board_says_how_and_is_replaced_in_its_place(start):
    over = await sync_to_async(start)(moves=2)
    page = await Socket("/ws/wall/").open()
    assert over.id in await page.receive_from()
    await end(over)
    assert "won by resignation" in await page.receive_from()
    following = await sync_to_async(start)(moves=3)
    assert 'id="slot-1"' in await page.receive_from()
    await end(following)
    assert 'id="slot-1"' in await page.receive_from()
    await grow_old(over)
    third = await sync_to_async(start)(moves=3)
    heard = await page.receive_from()
    assert third.id in heard and 'id="slot-0"' in heard and "slot-1" not in heard
    await page.disconnect()


@sockets
@pytest.mark.parametrize("kind", ["home", "tv"])
async def test_the_heading_over_a_game_that_ends_says_so_at_once(kind, start):
    game = await sync_to_async(start)(moves=2)
    page = await Socket(f"/ws/tv/?page={kind}&game={game.id}&ply=2").open()
    await end(game)
    heading = re.search(r'(?s)<h2 id="now".*?</h2>', await page.shown())[0]
    assert "Last game" in heading and 'hx-swap-oob="true"' in heading
    await page.disconnect()


@pytest.mark.parametrize(("settings", "said"), [("", "Being played now"), ("600+5", "Live now")])
def test_only_a_game_with_a_live_clock_is_called_live(settings, said, start, browser):
    start(moves=1, **({"time_control": settings} if settings else {}))
    assert f"{said} Numerica" in words_of(browser().get("/tv/"))


@pytest.mark.slow(cases="all")
@sockets
@pytest.mark.parametrize("kind", ["home", "tv"])
async def test_a_channel_shows_moves_one_by_one_and_then_the_next_game(kind, start):
    game = await sync_to_async(start)(moves=2)
    page = await Socket(f"/ws/tv/?page={kind}&game={game.id}&ply=2").open()
    await play(game, WHOLE.moves[2].text)
    change = await page.shown()
    assert mark(change) == (3, 2) and 'id="on-air"' not in change
    assert ('id="last-moves"' in change) == (kind == "tv")
    following = await sync_to_async(start)(moves=1)
    await end(game)
    assert mark(await page.shown()) == (4, 3)
    await grow_old(game)
    switched = await page.shown()
    assert 'id="on-air"' in switched and f'href="/games/{following.id}/"' in switched
    assert mark(switched) == (1, -1)
    await play(following, WHOLE.moves[1].text)
    assert mark(await page.shown()) == (2, 1)
    await page.disconnect()


@pytest.mark.slow
@sockets
async def test_a_page_that_goes_while_a_channel_turns_to_another_game_is_in_no_room(
    start, monkeypatch
):
    """It leaves its rooms just before it joins that of the next game."""
    one = await sync_to_async(start)(moves=3)
    page = await Socket("/ws/tv/?page=tv").open()
    await page.shown()
    join, two = hub.join, await sync_to_async(start)(moves=2)

    async def goes_first(group, listener, make_room):
        if group == notifications.game_group(two.id):
            await page.disconnect()
        return await join(group, listener, make_room)

    monkeypatch.setattr(hub, "join", goes_first)
    await end(one)
    await grow_old(one)
    channel = notifications.channel_group("")
    await until(lambda: channel not in hub.rooms and not hub.rooms)


@pytest.mark.slow
@sockets
async def test_all_pages_of_a_channel_turn_to_the_next_game_at_once(start):
    """Nobody waits for the page before: they share one reading."""
    one = await sync_to_async(start)(moves=3)
    pages = [await Socket("/ws/tv/?page=tv").open() for _ in range(12)]
    for page in pages:
        await page.shown()
    two = await sync_to_async(start)(moves=2)
    await end(one)
    for page in pages:
        assert mark(await page.shown()) == (4, 3)
    await grow_old(one)
    room = notifications.game_group(two.id)
    seen = []
    while not seen or seen[-1] < len(pages):
        seen.append(len(hub.rooms[room].listeners) if room in hub.rooms else 0)
        await asyncio.sleep(0.01)
    assert not {count for count in seen if 1 < count < len(pages) - 2}, seen
    for page in pages:
        await page.disconnect()


async def until(is_so):
    """Wait until this is so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 (what is waited for sets no event)
            await asyncio.sleep(0.02)


@sockets
async def test_a_page_that_shows_another_game_than_the_one_on_the_air_gets_that(start):
    game = await sync_to_async(start)(moves=2)
    page = await Socket("/ws/tv/numerica/?page=tv&game=another&ply=2").open()
    assert f'href="/games/{game.id}/"' in await page.shown()
    await page.disconnect()


@pytest.mark.slow
@sockets
async def test_a_channel_where_nothing_runs_shows_the_first_game_that_begins(start):
    page = await Socket("/ws/tv/?page=home").open()
    game = await sync_to_async(start)(moves=1)
    assert f'href="/games/{game.id}/"' in await page.shown()
    await page.disconnect()


@pytest.mark.slow
@sockets
async def test_television_on_a_new_site_shows_the_first_game_and_its_tabs_follow(start, browser):
    page = await sync_to_async(lambda: html_of(browser().get("/tv/numerica/")))()
    assert '<section id="on-air"' in page and "No game is running" in page
    address = re.search(r'ws-connect="([^"]+)"', page)[1].replace("&amp;", "&")
    tv, other = (
        await Socket(address).open(),
        await Socket(address.replace("lang=en", "lang=de")).open(),
    )
    game = await sync_to_async(start)(moves=1)
    shown = await tv.shown()
    assert 'id="on-air"' in shown and f'href="/games/{game.id}/"' in shown
    for socket in (tv, other):
        (tabs,) = [heard for heard in await socket.until("channel-") if "channel-" in heard]
        assert tabs.count("Ada – Ben") == 2 and tabs.count("hx-swap-oob") == 5
        assert 'id="channel-all"' in tabs and 'id="channel-numerica"' in tabs
    await end(game)
    (tabs,) = [heard for heard in await tv.until("channel-") if "channel-" in heard]
    assert tabs.count("nothing runs") == 5 and "Ada" not in tabs
    for socket in (tv, other):
        await socket.disconnect()


@sockets
@pytest.mark.parametrize("path", ["/ws/tv/chess/", "/ws/wall/chess/", f"/ws/wall/{'a' * 21}/"])
async def test_what_is_no_kind_of_game_has_no_socket(path):
    page = await Socket(path).open()
    assert await page.closed() == 4404


@sockets
@pytest.mark.parametrize("shown", ["nonsense", ",", "a.1," * 30 + "a.1", "<b>.1", "%00"])
async def test_a_page_that_says_nonsense_of_what_it_shows_gets_all_boards(shown, start):
    game = await sync_to_async(start)(moves=2)
    page = await Socket(f"/ws/wall/?shown={shown}").open()
    assert game.id in await page.receive_from()
    await page.disconnect()


@pytest.mark.slow(cases="all")
@sockets
@pytest.mark.parametrize("path", ["/ws/tv/?page=tv", "/ws/wall/"])
async def test_no_private_game_is_ever_sent(path, start):
    private = await sync_to_async(start)(moves=2, is_private=True)
    page = await Socket(path).open()
    await play(private, "pass")
    game = await sync_to_async(start)(moves=2)
    heard = await page.receive_from()
    assert game.id in heard and private.id not in heard
    await page.disconnect()


@pytest.mark.parametrize(
    ("time_control", "rated_in"), [("300+5", "numerica:live"), ("3d", "numerica")]
)
def test_players_are_compared_by_the_list_in_which_their_game_counts(
    time_control, rated_in, start, people
):
    game = start(moves=2, time_control=time_control)
    for user in (people.ada, people.ben):
        Standing.objects.create(user=user, key=rated_in, rating=160_000, rated_games=3)
    shown = programme(timezone.now())
    assert shown.games[game.id].rating == 1600


# --- one's own games on the first page ---


async def first_page(browser, reader) -> Socket:
    """The socket of the first page, as this reader has just opened it."""
    client = await sync_to_async(browser)(reader)
    page = html_of(await sync_to_async(client.get)("/"))
    address = re.search(r'ws-connect="([^"]+)"', page)[1].replace("&amp;", "&")
    return await Socket(address, client).open()


@pytest.mark.slow
@sockets
async def test_ones_own_games_on_the_first_page_follow_each_move(start, people, browser):
    game = await sync_to_async(start)(moves=1)  # Ben is to move
    own, other = await first_page(browser, people.ada), await first_page(browser, people.cleo)
    await play(game, "pass")
    (told,) = [heard for heard in await own.until('id="own-games"') if "own-games" in heard]
    assert f'href="/games/{game.id}/"' in told and "Your turn" in told
    assert 'hx-swap-oob="true"' in told
    await end(game)
    (told,) = [heard for heard in await own.until('id="own-games"') if "own-games" in heard]
    assert "No game is running" in told and game.id not in told
    for page in (own, other):
        while not await page.receive_nothing(timeout=0.3):
            assert "own-games" not in str(await page.receive_output())
        await page.disconnect()


@pytest.mark.slow
@sockets
async def test_a_first_page_that_shows_older_games_of_ones_own_gets_them_anew(
    start, people, browser
):
    game = await sync_to_async(start)(moves=1)
    client = await sync_to_async(browser)(people.ada)
    page = html_of(await sync_to_async(client.get)("/"))
    address = re.search(r'ws-connect="([^"]+)"', page)[1].replace("&amp;", "&")
    await play(game, "pass")
    late = await Socket(address, client).open()
    assert "Your turn" in (await late.until('id="own-games"'))[-1]
    await late.disconnect()


@pytest.mark.slow(cases="all")
@sockets
@pytest.mark.parametrize("said", ["", "&own=x"])
async def test_who_is_not_signed_in_is_told_no_games(said, start, people):
    game = await sync_to_async(start)(moves=1)
    page = await Socket(f"/ws/tv/?page=home&game={game.id}&ply=1{said}").open()
    await play(game, "pass")
    while not await page.receive_nothing(timeout=0.3):
        assert "own-games" not in str(await page.receive_output())
    await page.disconnect()
