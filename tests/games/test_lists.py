"""Games in lists and moves in rows, whatever the board and however many play."""

import json
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services import create_guest, make_computers
from games.models import Game, GameSettings, PlayedMove, Player, unguessable_name
from games.rules.grid import ChessBoard, Layout
from games.rules.numerica import State
from games.selectors import lists
from games.services.computer_games import start_against_computers
from games.services.deadlines import flag_fallen
from games.services.moves import play_move
from games.services.start import start_game

from .helpers import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def among_three(start, people):
    """A running game in which Cleo has the third seat."""
    game = start(moves=2)
    Player.objects.create(game=game, user=people.cleo, seat=2, score=50)
    return game


def row(response) -> str:
    (found,) = re.findall(r'(?s)<a class="gamerow".*?</a>', response.content.decode())
    return found


def test_a_row_names_all_who_play(among_three, start, browser):
    Game.objects.filter(pk=among_three.pk).update(changed_at=timezone.now() - HOUR)
    start(moves=2)  # the first page shows its board, and the other one in a row
    response = browser().get("/")
    assert "Ada – Ben – Cleo" in words_of(response)
    scores = [str(player.score) for player in among_three.players.all()]
    assert re.findall(r"<b>(\d+)</b>", row(response)) == scores and len(scores) == 3


@pytest.mark.slow
def test_ones_own_row_names_the_others(among_three, browser, people):
    Game.objects.update(is_private=True)  # its board is not the one that all are shown
    for user, others in ((people.ada, "Ben, Cleo"), (people.cleo, "Ada, Ben")):
        assert f"Numerica with {others} " in words_of(browser(user).get("/"))


@pytest.mark.slow
def test_a_row_tells_the_time_left_as_the_table_does(start, browser):
    game = start(moves=2, now=timezone.now() - timedelta(hours=1), time_control="14d")
    shown = re.search(r"data-clock>.*?</span>(13d 2\dh)<", table_of(game, browser))
    start(moves=2)  # the first page shows its board, and the other one in a row
    assert f"Ada to move · {shown[1]} left" in words_of(browser().get("/"))


def table_of(game, browser) -> str:
    return browser().get(f"/games/{game.id}/").content.decode()


def test_of_several_only_the_first_is_marked_in_an_ended_game(start, people, browser):
    game = start()
    play_move(game_id=game.id, user=people.ada, ply=1, text="resign", now=timezone.now())
    Player.objects.create(game=game, user=people.cleo, seat=2, score=50, rank=3)
    assert len(re.findall(r"<b>\d+</b>", row(browser().get("/games/archive/")))) == 1


@pytest.mark.parametrize("size", [8, 13, 15, 19])
def test_the_small_board_is_as_large_as_the_games(size, start, people, browser, monkeypatch):
    game = start()
    for ply, user in enumerate((people.ada, people.ben), start=1):
        play_move(game_id=game.id, user=user, ply=ply, text="pass", now=timezone.now())
    monkeypatch.setattr(State, "layout", Layout(size, {}))
    lists.clear()
    assert f'viewBox="0 0 {size} {size}"' in row(browser().get("/@Ada/"))


def test_a_stored_move_names_squares_as_its_board_does(start, people, monkeypatch):
    """On a chess board of fifteen, 8D is d8."""
    monkeypatch.setattr(State, "layout", ChessBoard(15, State.layout.premiums))
    detail = json.loads(start(moves=1).moves.get().detail)
    assert detail["squares"] and all(
        re.fullmatch("[a-o][0-9]+", name) for name in detail["squares"]
    )
    assert detail["runs"][0]["squares"][0] == "d8"


# --- what is shown unasked ---

WALL = ("/", "/games/")
HOUR = timedelta(hours=1)


def rows_of(response) -> set[str]:
    """The games of which there is a row on the page, or a small board."""
    return set(
        re.findall(
            r'class="(?:gamerow|small-board)" href="/games/(\w+)/"', response.content.decode()
        )
    )


def shown_on(response) -> set[str]:
    """The games on the page: in a row, or with a board."""
    table = response.context.get("table")
    return rows_of(response) | ({table.id} if table else set())


@pytest.mark.slow
def test_a_game_in_which_nobody_has_moved_is_shown_to_its_players_alone(start, people, browser):
    game = start()
    for path in (*WALL, "/@Ada/"):
        assert shown_on(browser(people.cleo).get(path)) == set()
    for path in ("/", "/@Ada/"):
        assert shown_on(browser(people.ada).get(path)) == {game.id}


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("text", ["resign", "time"])
def test_a_game_that_ended_without_a_move_is_not_shown_unasked(text, start, people, browser):
    now = timezone.now()
    game, played = start(now=now), start(moves=1, now=now)
    for each in (game, played):
        each.refresh_from_db()
        if text == "time":
            flag_fallen(game_id=each.id, now=each.deadline_at + timedelta(minutes=1))
        else:
            user = (people.ada, people.ben)[each.turn]
            play_move(game_id=each.id, user=user, ply=each.ply + 1, text=text, now=now)
    for path in WALL:
        assert shown_on(browser().get(path)) == {played.id}
    assert shown_on(browser().get("/games/archive/")) == {game.id, played.id}
    assert game.id in rows_of(browser(people.ada).get("/"))


@pytest.fixture
def against(people):
    """Start a game against a computer, with a move in it."""
    make_computers()

    def started(user):
        now = timezone.now()
        game = start_against_computers(
            GameSettings("numerica"), user=user, computers=["Abacus"], now=now, seed=bytes(32)
        )
        mover = game.players.get(seat=game.turn).user
        play_move(game_id=game.id, user=mover, ply=1, text="pass", now=now)
        return game

    return started


def give_up(game, person):
    """Let the computer pass where it is to move, and the person resign."""
    game.refresh_from_db()
    for user, text in ((game.computer_to_move, "pass"), (person, "resign")):
        if user is not None:
            game.refresh_from_db()
            ply, now = game.ply + 1, timezone.now()
            play_move(game_id=game.id, user=user, ply=ply, text=text, now=now)


@pytest.mark.slow
def test_a_guests_game_against_computers_is_shown_to_the_guest_alone(against, people, browser):
    guest = create_guest()
    guests, members = against(guest), against(people.ada)
    for is_over in (False, True):
        for path in (*WALL, "/@Abacus/"):
            assert shown_on(browser(people.cleo).get(path)) == {members.id}
        assert rows_of(browser(people.cleo).get(f"/@{guest.username}/")) == set()
        assert guests.id in rows_of(browser(guest).get("/"))
        if not is_over:
            give_up(guests, guest)
    assert browser(people.cleo).get(f"/games/{guests.id}/").status_code == 200


def test_guests_among_themselves_are_shown(people, browser):
    now = timezone.now()
    guests = [create_guest(), create_guest()]
    game = start_game(GameSettings("numerica"), users=guests, seed=bytes(32), now=now)
    play_move(game_id=game.id, user=guests[game.turn], ply=1, text="pass", now=now)
    assert shown_on(browser().get("/games/")) == {game.id}


def test_an_empty_board_is_drawn_with_its_premium_squares(start, people, browser):
    start()
    before = row(browser(people.ada).get("/"))
    assert 'class="red"' in before and 'class="t"' not in before


# --- many games ---


def many(game: Game, count: int) -> list[str]:
    """As many more running games of the same people, each with an hour more to think."""
    seats, move, made = list(game.players.all()), game.moves.first(), []
    for number in range(count):
        copy = Game.objects.get(pk=game.pk)
        copy.pk, copy.deadline_at = unguessable_name(), game.deadline_at + number * HOUR
        made.append(copy)
    Game.objects.bulk_create(made)
    Player.objects.bulk_create(
        Player(game=copy, user=seat.user, seat=seat.seat) for copy in made for seat in seats
    )
    values = {"ply": 1, "points": 1, "text": move.text, "detail": move.detail}
    PlayedMove.objects.bulk_create(
        PlayedMove(game=copy, seat=0, played_at=move.played_at, **values) for copy in made
    )
    return [copy.pk for copy in made]


def queries_of(client) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/").status_code == 200
    return len(queries)


@pytest.mark.slow
def test_of_two_hundred_games_the_most_urgent_are_listed_by_as_many_queries(start, people, browser):
    ada = browser(people.ada)
    game = start(moves=4)
    many(game, 59)
    ada.get("/")  # what is asked once
    few = queries_of(ada)
    many(game, 140)
    assert queries_of(ada) == few
    page = ada.get("/")
    listed = re.findall(
        r'class="(?:gamerow|small-board)" href="/games/(\w+)/"', page.content.decode()
    )
    assert len(set(listed)) == 50 and "150 more of your games" in words_of(page)
    soonest = Game.objects.order_by("deadline_at").values_list("deadline_at", flat=True)[:50]
    latest = max(Game.objects.filter(pk__in=listed).values_list("deadline_at", flat=True))
    assert latest == soonest[49]
    assert len(rows_of(ada.get("/@Ada/"))) == 200


@pytest.mark.slow
def test_a_profile_shows_others_twenty_games_and_its_owner_all(start, people, browser):
    many(start(moves=4), 30)
    assert len(rows_of(browser(people.cleo).get("/@Ada/"))) == 20
    assert len(rows_of(browser(people.ada).get("/@Ada/"))) == 31


@pytest.mark.slow
def test_the_game_that_was_begun_last_is_on_the_first_page(start, people, browser):
    many(start(moves=4), 30)
    last = start(time_control="14d")
    assert last.id in rows_of(browser(people.ada).get("/"))


@pytest.mark.slow
def test_the_game_that_ended_last_is_on_the_first_page_at_once(start, people, browser):
    many(start(moves=4), 30)
    last = start(moves=2)
    play_move(
        game_id=last.id,
        user=(people.ada, people.ben)[last.turn],
        ply=last.ply + 1,
        text="resign",
        now=timezone.now(),
    )
    for user in (people.ada, people.ben):
        assert last.id in rows_of(browser(user).get("/"))
