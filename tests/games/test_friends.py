"""People one follows: their games, who is seen at a table; and how games against somebody went."""

from collections import Counter

import pytest
from django.utils import timezone

from accounts import relations
from accounts.models import User
from games.models import Game, GameSettings, Player
from games.selectors import friends, lists
from games.services.start import start_game
from games.store import presence
from games.store.presence import Seated

from .helpers import WHOLE, words_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def dov(people):
    """Dov follows Ada."""
    user = User.objects.create_user("Dov")
    relations.follow(follower=user, followed=people.ada, now=NOW)
    return user


@pytest.fixture
def at_table():
    """Somebody's page of a table is open while the test lasts."""
    opened = []

    def come(game: Game, user: User) -> None:
        seat = game.players.get(user=user).seat
        seated = Seated(seat, user.shows_presence, is_live=False)
        presence.players.here.setdefault(game.pk, Counter())[seated] += 1
        opened.append(game.pk)

    yield come
    for game_id in opened:
        presence.players.here.pop(game_id, None)


def row_ids(rows) -> list[str]:
    return [row.id for row in rows]


@pytest.mark.slow
def test_games_of_people_one_follows_come_first_and_stand_on_their_own(start, people, dov, browser):
    hers = start(moves=2)
    users = [people.ben, people.cleo]
    newer = start_game(GameSettings("numerica"), users=users, seed=bytes(32), now=NOW)
    Game.objects.filter(pk=newer.pk).update(ply=1)
    newer.moves.create(ply=1, seat=0, text="8F 1=1", points=1, detail="{}", played_at=NOW)
    assert row_ids(lists.games_to_watch(people.cleo, 5)) == [hers.pk]
    assert set(row_ids(lists.games_to_watch(dov, 5))) == {hers.pk, newer.pk}
    assert row_ids(lists.games_to_watch(dov, 5))[0] == hers.pk
    assert row_ids(lists.followed_games(dov)) == [hers.pk]
    html = browser(dov).get("/games/").content.decode()
    assert 'aria-labelledby="followed"' in html and hers.pk in html.split('id="wall"')[0]
    assert hers.pk in browser(dov).get("/people/following/").content.decode()
    assert 'aria-labelledby="followed"' not in browser(people.cleo).get("/games/").content.decode()


@pytest.mark.parametrize("hides", ["private", "shows_games", "own"])
def test_what_others_may_not_see_is_not_shown_to_followers(hides, start, people, dov):
    game = start(moves=2, is_private=hides == "private")
    if hides == "shows_games":
        User.objects.update(shows_games=False)
    if hides == "own":
        Player.objects.filter(user=people.ben).update(user=dov)
    assert lists.followed_games(dov) == [] and Game.objects.get() == game


def test_who_is_at_a_table_has_a_dot(start, people, dov, browser, at_table):
    at_table(start(), people.ada)
    assert friends.seen_at_tables([people.ada.pk, people.ben.pk]) == {people.ada.pk}
    assert "Ada at a table" in words_of(browser(dov).get("/people/following/"))
    assert "at a table" in words_of(browser(dov).get("/@Ada/"))
    assert "at a table" not in words_of(browser(dov).get("/@Ben/"))


@pytest.mark.parametrize("hides", ["private", "shows_presence", "seat", "ended"])
def test_who_hides_looks_like_who_is_not_there(hides, start, people, at_table):
    moves = len(WHOLE.moves) if hides == "ended" else 2
    game = start(moves=moves, is_private=hides == "private")
    if hides == "seat":  # hidden when the page was opened, shown since
        people.ada.shows_presence = False
    at_table(game, people.ada)
    if hides == "shows_presence":
        User.objects.update(shows_presence=False)
    assert friends.seen_at_tables([people.ada.pk]) == set()


def finished(people, ranks, key="numerica", **more) -> Game:
    """A game of Ada, Ben (and Cleo) that ended in these places."""
    users = [people.ada, people.ben, people.cleo][: len(ranks)]
    settings = GameSettings(key, options="players=3" if len(ranks) == 3 else "")
    game = start_game(settings, users=users, seed=bytes(32), now=NOW)
    for seat, rank in enumerate(ranks):
        game.players.filter(seat=seat).update(rank=rank, ended_at=NOW)
    Game.objects.filter(pk=game.pk).update(ended_at=NOW, **more)
    return game


@pytest.mark.slow
def test_games_against_each_other_are_counted_by_kind(
    people, start, django_assert_num_queries, browser
):
    for ranks in ((1, 2), (1, 2), (2, 1), (1, 1)):
        finished(people, ranks)
    finished(people, (2, 3, 1), "equate")  # Ada stands before Ben
    finished(people, (None, None))  # called off
    finished(people, (1, 2), is_imported=True)
    finished(people, (1, 2), annulled_at=NOW)
    finished(people, (1, 2), is_private=True)
    start()  # runs
    with django_assert_num_queries(1):
        mine = friends.head_to_head(people.ada, people.ben.pk)
    said = [(one.name, one.wins, one.ties, one.losses) for one in mine]
    assert said == [("Numerica", 2, 1, 1), ("Equate", 1, 0, 0)]
    theirs = friends.head_to_head(people.ben, people.ada.pk)
    assert [(one.wins, one.ties, one.losses) for one in theirs] == [(1, 1, 2), (0, 0, 1)]
    assert friends.head_to_head(people.ada, people.ada.pk) == []
    page = words_of(browser(people.ada).get("/@Ben/"))
    assert "Numerica 2 1 1 Equate 1 0 0" in page
    stranger = words_of(browser().get("/@Ben/"))
    assert "You won" not in stranger


def test_two_who_have_not_met_are_told_so(people, browser):
    assert "No finished game of you two counts yet." in words_of(browser(people.ada).get("/@Ben/"))


def test_two_who_have_finished_a_private_game_are_not_told_that_they_have_not(
    start, people, browser
):
    start(moves=len(WHOLE.moves), is_private=True)
    said = words_of(browser(people.ben).get("/@Ada/"))
    assert "have not finished" not in said and "No finished game of you two counts yet." in said


def test_a_profile_leads_to_the_form_with_the_name_filled_in(people, browser):
    html = browser(people.ada).get("/@Ben/").content.decode()
    assert '"/invitations/new/?to=name&amp;name=Ben"' in html
    form = browser(people.ada).get("/invitations/new/?to=name&name=Ben").content.decode()
    assert 'value="Ben"' in form
