"""Somebody sets the clock while a site serves: the time jumps with a beat, which gives it back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.background.ticker import Heart
from games.services.deadlines import settle_overdue
from games.services.moves import play_move
from games.services.outages import BEAT
from games.store import site_time

from .helpers import WHOLE

pytestmark = pytest.mark.django_db

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
right = timezone.now


@pytest.fixture
def heart(new_process) -> Heart:
    """This process has beaten once."""
    begun = Heart()
    begun.beat()
    return begun


@pytest.fixture
def set_clock(monkeypatch):
    def moved(by: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: right() + by)

    return moved


def beat_again(heart: Heart) -> None:
    heart.beaten_at -= BEAT
    heart.beat()


@pytest.mark.parametrize("by", [HOUR, -HOUR, 73 * HOUR])
def test_a_jump_waits_for_the_next_beat(by, heart, set_clock):
    set_clock(by)
    assert abs(site_time.now() - right()) < SECOND
    beat_again(heart)
    assert abs(site_time.now() - right() - by) < SECOND


def test_a_small_step_is_taken_at_once(heart, set_clock):
    set_clock(SECOND)
    site_time.read_database_time()
    assert abs(site_time.now() - right() - SECOND) < SECOND / 2


@pytest.mark.parametrize("is_beaten", [False, True], ids=["before the beat", "after it"])
def test_who_moves_when_the_clock_has_jumped_is_charged_for_no_hour(
    is_beaten, heart, set_clock, start
):
    game = start(time_control="180+2")
    before = site_time.now()  # a move that is on its way while the beat gives back
    set_clock(HOUR)
    if is_beaten:
        beat_again(heart)
    mover = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=mover, ply=1, text=WHOLE.moves[0].text, now=before)
    if not is_beaten:
        beat_again(heart)
    game.refresh_from_db()
    assert game.clocks.bank(0) > timedelta(minutes=3)
    left = game.deadline_at - site_time.now()
    assert timedelta(minutes=2, seconds=50) < left <= timedelta(minutes=3)
    assert settle_overdue(site_time.now()) == 0


def test_a_site_on_which_nothing_beats_has_the_time_of_the_machine(set_clock):
    set_clock(HOUR)
    assert abs(site_time.now() - right() - HOUR) < SECOND
