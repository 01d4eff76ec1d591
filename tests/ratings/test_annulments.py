"""A game that is annulled counts for nothing; undone, everything is as it was, to the byte."""

from datetime import timedelta

import pytest
from django.core.management import call_command
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


def test_the_ratings_are_those_of_the_games_that_are_left(games, people, mia):
    annul(games[1], people.ben, mia)
    assert not RatingChange.objects.filter(game=games[1]).exists()
    left = RatingChange.objects.filter(user=people.ada).order_by("id")
    assert [one.before for one in left][1:] == [one.after for one in left][:-1]
    standing = Standing.objects.get(user=people.ada)
    assert standing.rating == left.last().after
    assert (standing.games, standing.rated_games) == (3, 3)


def test_two_annulments_are_undone_in_either_order(games, people, mia):
    before = ratings()
    one, other = annul(games[0], people.ben, mia), annul(games[2], people.ada, mia)
    call_command("verify", ratings=True)
    restore(one, mia)
    call_command("verify", ratings=True)
    restore(other, mia)
    assert ratings() == before


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
