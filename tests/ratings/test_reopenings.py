"""A game that ended wrongly goes on as if it had not; undone, everything is as it was."""

import json
import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import TestCase
from django.utils import timezone

from accounts import moderation
from accounts.models import Action, Notice, User
from accounts.relations import Refused
from accounts.services import make_computers
from games import notifications
from games.models import Game, GameSettings, Player, Review, ReviewedMove
from games.rules.record import replay
from games.rules.refusals import Refusal
from games.selectors.records import record
from games.services import reopenings
from games.services.aborts import call_off
from games.services.deadlines import flag_fallen
from games.services.more_time import ask_for_time, give_time
from games.services.moves import play_move
from games.services.rematches import want_rematch
from games.services.reopenings import end_again, reopen_ended_by, reopen_game
from games.services.reviews import store_reviewed_move
from games.services.start import start_game
from games.store import site_time
from ratings.models import Highlight, RatingChange, Standing
from tests.games.computer_games import games_against
from tests.games.helpers import WHOLE, words_of

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
LATER = NOW + 3 * DAY


def rows(model, *but: str) -> list:
    names = [field.name for field in model._meta.fields if field.name not in ("id", *but)]
    return sorted(map(str, model.objects.values_list(*names)))


def derived() -> list:
    """All that follows from finished games."""
    changes = list(RatingChange.objects.order_by("id").values())
    return [changes, rows(Standing), rows(Highlight)]


TURN = ("turn_began_at", "deadline_at", "reminder_at", "changed_at")


def of_game(game: Game, *but: str) -> list:
    """The game's row, its players' and its moves', to the byte."""
    row = Game.objects.filter(pk=game.pk).values().get()
    kept = {name: value for name, value in row.items() if name not in but}
    players = list(Player.objects.filter(game=game.pk).order_by("seat").values())
    return [kept, players, list(game.moves.order_by("ply").values())]


def moves_without_id(game: Game) -> list:
    found = [dict(one) for one in game.moves.order_by("ply").values()]
    return [{key: value for key, value in one.items() if key != "id"} for one in found]


@pytest.fixture
def mia(db) -> User:
    return User.objects.create_superuser("Mia", "mia@example.org")


@pytest.fixture
def before(start, end) -> Game:
    """A rated game of Ada and Ben that ended long ago: both have a standing."""
    return start(moves=len(WHOLE.moves), now=NOW - 9 * DAY, rated=True)


def reopen(game: Game, person: User, mia: User, now=LATER) -> Action:
    action = reopen_game(game_id=game.id, person=person, moderator=mia, reason="1", now=now)
    game.refresh_from_db()
    return action


def undo(action: Action, mia: User, now=LATER + MINUTE) -> None:
    end_again(action=action, moderator=mia, reason="2", now=now)


def refusal(do) -> int:
    with pytest.raises(Refused) as refused:
        do()
    assert refused.value.sentence.endswith(".")
    return refused.value.status


def verify() -> None:
    call_command("verify")
    call_command("verify", ratings=True)


def finish(game: Game, people, how: str, end) -> None:
    if how == "resign out of turn":
        other = game.players.exclude(seat=game.turn).get().user
        at = game.turn_began_at + MINUTE
        play_move(game_id=game.id, user=other, ply=game.ply + 1, text="resign", now=at)
    elif how == "time":
        flag_fallen(game_id=game.id, now=game.deadline_at + MINUTE)
    else:
        end(game, how, now=game.turn_began_at + MINUTE)
    game.refresh_from_db()
    assert game.ended_at is not None


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("how", ["resign", "time", "resign out of turn", "aborted"])
@pytest.mark.parametrize("clock", ["3d", "3d+2d", "300+5"])
def test_all_is_as_before_the_ending(how, clock, start, end, before, people, mia):
    game = start(now=NOW, rated=True, time_control=clock)
    was, follows = of_game(game, *TURN), derived()
    finish(game, people, how, end)
    over, after, text = of_game(game, "changed_at"), derived(), moves_without_id(game)
    action = reopen(game, people.ben, mia)
    assert of_game(game, *TURN) == was and derived() == follows
    assert game.turn_began_at == LATER
    assert game.deadline_at == game.clocks.deadline(game.turn, LATER)
    verify()
    undo(action, mia)
    assert of_game(game, "changed_at")[:2] == over[:2] and moves_without_id(game) == text
    assert derived() == after
    verify()


def test_what_was_given_back_for_a_slow_line_is_not_given_once_more(start, end, people, mia):
    game = start(moves=0, now=NOW, time_control="300+5")
    at, slow = game.turn_began_at + MINUTE, timedelta(milliseconds=400)
    first = WHOLE.moves[0].text
    play_move(game_id=game.id, user=people.ada, ply=1, text=first, now=at, round_trip=slow)
    game.refresh_from_db()
    was = game.clocks
    assert was.lag[0] == slow
    finish(game, people, "resign", end)
    reopen(game, people.ben, mia)
    assert game.clocks == was


@pytest.mark.slow
def test_the_first_game_of_two_leaves_no_standing_behind(start, end, people, mia):
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    after = derived()
    action = reopen(game, people.ada, mia)
    assert derived() == [[], [], []]
    verify()
    undo(action, mia)
    assert derived() == after
    verify()


@pytest.mark.slow
def test_games_that_ended_since_are_rated_as_if_it_had_not_been(start, end, people, mia):
    game, later = start(now=NOW, rated=True), start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    finish(later, people, "time", end)
    after = derived()
    action = reopen(game, people.ada, mia)
    change = RatingChange.objects.get(user=people.ada)
    assert change.game_id == later.id and change.before == Standing(rating=change.before).rating
    verify()
    undo(action, mia)
    assert derived() == after


@pytest.mark.slow
def test_the_game_goes_on_to_its_end_and_is_rated_once(start, end, before, people, mia):
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    reopen(game, people.ada, mia)
    for place, line in enumerate(WHOLE.moves[game.ply :], start=1):
        game.refresh_from_db()
        mover = game.players.get(seat=game.turn).user
        now = LATER + place * MINUTE
        play_move(game_id=game.id, user=mover, ply=game.ply + 1, text=line.text, now=now)
    game.refresh_from_db()
    assert game.ended_at and RatingChange.objects.filter(game=game).count() == 2
    assert replay(record(game.id, "https://example.org/")).fault is None
    verify()


def test_what_followed_from_the_end_is_withdrawn(start, end, before, people, mia):
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    store_reviewed_move(game_id=game.id, ply=1, seat=0, found=None, now=NOW)
    want_rematch(game_id=game.id, user=people.ada, now=NOW + MINUTE)
    reopen(game, people.ada, mia, now=NOW + 2 * MINUTE)
    assert not Review.objects.filter(pk=game.id).exists()
    assert not ReviewedMove.objects.filter(review=game.id).exists()
    kinds = {who: set() for who in (people.ada.pk, people.ben.pk)}
    for notice in Notice.objects.filter(read_at=None).exclude(game=before):
        kinds[notice.recipient_id].add(notice.kind)
    assert kinds[people.ada.pk] == {"acted", "turn"} and kinds[people.ben.pk] == {"reopened"}
    with pytest.raises(Exception, match="not over"):
        want_rematch(game_id=game.id, user=people.ben, now=LATER)


def test_undone_the_players_are_told_the_result_again(start, end, before, people, mia):
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    undo(reopen(game, people.ada, mia), mia)
    told = Notice.objects.filter(game=game, read_at=None).values_list("recipient", "kind")
    assert sorted(told) == sorted([(people.ada.pk, "over"), (people.ben.pk, "over")])
    assert Review.objects.filter(pk=game.id).exists()


def test_a_game_that_came_to_its_end_on_the_board_stays_ended(before, people, mia):
    everything = of_game(before), derived()
    assert refusal(lambda: reopen(before, people.ada, mia)) == 409
    assert (of_game(before), derived()) == everything


@pytest.mark.slow
def test_who_may_not_reopen_and_what_cannot_be(start, end, before, people, mia):
    running = start(now=NOW)
    assert refusal(lambda: reopen(running, people.ada, mia)) == 409
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    assert refusal(lambda: reopen(game, people.cleo, mia)) == 422
    assert refusal(lambda: reopen(game, people.ada, people.ben)) == 403
    for user in (people.ada, people.ben):
        want_rematch(game_id=game.id, user=user, now=NOW + MINUTE)
    assert refusal(lambda: reopen(game, people.ada, mia)) == 409
    private = start(now=NOW, is_private=True)
    finish(private, people, "resign", end)
    with pytest.raises(Game.DoesNotExist):
        reopen(private, people.ada, mia)
    Game.objects.filter(pk=game.pk).update(annulled_at=NOW)
    assert refusal(lambda: reopen(game, people.ada, mia)) == 409


def test_a_game_called_off_by_agreement_goes_on(start, people, mia):
    game = start(moves=0, now=NOW)
    call_off(game_id=game.id, user=people.ada, ply=1, now=NOW + MINUTE)
    game.refresh_from_db()
    assert game.termination == "aborted"
    action = reopen(game, people.ada, mia)
    assert (game.ply, game.termination, game.turn) == (0, "", 0)
    undo(action, mia)
    game.refresh_from_db()
    assert game.termination == "aborted"
    verify()


def test_the_end_is_not_put_back_when_somebody_has_moved(start, end, before, people, mia):
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    action = reopen(game, people.ada, mia)
    mover = game.players.get(seat=game.turn).user
    text = WHOLE.moves[game.ply].text
    play_move(game_id=game.id, user=mover, ply=game.ply + 1, text=text, now=LATER + MINUTE)
    everything = of_game(game), derived()
    assert refusal(lambda: undo(action, mia)) == 409
    assert (of_game(game), derived()) == everything


@pytest.mark.slow
def test_at_a_table_of_three_who_had_left_before_stays_away(people, mia):
    users = [people.ada, people.ben, people.cleo]
    settings = GameSettings("equate", options="players=3", rated=True, time_control="3d")
    game = start_game(settings, users=users, seed=bytes(32), now=NOW)
    first, second = users[game.turn], users[(game.turn + 1) % 3]
    play_move(game_id=game.id, user=first, ply=1, text="resign", now=NOW + MINUTE)
    was = of_game(game, *TURN)
    play_move(game_id=game.id, user=second, ply=2, text="resign", now=NOW + 2 * MINUTE)
    action = reopen(game, second, mia)
    assert of_game(game, *TURN) == was and users[game.turn] == second
    verify()
    undo(action, mia)
    verify()


def test_a_computer_on_turn_is_called(people, mia, monkeypatch):
    make_computers()
    game = games_against(people)(first=1, time_control="300+5")
    called = []
    monkeypatch.setattr(notifications, "computer_listeners", [lambda *told: called.append(told)])
    now = timezone.now()
    play_move(game_id=game.id, user=people.ada, ply=1, text="resign", now=now)
    called.clear()
    with TestCase.captureOnCommitCallbacks(execute=True):
        reopen(game, people.ada, mia, now=now + MINUTE)
    assert called == [(game.id, 0)] and game.deadline_at is None
    verify()


@pytest.mark.slow
def test_it_is_undone_once_and_reopened_again(start, end, before, people, mia):
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    action = reopen(game, people.ada, mia)
    undo(action, mia)
    assert refusal(lambda: undo(action, mia)) == 409
    reopen(game, people.ada, mia, now=LATER + 2 * MINUTE)
    assert game.ended_at is None
    verify()


@pytest.mark.django_db(transaction=True)
def test_of_two_reopenings_at_once_one_is_refused(start, end, people, mia):
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    statuses = []

    def press() -> None:
        try:
            reopen_game(game_id=game.id, person=people.ada, moderator=mia, reason="1", now=LATER)
            statuses.append(200)
        except Refused as refused:
            statuses.append(refused.status)
        finally:
            connection.close()

    threads = [threading.Thread(target=press) for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(statuses) == [200, 409] and Action.objects.count() == 1
    verify()


@pytest.mark.django_db(transaction=True)
def test_a_move_and_the_undoing_meet_and_one_of_them_is_refused(start, end, people, mia):
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    action = reopen(game, people.ada, mia)
    mover, text = game.players.get(seat=game.turn).user, WHOLE.moves[game.ply].text
    done, refused = [], []

    def attempt(what) -> None:
        try:
            what()
            done.append(what)
        except (Refused, Refusal):
            refused.append(what)
        finally:
            connection.close()

    def move() -> None:
        play_move(game_id=game.id, user=mover, ply=game.ply + 1, text=text, now=LATER + MINUTE)

    threads = [
        threading.Thread(target=attempt, args=[what]) for what in (move, lambda: undo(action, mia))
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(done) == len(refused) == 1
    verify()


# --- more time ---


@pytest.mark.parametrize("is_kept", [True, False])
def test_undone_the_time_that_was_given_meanwhile_is_gone(is_kept, start, people, mia):
    game = start(now=NOW, time_control="300+5", moves=2)
    play_move(game_id=game.id, user=people.ada, ply=3, text="resign", now=NOW)
    action = reopen(game, people.ada, mia)
    if not is_kept:  # as it was stored before there was such a thing
        kept = json.loads(action.detail)
        del kept["times_given"]
        Action.objects.filter(pk=action.pk).update(detail=json.dumps(kept))
        action.refresh_from_db()
    ask_for_time(game_id=game.id, user=people.ada, ply=3, now=LATER)
    give_time(game_id=game.id, user=people.ben, ply=3, now=LATER)
    undo(action, mia)
    game.refresh_from_db()
    assert game.termination == "resign"
    given = list(game.players.values_list("times_given", flat=True))
    assert given == ([0, 0] if is_kept else [1, 0])


# --- the desk ---


def act(moderator, person: User, kind: str, **more):
    said = {"kind": kind, "reason": "1", "hours": "24", **more}
    return moderator.post(f"/desk/{person.pk}/act/", said)


def lift(moderator, action: Action):
    url = f"/desk/actions/{action.pk}/lift/"
    return moderator.post(url, {"reason": "2"}, follow=True)


@pytest.mark.slow
def test_the_desk_reopens_and_undoes(start, end, before, people, moderator):
    game = start(now=NOW, rated=True)
    finish(game, people, "resign", end)
    page = moderator.get(f"/desk/{people.ada.pk}/").content.decode()
    assert 'value="reopen"' in page and f'value="{game.id}"' in page
    assert act(moderator, people.ada, "reopen", game=game.id).status_code == 302
    assert act(moderator, people.ada, "reopen", game=game.id).status_code == 409
    assert act(moderator, people.ada, "reopen", game="nothing").status_code == 422
    game.refresh_from_db()
    assert game.ended_at is None
    assert lift(moderator, Action.objects.get()).status_code == 200
    game.refresh_from_db()
    assert game.termination == "resign"


@pytest.mark.parametrize("how", ["move", "time"])
def test_undoing_a_closing_keeps_what_the_others_played_and_gives_lost_time_back(
    how, start, before, people, moderator
):
    game = start(now=site_time.now() - MINUTE, rated=True)
    mover, other = [people.ada, people.ben][:: -1 if game.turn else 1]
    closed = other if how == "move" else mover
    mia = User.objects.get(username="Mia")
    moderation.close(closed, mia, "1", site_time.now())  # it has not left the game yet
    if how == "move":
        text, ply = WHOLE.moves[game.ply].text, game.ply + 1
        play_move(game_id=game.id, user=mover, ply=ply, text=text, now=site_time.now())
    else:
        flag_fallen(game_id=game.id, now=game.deadline_at, is_confirmed=True)
    game.refresh_from_db()
    assert game.ended_at is not None
    ply = game.ply
    action = Action.objects.get()
    moderation.lift(action, mia, "2", game.ended_at + MINUTE)
    action = Action.objects.get(pk=action.pk)  # with the person as it is by now
    reopened = reopen_ended_by(closing=action, moderator=mia, reason="2", now=LATER)
    game.refresh_from_db()
    assert reopened == (1, []) and game.ended_at is None and game.ply == ply - 1
    assert game.players.get(seat=game.turn).user == closed
    verify()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("clock", ["3d", "300+5"])
def test_undoing_a_closing_lets_the_games_go_on_that_it_ended(
    clock, start, before, people, moderator
):
    now = site_time.now() - MINUTE
    game = start(now=now, rated=True, time_control=clock)
    private = start(now=now, is_private=True)
    was, follows = [of_game(one, *TURN) for one in (game, private)], derived()
    assert act(moderator, people.ben, "close").status_code == 302
    for one in (game, private):
        one.refresh_from_db()
        assert one.termination == "resign"
    page = lift(moderator, Action.objects.get()).content.decode()
    assert "2 games that had ended by it go on." in page
    assert [of_game(one, *TURN) for one in (game, private)] == was and derived() == follows
    verify()
    assert Notice.objects.filter(recipient=people.ada, kind="reopened").count() == 2
    # Each of them is undone like any other; of the private one nobody learns the name.
    reopened = Action.objects.filter(kind="reopen").order_by("id")
    assert {one.game_id for one in reopened} == {game.id, None}
    for one in reopened:
        assert lift(moderator, one).status_code == 200
    game.refresh_from_db()
    assert game.termination == "resign"
    verify()


@pytest.mark.slow
def test_games_that_ended_otherwise_stay_so_when_a_closing_is_undone(
    start, end, before, people, moderator
):
    now = site_time.now() - MINUTE
    earlier = start(now=now, rated=True)
    finish(earlier, people, "resign out of turn", end)
    Game.objects.filter(pk=earlier.pk).update(ended_at=now)
    act(moderator, people.ben, "close")
    lift(moderator, Action.objects.get())
    earlier.refresh_from_db()
    assert earlier.ended_at is not None and not Action.objects.filter(kind="reopen").exists()


@pytest.mark.slow
def test_a_game_that_is_given_up_after_a_closing_was_undone_stays_over(
    start, end, before, people, moderator
):
    running = start(now=site_time.now() - MINUTE, rated=True)
    act(moderator, people.ben, "close")
    closing = Action.objects.get()
    lift(moderator, closing)
    begun = start(now=site_time.now(), rated=True)
    for game in (running, begun):
        play_move(
            game_id=game.id, user=people.ben, ply=game.ply + 1, text="resign", now=site_time.now()
        )
    everything = [of_game(game) for game in (running, begun)], derived()
    page = words_of(moderator.get(f"/desk/{people.ben.pk}/"))
    assert "Let the games go on" not in page
    assert lift(moderator, closing).status_code == 409
    assert ([of_game(game) for game in (running, begun)], derived()) == everything


@pytest.mark.slow
def test_a_game_that_could_not_go_on_keeps_no_other_and_is_tried_again(
    start, before, people, moderator, monkeypatch
):
    """The site was busy just then: the desk offers it once more, as long as a game is left."""
    games = [start(now=site_time.now() - MINUTE, rated=True) for _ in range(3)]
    act(moderator, people.ben, "close")
    closing, lock, asked = Action.objects.get(), reopenings.lock_game, []

    def is_busy(game_id):
        asked.append(game_id)
        if len(asked) == 2:
            raise OperationalError("lock timeout")
        return lock(game_id)

    monkeypatch.setattr(reopenings, "lock_game", is_busy)
    said = words_of(
        moderator.post(f"/desk/actions/{closing.pk}/lift/", {"reason": "2"}, follow=True)
    )
    running = Game.objects.filter(pk__in=[game.pk for game in games], ended_at=None)
    assert running.count() == 2 and "The site was busy: try it once more." in said
    assert "Let the games go on that had ended by it" in said
    said = words_of(
        moderator.post(f"/desk/actions/{closing.pk}/lift/", {"reason": "2"}, follow=True)
    )
    assert running.count() == 3 and "1 game that had ended by it goes on." in said
    assert "Let the games go on" not in said
    assert lift(moderator, closing).status_code == 409
    verify()
