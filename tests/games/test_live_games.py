"""Live games: banks that run and gain, flags that fall, lag that costs nobody time, records."""

import pytest
from django.core.management import call_command

from games.models import Game
from games.rules.clock import LAG_A_MOVE
from games.rules.record import replay
from games.rules.refusals import IllegalMove
from games.selectors.records import record
from games.services.deadlines import flag_fallen, settle_overdue
from games.services.departures import leave_games
from games.services.imports import import_game
from games.services.moves import play_move

from .beats import NOON, SECOND, deadline, has_ended
from .clocks import BEGAN, INSTANT, banks, play, refused, texts
from .helpers import WHOLE, all_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("new_process")]


# --- clocks that run ---


def test_the_first_clock_stands_until_the_pages_are_there(live):
    assert (live.turn_began_at, deadline(live)) == (BEGAN, BEGAN + 300 * SECOND)
    assert play(live, NOON + 2 * SECOND).milliseconds == 0
    assert banks(live) == [305, 300]


def test_a_move_takes_its_time_from_the_bank_and_gains_the_increment(live):
    first = play(live, BEGAN + 12.25 * SECOND)
    assert (first.milliseconds, banks(live)) == (12_250, [292.75, 300])
    assert deadline(live) == BEGAN + 312.25 * SECOND
    second = play(live, BEGAN + 14.25 * SECOND)
    assert (second.milliseconds, banks(live)) == (2_000, [292.75, 303])
    assert deadline(live) == BEGAN + (14.25 + 292.75) * SECOND


def test_parts_of_a_millisecond_are_nobodys(live):
    for moves in range(1, 5):
        play(live, BEGAN + moves * (SECOND + 999 * INSTANT))
    assert banks(live) == [308, 308]
    call_command("verify")


def test_a_resignation_out_of_turn_takes_from_the_bank_of_nobody_who_goes_on(three, people):
    waiting = three.players.exclude(seat=three.turn).first()
    before = deadline(three)
    post = {"game_id": three.id, "ply": 1, "text": "resign"}
    play_move(user=waiting.user, now=BEGAN + 30 * SECOND, **post)
    assert (deadline(three), banks(three)) == (before, [180, 180, 180])
    call_command("verify")


def test_who_resigns_or_runs_out_of_time_gains_nothing(live, start):
    other = start(now=NOON, time_control="300+5")
    play(live, BEGAN + 10 * SECOND, "resign")
    assert banks(live) == [290, 300]
    assert flag_fallen(game_id=other.id, now=deadline(other) + SECOND)
    assert banks(other) == [0, 300]


def test_when_the_other_resigns_the_clock_of_who_is_to_move_stands_where_it_was(live, people):
    play_move(game_id=live.id, user=people.ben, ply=1, text="resign", now=BEGAN + 7 * SECOND)
    assert banks(live) == [293, 300]
    call_command("verify")


# --- flags that fall ---


def test_a_flag_falls_half_a_second_after_its_time_and_not_before(live):
    """By the ticker, which looks four times a second: within one second."""
    falls_at = deadline(live) + LAG_A_MOVE
    assert settle_overdue(falls_at - INSTANT) == 0 and not has_ended(live)
    assert settle_overdue(falls_at) == 1 and has_ended(live)
    assert (live.termination, texts(live)) == ("time", ["time"])
    assert [player.rank for player in live.players.all()] == [2, 1]
    call_command("verify")


@pytest.mark.parametrize(
    ("control", "said"),
    [
        ("300+5", "the clock has run out; the game is over"),
        ("3d+2d", "the time for this move has run out; the game is over"),
    ],
)
def test_who_comes_too_late_is_told_of_the_clock_where_there_is_one(control, said, start):
    game = start(now=NOON, time_control=control)
    with pytest.raises(IllegalMove, match=said):
        play(game, deadline(game) + SECOND)


def test_days_wait_for_no_move_on_its_way(start):
    game = start(now=NOON, time_control="3d+2d")
    assert settle_overdue(deadline(game)) == 1


def test_what_others_do_lets_a_flag_fall_no_sooner_than_the_ticker(live, people):
    at = deadline(live) + LAG_A_MOVE - INSTANT
    assert not flag_fallen(game_id=live.id, now=at)
    play_move(game_id=live.id, user=people.ben, ply=1, text="resign", now=at)
    live.refresh_from_db()
    assert live.termination == "resign"


@pytest.mark.parametrize(
    ("later", "ending"), [(LAG_A_MOVE - INSTANT, "resign"), (LAG_A_MOVE, "time")]
)
def test_who_leaves_the_site_while_a_move_may_be_on_its_way_resigns(later, ending, live, people):
    leave_games(user=people.ben, now=deadline(live) + later)
    live.refresh_from_db()
    assert live.termination == ending
    call_command("verify")


@pytest.mark.parametrize(("measured", "returned"), [(0, 0), (0.2, 0.2), (0.5, 0.5), (9, 0.5)])
@pytest.mark.parametrize("is_late", [False, True])
def test_a_move_counts_that_arrives_in_time_less_what_its_way_took(
    measured, returned, is_late, live
):
    at = deadline(live) + returned * SECOND - (0 * SECOND if is_late else INSTANT)
    said = {"text": "pass", "round_trip": measured * SECOND}
    if is_late:
        assert refused(lambda: play(live, at, **said)) == "game-over"
        assert texts(live) == ["time"] and banks(live) == [0, 300]
    else:
        play(live, at, **said)
        assert texts(live) == ["pass"] and 5 <= banks(live)[0] <= 5.001
    call_command("verify")


@pytest.mark.parametrize("first", ["move", "flag"])
def test_of_a_move_and_its_flag_exactly_one_counts(first, live):
    """They reach the row at the same moment: what is written first stands."""
    at = deadline(live) + LAG_A_MOVE
    late = {"text": "pass", "round_trip": LAG_A_MOVE}
    if first == "move":
        play(live, at - INSTANT, **late)
        assert not flag_fallen(game_id=live.id, now=at) and texts(live) == ["pass"]
    else:
        assert flag_fallen(game_id=live.id, now=at)
        before = all_rows()
        user = live.players.get(seat=0).user
        post = {"game_id": live.id, "user": user, "ply": 1, "now": at - INSTANT, **late}
        assert refused(lambda: play_move(**post)) == "game-over"
        assert all_rows() == before and texts(live) == ["time"]
    call_command("verify")


def test_a_move_in_the_last_moment_leaves_the_other_the_rest_of_the_same_second(live):
    play(live, BEGAN)  # Ada, at once
    play(live, deadline(live) - SECOND / 4)  # Ben
    play(live, deadline(live) - SECOND / 4)  # Ada
    assert banks(live) == [5.25, 5.25]
    ben_at = deadline(live)
    play(live, ben_at - SECOND / 4)
    ada_at = deadline(live)
    assert settle_overdue(ada_at + SECOND) == 1
    assert [player.rank for player in live.players.all()] == [2, 1]
    call_command("verify")


def resign_late(game, turns_away):
    """Resign for the seat that is so far from the turn, when the flag of the turn has fallen."""
    user = game.players.get(seat=(game.turn + turns_away) % 3).user
    late = deadline(game) + LAG_A_MOVE
    return play_move(game_id=game.id, user=user, ply=1, text="resign", now=late)


def test_who_resigns_when_the_flag_of_another_has_fallen_has_resigned(three):
    """Also where nobody has noticed yet that it fell: then two are out, and the third has won."""
    first, second, third = ((three.turn + number) % 3 for number in range(3))
    assert resign_late(three, 2).seat == third
    assert list(three.moves.values_list("seat", flat=True)) == [first, third]
    assert texts(three) == ["time", f"resign {third + 1}"] and has_ended(three)
    ranks = {player.seat: player.rank for player in three.players.all()}
    assert ranks == {second: 1, third: 2, first: 3}
    call_command("verify")


def test_whose_own_flag_has_fallen_does_not_resign_any_more(three):
    assert refused(lambda: resign_late(three, 0)) == "stale"
    assert texts(three) == ["time"] and not has_ended(three)


def test_both_flags_in_one_second_fall_one_after_the_other(three):
    """The turn of the second begins when the flag of the first has fallen, not before."""
    play(three, BEGAN + 60 * SECOND, "pass")
    second, first = (three.turn + 1) % 3, three.turn
    stored = three.clocks.stored
    stored["banks"][second] = 100  # milliseconds
    Game.objects.filter(pk=three.pk).update(clock=str(stored).replace("'", '"').replace(" ", ""))
    late = deadline(three) + 0.7 * SECOND
    assert settle_overdue(late) == 1 and three.moves.last().seat == first
    assert deadline(three) == late + SECOND / 10
    assert settle_overdue(late + SECOND / 2) == 0
    assert settle_overdue(late + SECOND / 10 + LAG_A_MOVE) == 1 and has_ended(three)
    assert texts(three) == ["pass", "time", "time"]
    third = 3 - first - second
    ranks = {player.seat: player.rank for player in three.players.all()}
    assert ranks == {third: 1, second: 2, first: 3}


# --- lag ---


@pytest.mark.slow
def test_lag_is_given_back_until_three_seconds_of_a_game(live):
    at = BEGAN
    for _ in range(16):
        at += SECOND
        play(live, at, round_trip=2 * SECOND if live.turn == 0 else 0 * SECOND)
    own = list(live.moves.filter(seat=0).values_list("milliseconds", flat=True))
    assert own == [500] * 6 + [1000] * 2
    assert live.clocks.lag == (3 * SECOND, 0 * SECOND)
    assert banks(live) == [300 + 8 * 5 - 6 * 0.5 - 2, 300 + 8 * 4]
    call_command("verify")


def test_the_line_of_who_resigns_out_of_turn_gives_nobody_time(live, people):
    post = {"game_id": live.id, "ply": 1, "text": "resign", "now": BEGAN + SECOND}
    play_move(user=people.ben, round_trip=SECOND, **post)
    live.refresh_from_db()
    assert banks(live) == [299, 300] and live.clocks.lag == (0 * SECOND, 0 * SECOND)


def test_by_correspondence_a_slow_line_gives_nothing(start):
    game = start(now=NOON, time_control="3d+2d")
    at = deadline(game)
    assert refused(lambda: play(game, at, "pass", round_trip=SECOND)) == "game-over"


# --- what is kept ---


@pytest.fixture
def finished(live):
    """The whole recorded game, live: each move took its number of quarter seconds."""
    at = BEGAN
    for number in range(1, len(WHOLE.moves) + 1):
        at += number * SECOND / 4
        play(live, at)
    return live


def test_the_record_tells_the_clock_and_what_each_move_took(finished):
    text = record(finished.id, "https://example.org/")
    assert '[Clock "300+5"]' in text
    lines = [line for line in text.splitlines() if line[:1].isdigit()]
    assert [line.split()[-1] for line in lines[:5]] == ["{0.2}", "{0.5}", "{0.7}", "{1.0}", "{1.2}"]
    assert replay(text).fault is None


def test_a_record_comes_back_with_its_times(finished):
    text = record(finished.id, "https://example.org/")
    taken = list(finished.moves.values_list("milliseconds", flat=True))
    Game.objects.all().delete()  # one that is here already is not stored again
    copy, is_new = import_game(replayed=replay(text), now=NOON)
    assert (is_new, copy.time_control, copy.clock) == (True, "300+5", "")
    kept = list(copy.moves.values_list("milliseconds", flat=True))
    assert kept == [each // 100 * 100 for each in taken]
    assert '[Clock "300+5"]' in record(copy.id, "https://example.org/")
    call_command("verify")


@pytest.mark.parametrize(
    "damage",
    [
        lambda game: game.moves.filter(ply=2).update(milliseconds=1),
        lambda game: Game.objects.filter(pk=game.pk).update(
            clock=game.clock.replace("[293000", "[293001")
        ),
        lambda game: Game.objects.filter(pk=game.pk).update(
            clock=game.clock.replace('"lag":[0', '"lag":[3001')
        ),
        lambda game: Game.objects.filter(pk=game.pk).update(clock=""),
        lambda game: Game.objects.filter(pk=game.pk).update(deadline_at=BEGAN),
    ],
    ids=["a time", "a bank", "the lag", "all banks", "the deadline"],
)
def test_times_that_were_tampered_with_are_found(damage, live, capsys):
    play(live, BEGAN + 12 * SECOND)
    play(live, BEGAN + 14 * SECOND)
    call_command("verify")
    damage(live)
    with pytest.raises(SystemExit):
        call_command("verify")
    assert live.id in capsys.readouterr().out
