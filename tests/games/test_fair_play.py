"""Fair play: what is stored of rated games among people, and when somebody stands out by numbers."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.services import make_computers
from games.models import FairPlay, FairPlayHint, Game, PlayedMove
from games.rules.record import MoveEntry
from games.services.annulments import annul_game, count_game_again
from games.services.moves import play_move
from games.services.reviews import request_review
from games.store.fair_play import evidence
from numerica_site.account_services import delete_account
from ratings.models import RatingChange
from tests.games.computer_games import games_against
from tests.games.helpers import ROOT, WHOLE, make_at_once
from tests.games.judged import crowd, found, judged, look_again, review_with, stand_out

pytestmark = pytest.mark.django_db
NOW = timezone.now()
ALL = len(WHOLE.moves)


@pytest.fixture
def mia(db) -> User:
    return User.objects.create_superuser("Mia", "mia@example.org")


def resign(game: Game) -> None:
    user = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=user, ply=game.ply + 1, text="resign", now=NOW)


def kept() -> list[tuple[int, int, int]]:
    rows = FairPlay.objects.order_by("user")
    return [(row.user_id, row.best, row.judged) for row in rows]


# --- what is stored, and of which games ---


@pytest.mark.slow
def test_a_rated_game_among_people_keeps_what_was_judged_of_each_player(start, people):
    game = start(moves=ALL, rated=True)
    seen = {0: 0, 1: 0}

    def find(move):
        """Ada finds every second best play; Ben has nothing to lay at first, then always finds."""
        seen[move.seat] += 1
        if move.seat == 1 and seen[1] <= 2:
            return found(0, plays=())
        return found(3 * (move.seat == 0 and seen[0] % 2))

    assert not FairPlay.objects.exists()
    review_with(game, find)
    assert kept() == [
        (people.ada.pk, seen[0] // 2, seen[0]),
        (people.ben.pk, seen[1] - 2, seen[1] - 2),
    ]
    row = FairPlay.objects.get(user=people.ada)
    change = RatingChange.objects.get(user=people.ada, game=game)
    assert (row.review_id, row.key, row.rating) == (game.id, "numerica", change.before)


def test_an_ending_and_what_could_not_be_reviewed_are_not_judged(start, people):
    game = start(moves=4, rated=True)
    resign(game)
    review_with(game, lambda move: None if move.ply == 1 else found(0))
    seats = [move.seat for move in game.moves.all()][1:4]
    assert [judged for _, _, judged in kept()] == [seats.count(0), seats.count(1)]


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(("control", "key"), [("3d", "numerica"), ("600+5", "numerica:live")])
def test_times_are_quartiles_of_the_judged_moves_by_correspondence_and_live(
    control, key, start, people
):
    game = start(moves=ALL, rated=True, time_control=control)
    for number, move in enumerate(PlayedMove.objects.filter(game=game, seat=0)):
        PlayedMove.objects.filter(pk=move.pk).update(milliseconds=1000 * number + 1)
    PlayedMove.objects.filter(game=game, seat=1).update(milliseconds=None)
    review_with(game, lambda move: found(0))
    last = PlayedMove.objects.filter(game=game, seat=0).count() - 1
    ada, ben = FairPlay.objects.order_by("user")
    assert ada.key == ben.key == key
    assert ada.times == tuple(1000 * (quarter * last // 4) + 1 for quarter in (1, 2, 3))
    assert ben.times is None and ben.judged


@pytest.mark.slow
def test_nothing_is_stored_of_a_casual_game(start):
    review_with(start(moves=ALL), lambda move: found(0))
    assert not FairPlay.objects.exists()


def test_nothing_is_stored_of_a_rated_game_against_a_computer(people):
    make_computers()
    game = games_against(people)(rated=True)
    make_at_once(game, [MoveEntry(1, 1, "pass", 0)] * 3, NOW)
    assert RatingChange.objects.filter(game=game).exists()
    review_with(game, lambda move: found(0))
    assert not FairPlay.objects.exists()


@pytest.mark.slow
def test_nothing_is_stored_of_an_imported_game(db):
    call_command("import_record", ROOT / "tests/records/whole-game.game")
    game = Game.objects.get(is_imported=True)
    request_review(game_id=game.id, now=NOW)
    review_with(game, lambda move: found(0))
    assert not FairPlay.objects.exists()


@pytest.mark.slow
def test_of_a_game_that_is_annulled_nothing_is_stored_until_it_counts_again(start, people, mia):
    game = start(moves=ALL, rated=True)
    said = {"moderator": mia, "reason": "1", "now": NOW}
    action = annul_game(game_id=game.id, person=people.ben, **said)
    review_with(game, lambda move: found(0))
    assert not FairPlay.objects.exists()
    count_game_again(action=action, **said)
    assert {row.user_id for row in FairPlay.objects.all()} == {people.ada.pk, people.ben.pk}


@pytest.mark.slow
def test_a_review_that_is_made_again_stores_its_numbers_in_place_of_the_old_ones(start):
    game = start(moves=ALL, rated=True)
    review_with(game, lambda move: found(1))
    assert all(not best for _, best, _ in kept())
    game.review.edition = 0
    game.review.save()
    request_review(game_id=game.id, now=NOW)
    review_with(game, lambda move: found(0))
    assert len(kept()) == 2 and all(best == of for _, best, of in kept())


@pytest.mark.slow
def test_nothing_is_stored_of_who_has_deleted_the_account(start, people):
    game = start(moves=ALL, rated=True)
    delete_account(people.ben, NOW)
    review_with(game, lambda move: found(0))
    assert [user_id for user_id, _, _ in kept()] == [people.ada.pk]


# --- what is expected, and who stands out ---


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("others", "games", "is_enough"), [(20, 10, True), (19, 20, False), (25, 7, False)]
)
def test_nobody_stands_out_before_enough_others_were_judged(others, games, is_enough, people):
    """Two hundred games of twenty people."""
    crowd(others, games)
    judged(people.ada, games=10, best=10, of=10)
    look_again(people.ada)
    assert FairPlayHint.objects.exists() is is_enough


@pytest.mark.slow
def test_who_always_plays_the_best_is_a_hint_and_who_plays_as_others_is_none(people):
    crowd(best=5, of=10)
    judged(people.ada, games=10, best=10, of=10)
    judged(people.ben, games=10, best=6, of=10)
    look_again(people.ada)
    look_again(people.ben)
    hint = FairPlayHint.objects.get()
    assert (hint.user, hint.key, hint.is_open) == (people.ada, "numerica", True)


@pytest.mark.slow
def test_the_hint_comes_with_the_review_of_the_game_that_makes_it(start, people):
    crowd()
    judged(people.ada, games=9, best=10, of=10)
    look_again(people.ada)
    assert not FairPlayHint.objects.exists(), "nine games are too few"
    review_with(start(moves=ALL, rated=True), lambda move: found(move.seat))
    assert [hint.user for hint in FairPlayHint.objects.all()] == [people.ada]


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(("of", "stands_out"), [(8, True), (7, False)])
def test_eighty_judged_moves_are_needed(of, stands_out, people):
    crowd()
    judged(people.ada, games=10, best=of, of=of)
    look_again(people.ada)
    assert FairPlayHint.objects.exists() is stands_out


@pytest.mark.slow
def test_what_is_expected_is_what_nine_in_ten_of_the_others_do_not_exceed(people):
    """Where three in twenty find every play, finding every play is nothing."""
    crowd(17, 12, best=5, of=10)
    crowd(3, 12, best=10, of=10)
    judged(people.ada, games=10, best=10, of=10)
    look_again(people.ada)
    assert not FairPlayHint.objects.exists()


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("other", [{"rating": 145_000}, {"key": "numerica:live"}])
def test_others_are_of_the_same_list_and_of_the_same_strength(other, people):
    crowd(**other)
    judged(people.ada, games=10, best=10, of=10)
    look_again(people.ada)
    assert not FairPlayHint.objects.exists()


@pytest.mark.slow
def test_accounts_that_are_closed_are_nobodys_measure(people):
    for one in crowd():
        User.objects.filter(pk=one.pk).update(is_active=False)
    judged(people.ada, games=10, best=10, of=10)
    look_again(people.ada)
    assert not FairPlayHint.objects.exists()


@pytest.mark.slow
def test_annulled_games_are_no_evidence(people):
    stand_out(people.ada)
    hint = FairPlayHint.objects.get()
    assert evidence(people.ada.pk, hint.key, hint.up_to).is_outlier
    last = FairPlay.objects.filter(user=people.ada)[0]
    Game.objects.filter(pk=last.review_id).update(annulled_at=NOW)
    assert evidence(people.ada.pk, hint.key, hint.up_to) is None
    FairPlayHint.objects.all().delete()
    look_again(people.ada)
    assert not FairPlayHint.objects.exists()


@pytest.mark.slow
def test_a_hint_stands_until_somebody_has_looked_at_it(people):
    stand_out(people.ada)
    judged(people.ada, games=30, best=5, of=10)
    look_again(people.ada)
    hint = FairPlayHint.objects.get()
    assert hint.is_open and evidence(people.ada.pk, hint.key, hint.up_to).share == (100, 100)
    assert not evidence(people.ada.pk, hint.key).is_outlier
