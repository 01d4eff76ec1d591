"""Who waits at a live table for somebody who has left it may claim the win, or call the game off."""

import asyncio
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from accounts import shared_counts
from accounts.models import User
from games.models import Game, Heartbeat
from games.rules.refusals import IllegalMove
from games.selectors import tables
from games.selectors.presence import here
from games.services import absences
from games.services.draw_offers import offer_draw
from games.services.errors import NotAllowed
from games.services.more_time import ask_for_time, give_time
from games.services.moves import play_move
from games.services.outages import LONGEST_SILENCE
from games.services.quick_pairing import press_quick
from games.services.start import LOOKING_TIME, start_game
from games.store import presence, site_time
from ratings.models import Standing
from tests.game_settings import split_settings

from .beats import beat, beat_on
from .presences import forget_all, seat_at

SECOND = timedelta(seconds=1)
NOW = timezone.now()


@pytest.fixture
def table(people, start):
    """A live game of Ada and Ben, five minutes each; Ada is to move and has left, Ben is there."""
    game = start(now=timezone.now(), time_control="300+0")  # posts go by the clock of the site
    began = game.turn_began_at
    seat_at(game, 1)
    presence.keep_absence(game.id, 0, began)
    yield SimpleNamespace(game=game, began=began, due=began + 30 * SECOND)
    forget_all([game.id])


def claim(table, user, at, by="time", ply=1):
    return absences.claim(game_id=table.game.id, user=user, ply=ply, by=by, now=at)


def ending(table):
    game = Game.objects.get(pk=table.game.pk)
    ranks = list(game.players.values_list("rank", flat=True))
    return game.termination, ranks


RUNS = ("", [None, None])


def test_who_waits_long_enough_claims_the_win(table, people):
    claim(table, people.ben, table.due)
    assert ending(table) == ("time", [2, 1])
    assert [move.text for move in table.game.moves.all()] == ["time"]


def test_who_waits_long_enough_calls_the_game_off(table, people):
    claim(table, people.ben, table.due, by="aborted")
    assert ending(table) == ("aborted", [None, None])


@pytest.mark.parametrize("by", ["time", "aborted"])
def test_a_moment_too_early_nothing_is_claimed(table, people, by):
    with pytest.raises(NotAllowed, match="may still come back"):
        claim(table, people.ben, table.due - SECOND / 1000, by=by)
    assert ending(table) == RUNS


@pytest.mark.parametrize(("clock", "seconds"), [("180+60", 30), ("600+0", 60), ("1500+0", 120)])
def test_how_long_is_waited_depends_on_the_clock(people, start, clock, seconds):
    game = start(now=timezone.now(), time_control=clock)
    seat_at(game, 1)
    presence.keep_absence(game.id, 0, game.turn_began_at)
    table = SimpleNamespace(game=game)
    due = game.turn_began_at + seconds * SECOND
    with pytest.raises(NotAllowed):
        claim(table, people.ben, due - SECOND)
    claim(table, people.ben, due)
    assert ending(table)[0] == "time"


def test_the_wait_begins_with_the_turn_of_who_was_gone_before(table, people):
    forget_all([table.game.id])
    seat_at(table.game, 1)
    presence.keep_absence(table.game.id, 0, table.began - timedelta(minutes=5))
    with pytest.raises(NotAllowed, match="may still come back"):
        claim(table, people.ben, table.due - SECOND)


def test_who_is_away_claims_nothing(table, people):
    forget_all([table.game.id])
    presence.keep_absence(table.game.id, 0, table.began)
    presence.keep_absence(table.game.id, 1, table.began)
    with pytest.raises(NotAllowed, match="be at the table yourself"):
        claim(table, people.ben, table.due)
    assert ending(table) == RUNS


def test_nobody_claims_on_their_own_turn(table, people):
    seat_at(table.game, 0)
    presence.players.here[table.game.id].pop(presence.Seated(1, True, True))
    presence.keep_absence(table.game.id, 1, table.began)
    with pytest.raises(NotAllowed, match="your own turn"):
        claim(table, people.ada, table.due)


def test_who_has_come_back_is_not_absent(table, people):
    seat_at(table.game, 0)
    with pytest.raises(NotAllowed, match="has come back"):
        claim(table, people.ben, table.due + timedelta(minutes=2))
    assert ending(table) == RUNS


def test_who_was_never_seen_at_the_table_is_not_absent(people, start):
    """Without a script no page tells that it is open."""
    game = start(now=NOW, time_control="300+0")
    seat_at(game, 1)
    with pytest.raises(NotAllowed, match="has come back"):
        claim(SimpleNamespace(game=game), people.ben, game.turn_began_at + timedelta(minutes=4))
    forget_all([game.id])


@pytest.fixture
def unseen(people, django_capture_on_commit_callbacks):
    """A game that Ada and Ben sought; who does not move first is there, the other never came.

    It begins as the test does: pages that are read would find a clock of before run down.
    """
    now = timezone.now()
    with django_capture_on_commit_callbacks(execute=True):
        for user in (people.ada, people.ben):
            met = press_quick(key="numerica", time="180+2", user=user, now=now)
    game = met.game
    players = list(game.players.order_by("seat"))
    seat_at(game, 1 - game.turn)
    _wait_for_the_cache()
    yield SimpleNamespace(
        game=game,
        began=now,
        away=players[game.turn].user,
        there=players[game.turn - 1].user,
    )
    forget_all([game.id])


def _wait_for_the_cache() -> None:
    asyncio.run(shared_counts.in_thread(lambda: None))


def test_who_sought_a_game_and_never_came_is_absent_from_its_first_turn_on(unseen):
    due = unseen.began + LOOKING_TIME + 30 * SECOND
    with pytest.raises(NotAllowed, match="may still come back"):
        claim(unseen, unseen.there, due - SECOND / 1000)
    claim(unseen, unseen.there, due, by="aborted")
    assert ending(unseen) == ("aborted", [None, None])


def test_who_comes_to_a_game_that_was_sought_is_not_absent_with_script_or_without(unseen, browser):
    browser(unseen.away).get(f"/games/{unseen.game.id}/")
    _wait_for_the_cache()
    with pytest.raises(NotAllowed, match="has come back"):
        claim(unseen, unseen.there, unseen.began + 120 * SECOND)


@pytest.mark.slow
def test_a_stranger_who_looks_brings_nobody_back(unseen, people, browser):
    for reader in (None, people.cleo, unseen.there):
        browser(reader).get(f"/games/{unseen.game.id}/")
    _wait_for_the_cache()
    claim(unseen, unseen.there, unseen.began + LOOKING_TIME + 30 * SECOND)
    assert ending(unseen)[0] == "time"


def test_a_stranger_claims_nothing(table, people):
    with pytest.raises(NotAllowed, match="only the players"):
        claim(table, people.cleo, table.due)


@pytest.mark.parametrize(("minutes", "is_calm"), [(9, False), (11, True)])
def test_nobody_is_held_absent_within_ten_minutes_of_an_outage(
    table, people, settings, monkeypatch, minutes, is_calm
):
    settings.CLAIM_NOTHING_FOR = 600
    monkeypatch.setattr(site_time, "STARTED_AT", -1e9)
    steady_since = table.due - timedelta(minutes=minutes)
    Heartbeat.objects.create(pk=1, last_at=table.due, steady_since=steady_since)
    if is_calm:
        claim(table, people.ben, table.due)
    else:
        with pytest.raises(NotAllowed, match="the site was away"):
            claim(table, people.ben, table.due)
    assert (ending(table) == RUNS) is not is_calm


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(("minutes", "is_calm"), [(9, False), (11, True)])
def test_nobody_is_held_absent_within_ten_minutes_of_the_start_of_any_process(
    table, people, settings, monkeypatch, minutes, is_calm
):
    """Others went on meanwhile: that is no outage, but the pages of the one were cut off."""
    settings.CLAIM_NOTHING_FOR = 600
    monkeypatch.setattr(site_time, "STARTED_AT", -1e9)
    began = table.due - timedelta(minutes=minutes)
    beat(began - timedelta(hours=1))
    Heartbeat.objects.update(last_at=began - SECOND)
    beat(began, is_return=True)
    beat_on(began, table.due)
    if is_calm:
        claim(table, people.ben, table.due)
    else:
        with pytest.raises(NotAllowed, match="the site was away"):
            claim(table, people.ben, table.due)
    assert (ending(table) == RUNS) is not is_calm


def test_nobody_is_held_absent_by_a_process_that_has_just_begun(table, people, settings):
    settings.CLAIM_NOTHING_FOR = 10**9
    with pytest.raises(NotAllowed, match="the site was away"):
        claim(table, people.ben, table.due)
    assert here(table.game.id).absence is None


def test_nobody_is_held_absent_in_an_outage_that_goes_on(table, people):
    """No process has beaten since: pages cannot have come back either."""
    steady, quiet = table.due - timedelta(hours=1), table.due - LONGEST_SILENCE
    Heartbeat.objects.create(pk=1, last_at=quiet - SECOND, steady_since=steady)
    with pytest.raises(NotAllowed, match="the site was away"):
        claim(table, people.ben, table.due)
    Heartbeat.objects.update(last_at=quiet)
    claim(table, people.ben, table.due)


def test_nothing_is_claimed_by_correspondence(people, start):
    game = start(now=NOW)
    seat_at(game, 1)
    presence.keep_absence(game.id, 0, NOW)
    with pytest.raises(NotAllowed, match="live games between people"):
        claim(SimpleNamespace(game=game), people.ben, NOW + timedelta(days=1))
    assert here(game.id).absence is None
    forget_all([game.id])


def test_the_move_of_who_came_back_makes_the_claim_stale(table, people):
    play_move(game_id=table.game.id, user=people.ada, ply=1, text="pass", now=table.due - SECOND)
    with pytest.raises(IllegalMove) as refused:
        claim(table, people.ben, table.due)
    assert refused.value.code == "stale"
    assert ending(table) == RUNS


def test_after_the_claim_the_move_of_who_came_back_is_too_late(table, people):
    claim(table, people.ben, table.due)
    with pytest.raises(IllegalMove) as refused:
        play_move(game_id=table.game.id, user=people.ada, ply=1, text="pass", now=table.due)
    assert refused.value.code == "game-over"


def test_of_two_claims_one_counts_and_the_same_again_changes_nothing(table, people):
    claim(table, people.ben, table.due)
    claim(table, people.ben, table.due)
    assert table.game.moves.count() == 1
    with pytest.raises(IllegalMove) as refused:
        claim(table, people.ben, table.due, by="aborted")
    assert refused.value.code == "game-over"
    assert ending(table) == ("time", [2, 1])


def test_a_flag_that_has_fallen_comes_before_the_claim(table, people):
    fallen = table.game.deadline_at + 5 * SECOND
    with pytest.raises(IllegalMove, match="run out"):
        claim(table, people.ben, fallen, by="aborted")
    assert ending(table)[0] == "time"


def test_a_claimed_win_is_rated_like_a_loss_by_time(people, start):
    game = start(now=NOW, time_control="300+0", rated=True)
    seat_at(game, 1)
    presence.keep_absence(game.id, 0, game.turn_began_at)
    claim(SimpleNamespace(game=game), people.ben, game.turn_began_at + 30 * SECOND)
    wins = dict(Standing.objects.values_list("user__username", "wins"))
    assert wins == {"Ada": 0, "Ben": 1}
    forget_all([game.id])


def test_among_three_the_others_play_on_without_who_left(people):
    settings, _ = split_settings({"key": "equate", "options": "players=3", "time_control": "300+0"})
    users = [people.ada, people.ben, people.cleo]
    game = start_game(settings, users=users, seed=bytes(32), now=NOW)
    absent = game.turn
    others = [seat for seat in range(3) if seat != absent]
    seat_at(game, *others)
    presence.keep_absence(game.id, absent, game.turn_began_at)
    table, due = SimpleNamespace(game=game), game.turn_began_at + 30 * SECOND
    with pytest.raises(NotAllowed, match="of several"):
        claim(table, users[others[0]], due, by="aborted")
    claim(table, users[others[0]], due)
    game.refresh_from_db()
    assert game.ended_at is None
    assert game.position.departed == (absent,)
    for seat in others:  # a second press, and the same of the other, change nothing
        claim(table, users[seat], due)
    assert [move.text for move in game.moves.all()] == ["time"]
    with pytest.raises((IllegalMove, NotAllowed)):
        claim(table, users[others[0]], due, ply=2)
    forget_all([game.id])


@pytest.mark.parametrize("time_control", ["300+0", "3d"])
@pytest.mark.parametrize("players", [3, 4])
def test_among_several_no_draw_is_offered_and_no_time_asked_for(players, time_control, people):
    said = {"key": "equate", "options": f"players={players}", "time_control": time_control}
    settings, _ = split_settings(said)
    users = [people.ada, people.ben, people.cleo, User.objects.create_user("Dov")][:players]
    game = start_game(settings, users=users, seed=bytes(32), now=NOW)
    post = {"game_id": game.id, "user": people.ada, "ply": 1, "now": NOW}
    for ask in (offer_draw, ask_for_time, give_time):
        with pytest.raises(NotAllowed) as refused:
            ask(**post)
        assert refused.value.status == 422
    assert not (tables.table(game.id, 0).may_ask_for_time or game.moves.exists())


@pytest.mark.parametrize("players", [3, 4])
def test_by_correspondence_nobody_of_several_is_held_absent(players, people):
    said = {"key": "equate", "options": f"players={players}", "time_control": "3d"}
    settings, _ = split_settings(said)
    users = [people.ada, people.ben, people.cleo, User.objects.create_user("Dov")][:players]
    game = start_game(settings, users=users, seed=bytes(32), now=NOW)
    waiting = next(seat for seat in range(players) if seat != game.turn)
    seat_at(game, waiting)
    presence.keep_absence(game.id, game.turn, NOW)
    with pytest.raises(NotAllowed, match="live games between people"):
        claim(SimpleNamespace(game=game), users[waiting], NOW + 600 * SECOND)
    forget_all([game.id])


# --- what is shown, and the addresses ---


def test_the_countdown_is_shown_and_ends_with_the_return(table, people):
    presence.keep_absence(table.game.id, 0, timezone.now() - 10 * SECOND)
    Game.objects.filter(pk=table.game.pk).update(turn_began_at=timezone.now() - 10 * SECOND)
    shown = here(table.game.id).absence
    assert (shown.name, shown.is_due) == ("Ada", False)
    assert 15 <= shown.seconds <= 20
    seat_at(table.game, 0)
    assert here(table.game.id).absence is None


def test_while_the_absent_one_is_not_to_move_nobody_counts(table, people):
    play_move(game_id=table.game.id, user=people.ada, ply=1, text="pass", now=table.began)
    assert here(table.game.id).absence is None


def test_to_call_the_game_off_instead_is_a_second_step_with_script_and_without(
    table, people, browser
):
    page = browser(people.ben).get(f"/games/{table.game.id}/").content.decode()
    buttons = re.findall(r'<button[^>]*value="aborted"', page)
    assert len(buttons) == 2
    before_dialog, _, dialog = page.partition('<dialog id="claim-off-dialog"')
    assert buttons[0] in before_dialog.partition('<details class="no-script">')[2]
    assert buttons[1] in dialog.partition("</dialog>")[0] and 'form="claim"' in buttons[1]


def test_a_claim_that_is_posted_ends_the_game(table, people, browser):
    Game.objects.filter(pk=table.game.pk).update(turn_began_at=timezone.now() - 40 * SECOND)
    presence.keep_absence(table.game.id, 0, timezone.now() - 40 * SECOND)
    page = browser(people.ben).get(f"/games/{table.game.id}/")
    assert "Ada has been away for too long." in page.content.decode()
    answer = browser(people.ben).post(f"/games/{table.game.id}/claim/", {"ply": "1", "by": "time"})
    assert answer.status_code == 302
    assert ending(table) == ("time", [2, 1])


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("ply", ["", "x", "-1", "9" * 30])
def test_a_claim_for_no_ply_is_refused(table, people, browser, nothing_happens, ply):
    Game.objects.filter(pk=table.game.pk).update(turn_began_at=timezone.now() - 40 * SECOND)
    presence.keep_absence(table.game.id, 0, timezone.now() - 40 * SECOND)
    client = browser(people.ben)
    form = {"ply": ply, "by": "time"}
    nothing_happens(lambda: client.post(f"/games/{table.game.id}/claim/", form), 409)
