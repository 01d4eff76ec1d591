"""The archive finds finished games, page by page, and says so when asked for nonsense."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.forms.archive import ArchiveForm
from games.models import Game, Player, unguessable_name
from games.rules import GAMES
from games.selectors import archive, archive_walks
from games.selectors.archive import PAGE
from games.services.aborts import call_off
from games.services.imports import LONGEST_NAME
from games.services.moves import play_move

from .helpers import SEED


def copies(game: Game, count: int, **changes) -> None:
    """More finished games like this one, a minute apart."""
    seats = list(game.players.all())
    made = []
    for number in range(count):
        made.append(Game.objects.get(pk=game.pk))
        made[-1].pk = unguessable_name()
        made[-1].ended_at = game.ended_at - timedelta(minutes=number + 1)
        for name, value in changes.items():
            setattr(made[-1], name, value)
    Game.objects.bulk_create(made)
    Player.objects.bulk_create(
        Player(
            game=copy,
            user=seat.user,
            seat=seat.seat,
            score=seat.score,
            rank=seat.rank,
            ended_at=copy.ended_at,
        )
        for copy in made
        for seat in seats
    )


@pytest.fixture
def ended(start, people):
    """A game that Ada gave up at her first move."""
    game = start()
    play_move(game_id=game.id, user=people.ada, ply=1, text="resign", now=timezone.now())
    game.refresh_from_db()
    return game


def found(client, **asked):
    response = client.get("/games/archive/", asked)
    assert response.status_code == 200
    return [line.id for line in response.context["found"].games], response


@pytest.mark.slow
def test_running_games_are_not_in_the_archive(client, start, ended):
    start(moves=2)
    assert found(client)[0] == [ended.id]


@pytest.mark.parametrize(
    ("asked", "is_found"),
    [
        ({"player": "Ada"}, True),
        ({"player": "bEN"}, True),
        ({"player": "Cleo"}, False),
        ({"player": "nobody"}, False),
        ({"game": "numerica"}, True),
        ({"rated": "no"}, True),
        ({"rated": "yes"}, False),
        ({"ending": "resign"}, True),
        ({"ending": "out"}, False),
        ({"ending": "agreement"}, False),
        ({"ending": "tropes"}, False),
        ({"ending": "no-trope"}, False),
        ({"score": "0"}, True),
        ({"score": "1"}, False),
        ({"player": "Ada", "score": "1"}, False),
        ({"since": "2020-01-01"}, True),
        ({"until": "2020-01-01"}, False),
        ({"since": "2999-01-01"}, False),
    ],
)
def test_a_search_finds_what_fits_and_nothing_else(client, ended, asked, is_found):
    assert found(client, **asked)[0] == ([ended.id] if is_found else [])


@pytest.mark.parametrize("asked", [{}, {"player": "Ada"}, {"game": "numerica"}])
def test_who_asks_for_rated_games_finds_none_that_was_called_off(client, start, people, asked):
    """Lists say of one that it was called off, not that it is rated: it counts for nobody."""
    counted, called_off = start(rated=True), start(rated=True)
    play_move(game_id=counted.id, user=people.ada, ply=1, text="resign", now=timezone.now())
    call_off(game_id=called_off.id, user=people.ada, ply=1, now=timezone.now())
    assert found(client, rated="yes", **asked)[0] == [counted.id]
    assert found(client, ending="aborted", **asked)[0] == [called_off.id]


@pytest.mark.parametrize("asked", [{}, {"player": "Ada"}, {"game": "numerica"}])
def test_who_asks_for_rated_games_finds_none_that_was_annulled(client, start, people, asked):
    """Lists say of one that it was annulled, not that it is rated: it counts for nobody."""
    counted, annulled = start(rated=True), start(rated=True)
    for game in (counted, annulled):
        play_move(game_id=game.id, user=people.ada, ply=1, text="resign", now=timezone.now())
    Game.objects.filter(pk=annulled.pk).update(annulled_at=timezone.now())
    assert found(client, rated="yes", **asked)[0] == [counted.id]
    page = client.get("/games/archive/", asked).content.decode()
    told = [
        page.partition(f'/games/{game.id}/"')[2].partition("</a>")[0]
        for game in (counted, annulled)
    ]
    assert "rated ·" in told[0] and "annulled ·" in told[1] and "rated ·" not in told[1]


@pytest.fixture
def among_four(ended, people):
    """Cleo and Dov had the third seat and the fourth; Cleo has the highest score."""
    dov = User.objects.create_user("Dov", "dov@example.org")
    at_end = {"game": ended, "ended_at": ended.ended_at}
    Player.objects.create(user=people.cleo, seat=2, score=99, rank=1, **at_end)
    Player.objects.create(user=dov, seat=3, score=20, rank=2, **at_end)
    Game.objects.filter(pk=ended.pk).update(best_score=99)
    return ended


@pytest.mark.parametrize(
    ("asked", "is_found"),
    [
        ({"player": "cleo"}, True),
        ({"player": "Dov"}, True),
        ({"player": "Dov", "score": "20"}, True),
        ({"player": "Dov", "score": "21"}, False),
        ({"player": "Ada", "score": "21"}, False),
        ({"score": "99"}, True),
        ({"score": "100"}, False),
    ],
)
def test_everybody_in_a_game_of_four_is_found_with_their_own_score(
    client, among_four, asked, is_found
):
    assert found(client, **asked)[0] == ([among_four.id] if is_found else [])


@pytest.mark.parametrize(
    "asked", [{"player": "anon"}, {"score": "0"}, {"player": "anon", "score": "0"}]
)
def test_a_game_that_seats_a_name_twice_is_found_once(client, ended, asked):
    """An imported record names its players as it likes."""
    ended.players.update(user=None, name="Anon")
    assert found(client, **asked)[0] == [ended.id]


def test_the_longest_name_of_an_imported_record_is_found(client, ended):
    name = "Ada " + "L" * (LONGEST_NAME - 4)
    ended.players.filter(seat=0).update(user=None, name=name)
    assert found(client, player=name)[0] == [ended.id]


def test_a_search_for_a_game_finds_only_that_one(client, ended, monkeypatch):
    choices = ArchiveForm.base_fields["game"]
    monkeypatch.setattr(choices, "choices", [*choices.choices, ("other", "Another")])
    assert found(client, game="other")[0] == []
    Game.objects.filter(pk=ended.pk).update(key="other")
    assert found(client, game="numerica")[0] == []


def test_every_game_can_be_asked_for(client, db):
    choices = dict(ArchiveForm().fields["game"].choices)
    assert set(choices) == {"", *GAMES}


def test_a_day_counts_from_its_start_to_its_end(client, ended):
    day = ended.ended_at.date().isoformat()
    assert found(client, since=day, until=day)[0] == [ended.id]


@pytest.mark.slow
def test_every_game_is_on_exactly_one_page_also_where_many_ended_at_once(client, ended):
    copies(ended, 2 * PAGE + 5, ended_at=ended.ended_at)
    seen, after = [], ""
    for _ in range(4):
        ids, response = found(client, player="ada", **({"after": after} if after else {}))
        seen += ids
        after = response.context["found"].next
        if not after:
            break
    assert len(seen) == len(set(seen)) == 2 * PAGE + 6


@pytest.fixture
def short_walks(monkeypatch):
    """Pages look at no more than five games."""
    monkeypatch.setattr(archive_walks, "LONGEST_WALK", 5)
    monkeypatch.setattr(archive, "LONGEST_WALK", 5)


@pytest.mark.parametrize(
    "asked",
    [
        {"rated": "no"},
        {"game": "numerica", "ending": "resign"},
        {"player": "ada", "rated": "no"},
        {"player": "nn", "rated": "no"},
        {"score": "40"},
        {"player": "ada", "score": "40"},
        {"score": "40", "since": "2020-01-01"},
    ],
)
def test_what_is_rare_is_found_page_by_page(client, ended, short_walks, asked):
    """Of these thirteen games two fit, the newest and one that a page does not reach."""
    copies(ended, 12, rated=True, key="equate", best_score=1)
    Player.objects.update(score=1)
    first, last = Game.objects.order_by("-ended_at").values_list("id", flat=True)[0:12:11]
    fitting = Game.objects.filter(pk__in=[first, last])
    fitting.update(rated=False, key="numerica", best_score=40)
    Player.objects.filter(game__in=fitting, seat=0).update(score=40)
    Player.objects.filter(seat=1).update(user=None, name="Nn")
    pages, after = [], ""
    while not pages or after:
        ids, response = found(client, **asked, **({"after": after} if after else {}))
        pages.append(ids)
        after = response.context["found"].next
    assert [game_id for page in pages for game_id in page] == [first, last]
    assert len(pages) <= 3


def test_a_score_that_few_have_needs_no_walk(client, ended, short_walks):
    copies(ended, 12, best_score=1)
    oldest = Game.objects.order_by("ended_at").first()
    Game.objects.filter(pk=oldest.pk).update(best_score=40)
    ids, response = found(client, score="40")
    assert ids == [oldest.pk] and not response.context["found"].next


def test_a_walk_names_no_game_that_the_reader_may_not_know_of(client, ended, short_walks):
    """The place where a page ends is one of a game that anybody may know of."""
    copies(ended, 12)
    games = list(Game.objects.order_by("-ended_at").values_list("id", flat=True))
    Game.objects.filter(pk__in=games[1:8]).update(is_private=True)
    response = found(client, rated="yes")[1]
    assert response.context["found"].next.endswith(f"_{games[11]}")
    html = response.content.decode()
    assert "goes on among older games" in html and "No game fits</b>" not in html


def test_a_page_past_the_end_says_that_there_is_no_more(client, ended):
    response = client.get("/games/archive/", {"after": "2000-01-01T00:00:00Z_zzz"})
    assert response.status_code == 200 and "No more games" in response.content.decode()


@pytest.mark.parametrize(
    "asked",
    [
        {"since": "never"},
        {"until": "2026-02-30"},
        {"score": "many"},
        {"score": "-1"},
        {"rated": "perhaps"},
        {"game": "chess"},
        {"ending": "boredom"},
        {"player": "x" * 41},
        {"after": "zzz"},
        {"after": "2026-01-01_abc"},
        {"after": "2026-01-01T00:00:00Z_"},
        {"player": "a\x00b"},
    ],
)
def test_a_search_for_nonsense_is_told_in_words(client, ended, asked):
    response = client.get("/games/archive/", asked)
    assert response.status_code == 422
    html = response.content.decode()
    assert "errorlist" in html or "no such page" in html


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/games/archive/", "/@Ada/"])
def test_many_games_cost_no_more_queries_than_few(client, ended, address):
    def cost(count):
        copies(ended, count)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    few = cost(10)
    assert cost(1990) == few


@pytest.mark.slow
def test_an_earlier_position_is_shown_and_no_move_can_be_made_there(start, browser, people):
    game = start(moves=6)
    for client in (browser(), browser(people.ada)):
        html = client.get(f"/games/{game.id}/?ply=2").content.decode()
        assert 'data-ply="2"' in html and "data-replay" in html
        assert (
            'data-play="1"' not in html and 'id="resign" data-dialog="resign-dialog">' not in html
        )


@pytest.mark.parametrize("ply", ["7", "-1", "x", "", "1e3", "٣", "99999999999"])
def test_a_ply_that_does_not_exist_is_not_found(start, client, ply):
    game = start(moves=6)
    response = client.get(f"/games/{game.id}/", {"ply": ply})
    assert response.status_code == 404 and "no such move" in response.content.decode()


@pytest.mark.slow
def test_an_earlier_position_of_a_running_game_hides_what_was_hidden(start, browser, people):
    game = start(moves=6)
    for client in (browser(), browser(people.ben)):
        context = client.get(f"/games/{game.id}/?ply=3").context["table"]
        assert all(not player.rack for player in context.players)
        assert SEED not in str(context)


@pytest.mark.parametrize(
    "asked",
    [
        {"until": "9999-12-31"},
        {"since": "0001-01-01"},
        {"after": "0001-01-01T00:00:00+14:00_a"},
        {"after": "9999-12-31T23:59:59-14:00_a"},
    ],
)
def test_the_ends_of_time_are_no_dates_of_games(client, ended, asked):
    assert client.get("/games/archive/", asked).status_code == 422


@pytest.mark.parametrize("score", ["1_0", "٣", "1e1", " 5 5"])
def test_a_score_is_asked_for_in_plain_digits(client, ended, score):
    assert client.get("/games/archive/", {"score": score}).status_code == 422
