"""Deadlines and outages: time in which nobody could move is nobody's, and nothing falls in it."""

import asyncio
import logging
import time
from contextlib import contextmanager
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.services import make_computers
from games import clocks, consumers, jobs, services, transactions
from games.models import Game, Heartbeat, Outage
from games.services import deadlines
from games.services.outages import BEAT, LONGEST_SILENCE
from games.transactions import TRUSTED_AGAIN
from numerica_site.account_data import forget

from .helpers import MINUTE, all_rows, post_move
from .sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)  # a tick closes connections that are stale

NOON = timezone.now().replace(microsecond=0)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def a_process_that_has_just_begun(monkeypatch):
    monkeypatch.setattr(clocks, "_outages", 0)
    monkeypatch.setattr(deadlines, "_said", 0)
    monkeypatch.setattr(transactions, "_failed_at", -1e9)


def beat(at, **more) -> Heartbeat:
    return services.beat(lambda: at, **more)


def beat_on(since, until) -> None:
    """As a process that runs: a beat every few seconds, of which those at the ends are enough."""
    beat(since)
    at = since
    while at < until:
        at = min(at + LONGEST_SILENCE, until)
        beat(at)


def outage(began, ended) -> Outage:
    beat(began)
    beat(ended)
    return Outage.objects.get(began_at=began)


def has_ended(game: Game) -> bool:
    game.refresh_from_db()
    return game.ended_at is not None


def deadline(game: Game):
    game.refresh_from_db()
    return game.deadline_at


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
    assert services.flag_fallen(game_id=game.id, now=NOON + HOUR)


def test_a_deadline_that_fell_in_the_outage_leaves_the_time_that_was_left(start):
    game = start(now=NOON - 3 * DAY + 20 * SECOND)
    outage(NOON, NOON + 5 * HOUR)
    instant = timedelta(microseconds=1)
    back = NOON + 5 * HOUR
    beat(back + 10 * SECOND)
    assert not services.flag_fallen(game_id=game.id, now=back + 20 * SECOND - instant)
    assert services.flag_fallen(game_id=game.id, now=back + 20 * SECOND)


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
    services.play_move(game_id=over.id, user=people.ada, ply=1, text="resign", now=NOON)
    make_computers()
    against = services.start_against_computers(
        key="numerica", user=people.ada, computers=["Pebble"], now=NOON, seed=bytes(32)
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


def test_while_one_process_beats_the_silence_of_another_is_no_outage(start):
    game = start(now=NOON)
    beat(NOON, is_return=True)
    beat_on(NOON + SECOND, NOON + HOUR)  # the one goes on
    beat(NOON + HOUR, is_return=True)  # the other comes back
    assert deadline(game) == NOON + 3 * DAY and not Outage.objects.exists()
    assert services.may_settle(NOON + HOUR)


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
    ticker = asyncio.create_task(jobs.run(period=0.01))
    async with asyncio.timeout(30):
        while not clocks.outages_known():  # noqa: ASYNC110 -- a number sets no event
            await asyncio.sleep(0.01)
    ticker.cancel()
    moved = await sync_to_async(deadline)(game) - before
    assert HOUR <= moved < HOUR + LONGEST_SILENCE
    (line,) = [line for line in logged if line.levelno >= logging.WARNING]
    assert "deadlines that were moved on: 1" in line.getMessage()


def test_a_process_beats_every_few_seconds_and_not_more(monkeypatch):
    at, beats = [100.0], set()
    monkeypatch.setattr(time, "monotonic", lambda: at[0])
    heart = jobs.Heart()
    for _ in range(10):
        heart.beat()
        beats.add(Heartbeat.objects.get().last_at)
        at[0] += 1
    assert len(beats) == 4


def test_a_process_that_can_answer_no_post_does_not_beat():
    can = [True]
    heart = jobs.Heart(lambda: can[0])
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
    heart = jobs.Heart()
    heart.beat()
    first = Heartbeat.objects.get().last_at
    with full_disk():
        beat(clocks.asked())  # which has room
        with pytest.raises(OperationalError, match="full"):
            for _ in range(100):
                start()
        last = Heartbeat.objects.get().last_at
        for seconds in (BEAT, TRUSTED_AGAIN - 1):
            at_monotonic(monkeypatch, transactions._failed_at + seconds)
            heart.beat()
        assert first < last == Heartbeat.objects.get().last_at
    at_monotonic(monkeypatch, transactions._failed_at + TRUSTED_AGAIN)
    heart.beat()
    assert Heartbeat.objects.get().last_at > last


@contextmanager
def full_disk():
    """SQLite gets not one page more."""
    with connection.cursor() as cursor:
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
            jobs.Heart().beat()
        assert jobs.tick() == 0
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = OFF")
    assert Heartbeat.objects.get().last_at == NOON - HOUR and not has_ended(game)


# --- nothing is settled where it might be the site's fault ---


def test_nothing_is_settled_in_an_outage_that_nobody_has_ended_yet(start, people, browser):
    """Whoever comes first after the return is not judged by a clock that ran meanwhile."""
    beat(NOON - DAY)
    game = start(now=NOON - 3 * DAY - HOUR)
    assert not services.flag_fallen(game_id=game.id, now=NOON)
    assert services.settle_overdue(NOON) == 0 and not has_ended(game)
    browser(people.ben).get(f"/games/{game.id}/")
    assert not has_ended(game)
    assert post_move(browser(people.ada), game, "pass").status_code == 302
    assert not has_ended(game) and game.ply == 1


def test_who_goes_for_good_in_an_outage_resigns_and_does_not_run_out_of_time(start, people):
    beat(NOON - DAY)
    game = start(now=NOON - 3 * DAY - HOUR)
    forget(people.ada, NOON)
    game.refresh_from_db()
    assert game.termination == "resign"


def test_nothing_is_settled_in_the_first_minute_after_an_outage(start, settings, monkeypatch):
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(clocks, "_started", -1e9)
    game = start(now=NOON - 3 * DAY - HOUR)
    outage(NOON - 5 * SECOND, NOON + 10 * SECOND)
    assert deadline(game) == NOON - HOUR
    beat_on(NOON + 10 * SECOND, NOON + 69 * SECOND)
    assert services.settle_overdue(NOON + 69 * SECOND) == 0
    beat(NOON + 70 * SECOND)
    assert services.settle_overdue(NOON + 70 * SECOND) == 1 and has_ended(game)


@pytest.mark.parametrize(("silence", "settled"), [(BEAT, 1), (BEAT + 1, 0)])
def test_after_a_beat_that_failed_a_minute_is_waited_unless_another_went_on(
    silence, settled, start, settings, monkeypatch
):
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(clocks, "_started", -1e9)
    start(now=NOON - 3 * DAY - HOUR)
    beat_on(NOON - 70 * SECOND, NOON)
    beat(NOON + timedelta(seconds=silence), is_return=True)
    assert services.settle_overdue(NOON + 5 * SECOND) == settled


def test_a_process_settles_nothing_in_its_first_minute(start, settings, monkeypatch, browser):
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(clocks, "_started", time.monotonic() - 55)
    game = start(now=NOON - 3 * DAY - HOUR)
    assert jobs.tick() == 0
    browser().get(f"/games/{game.id}/")
    assert not has_ended(game)
    monkeypatch.setattr(clocks, "_started", time.monotonic() - 60)
    assert jobs.tick() == 1 and has_ended(game)


# --- clocks that are wrong ---


def test_a_clock_that_jumps_forward_takes_no_time_from_anybody(start):
    """By 73 hours: the site takes it for an outage, before the next beat and after it."""
    game = start(now=NOON)
    beat_on(NOON, NOON + HOUR)
    wrong = NOON + HOUR + 73 * HOUR
    assert not services.flag_fallen(game_id=game.id, now=wrong + SECOND)
    beat(wrong + 3 * SECOND)
    assert deadline(game) - wrong == NOON + 3 * DAY - (NOON + HOUR) + 3 * SECOND


def test_a_clock_that_jumps_back_ends_nothing_and_holds_nothing_up(start, settings, monkeypatch):
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(clocks, "_started", -1e9)
    game, late = start(now=NOON), start(now=NOON - 3 * DAY - 2 * HOUR)
    beat_on(NOON - HOUR, NOON)
    back = NOON - HOUR
    beat_on(back + SECOND, back + 61 * SECOND)
    assert deadline(game) == NOON + 3 * DAY and not Outage.objects.exists()
    assert services.settle_overdue(back + 61 * SECOND) == 1 and has_ended(late)


# --- too many at once ---


@pytest.fixture
def many(start, logged):
    """Some overdue games, and so many in all."""

    def made(overdue: int, running: int) -> list[Game]:
        first = start(now=NOON - 3 * DAY - HOUR)
        rows = []
        for number in range(1, running):
            game = Game.objects.get(pk=first.pk)
            game.pk = f"{first.pk[:10]}{number}"
            rows.append(game)
            if number >= overdue:
                game.deadline_at = NOON + HOUR
        Game.objects.bulk_create(rows)
        return list(Game.objects.order_by("deadline_at", "pk"))

    return made


@pytest.mark.parametrize(
    ("overdue", "running", "settled"),
    [(5, 5, 5), (6, 6, 0), (6, 599, 0), (6, 600, 6), (7, 600, 0), (11, 1100, 11), (12, 1100, 0)],
)
def test_a_sweep_that_would_end_too_many_ends_none_and_says_so(
    overdue, running, settled, many, logged
):
    many(overdue, running)
    assert services.settle_overdue(NOON) == settled
    assert Game.objects.filter(ended_at=None).count() == running - settled
    errors = [line.getMessage() for line in logged if line.levelno >= logging.ERROR]
    assert len(errors) == (settled == 0)
    assert all(f"{overdue} deadlines have passed at once" in line for line in errors)


def test_it_is_said_once_and_again_when_the_number_changes(many, logged):
    games = many(6, 9)
    for _ in range(3):
        services.settle_overdue(NOON)
    assert len(errors_of(logged)) == 1
    Game.objects.filter(pk=games[-1].pk).update(deadline_at=NOON)
    services.settle_overdue(NOON)
    assert [line.split()[0] for line in errors_of(logged)] == ["6", "7"]


def errors_of(logged) -> list[str]:
    return [line.getMessage() for line in logged if line.levelno >= logging.ERROR]


def test_nobody_ends_one_of_too_many_by_looking_at_it(many, browser, people):
    many(6, 6)
    game = Game.objects.get(players__user=people.ada)
    browser().get(f"/games/{game.id}/")
    browser(people.ben).get(f"/games/{game.id}/live/")
    assert not has_ended(game)


def test_the_operator_looks_and_lets_them_fall(many, capsys):
    games = many(120, 130)
    call_command("settle_overdue")
    said = capsys.readouterr().out
    assert "120 deadlines have passed" in said and games[0].id in said
    assert Game.objects.filter(ended_at=None).count() == 130
    call_command("settle_overdue", "--all")
    assert "120 games ended" in capsys.readouterr().out
    assert Game.objects.filter(ended_at=None).count() == 10


def test_the_operator_lets_nothing_fall_while_the_site_is_down(many):
    many(6, 6)
    beat(NOON - HOUR)
    with pytest.raises(CommandError, match="0 of 6 games ended"):
        call_command("settle_overdue", "--all")
    assert Game.objects.filter(ended_at=None).count() == 6


# --- what is shown ---


def test_the_table_shows_the_time_that_was_given_back(start, people, browser):
    game = start(now=timezone.now())
    page = browser(people.ada).get(f"/games/{game.id}/live/")
    assert "2d 23h" in page.content.decode()
    now = clocks.now()
    beat(now)
    jobs_heart_beats_at(now + 9 * HOUR)
    for address in (f"/games/{game.id}/live/", f"/games/{game.id}/", "/"):
        shown = browser(people.ada).get(address).content.decode()
        assert "3d 8h" in shown, address


async def test_open_pages_are_shown_what_was_given_back_once(start, monkeypatch):
    monkeypatch.setattr(consumers, "HEARTBEAT", 0.05)
    game = await sync_to_async(start)(now=timezone.now())
    pages = [
        await Socket(f"/ws/games/{game.id}/?ply=0{more}").open() for more in ("", "&page=home")
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
    clocks.know_outages(beat(at).outages)
