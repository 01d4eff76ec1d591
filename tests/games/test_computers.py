"""How computers move, the process that thinks, and what leaves the server."""

import asyncio
import time
from collections.abc import Callable
from datetime import timedelta
from itertools import count

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.names import COMPUTERS
from accounts.services import make_computers
from games.background import computer_moves, computer_player
from games.background.computer_moves import Turn, fallback_move
from games.background.computer_player import Computers
from games.computers import turns, worker
from games.computers.process import Ended, Unanswered
from games.computers.turns import ComputerTurn
from games.computers.worker import Question
from games.engine import levels
from games.engine.levels import YARDSTICK
from games.models import Game
from games.rules import GAMES
from games.services.deadlines import settle_overdue
from games.services.moves import play_move
from tests.games.computer_games import SEED, TABLES, games_against, plies

from .helpers import words_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def made(db):
    make_computers()


@pytest.fixture
def against(people) -> Callable[..., Game]:
    return games_against(people)


async def until(is_so: Callable[[], bool], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not await sync_to_async(is_so)():  # noqa: ASYNC110 -- rows set no event
            await asyncio.sleep(0.02)


def at_once(found: ComputerTurn) -> float:
    return 0.0


@pytest.fixture
def play_on(monkeypatch):
    """Let computers move until something is so; turns that began before are found at once."""
    monkeypatch.setattr(computer_player, "RECOVER_AFTER", timedelta(0))
    monkeypatch.setattr(computer_player, "POLL_SECONDS", 0.05)

    async def moved(is_so, think=worker.move) -> Computers:
        runner = Computers(think, at_once)
        task = asyncio.create_task(runner.run())
        try:
            await until(is_so)
            await until(lambda: not runner.in_hand)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return runner

    return moved


# --- how it moves ---


@pytest.mark.slow
@pytest.mark.parametrize(("key", "count", "options"), TABLES)
async def test_computers_move_until_it_is_the_persons_turn(key, count, options, against, play_on):
    game = await sync_to_async(against)(key, count, options)

    def is_persons_turn() -> bool:
        game.refresh_from_db()
        return game.turn == 0 and game.ply > 0

    for _ in range(3):
        if await sync_to_async(is_persons_turn)() or game.turn == 0:
            text = worker.move(turns.question(game.position, 0), 5, 0.3)
            await sync_to_async(play_move)(
                game_id=game.id,
                user=await User.objects.aget(username="Ada"),
                ply=game.ply + 1,
                text=text,
                now=timezone.now(),
            )
        await play_on(is_persons_turn)
    moved = await sync_to_async(list)(game.moves.values_list("seat", flat=True))
    assert moved.count(1) >= 2 and set(moved) >= set(range(1, count + 1))
    await sync_to_async(call_command)("verify")


@pytest.mark.slow
async def test_a_call_comes_with_the_commit_and_is_answered_after_a_moment(
    against, people, monkeypatch
):
    """No turn is old enough to be looked for in the database."""
    monkeypatch.setattr(computer_player, "RECOVER_AFTER", timedelta(days=1))
    game = await sync_to_async(against)(first=0)
    runner = Computers(worker.move, lambda found: 0.4)
    task = asyncio.create_task(runner.run())
    await asyncio.sleep(0)
    began = asyncio.get_running_loop().time()
    await sync_to_async(play_move)(
        game_id=game.id, user=people.ada, ply=1, text="pass", now=timezone.now()
    )
    await until(lambda: plies(game) == 2)
    assert asyncio.get_running_loop().time() - began >= 0.4
    await until(lambda: not runner.in_hand)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("takes", [0.0, levels.SECONDS])
async def test_the_moment_of_an_answer_tells_nothing_of_how_long_it_was_thought(
    takes, against, monkeypatch
):
    """A rack with two blanks takes all the time that is allowed, one without hardly any.

    Here the clock of the loop stands, unless a computer thinks or the test lets it go on.
    """
    game = await sync_to_async(against)(first=1)
    loop, delay = asyncio.get_running_loop(), levels.SECONDS + computer_moves.READY_AFTER
    begun = loop.time()
    now = [begun]

    def think(question, level, time_limit):
        now[0] += takes
        return "pass"

    async def made() -> int:
        await asyncio.to_thread(time.sleep, 0.05)  # meanwhile the loop does what is due
        return await sync_to_async(plies)(game)

    runner = Computers(think, lambda found: delay)
    with monkeypatch.context() as changed:
        changed.setattr(loop, "time", lambda: now[0])
        task = asyncio.create_task(runner.run())
        await asyncio.sleep(0)
        runner.call(Turn(game.id, 0))
        while not runner.moving:
            assert await made() == 0 and not task.done()
        now[0] = begun + delay - 0.01
        assert await made() == 0
        now[0] = begun + delay
        looks = count()
        while not await made():
            assert next(looks) < 600 and not task.done()  # it is made before the clock goes on
    await until(lambda: not runner.in_hand)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", range(len(levels.LEVELS)))
def test_every_answer_comes_later_than_any_thought_and_before_it_counts_as_lost(key, level):
    found = ComputerTurn(User(), level, Question(key, 0, "{}"))
    longest = max(computer_moves.seconds_to_think(found, waiting) for waiting in range(30))
    assert longest == levels.seconds_to_think(key, level) <= 2
    delay = computer_moves.answer_delay(found)
    assert longest < delay < computer_moves.RECOVER_AFTER.total_seconds()


async def test_a_turn_that_nobody_called_for_is_found_in_the_database(against, play_on):
    game = await sync_to_async(against)(first=1)
    long_ago = timezone.now() - timedelta(days=40)
    await Game.objects.aupdate(changed_at=long_ago)
    await play_on(lambda: plies(game) == 1)
    assert game.ended_at is None  # forty days are our fault, and cost the computer nothing


def test_a_computer_has_no_deadline_and_a_person_has_one(against, people):
    game = against(first=1)
    assert game.deadline_at is None and settle_overdue(timezone.now()) == 0
    assert turns.turns_of_computers(timezone.now(), 9) == [(game.id, 0)]
    slate = User.objects.get(username=COMPUTERS[0])
    play_move(game_id=game.id, user=slate, ply=1, text="pass", now=timezone.now())
    game.refresh_from_db()
    assert game.deadline_at - game.changed_at == timedelta(days=14)
    assert turns.turns_of_computers(timezone.now(), 9) == []
    call_command("verify")


@pytest.mark.slow
async def test_four_at_once_get_their_share_and_many_less(against, people):
    told: list[float] = []

    def noting(question, level, time_limit):
        told.append(time_limit)
        return "pass"

    runner = Computers(noting, at_once)
    games = [await sync_to_async(against)(first=1) for _ in range(20)]
    for game in games:
        runner.call(Turn(game.id, 0))
    task = asyncio.create_task(runner.run())
    await until(lambda: all(plies(game) == 1 for game in games))
    task.cancel()
    assert told[0] == computer_moves.SHARED_THINKING_SECONDS / 20 and told == sorted(told)
    assert max(told) == levels.SECONDS and sum(told[-4:]) <= 4


@pytest.mark.parametrize("fault", [RuntimeError("a 7 on the rack"), "8H 1=2", "nonsense", ""])
async def test_an_engine_that_fails_costs_a_pass_and_tells_no_tile(fault, against, play_on, logged):
    def failing(question, level, time_limit):
        if isinstance(fault, str):
            return fault
        raise fault

    game = await sync_to_async(against)(first=1)
    await play_on(lambda: plies(game) == 1, failing)
    assert await sync_to_async(lambda: game.moves.get().text)() == "pass"
    said = [record.getMessage() for record in logged]
    assert any("engine" in line and game.id in line for line in said) and "7 on the" not in str(
        said
    )


async def test_a_process_that_is_lost_is_asked_again_some_times_and_then_a_pass_is_made(
    against, play_on
):
    asked = []

    def lost(question, level, time_limit):
        asked.append(question)
        raise Unanswered

    game = await sync_to_async(against)(first=1)
    runner = await play_on(lambda: plies(game) == 1, lost)
    assert len(asked) == computer_moves.MAX_ATTEMPTS and not runner.faults and not runner.in_hand


async def test_a_server_that_ends_makes_no_simple_move_instead(against, play_on):
    asked = []

    def ending(question, level, time_limit):
        asked.append(question)
        raise Ended

    game = await sync_to_async(against)(first=1)
    await play_on(lambda: len(asked) > computer_moves.MAX_ATTEMPTS, ending)
    assert await sync_to_async(plies)(game) == 0


@pytest.mark.slow
async def test_two_servers_make_the_move_once(against):
    game = await sync_to_async(against)(first=1)
    servers = [Computers(worker.move, at_once) for _ in range(2)]
    tasks = [asyncio.create_task(server.run()) for server in servers]
    for server in servers:
        server.call(Turn(game.id, 0))
    await until(lambda: plies(game) >= 1)
    await until(lambda: not any(server.in_hand for server in servers))
    for task in tasks:
        task.cancel()
    assert await sync_to_async(plies)(game) == 1


@pytest.mark.parametrize("key", GAMES)
def test_the_fallback_move_is_legal_in_every_game(key):
    state = GAMES[key].new(seed=SEED, options={})
    question = turns.question(state, state.turn)
    assert state.play(state.turn, fallback_move(question)).after


# --- what is said of a computer's swap ---


@pytest.mark.parametrize("computer", [COMPUTERS[0], COMPUTERS[2]])
def test_a_computer_that_looked_and_swaps_is_said_to_have_found_no_play_that_it_liked(
    computer, against, people, browser
):
    """The weakest swap by chance. Of tiles no more is told; a person's swap needs no words."""
    has_looked = computer != COMPUTERS[0]
    game = against("numerica", first=1, names=[computer])
    for seat, said in ((1, has_looked), (0, False)):
        game.refresh_from_db()
        tiles = "".join(game.position.racks[seat])[:3]
        play_move(
            game_id=game.id,
            user=game.players.get(seat=seat).user,
            ply=game.ply + 1,
            text=f"swap {tiles}",
            now=timezone.now(),
        )
        page = words_of(browser(people.ada).get(f"/games/{game.id}/"))
        name = computer if seat else "Ada"
        assert seat == 0 or has_looked or f"{name} swapped 3 tiles." in page
        explained = f"{name} found no play that it liked and swapped 3 tiles."
        assert (explained in page) == said
        stranger = browser().get(f"/games/{game.id}/").content.decode()
        assert f"swapped 3 tiles: {tiles[0]}" not in stranger
    # in the row of the score sheet
    assert page.count("found no play that it liked") == int(has_looked)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["numerica", "equate"])
def test_whoever_swaps_had_no_play_that_it_liked(key):
    """The strongest that goes by points swaps only where there is none at all."""
    for number in range(40):
        state = GAMES[key].new(seed=bytes([number, 5]) * 16, options={})
        question = turns.question(state, state.turn)
        if worker.move(question, YARDSTICK[-1], 2.0).startswith("swap"):
            assert worker.best_play(question, 2.0) is None
