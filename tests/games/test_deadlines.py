"""Deadlines: settled once, by the first visit to the game or by the ticker, which costs nothing."""

import asyncio
import logging
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.background import ticker
from games.models import Game
from games.rules import clock
from games.services import broken_games
from games.services.deadlines import overdue_games, settle_overdue, until_next_flag
from games.services.moves import play_move

from .helpers import WHOLE, all_rows

pytestmark = pytest.mark.django_db(transaction=True)  # a tick closes connections that are stale


@pytest.fixture
def overdue(start):
    """A game whose time ran out some seconds ago, with some moves made."""

    def made(seconds: int = 1, moves: int = 2) -> Game:
        return start(moves=moves, now=timezone.now() - timedelta(days=3, seconds=seconds))

    return made


def is_ended_by_time(game: Game) -> bool:
    game.refresh_from_db()
    return (game.termination, game.turn, game.deadline_at) == ("time", None, None)


async def ended(game: Game) -> None:
    """Wait until somebody has ended the game."""
    async with asyncio.timeout(30):
        while not await sync_to_async(is_ended_by_time)(game):  # noqa: ASYNC110 -- rows set no event
            await asyncio.sleep(0.01)


@pytest.mark.slow
def test_a_tick_ends_every_overdue_game_once(overdue, start):
    late, later, running = overdue(1), overdue(500, moves=3), start(moves=2)
    assert ticker.tick() == 2
    assert is_ended_by_time(late) and is_ended_by_time(later) and not is_ended_by_time(running)
    assert list(late.moves.values_list("text", flat=True))[-1] == "time"
    assert [late.moves.count(), later.moves.count(), running.moves.count()] == [3, 4, 2]
    before = all_rows()
    assert ticker.tick() == 0
    assert all_rows() == before
    call_command("verify")


def test_the_player_whose_time_ran_out_loses(overdue, people):
    game = overdue(moves=1)  # Ben is to move
    ticker.tick()
    assert [(player.user, player.rank) for player in game.players.all()] == [
        (people.ada, 1),
        (people.ben, 2),
    ]


def test_an_idle_tick_is_one_read_and_takes_no_lock(start):
    """On SQLite a transaction would take the writers' lock at its BEGIN."""
    start(moves=2)
    start(moves=len(WHOLE.moves))
    with CaptureQueriesContext(connection) as seen:
        ticker.tick()
    statements = [query["sql"].split()[0] for query in seen]
    assert [word for word in statements if word != "PRAGMA"] == ["SELECT"]


@pytest.mark.slow
def test_more_games_than_one_read_brings_are_settled_in_turn(overdue):
    made = [overdue(seconds, moves=0) for seconds in range(1, 6)]
    now = timezone.now()
    oldest_first = overdue_games(now, limit=3)
    assert oldest_first == [game.id for game in reversed(made)][:3]
    assert ticker.tick() == 5


@pytest.mark.parametrize("page", ["", "live/", "record/"])
@pytest.mark.parametrize("who", ["ada", "cleo", None])
def test_looking_at_a_table_settles_its_deadline(page, who, overdue, people, browser):
    game, other = overdue(), overdue()
    response = browser(who and getattr(people, who)).get(f"/games/{game.id}/{page}")
    assert response.status_code == 200
    assert is_ended_by_time(game) and not is_ended_by_time(other)
    if not page:
        assert "ran out of time" in response.content.decode()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("action", ["check", "move", "rematch"])
def test_posting_to_a_table_settles_its_deadline(action, overdue, people, browser):
    game = overdue()
    browser(people.ada).post(f"/games/{game.id}/{action}/", {"ply": 3, "text": "pass"})
    assert is_ended_by_time(game) and game.moves.count() == 3


@pytest.mark.slow
def test_looking_at_a_table_in_time_writes_nothing(start, browser):
    game = start(moves=2)
    before = all_rows()
    browser().get(f"/games/{game.id}/")
    assert all_rows() == before


@pytest.mark.slow
def test_the_lists_show_an_overdue_game_without_a_fault(overdue, people, browser):
    overdue()
    for address in ("/", "/games/"):
        assert browser(people.ada).get(address).status_code == 200


def test_a_repeat_of_a_move_in_time_is_answered_after_the_deadline_too(overdue, people):
    game = overdue(moves=1)
    again = play_move(
        game_id=game.id, user=people.ada, ply=1, text=WHOLE.moves[0].text, now=timezone.now()
    )
    assert again.points == 13


@pytest.mark.parametrize("days", clock.DAYS_PER_MOVE)
def test_nobody_loses_a_moment_too_early(days, start):
    now = timezone.now()
    game = start(now=now, time_control=f"{days}d")
    instant = timedelta(microseconds=1)
    assert overdue_games(now + timedelta(days=days) - instant) == []
    assert overdue_games(now + timedelta(days=days)) == [game.id]


async def test_the_ticker_ends_a_game_at_which_nobody_looks(overdue):
    game = await sync_to_async(overdue)()
    running = asyncio.create_task(ticker.run(period=0.01))
    await ended(game)
    running.cancel()
    assert await sync_to_async(game.moves.count)() == 3


def test_the_next_flag_is_that_of_the_game_whose_time_runs_out_first(start):
    now, patience = timezone.now(), clock.LAG_A_MOVE
    assert until_next_flag(now) is None
    start(now=now, time_control="3d")
    live = start(now=now, time_control="180+0")
    due = live.deadline_at + patience
    assert until_next_flag(now) == due - now
    assert until_next_flag(due - timedelta(seconds=1)) == timedelta(seconds=1)


def test_a_flag_that_could_not_fall_when_it_was_due_is_not_waited_for(start):
    game = start(now=timezone.now(), time_control="180+0")
    due = game.deadline_at + clock.LAG_A_MOVE
    assert until_next_flag(due - timedelta(microseconds=1)) is not None
    assert until_next_flag(due) is None


@pytest.mark.slow
async def test_the_ticker_waits_for_a_flag_and_not_for_its_period(start):
    """However long its period is: this one would be an hour."""
    began = timezone.now() - timedelta(seconds=184.5)  # three minutes, and the five to look
    game = await sync_to_async(start)(now=began, time_control="180+0")
    assert game.deadline_at > timezone.now()
    running = asyncio.create_task(ticker.run(period=3600))
    await ended(game)
    running.cancel()


@pytest.mark.parametrize(
    ("failure", "levels"),
    [
        (OperationalError("the database is away"), [logging.WARNING] * 3),
        (KeyError("bag"), [logging.ERROR]),  # once, and not each time
    ],
)
async def test_the_ticker_outlives_what_fails_in_it(overdue, monkeypatch, logged, failure, levels):
    game, honest, failed = await sync_to_async(overdue)(), ticker.settle_overdue, []

    def failing(now):
        if len(failed) < 3:
            failed.append(now)
            raise failure
        return honest(now)

    monkeypatch.setattr(ticker, "settle_overdue", failing)
    running = asyncio.create_task(ticker.run(period=0.01))
    await ended(game)
    running.cancel()
    assert len(failed) == 3 and [record.levelno for record in logged] == levels


def test_one_broken_game_does_not_keep_the_others_from_being_settled(overdue):
    broken, sound = overdue(500), overdue(1)
    Game.objects.filter(pk=broken.pk).update(state="{}")
    assert ticker.tick() == 1
    assert is_ended_by_time(sound)
    broken.refresh_from_db()
    assert broken.ended_at is None


def test_a_game_whose_failure_has_passed_is_settled_when_it_is_tried_again(
    overdue, monkeypatch, new_process
):
    game = overdue(1)
    Game.objects.filter(pk=game.pk).update(state="{}")
    assert ticker.tick() == 0
    Game.objects.filter(pk=game.pk).update(state=game.state)
    assert ticker.tick() == 0  # it rests
    monkeypatch.setattr(broken_games, "REST", 0)
    assert ticker.tick() == 1 and is_ended_by_time(game)
    assert not broken_games.known()


@pytest.mark.slow
def test_games_that_are_broken_are_logged_once_and_fill_no_sweep(start, logged, new_process):
    """More of them than a sweep reads at once, all due before the one that is sound."""
    now = timezone.now()
    first = start(now=now - timedelta(days=3, seconds=2))
    for number in range(50):
        Game.objects.filter(pk=first.pk).update(state="{}")
        game = Game.objects.get(pk=first.pk)
        game.pk = f"{first.pk[:10]}{number}"
        game.save(force_insert=True)
    sound = start(now=now - timedelta(days=3, seconds=1))
    assert [settle_overdue(now) for _ in range(3)] == [0, 1, 0] and is_ended_by_time(sound)
    assert len([line for line in logged if line.exc_info]) == 51
