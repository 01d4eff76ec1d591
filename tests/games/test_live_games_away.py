"""Live games while the site is away, and by clocks that are wrong: nobody loses time or a game."""

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command

from games.models import Game, Heartbeat
from games.services.deadlines import settle_overdue
from games.store import site_time
from games.templatetags.instants import instant

from .beats import HOUR, NOON, SECOND, beat, beat_on, deadline, has_ended
from .clocks import BEGAN, banks, play, texts
from .sockets import Socket

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_process")]


# --- while the site was away ---


@pytest.mark.parametrize(("away", "returned"), [(2, 0), (3, 0), (4, 4), (8, 8), (3600, 3600)])
def test_a_restart_gives_the_time_back_to_who_was_to_move(away, returned, live):
    play(live, BEGAN + SECOND)
    before = deadline(live)
    died = BEGAN + 10 * SECOND
    beat_on(NOON, died)
    beat(died + away * SECOND, is_return=True)
    assert deadline(live) == before + returned * SECOND and banks(live) == [304, 300]
    play(live, died + away * SECOND + SECOND)
    used = 9 + 1 + away - returned
    assert banks(live) == [304, 305 - used]
    call_command("verify")


def test_the_restart_of_one_process_while_another_went_on_gives_nothing(live):
    beat_on(NOON, BEGAN + 10 * SECOND)
    beat(BEGAN + 13.25 * SECOND, is_return=True)
    assert deadline(live) == BEGAN + 300 * SECOND


def test_a_restart_before_the_first_turn_begins_gives_back_what_it_took_of_that(live):
    beat(NOON)
    beat(NOON + 4 * SECOND, is_return=True)
    assert deadline(live) == BEGAN + 300 * SECOND
    beat(NOON + 8 * SECOND, is_return=True)
    assert deadline(live) == BEGAN + 303 * SECOND


@pytest.mark.django_db(transaction=True)
async def test_open_tables_of_live_games_are_shown_at_once_what_was_given_back(live, start):
    """Also where this process did not beat itself; a table with days looks for itself, later."""
    slow = await sync_to_async(start)(now=NOON, time_control="3d")
    pages = [await Socket(f"/ws/games/{game.id}/?ply=0").open() for game in (live, slow)]
    for page in pages:
        await page.until('id="watchers"')
    await sync_to_async(beat)(BEGAN)
    await sync_to_async(beat)(BEGAN + 4 * SECOND, is_return=True)
    shown = await pages[0].until('id="players"')
    assert instant(BEGAN + 304 * SECOND)[:-6] in shown[-1]  # to the second, however it is written
    assert await pages[1].is_silent()
    for page in pages:
        await page.disconnect()


@pytest.fixture
def quiet(settings, monkeypatch):
    """Nothing is settled in the minute after a return; this process is older than that."""
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(site_time, "STARTED_AT", -1e9)


def test_in_the_minute_after_a_return_a_clock_at_nothing_goes_on(live, quiet):
    beat_on(BEGAN, BEGAN + 290 * SECOND)
    back = BEGAN + 300 * SECOND
    beat(back, is_return=True)
    assert deadline(live) == back + 10 * SECOND
    beat_on(back, back + 40 * SECOND)
    assert settle_overdue(back + 40 * SECOND) == 0
    play(live, back + 40 * SECOND)
    assert banks(live) == [5, 300] and not has_ended(live)
    call_command("verify")


@pytest.mark.slow
def test_when_the_quiet_minute_is_over_every_flag_falls_that_waited_for_it(live, start, quiet):
    """However many they are: they passed one after the other."""
    games = [live, *(start(now=NOON, time_control="300+5") for _ in range(11))]
    beat_on(BEGAN, BEGAN + 290 * SECOND)
    back = BEGAN + 300 * SECOND
    beat(back, is_return=True)
    beat_on(back, back + 61 * SECOND)
    assert settle_overdue(back + 59 * SECOND) == 0
    assert settle_overdue(back + 61 * SECOND) == 12
    assert all(banks(game) == [0, 300] for game in games)
    call_command("verify")


@pytest.mark.long
def test_a_process_that_dies_with_a_hundred_live_games_loses_and_ends_none(live, quiet, start):
    games = [live, *(start(now=NOON, time_control="180+2") for _ in range(99))]
    for number, game in enumerate(games):
        for move in range(number % 3):
            play(game, BEGAN + (1 + move) * SECOND)
    before = {game.id: (deadline(game), banks(game), texts(game)) for game in games}
    died = BEGAN + 150 * SECOND
    beat_on(NOON, died)
    back = died + 20 * 60 * SECOND
    assert settle_overdue(back - SECOND) == 0
    beat(back, is_return=True)
    assert settle_overdue(back + SECOND) == 0
    for game in games:
        was, left, made = before[game.id]
        assert (deadline(game), banks(game), texts(game)) == (was + (back - died), left, made)
        play(game, back + 2 * SECOND)
    assert Game.objects.filter(ended_at=None).count() == 100
    call_command("verify")


# --- clocks that jump ---


def test_a_clock_that_jumps_by_hours_takes_no_time_and_ends_no_game(live, start, quiet):
    games = [live, *(start(now=NOON, time_control="180+2") for _ in range(11))]
    before = [deadline(game) for game in games]
    beat_on(NOON, BEGAN + 100 * SECOND)
    wrong = BEGAN + 100 * SECOND + 5 * HOUR
    assert settle_overdue(wrong) == 0
    beat(wrong)
    assert [deadline(game) for game in games] == [was + 5 * HOUR for was in before]
    beat_on(wrong, wrong + 61 * SECOND)
    assert settle_overdue(wrong + 61 * SECOND) == 0 and not any(map(has_ended, games))


def test_flags_that_would_fall_all_at_once_by_a_wrong_time_are_held_back_and_told(
    start, quiet, logged
):
    """The beats themselves are of the wrong time: nothing tells but how many they are."""
    games = [start(now=NOON, time_control="180+2") for _ in range(12)]
    Heartbeat.objects.create(pk=1, last_at=NOON + 5 * HOUR, steady_since=NOON - HOUR)
    assert settle_overdue(NOON + 5 * HOUR) == 0
    assert not any(map(has_ended, games))
    assert any("12 deadlines have passed at once" in line.getMessage() for line in logged)


def test_a_clock_that_jumps_back_gives_no_time_and_takes_none(live):
    play(live, BEGAN + 10 * SECOND)
    made = play(live, BEGAN - HOUR)
    assert made.milliseconds == 0 and banks(live) == [295, 305]
