"""Deadlines that are held against nobody: in outages, by wrong clocks, and too many at once."""

import logging
import time

import pytest
from django.core.management import CommandError, call_command

from games.background import ticker
from games.models import Game, Outage
from games.services.deadlines import flag_fallen, settle_overdue
from games.services.outages import BEAT
from games.store import site_time
from numerica_site.account_services import delete_account

from .beats import DAY, HOUR, NOON, SECOND, beat, beat_on, deadline, has_ended, outage
from .clocks import play
from .helpers import post_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("new_process")]


# --- nothing is settled where it might be the site's fault ---


@pytest.mark.slow
def test_nothing_is_settled_in_an_outage_that_nobody_has_ended_yet(start, people, browser):
    """The first visitor after the return is not judged by a clock that ran meanwhile."""
    beat(NOON - DAY)
    game = start(now=NOON - 3 * DAY - HOUR)
    assert not flag_fallen(game_id=game.id, now=NOON)
    assert settle_overdue(NOON) == 0 and not has_ended(game)
    browser(people.ben).get(f"/games/{game.id}/")
    assert not has_ended(game)
    assert post_move(browser(people.ada), game, "pass").status_code == 302
    assert not has_ended(game) and game.ply == 1


def test_who_goes_for_good_in_an_outage_resigns_and_does_not_run_out_of_time(start, people):
    beat(NOON - DAY)
    game = start(now=NOON - 3 * DAY - HOUR)
    delete_account(people.ada, NOON)
    game.refresh_from_db()
    assert game.termination == "resign"


def test_nothing_is_settled_in_the_first_minute_after_an_outage(start, settings, monkeypatch):
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(site_time, "STARTED_AT", -1e9)
    game = start(now=NOON - 3 * DAY - HOUR)
    outage(NOON - 5 * SECOND, NOON + 10 * SECOND)
    assert deadline(game) == NOON - HOUR
    beat_on(NOON + 10 * SECOND, NOON + 69 * SECOND)
    assert settle_overdue(NOON + 69 * SECOND) == 0
    beat(NOON + 70 * SECOND)
    assert settle_overdue(NOON + 70 * SECOND) == 1 and has_ended(game)


@pytest.mark.parametrize(("silence", "settled"), [(BEAT, 1), (BEAT + 1, 0)])
def test_after_a_beat_that_failed_a_minute_is_waited_unless_another_went_on(
    silence, settled, start, settings, monkeypatch
):
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(site_time, "STARTED_AT", -1e9)
    start(now=NOON - 3 * DAY - HOUR)
    beat_on(NOON - 70 * SECOND, NOON)
    beat(NOON + silence * SECOND, is_return=True)
    assert settle_overdue(NOON + 5 * SECOND) == settled


def test_a_process_settles_nothing_in_its_first_minute(start, settings, monkeypatch, browser):
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(site_time, "STARTED_AT", time.monotonic() - 55)
    game = start(now=NOON - 3 * DAY - HOUR)
    assert ticker.tick() == 0
    browser().get(f"/games/{game.id}/")
    assert not has_ended(game)
    monkeypatch.setattr(site_time, "STARTED_AT", time.monotonic() - 60)
    assert ticker.tick() == 1 and has_ended(game)


# --- clocks that are wrong ---


@pytest.mark.slow
def test_a_clock_that_jumps_forward_takes_no_time_from_anybody(start):
    """By 73 hours: the site takes it for an outage, before the next beat and after it."""
    game = start(now=NOON)
    beat_on(NOON, NOON + HOUR)
    wrong = NOON + HOUR + 73 * HOUR
    assert not flag_fallen(game_id=game.id, now=wrong + SECOND)
    beat(wrong + 3 * SECOND)
    assert deadline(game) - wrong == NOON + 3 * DAY - (NOON + HOUR) + 3 * SECOND


@pytest.mark.slow
def test_a_clock_that_jumps_back_ends_nothing_and_holds_nothing_up(start, settings, monkeypatch):
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(site_time, "STARTED_AT", -1e9)
    game, late = start(now=NOON), start(now=NOON - 3 * DAY - 2 * HOUR)
    beat_on(NOON - HOUR, NOON)
    back = NOON - HOUR
    beat_on(back + SECOND, back + 61 * SECOND)
    assert deadline(game) == NOON + 3 * DAY and not Outage.objects.exists()
    assert settle_overdue(back + 61 * SECOND) == 1 and has_ended(late)


# --- too many at once ---


@pytest.fixture
def many(start, logged):
    """Make `running` games in all, `overdue` of them past their deadline."""

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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("overdue", "running", "settled"),
    [(5, 5, 5), (6, 6, 0), (6, 599, 0), (6, 600, 6), (7, 600, 0), (11, 1100, 11), (12, 1100, 0)],
)
def test_a_sweep_that_would_end_too_many_ends_none_and_says_so(
    overdue, running, settled, many, logged
):
    many(overdue, running)
    assert settle_overdue(NOON) == settled
    assert Game.objects.filter(ended_at=None).count() == running - settled
    errors = [line.getMessage() for line in logged if line.levelno >= logging.ERROR]
    assert len(errors) == (settled == 0)
    assert all(f"{overdue} deadlines have passed at once" in line for line in errors)


def test_that_too_many_games_would_end_is_logged_once_and_again_when_their_number_changes(
    many, logged
):
    games = many(6, 9)
    for _ in range(3):
        settle_overdue(NOON)
    assert len(errors_of(logged)) == 1
    Game.objects.filter(pk=games[-1].pk).update(deadline_at=NOON - HOUR)
    settle_overdue(NOON)
    assert [line.split()[0] for line in errors_of(logged)] == ["6", "7"]


def test_what_is_held_back_waits_for_another_minute_after_an_outage(many):
    many(6, 9)
    beat_on(NOON, NOON + 50 * SECOND)
    outage(NOON + 50 * SECOND, NOON + 80 * SECOND)
    beat_on(NOON + 80 * SECOND, NOON + 139 * SECOND)
    assert settle_overdue(NOON + 139 * SECOND) == 0
    beat(NOON + 140 * SECOND)
    assert settle_overdue(NOON + 140 * SECOND) == 6


@pytest.mark.slow
def test_six_games_begun_in_the_same_moment_end_within_a_second_of_their_time_each(
    start, settings, monkeypatch, logged
):
    """Else anybody with six games against a computer would stop every clock of the site."""
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(site_time, "STARTED_AT", -1e9)
    beat_on(NOON - 70 * SECOND, NOON)
    games = [start(now=NOON + number * SECOND / 20, time_control="180+2") for number in range(6)]
    due = [deadline(game) for game in games]
    beat_on(NOON, due[0])
    for quarter in range(8):
        tick = due[0] + quarter * SECOND / 4
        settle_overdue(tick)
        assert all(
            has_ended(game) for game, at in zip(games, due, strict=True) if at <= tick - SECOND
        )
    assert all(map(has_ended, games)) and not errors_of(logged)


@pytest.mark.slow
def test_a_deadline_by_correspondence_ends_its_game_at_once_however_many_pass_with_it(start):
    games = [start(now=NOON - 3 * DAY + number * SECOND / 10) for number in range(8)]
    beat(NOON + 2 * SECOND)
    assert settle_overdue(NOON + 2 * SECOND) == 8 and all(map(has_ended, games))


def test_a_clock_that_jumps_by_an_hour_ends_no_live_game_and_says_so(start, logged):
    """While nobody knows of the jump, after it is known, and when it was set right again."""
    games = [start(now=NOON, time_control="180+2") for _ in range(7)]
    beat_on(NOON, NOON + 60 * SECOND)
    wrong = NOON + HOUR + 60 * SECOND
    assert settle_overdue(wrong) == 0
    assert [line.split()[0] for line in errors_of(logged)] == ["7"]
    beat(wrong + SECOND)
    assert settle_overdue(wrong + SECOND) == 0 and not any(map(has_ended, games))
    right = NOON + 62 * SECOND
    beat(right)
    assert settle_overdue(right) == 0 and not any(map(has_ended, games))
    play(games[0], right + SECOND, "pass")
    assert games[0].ply == 1


@pytest.fixture
def left_behind(start, settings, monkeypatch):
    """Seven live games on a steady site whose deadlines passed four seconds ago, all at noon."""
    settings.SETTLE_NOTHING_FOR = 60
    monkeypatch.setattr(site_time, "STARTED_AT", -1e9)
    games = [start(now=NOON, time_control="180+2") for _ in range(7)]
    Game.objects.update(deadline_at=NOON - 4 * SECOND)
    beat_on(NOON - 70 * SECOND, NOON)
    return games


@pytest.mark.slow
def test_what_was_held_back_falls_by_itself_after_a_minute_of_a_steady_clock(left_behind):
    beat_on(NOON, NOON + 50 * SECOND)
    assert settle_overdue(NOON) == settle_overdue(NOON + 50 * SECOND) == 0
    beat(NOON + 60 * SECOND)
    assert settle_overdue(NOON + 60 * SECOND) == 7 and all(map(has_ended, left_behind))


@pytest.mark.slow
def test_what_was_held_back_waits_for_a_minute_after_the_clock_has_jumped(left_behind):
    beat_on(NOON, NOON + 30 * SECOND)
    back = NOON + HOUR
    beat(back)
    assert settle_overdue(back + 5 * SECOND) == 0
    beat_on(back, back + 60 * SECOND)
    assert settle_overdue(back + 59 * SECOND) == 0
    assert settle_overdue(back + 60 * SECOND) == 7


def test_a_game_that_is_due_ends_though_others_are_held_back(left_behind, start):
    due = start(now=NOON, time_control="180+2")
    Game.objects.filter(pk=due.pk).update(deadline_at=NOON - SECOND)
    assert settle_overdue(NOON) == 1 and has_ended(due)
    assert not any(map(has_ended, left_behind))


@pytest.mark.slow
def test_games_that_are_broken_do_not_end_the_guard_against_a_clock_that_jumps(
    left_behind, start, logged
):
    Game.objects.update(state="{}")
    beat_on(NOON, NOON + 60 * SECOND)
    assert settle_overdue(NOON + 60 * SECOND) == 0
    assert len(errors_of(logged)) == 7
    beat(NOON + 61 * SECOND)
    late = [start(now=NOON, time_control="180+2") for _ in range(7)]
    Game.objects.filter(pk__in=[game.pk for game in late]).update(deadline_at=NOON)
    beat(NOON + 63 * SECOND)
    assert settle_overdue(NOON + 63 * SECOND) == 0 and not any(map(has_ended, late))


def errors_of(logged) -> list[str]:
    return [line.getMessage() for line in logged if line.levelno >= logging.ERROR]


@pytest.mark.slow
def test_nobody_ends_one_of_too_many_by_looking_at_it(many, browser, people):
    many(6, 6)
    game = Game.objects.get(players__user=people.ada)
    browser().get(f"/games/{game.id}/")
    browser(people.ben).get(f"/games/{game.id}/live/")
    assert not has_ended(game)


@pytest.mark.slow
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
