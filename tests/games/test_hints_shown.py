"""Where a hint is shown and to whom, and that nothing can be laid."""

import asyncio
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from accounts.services import make_computers
from games import notifications
from games.background.adviser import Adviser
from games.computers import process, turns
from games.computers.process import Unanswered
from games.engine.easy_plays import has_play
from games.live import fragments
from games.models import Game, Player
from games.rules import GAMES
from games.services.hints import say_stuck, take_hint
from games.store.transactions import writing
from tests.games.hinted import ask, games_against, hints_asked, play, told
from tests.rules.plays import legal_plays

from .helpers import words_of
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)
FEWEST = {"numerica": 3, "equate": 3, "digifeud": 4}


@pytest.fixture(autouse=True)
def made(db):
    make_computers()


@pytest.fixture
def against(people) -> Callable[..., Game]:
    return games_against(people)


@pytest.fixture
def asked(monkeypatch):
    return hints_asked(monkeypatch)


# --- where it is shown, and to whom ---


def hinted(page: str) -> list[str]:
    return sorted(re.findall(r'class="sq[^"]*hinted[^"]*" role="gridcell" id="sq-(\w+)"', page))


@pytest.mark.slow
def test_the_squares_are_lit_with_the_step_that_names_them_and_not_after_the_move(
    against, people, browser, asked
):
    game = against("numerica")
    client, address = browser(people.ada), f"/games/{game.id}/"
    pages = []
    for _ in range(3):
        told(client, game)
        pages.append(client.get(address).content.decode())
    text = told(client, game)["lay"]
    verdict = game.position.check(0, text)
    names = sorted(game.position.layout.name(square) for square in verdict.squares)
    assert [hinted(page) for page in pages][0] == [] and len(hinted(pages[1])) == 1
    assert hinted(pages[2]) == names and hinted(pages[1])[0] in names
    assert pages[2].count(", of the hint") == len(names)
    part = ask(client, game, HTTP_HX_REQUEST="true").content.decode()
    assert hinted(part.replace(' tabindex="-1"', "")) == names and "hx-swap-oob" in part
    play(game, people.ada, "pass")
    change = fragments.live_fragment(game.id, 1, 0, "change")
    assert all(f'id="sq-{name}"' in change for name in names) and hinted(change) == []
    assert hinted(client.get(address).content.decode()) == []


@pytest.mark.slow
def test_a_hint_is_for_this_turn_and_this_seat(against, people, browser, asked):
    game = against("digifeud")
    client = browser(people.ada)
    assert "Hint" in words_of(client.get(f"/games/{game.id}/"))
    for _ in range(3):
        shown = ask(client, game, HTTP_HX_REQUEST="true")
    assert 'id="hint-lines"' in shown.content.decode()
    assert "Lay it for me" in words_of(shown)
    text = json.loads(Player.objects.get(game=game, seat=0).last_hint)["easy"]["play"]["text"]
    for reader in (None, people.ben):
        page = browser(reader).get(f"/games/{game.id}/?lay=1").content.decode()
        assert "to find earns" not in page and text not in page and hinted(page) == []
        assert ask(browser(reader), game).status_code == 403
    for seat in (None, 1):
        for extent in ("whole", "change"):
            zones = fragments.live_fragment(game.id, 0, seat, extent)
            assert "to find earns" not in zones and text not in zones and hinted(zones) == []
    assert ask(client, game, ply=2).status_code == 409
    play(game, people.ada, "pass")
    assert ask(client, game, ply=2).status_code == 409
    assert "to find earns" not in words_of(client.get(f"/games/{game.id}/"))
    assert Player.objects.get(game=game, seat=0).hints_taken == 1 and asked == ["easy"]


@pytest.mark.slow
def test_a_page_that_comes_back_from_an_earlier_move_has_its_hint_still(
    against, people, browser, asked
):
    game = against("digifeud")
    client = browser(people.ada)
    client.get(f"/games/{game.id}/live/")
    told(client, game)
    assert "to find earns" in client.get(f"/games/{game.id}/live/").content.decode()


@pytest.mark.slow
def test_without_script_a_link_fills_the_move_in(against, people, browser, asked):
    game = against("numerica")
    client = browser(people.ada)
    assert 'name="text" value=""' in client.get(f"/games/{game.id}/?lay=1").content.decode()
    for _ in range(3):
        hint = told(client, game)
    page = client.get(f"/games/{game.id}/").content.decode()
    assert f"/games/{game.id}/?lay=1" in page
    filled = client.get(f"/games/{game.id}/?lay=1").content.decode()
    assert f'name="text" value="{hint["lay"]}"' in filled


def test_among_people_there_are_no_hints(start, people, browser, asked):
    game = start()
    client = browser(people.ada)
    page = client.get(f"/games/{game.id}/").content.decode()
    assert "Hint" not in page and "hint-form" not in page
    assert ask(client, game).status_code == 403
    assert not asked and game.players.get(seat=0).hints_taken == 0


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("numerica", "No play was found. Swap tiles, or pass."),
        ("numeria", "No play was found. Pass."),
    ],
)
def test_where_no_play_is_found_it_says_what_can_be_done_and_no_hint_is_counted(
    against, people, browser, monkeypatch, key, said
):
    monkeypatch.setattr(process, "easy_play", lambda question: None)
    game = against(key)
    for _ in range(2):
        hint = told(browser(people.ada), game)
    assert hint["lines"] == [said] and not hint["is_more"] and not hint["has_best"]
    assert hint["taken"] == 0 and hint["lay"] == ""


def test_a_hint_that_does_not_come_is_said_and_not_counted(against, people, browser, monkeypatch):
    def lost(question):
        raise Unanswered

    monkeypatch.setattr(process, "easy_play", lost)
    game = against()
    answer = ask(browser(people.ada), game)
    assert answer.status_code == 503 and game.players.get(seat=0).hints_taken == 0
    assert int(answer["Retry-After"]) > 0


def test_nothing_is_held_while_a_hint_is_sought(against, people):
    """Others write, to this game too, while the worker thinks."""
    game = against()
    seen = []

    def seek(question):
        with ThreadPoolExecutor(1) as another:
            another.submit(write).result(5)
        seen.append(connection.in_atomic_block)
        return None

    def write():
        try:
            with writing():
                Game.objects.select_for_update().get(pk=game.id)
                Game.objects.filter(pk=game.id).update(ply=0)
        finally:
            connection.close()

    take_hint(game_id=game.id, user=people.ada, ply=1, kind="easy", seek=seek)
    assert seen == [False]


# --- that nothing can be laid ---


async def advised(game, found) -> None:
    """Let the adviser look at the turn of now, twice: when it looks again the first look is done."""
    looks = asyncio.Semaphore(0)
    loop = asyncio.get_running_loop()

    def look(question):
        loop.call_soon_threadsafe(looks.release)
        return found

    task = asyncio.create_task(Adviser(look).run())
    await asyncio.sleep(0)
    notifications.person_listeners[-1](game.id, game.ply)
    notifications.person_listeners[-1](game.id, game.ply)
    async with asyncio.timeout(30):
        await looks.acquire()
        await looks.acquire()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_whoever_advises_is_told_of_turns_of_people_against_computers_alone(
    against, start, people, monkeypatch
):
    heard = []
    monkeypatch.setattr(notifications, "person_listeners", [lambda *turn: heard.append(turn)])
    begun, waiting = against(), against(turn=1)
    play(waiting, waiting.players.get(seat=1).user, "pass")
    play(begun, people.ada, "pass")
    start()
    assert heard == [(begun.id, 0), (waiting.id, 1)]


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("bag", "said"), [(20, "with these tiles: swap some."), (0, "with these tiles: pass.")]
)
def test_that_nothing_can_be_laid_is_said_to_the_seat_alone(against, people, browser, bag, said):
    game = against("numerica")
    if not bag:
        state = game.position
        bags = tuple(replace(each, pile=()) for each in state.stock.bags)
        emptied = replace(state, stock=replace(state.stock, bags=bags)).to_json()
        Game.objects.filter(pk=game.pk).update(state=json.dumps(emptied))
    say_stuck(game_id=game.id, ply=1)
    own = browser(people.ada).get(f"/games/{game.id}/")
    assert said in words_of(own) and ">Hint<" not in own.content.decode()
    assert said in fragments.hint_fragment(game.id, 0)
    for reader in (None, people.ben):
        assert "be laid with these" not in words_of(browser(reader).get(f"/games/{game.id}/"))
    for seat in (None, 1):
        assert "be laid with these" not in fragments.live_fragment(game.id, 0, seat, "whole")
    play(game, people.ada, "pass")
    assert "be laid with these" not in words_of(browser(people.ada).get(f"/games/{game.id}/"))


@pytest.mark.slow
async def test_the_open_pages_of_the_seat_are_told_and_no_others(against, people, browser):
    """What the others get next is the mark of a later nudge: there was nothing between."""
    game = await sync_to_async(against)("numerica")
    path = f"/ws/games/{game.id}/?ply=0"
    clients = [await sync_to_async(browser)(user) for user in (people.ada, people.ben, None)]
    ada, ben, nobody = [await Socket(path, client).open() for client in clients]
    for socket in (ada, ben, nobody):
        await socket.everything()
    await sync_to_async(say_stuck)(game_id=game.id, ply=1)
    assert "Nothing can be laid" in "".join(await ada.everything())
    for socket in (ben, nobody):
        assert "Nothing can be laid" not in "".join(await socket.everything())
    for socket in (ada, ben, nobody):
        await socket.disconnect()


@pytest.mark.parametrize(("found", "is_said"), [(False, True), (None, False), (True, False)])
async def test_that_nothing_can_be_laid_is_said_only_where_it_is_certain(
    against, people, found, is_said
):
    game = await sync_to_async(against)("numerica")
    await advised(game, found)
    stuck = await sync_to_async(lambda: Player.objects.get(game=game, seat=0).stuck_ply)()
    assert (stuck == 1) == is_said


def test_a_turn_that_is_over_is_not_spoken_of(against, people):
    game = against("numerica")
    play(game, people.ada, "pass")
    say_stuck(game_id=game.id, ply=1)
    say_stuck(game_id=game.id, ply=2)  # the computer's turn: it is no person
    assert not Player.objects.filter(game=game, seat=0).exclude(stuck_ply=0).exists()


def test_among_people_nobody_is_told_that_nothing_can_be_laid(start, people):
    game = start()
    say_stuck(game_id=game.id, ply=1)
    assert not Player.objects.filter(game=game).exclude(stuck_ply=0).exists()
    assert turns.turn_of_person(game.id, 0) is None


@pytest.mark.slow
@pytest.mark.parametrize("key", ["numerica", "equate", "digifeud"])
def test_whether_something_can_be_laid_is_what_trying_everything_says(key):
    for number in range(5):
        state = GAMES[key].new(seed=bytes([number, 3]) * 16, options={})
        if next(legal_plays(state, state.turn, max_tiles=FEWEST[key]), None) is not None:
            assert has_play(state, state.turn) is True
