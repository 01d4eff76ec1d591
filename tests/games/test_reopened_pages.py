"""When the staff let a game go on, its open pages load again, and show nothing of the ending."""

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from accounts.models import User
from accounts.services import make_computers
from games import notifications
from games.computers import turns, worker
from games.live.hub import hub
from games.services.moves import play_move
from games.services.reopenings import end_again, reopen_game
from games.store import queries

from .helpers import WHOLE
from .hinted import games_against
from .sockets import Socket, mark

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mia(db) -> User:
    return User.objects.create_superuser("Mia", "mia@example.org")


@sync_to_async
def play(game, text: str) -> None:
    game.refresh_from_db()
    mover = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=mover, ply=game.ply + 1, text=text, now=timezone.now())


@sync_to_async
def reopen(game, person, mia):
    return reopen_game(
        game_id=game.id, person=person, moderator=mia, reason="1", now=timezone.now()
    )


@sync_to_async
def undo(action, mia) -> None:
    end_again(action=action, moderator=mia, reason="2", now=timezone.now())


async def opened(game, ply: int) -> Socket:
    page = await Socket(f"/ws/games/{game.id}/?ply={ply}").open()
    await page.everything()
    return page


@pytest.mark.slow
async def test_pages_of_the_table_load_again_and_show_the_next_move(start, people, mia, browser):
    game = await sync_to_async(start)(moves=2)
    page = await opened(game, 2)
    await play(game, "resign")
    assert 'data-ply="3"' in await page.shown()
    action = await reopen(game, people.ada, mia)
    told = await page.until('id="rematch-news"')
    assert f'data-go="/games/{game.id}/"' in told[-1]
    later = await opened(game, 2)  # the page that was loaded again
    await play(game, WHOLE.moves[2].text)
    shown = await later.shown()
    assert 'data-ply="3"' in shown and "resigned" not in shown
    loaded = await sync_to_async(browser().get)(f"/games/{game.id}/")
    assert "resigned" not in loaded.content.decode()
    for each in (page, later):
        await each.disconnect()
    assert action.kind == "reopen"


@pytest.mark.slow
async def test_pages_are_shown_the_ending_that_is_put_back(start, people, mia):
    game = await sync_to_async(start)(moves=2)
    await play(game, "resign")
    action = await reopen(game, people.ada, mia)
    page = await opened(game, 2)
    await undo(action, mia)
    shown = await page.shown()
    assert 'data-ply="3"' in shown and 'id="result"' in shown
    await page.disconnect()


async def reopened_after(game, moves: int, people, mia) -> None:
    """The game is given up after two moves, goes on by the staff, and has these moves since."""
    await play(game, "resign")
    await reopen(game, people.ada, mia)
    for move in WHOLE.moves[2 : 2 + moves]:
        await play(game, move.text)


LOADS_AGAIN = "data-go"


async def back(game, shown: str) -> tuple[Socket, bool]:
    """A page that comes back and says what it shows; whether it is to load again."""
    page = await Socket(f"/ws/games/{game.id}/?{shown}").open()
    told = await page.until('id="watchers"')  # the last that a page is told at once
    return page, any(LOADS_AGAIN in message for message in told)


@pytest.mark.parametrize(
    ("shown", "moves"),
    [("ply=3", 0), ("ply=3&over=1", 0), ("ply=3&over=1", 1), ("ply=3&over=1", 2)],
)
async def test_a_page_that_slept_while_its_game_went_on_loads_again(
    shown, moves, start, people, mia
):
    """It shows the ending, the third ply, however many moves there are by now."""
    game = await sync_to_async(start)(moves=2)
    await reopened_after(game, moves, people, mia)
    page, loads_again = await back(game, shown)
    assert loads_again
    await page.disconnect()


@pytest.mark.slow
async def test_a_page_that_was_loaded_again_stays_and_is_shown_the_next_move(start, people, mia):
    game = await sync_to_async(start)(moves=2)
    await reopened_after(game, 0, people, mia)
    asleep, loads_again = await back(game, "ply=3&over=1")
    assert loads_again
    page, loads_again = await back(game, "ply=2")
    assert not loads_again
    await hub.rooms[notifications.game_group(game.id)].tend()
    for each in (asleep, page):
        assert not any(LOADS_AGAIN in message for message in await each.everything())
    await play(game, WHOLE.moves[2].text)
    assert mark(await page.shown()) == (3, 2)
    for each in (asleep, page):
        await each.disconnect()


@pytest.mark.parametrize("shown", ["ply=2", "ply=3", "ply=3&over=1"])
async def test_a_page_of_a_game_that_is_over_stays_when_it_comes_back(shown, start):
    game = await sync_to_async(start)(moves=2)
    await play(game, "resign")
    page, loads_again = await back(game, shown)
    assert not loads_again
    await page.disconnect()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("moves", [0, 1])
async def test_the_heartbeat_finds_a_reopening_of_which_nothing_was_heard(
    moves, start, people, mia
):
    game = await sync_to_async(start)(moves=2)
    pages = await opened(game, 2), await Socket(f"/ws/tv/?page=tv&game={game.id}&ply=2").open()
    await play(game, "resign")
    for page in pages:
        assert mark(await page.shown()) == (3, 2)
    group = notifications.game_group(game.id)
    await hub.rooms[group].tend()
    get_channel_layer().groups.pop(group)
    await sync_to_async(game.refresh_from_db)()
    await reopen(game, people.ada, mia)
    for move in WHOLE.moves[2 : 2 + moves]:
        await play(game, move.text)
    await hub.renew(group)
    await hub.rooms[group].tend()
    table, tv = pages
    await table.until(LOADS_AGAIN)
    assert mark(await tv.shown()) == (2 + moves, -1)
    for page in pages:
        await page.disconnect()


@pytest.mark.slow
def test_what_was_read_of_the_ending_is_kept_for_no_later_move(start, people, mia, browser):
    game = start(moves=2)
    seats = [people.ada, people.ben]
    clients = [browser(person) for person in seats]
    now, turn = timezone.now(), game.turn
    made = WHOLE.moves[2].text  # its squares are taken once it is played

    def judged() -> str:
        return clients[turn].post(f"/games/{game.id}/check/", {"text": made}).content.decode()

    play_move(game_id=game.id, user=seats[turn], ply=3, text="resign", now=now)
    before = judged()
    reopen_game(game_id=game.id, person=people.ada, moderator=mia, reason="1", now=now)
    play_move(game_id=game.id, user=seats[turn], ply=3, text=made, now=timezone.now())
    after = judged()
    queries.clear()
    assert before != after == judged()


@pytest.mark.slow
def test_nor_is_it_where_no_deadline_tells_the_two_apart(people, mia, browser):
    """As against a computer, where the first ply is a resignation, and then another."""
    make_computers()
    game, client, now = games_against(people)(), browser(people.ada), timezone.now()
    question = turns.question(game.position, 0)
    text, _ = worker.best_play(question, 1.0)

    def judged() -> str:
        return client.post(f"/games/{game.id}/check/", {"text": text}).content.decode()

    play_move(game_id=game.id, user=people.ada, ply=1, text="resign", now=now)
    before = judged()
    reopen_game(game_id=game.id, person=people.ada, moderator=mia, reason="1", now=now)
    play_move(game_id=game.id, user=people.ada, ply=1, text=text, now=now)
    after = judged()
    queries.clear()
    assert before != after == judged()


@pytest.mark.slow
def test_who_looks_at_the_reopened_table_sees_no_result_and_no_seed(start, people, mia, browser):
    game = start(moves=2)
    mover = game.players.get(seat=game.turn).user
    now = timezone.now()
    play_move(game_id=game.id, user=mover, ply=3, text="resign", now=now)
    game.refresh_from_db()
    ended = browser().get(f"/games/{game.id}/").content.decode()
    assert game.seed in ended
    reopen_game(game_id=game.id, person=people.ada, moderator=mia, reason="1", now=now)
    for client in (browser(), browser(people.ada), browser(people.ben)):
        page = client.get(f"/games/{game.id}/").content.decode()
        assert game.seed not in page and "/review/" not in page
        assert client.get(f"/games/{game.id}/review/").status_code == 409
    assert browser().get(f"/games/{game.id}/record/").status_code == 409
