"""Games by correspondence with days in reserve, which only shrink; and what is kept of times."""

import pytest
from django.core.management import call_command

from accounts.models import User
from accounts.services import make_computers
from games.models import Game, GameSettings
from games.rules.record import replay
from games.selectors import exports
from games.selectors.records import record
from games.services.computer_games import TIME_CONTROL
from games.services.deadlines import settle_overdue
from games.services.imports import import_game
from games.services.moves import play_move
from games.services.rematches import want_rematch
from games.services.start import start_game
from games.services.takebacks import take_back

from .beats import DAY, HOUR, NOON, SECOND, deadline, has_ended, outage
from .clocks import INSTANT, play, refused, texts
from .helpers import ROOT, WHOLE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_process")]

WHOLE_FILE = ROOT / "tests/records/whole-game.game"


@pytest.fixture
def game(start):
    """Three days a move and two in reserve, begun at noon; Ada is to move."""
    return start(now=NOON, time_control="3d+2d")


def reserves(game: Game) -> list[float]:
    """What is left in reserve, in days by seat."""
    game.refresh_from_db()
    return [bank / DAY for bank in game.clocks.banks]


# --- what a turn takes ---


def test_the_first_turn_begins_at_once_and_lasts_its_days_and_the_reserve(game):
    assert (game.turn_began_at, deadline(game)) == (NOON, NOON + 5 * DAY)
    assert settle_overdue(NOON + 5 * DAY - INSTANT) == 0
    assert settle_overdue(NOON + 5 * DAY) == 1 and has_ended(game)
    assert (game.termination, reserves(game)) == ("time", [0, 2])
    call_command("verify")


def test_a_turn_takes_from_the_reserve_what_it_lasted_beyond_its_days(game):
    first = play(game, NOON + 3 * DAY)
    assert reserves(game) == [2, 2] and first.milliseconds == 3 * DAY / SECOND * 1000
    play(game, NOON + 7 * DAY)
    assert reserves(game) == [2, 1]
    play(game, NOON + 8 * DAY)
    assert reserves(game) == [2, 1] and deadline(game) == NOON + 12 * DAY
    call_command("verify")


def test_without_a_reserve_no_clock_is_stored_and_each_turn_is_timed(start):
    game = start(now=NOON, time_control="3d")
    assert play(game, NOON + DAY).milliseconds == DAY / SECOND * 1000
    assert (game.clock, deadline(game)) == ("", NOON + 4 * DAY)
    call_command("verify")


def test_a_move_that_comes_with_its_deadline_is_too_late(game):
    assert refused(lambda: play(game, NOON + 5 * DAY)) == "game-over"
    assert texts(game) == ["time"]


def test_what_was_used_up_is_gone_for_good(game):
    play(game, NOON + 5 * DAY - SECOND)
    play(game, NOON + 5 * DAY)
    assert deadline(game) == NOON + 8 * DAY + SECOND
    assert settle_overdue(NOON + 8 * DAY + SECOND) == 1
    call_command("verify")


# --- several at a table, and who leaves ---


@pytest.fixture
def three(people):
    settings = GameSettings("equate", options="players=3", time_control="1d+2d")
    users = [people.ada, people.ben, people.cleo]
    return start_game(settings, users=users, seed=bytes(32), now=NOON)


def resign(game: Game, seat: int, at) -> None:
    user = game.players.get(seat=seat).user
    play_move(game_id=game.id, user=user, ply=game.ply + 1, text="resign", now=at)
    game.refresh_from_db()


def test_a_resignation_out_of_turn_leaves_the_turn_the_time_it_has(three):
    mover = three.turn
    resign(three, (mover + 1) % 3, NOON + 2 * DAY)
    assert (three.turn, deadline(three), reserves(three)) == (mover, NOON + 3 * DAY, [2, 2, 2])
    assert three.moves.get().milliseconds is None
    play(three, NOON + 2.5 * DAY, "pass")
    assert reserves(three)[mover] == 0.5
    call_command("verify")


def test_who_leaves_on_the_own_turn_hands_it_on_with_all_the_time_of_the_next(three):
    mover = three.turn
    resign(three, mover, NOON + 2 * DAY)
    assert three.turn == (mover + 1) % 3
    assert (deadline(three), reserves(three)[mover]) == (NOON + 5 * DAY, 1)
    call_command("verify")


def test_the_flag_of_one_of_three_hands_the_turn_on_from_when_it_fell(three):
    """An hour late, because nobody looked: that hour is not the next player's."""
    mover, late = three.turn, NOON + 3 * DAY + HOUR
    assert settle_overdue(late) == 1 and not has_ended(three)
    assert (three.turn, deadline(three)) == ((mover + 1) % 3, late + 3 * DAY)
    assert reserves(three)[mover] == 0
    call_command("verify")


# --- against computers ---


@pytest.fixture
def against(people):
    """Ada against a computer, with a reserve, which the site's own forms do not offer."""
    make_computers()
    settings = GameSettings("numerica", time_control="3d+2d")
    users = [people.ada, User.objects.get(username="Pebble")]
    seed = bytes.fromhex(WHOLE.headers["Seed"])
    return start_game(settings, users=users, seed=seed, now=NOON)


@pytest.mark.parametrize("answers", [0, 1])
def test_taking_a_move_back_gives_no_time_back(answers, against, people):
    made = play(against, NOON + 4 * DAY)
    if answers:
        play(against, NOON + 4 * DAY + HOUR)
    assert reserves(against) == [1, 2]
    at = NOON + 4 * DAY + 2 * HOUR
    take_back(game_id=against.id, user=people.ada, ply=made.ply, now=at)
    assert reserves(against) == [1, 2] and deadline(against) == at + 4 * DAY
    call_command("verify")


def test_a_computer_has_no_deadline_and_nothing_is_taken_from_it(against):
    play(against, NOON + DAY)
    assert deadline(against) is None
    assert play(against, NOON + 30 * DAY).milliseconds == 29 * DAY / SECOND * 1000
    assert reserves(against) == [2, 2] and deadline(against) == NOON + 35 * DAY
    call_command("verify")


def test_a_game_against_computers_waits_fourteen_days_for_a_move():
    assert TIME_CONTROL == "14d"


# --- outages ---


def test_an_outage_takes_nothing_from_the_reserve(game):
    outage(NOON + DAY, NOON + 3 * DAY)
    assert deadline(game) == NOON + 7 * DAY
    play(game, NOON + 5 * DAY + 12 * HOUR)
    assert reserves(game) == [1.5, 2]
    call_command("verify")


def test_an_outage_within_the_reserve_is_given_back_to_it(game):
    outage(NOON + 4 * DAY, NOON + 9 * DAY)
    made = play(game, NOON + 9 * DAY + 12 * HOUR)
    assert (made.milliseconds, reserves(game)) == (4.5 * DAY / SECOND * 1000, [0.5, 2])
    call_command("verify")


# --- what is kept ---


@pytest.fixture
def finished(game):
    at = NOON
    for number in range(1, len(WHOLE.moves) + 1):
        at += number * HOUR + 12.34 * SECOND
        play(game, at)
    return game


def test_a_record_tells_the_days_the_reserve_and_what_each_move_took(finished):
    text = record(finished.id, "https://example.org/")
    assert '[Clock "3d+2d"]' in text
    moves = [line for line in text.splitlines() if line[:1].isdigit()]
    assert moves[0].endswith("{3612.3}") and moves[9].endswith("{36012.3}")
    assert replay(text).fault is None


def test_a_record_that_is_imported_has_the_times_of_the_game(finished):
    text = record(finished.id, "https://example.org/")
    Game.objects.all().delete()  # one that is here already is not stored again
    copy, _is_new = import_game(replayed=replay(text), now=NOON)
    assert (copy.time_control, copy.clock, deadline(copy)) == ("3d+2d", "", None)
    assert copy.moves.first().milliseconds == 3_612_300
    again = record(copy.id, "https://example.org/").splitlines()
    assert again[-len(WHOLE.moves) :] == text.splitlines()[-len(WHOLE.moves) :]
    call_command("verify")


def test_a_record_without_times_is_imported_without_them(db):
    copy, _is_new = import_game(replayed=replay(WHOLE_FILE.read_bytes()), now=NOON)
    assert (copy.time_control, copy.moves.filter(milliseconds=None).count()) == ("", copy.ply)
    assert "{" not in record(copy.id, "https://example.org/")
    call_command("verify")


def test_what_a_player_takes_along_tells_the_time_of_the_game_and_of_each_own_move(game, people):
    play(game, NOON + 4 * DAY)
    [own] = exports.own_games(people.ada.pk, lambda game_id: game_id)
    assert own.line["time_control"] == "3d+2d"
    assert [move["milliseconds"] for move in own.line["own_moves"]] == [4 * DAY / SECOND * 1000]


def test_a_rematch_begins_with_the_whole_reserve(game, people):
    play(game, NOON + 4 * DAY)
    play(game, NOON + 4 * DAY, "resign")
    for user in (people.ada, people.ben):
        again = want_rematch(game_id=game.id, user=user, now=NOON + 5 * DAY)
    assert (again.time_control, reserves(again)) == ("3d+2d", [2, 2])
    assert deadline(again) == NOON + 10 * DAY
