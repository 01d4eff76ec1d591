"""Outages: time in which nobody could move is given back, once, and shown."""

import asyncio
import logging
import time
from contextlib import contextmanager

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.services import make_computers
from games.background import ticker
from games.live.hub import hub
from games.models import Game, GameSettings, Heartbeat, Outage
from games.services.computer_games import start_against_computers
from games.services.deadlines import flag_fallen
from games.services.moves import play_move
from games.services.outages import BEAT, LONGEST_SILENCE, runs_undisturbed
from games.store import site_time, transactions
from games.store.transactions import TRUSTED_AGAIN

from .beats import DAY, HOUR, NOON, SECOND, beat, beat_on, deadline, has_ended, outage
from .helpers import MINUTE, all_rows
from .sockets import Socket

# A tick closes connections that are stale.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("new_process")]


# --- what fell in an outage is given back ---


def test_an_outage_moves_the_deadlines_on_by_as_long_as_it_lasted(start):
    game = start(now=NOON)
    found = outage(NOON + DAY, NOON + DAY + 5 * HOUR)
    assert deadline(game) == NOON + 3 * DAY + 5 * HOUR
    assert (found.began_at, found.ended_at) == (NOON + DAY, NOON + DAY + 5 * HOUR)
    assert found.deadlines_moved == 1


@pytest.mark.parametrize("began", [-HOUR, 0 * HOUR, HOUR])
def test_of_a_turn_that_began_in_the_outage_only_its_own_time_is_given_back(began, start):
    """A move may have been the last thing that was stored, after the last beat."""
    beat(NOON)
    game = start(now=NOON + began)
    beat(NOON + 5 * HOUR)
    lost = 5 * HOUR - max(began, 0 * HOUR)
    assert deadline(game) == NOON + began + 3 * DAY + lost


def test_a_turn_that_began_after_the_outage_is_given_nothing(start):
    beat(NOON)
    game = start(now=NOON + 5 * HOUR + SECOND)
    beat(NOON + 5 * HOUR)
    assert deadline(game) == NOON + 5 * HOUR + SECOND + 3 * DAY


def test_a_deadline_that_passed_before_the_outage_is_given_nothing(start):
    game = start(now=NOON - 3 * DAY)
    outage(NOON, NOON + HOUR)
    assert deadline(game) == NOON
    assert flag_fallen(game_id=game.id, now=NOON + HOUR)


def test_a_deadline_that_fell_in_the_outage_leaves_the_time_that_was_left(start):
    game = start(now=NOON - 3 * DAY + 20 * SECOND)
    outage(NOON, NOON + 5 * HOUR)
    instant = SECOND / 10**6
    back = NOON + 5 * HOUR
    beat(back + 10 * SECOND)
    assert not flag_fallen(game_id=game.id, now=back + 20 * SECOND - instant)
    assert flag_fallen(game_id=game.id, now=back + 20 * SECOND)


def test_outages_add_up(start):
    game = start(now=NOON)
    for day, hours in ((1, 5), (2, 1), (3, 7)):
        outage(NOON + day * DAY, NOON + day * DAY + hours * HOUR)
        beat_at = NOON + day * DAY + hours * HOUR
        Heartbeat.objects.update(last_at=beat_at)
    credited = sum((one.ended_at - one.began_at for one in Outage.objects.all()), 0 * HOUR)
    assert deadline(game) == NOON + 3 * DAY + credited


def test_games_that_are_over_and_turns_of_computers_get_no_deadline(start, people):
    over = start()
    play_move(game_id=over.id, user=people.ada, ply=1, text="resign", now=NOON)
    make_computers()
    against = start_against_computers(
        GameSettings("numerica"), user=people.ada, computers=["Pebble"], now=NOON, seed=bytes(32)
    )
    Game.objects.filter(pk=against.pk).update(deadline_at=None)
    found = outage(NOON + HOUR, NOON + 5 * HOUR)
    assert deadline(over) is None and deadline(against) is None and found.deadlines_moved == 0


def test_a_silence_of_some_seconds_is_no_outage(start):
    game = start(now=NOON)
    beat_on(NOON, NOON + 60 * SECOND)
    assert deadline(game) == NOON + 3 * DAY and not Outage.objects.exists()
    beat(NOON + 60 * SECOND + LONGEST_SILENCE + SECOND)
    assert deadline(game) == NOON + 3 * DAY + LONGEST_SILENCE + SECOND


@pytest.mark.slow
def test_while_one_process_beats_the_silence_of_another_is_no_outage(start):
    game = start(now=NOON)
    beat(NOON, is_return=True)
    beat_on(NOON + SECOND, NOON + HOUR)  # the one goes on
    beat(NOON + HOUR, is_return=True)  # the other comes back
    assert deadline(game) == NOON + 3 * DAY and not Outage.objects.exists()
    assert runs_undisturbed(NOON + HOUR)


def test_the_first_beat_of_a_site_knows_of_no_outage(start):
    game = start(now=NOON)
    beat(NOON + DAY, is_return=True)
    assert deadline(game) == NOON + 3 * DAY and not Outage.objects.exists()


def test_a_beat_that_is_cut_off_gives_nothing_and_the_next_one_all(start, monkeypatch):
    """However it is killed: the deadlines and the beat are stored together or not at all."""
    game = start(now=NOON)
    beat(NOON + DAY)
    before = all_rows()
    for at in ("create", "save"):
        with monkeypatch.context() as patched:
            target = Outage.objects if at == "create" else Heartbeat
            patched.setattr(target, at, killed)
            with pytest.raises(Killed):
                beat(NOON + DAY + HOUR)
        assert all_rows() == before
    for _ in range(3):
        beat(NOON + DAY + 2 * HOUR)
    assert deadline(game) == NOON + 3 * DAY + 2 * HOUR and Outage.objects.count() == 1


class Killed(BaseException):
    """The process is gone."""


def killed(*args, **more):
    raise Killed


# --- who beats, and when ---


async def test_the_ticker_beats_and_says_what_it_gave_back(start, logged, monkeypatch):
    game = await sync_to_async(start)(now=timezone.now() - DAY)
    before = await sync_to_async(deadline)(game)
    await sync_to_async(beat)(timezone.now() - HOUR)
    running = asyncio.create_task(ticker.run(period=0.01))
    async with asyncio.timeout(30):
        while not site_time.known_outages():  # noqa: ASYNC110 -- a number sets no event
            await asyncio.sleep(0.01)
    running.cancel()
    moved = await sync_to_async(deadline)(game) - before
    assert HOUR <= moved < HOUR + LONGEST_SILENCE
    (line,) = [line for line in logged if line.levelno >= logging.WARNING]
    assert "deadlines that were moved on: 1" in line.getMessage()


def test_a_process_beats_every_few_seconds_and_not_more(monkeypatch):
    at, beats = [100.0], set()
    monkeypatch.setattr(time, "monotonic", lambda: at[0])
    heart = ticker.Heart()
    for _ in range(10):
        heart.beat()
        beats.add(Heartbeat.objects.get().last_at)
        at[0] += 1
    assert len(beats) == 4


def test_a_process_that_can_answer_no_post_does_not_beat():
    can = [True]
    heart = ticker.Heart(lambda: can[0])
    heart.beat()
    first = Heartbeat.objects.get().last_at
    can[0], heart.beaten_at = False, heart.beaten_at - BEAT
    heart.beat()
    assert Heartbeat.objects.get().last_at == first and heart.beaten_at is None
    can[0] = True
    heart.beat()
    assert Heartbeat.objects.get().last_at > first


def test_where_a_beat_finds_room_and_a_move_does_not_nobody_beats(start, monkeypatch):
    """A disk that is nearly full: what little there is goes to nothing that promises more."""
    heart = ticker.Heart()
    heart.beat()
    first = Heartbeat.objects.get().last_at
    with full_disk():
        beat(site_time.read_database_time())  # which has room
        with pytest.raises(OperationalError, match="full"):
            for _ in range(100):
                start()
        last = Heartbeat.objects.get().last_at
        for seconds in (BEAT, TRUSTED_AGAIN - 1):
            at_monotonic(monkeypatch, transactions.failed_at() + seconds)
            heart.beat()
        assert first < last == Heartbeat.objects.get().last_at
    at_monotonic(monkeypatch, transactions.failed_at() + TRUSTED_AGAIN)
    heart.beat()
    assert Heartbeat.objects.get().last_at > last


@contextmanager
def full_disk():
    """SQLite gets not one page more."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # what earlier tests left free would be room
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")


def at_monotonic(monkeypatch, at):
    monkeypatch.setattr(time, "monotonic", lambda: at)


def test_where_nothing_can_be_written_nobody_beats_and_the_ticker_lives(start, logged, monkeypatch):
    """A disk that is full, or a database that is read only: a move could not be stored either."""
    beat(NOON - HOUR)
    game = start(now=NOON - 3 * DAY - MINUTE)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    try:
        with pytest.raises(OperationalError):
            ticker.Heart().beat()
        assert ticker.tick() == 0
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = OFF")
    assert Heartbeat.objects.get().last_at == NOON - HOUR and not has_ended(game)


# --- what is shown ---


@pytest.mark.slow
def test_the_table_shows_the_time_that_was_given_back(start, people, browser):
    game = start(now=timezone.now())
    page = browser(people.ada).get(f"/games/{game.id}/live/")
    assert "2d 23h" in page.content.decode()
    now = site_time.now()
    beat(now)
    jobs_heart_beats_at(now + 9 * HOUR)
    for address in (f"/games/{game.id}/live/", f"/games/{game.id}/", "/"):
        shown = browser(people.ada).get(address).content.decode()
        assert "3d 8h" in shown, address


@pytest.mark.slow
async def test_open_pages_are_shown_what_was_given_back_once(start, monkeypatch):
    monkeypatch.setattr(hub, "heartbeat", 0.05)
    game = await sync_to_async(start)(now=timezone.now(), moves=1)
    pages = [
        await Socket(address).open()
        for address in (f"/ws/games/{game.id}/?ply=1", f"/ws/tv/?page=home&game={game.id}&ply=1")
    ]
    await sync_to_async(beat)(timezone.now())
    await sync_to_async(jobs_heart_beats_at)(timezone.now() + 9 * HOUR)
    for page in pages:
        frame = await players_of(page)
        assert "3d 8h" in frame and 'id="live"' not in frame and 'id="board"' not in frame
    await asyncio.sleep(0.3)
    for page in pages:
        assert await page.receive_nothing()
        await page.disconnect()


async def players_of(page) -> str:
    """The next frame that shows who plays."""
    while True:
        frame = await page.receive_from(timeout=20)
        if 'id="players"' in frame:
            return frame


def jobs_heart_beats_at(at) -> None:
    """As the ticker does it: the process knows of the outage from then on."""
    site_time.set_known_outages(beat(at).outages)
