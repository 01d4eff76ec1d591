"""A game that is annulled counts for nothing; undone, everything is as it was, to the byte."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Action, User
from accounts.relations import Refused
from games.models import Game
from games.services.annulments import annul_game, count_game_again
from numerica_site.account_services import delete_account
from ratings.models import Highlight, RatingChange, Standing
from tests.games.helpers import WHOLE

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def rows(model, *but: str) -> list:
    names = [field.name for field in model._meta.fields if field.name not in ("id", *but)]
    return sorted(map(str, model.objects.values_list(*names)))


def ratings() -> list:
    changes = list(RatingChange.objects.order_by("id").values())
    return [changes, rows(Standing), rows(Highlight)]


@pytest.fixture
def mia(db) -> User:
    return User.objects.create_superuser("Mia", "mia@example.org")


@pytest.fixture
def games(start) -> list[Game]:
    """Four rated games of Ada and Ben, one after the other."""
    return [
        start(moves=len(WHOLE.moves), now=NOW + timedelta(days=day), rated=True) for day in range(4)
    ]


def annul(game: Game, person: User, mia: User) -> Action:
    return annul_game(game_id=game.id, person=person, moderator=mia, reason="1", now=NOW)


def restore(action: Action, mia: User) -> None:
    count_game_again(action=action, moderator=mia, reason="2", now=NOW)


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("place", range(4))
def test_undoing_an_annulment_leaves_everything_as_it_was(place, games, people, mia):
    before = ratings()
    action = annul(games[place], people.ben, mia)
    assert ratings() != before
    call_command("verify", ratings=True)
    call_command("verify")
    restore(action, mia)
    assert ratings() == before
    call_command("verify", ratings=True)


def test_what_games_have_scored_comes_back_with_the_game(scored, games, people, mia):
    before = ratings()
    restore(annul(games[0], people.ben, mia), mia)
    assert ratings() == before


def test_the_ratings_are_those_of_the_games_that_are_left(games, people, mia):
    annul(games[1], people.ben, mia)
    assert not RatingChange.objects.filter(game=games[1]).exists()
    left = RatingChange.objects.filter(user=people.ada).order_by("id")
    assert [one.before for one in left][1:] == [one.after for one in left][:-1]
    standing = Standing.objects.get(user=people.ada)
    assert standing.rating == left.last().after
    assert (standing.games, standing.rated_games) == (3, 3)


@pytest.mark.slow
def test_two_annulments_are_undone_in_either_order(games, people, mia):
    before = ratings()
    one, other = annul(games[0], people.ben, mia), annul(games[2], people.ada, mia)
    call_command("verify", ratings=True)
    restore(one, mia)
    call_command("verify", ratings=True)
    restore(other, mia)
    assert ratings() == before


def test_games_that_were_rated_in_another_order_than_they_ended_keep_theirs(start, people, mia):
    ended = [
        start(moves=len(WHOLE.moves), now=NOW + timedelta(days=n), rated=True) for n in (0, 3, 2)
    ]
    annul(ended[0], people.ben, mia)
    assert {one.last_rated_at for one in Standing.objects.all()} == {NOW + timedelta(days=2)}
    call_command("verify", ratings=True)


@pytest.mark.slow
def test_an_annulment_is_undone_after_the_person_has_deleted_the_account(games, people, mia):
    adas = RatingChange.objects.filter(user=people.ada).order_by("id")
    before = list(adas.values())
    action = annul(games[1], people.ben, mia)
    delete_account(people.ben, NOW)
    action.refresh_from_db()
    assert action.reason == ""
    restore(action, mia)
    assert list(adas.values()) == before
    call_command("verify", ratings=True)


def test_only_a_game_that_is_over_and_counts_is_annulled(game, games, people, mia):
    for wrong, person, status in (
        (game, people.ben, 409),
        (games[0], people.cleo, 422),
    ):
        with pytest.raises(Refused) as refused:
            annul(wrong, person, mia)
        assert refused.value.status == status
    annul(games[0], people.ben, mia)
    with pytest.raises(Refused):
        annul(games[0], people.ben, mia)


def test_the_table_says_that_the_game_counts_for_nothing(games, people, mia, browser):
    annul(games[0], people.ben, mia)
    page = browser().get(f"/games/{games[0].id}/").content.decode()
    assert "This game was annulled" in page


def test_who_was_closed_has_the_same_ratings_when_that_is_undone(games, people, moderator):
    before = ratings()
    said = {"kind": "close", "reason": "1", "hours": "24"}
    assert moderator.post(f"/desk/{people.ben.pk}/act/", said).status_code == 302
    action = Action.objects.get()
    assert moderator.post(f"/desk/actions/{action.pk}/lift/", {"reason": "2"}).status_code == 302
    assert ratings() == before


@pytest.mark.slow
def test_who_reads_on_by_the_socket_is_told_that_the_game_does_not_count(
    games, people, mia, client, django_capture_on_commit_callbacks
):
    """What was drawn before for open pages is not shown again."""
    path = f"/games/{games[0].id}/live/"
    assert "annulled" not in client.get(path).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        action = annul(games[0], people.ben, mia)
    assert "annulled" in client.get(path).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        restore(action, mia)
    assert "annulled" not in client.get(path).content.decode()


def test_the_staff_know_of_no_private_game(start, people, moderator):
    game = start(moves=len(WHOLE.moves), now=NOW, is_private=True)
    for person in (people.ada, people.cleo):
        said = {"kind": "annul", "reason": "1", "hours": "24", "game": game.id}
        answer = moderator.post(f"/desk/{person.pk}/act/", said)
        assert answer.status_code == 422
        assert "There is no such game." in answer.content.decode()
    assert not Action.objects.exists()


@pytest.mark.slow
def test_many_games_that_follow_are_read_in_few_steps(start, people, mia):
    """All whose ratings follow wait meanwhile."""
    games = [
        start(moves=len(WHOLE.moves), now=NOW - timedelta(days=20 - day), rated=True)
        for day in range(8)
    ]
    counts = []
    for game in (games[6], games[0]):  # one game follows, then six that count
        with CaptureQueriesContext(connection) as asked:
            annul(game, people.ben, mia)
        counts.append(len(asked))
    assert counts[0] == counts[1], counts
