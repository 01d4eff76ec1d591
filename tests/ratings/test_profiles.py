"""What a person's page says of every game: standings, the history of ratings, plays to remember."""

import json
import re
from datetime import timedelta

import pytest

from accounts.models import User
from ratings.elo import match_score
from ratings.lists import LISTS, RatingList
from ratings.models import Highlight, RatingChange, Standing
from ratings.services import FinishedGame, Result, record_results

from ..games.helpers import words_of
from .conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(start, people, monkeypatch):
    """Two rated games in a list without scores, three in one that has them."""
    monkeypatch.setitem(LISTS, "digifeud", RatingList("Digifeud", match_score))
    ada, ben = people.ada.pk, people.ben.pk
    games = [("numerica", 453, 353), ("numerica", 90, 80)]
    games += [("digifeud", 400, 250), ("digifeud", 300, 100), ("digifeud", 10, 5)]
    for day, (key, won, lost) in enumerate(games):
        results = [Result(ada, 1, won), Result(ben, 2, lost)]
        ended_at = NOW + timedelta(days=day)
        record_results(game=FinishedGame(start().id, key, results, True, ended_at))


def section(page: str, key: str) -> str:
    """The part of the page that tells of one list."""
    (found,) = re.findall(rf'(?s)<section aria-labelledby="list-{key}">.*?</section>', page)
    return found


def cells(html: str) -> list[str]:
    return re.findall(r'<td class="num">([^<]*)</td>', html)


def test_every_list_has_its_part_and_the_page_leads_to_each(played, browser):
    page = browser().get("/@Ada/").content.decode()
    assert re.findall(r'<a href="#list-(\w+)">', page) == ["numerica", "digifeud"]
    for key in ("numerica", "digifeud"):
        assert f'<a href="/leaderboard/{key}/">' in section(page, key)


def test_the_total_score_stands_beside_the_strength(played, browser):
    page = browser().get("/@Ada/").content.decode()
    found = Standing.objects.get(user__username="Ada", key="digifeud")
    assert found.total_score == sum(
        RatingChange.objects.filter(user=found.user, key="digifeud").values_list(
            "match_score", flat=True
        )
    )
    strength = round(found.rating / 100)
    assert f"score {found.total_score}, strength {strength}\n" in section(page, "digifeud")
    assert "Strength in Digifeud" in page
    assert "strength" not in section(page, "numerica").lower()


def test_the_history_tells_the_score_of_each_game(played, browser):
    page = browser().get("/@Ada/").content.decode()
    changes = RatingChange.objects.filter(user__username="Ada", key="digifeud").order_by("-id")
    rows = cells(section(page, "digifeud"))
    assert rows[0::3] == [str(change.match_score) for change in changes]
    assert rows[0::3][-1] == "12" and len(rows) == 9
    assert len(cells(section(page, "numerica"))) == 4


def test_whose_games_are_not_shown_is_remembered_without_ways_to_them(start, end, people, browser):
    game = end(start(rated=True))
    chain = {"kind": Highlight.Kind.CHAIN, "value": 9, "ply": 1}
    Highlight.objects.create(user=people.ada, key="numerica", game=game, **chain)
    remembered = Highlight.objects.filter(user=people.ada).count()
    User.objects.filter(pk=people.ada.pk).update(shows_games=False)
    to_own, to_others = (
        section(browser(reader).get("/@Ada/").content.decode(), "numerica")
        for reader in (people.ada, people.cleo)
    )
    assert to_own.count(f'"/games/{game.id}/') == remembered + 1, "and in the history"
    assert game.id not in to_others and cells(to_others) == cells(to_own)
    assert to_others.count('class="worth"') == remembered


def test_a_single_list_needs_no_way_to_others(start, end, browser):
    end(start(rated=True))
    page = browser().get("/@Ada/").content.decode()
    assert 'class="tabs lists"' not in page and section(page, "numerica")


def test_a_list_that_is_no_more_is_not_shown(start, end, browser, people):
    Standing.objects.create(user=people.ada, key="chess", games=3)
    assert "No finished game yet" in words_of(browser().get("/@Ada/"))


@pytest.mark.parametrize("reader", ["ada", "cleo"])
def test_nobody_is_said_to_have_finished_no_game_above_a_list_of_finished_ones(
    reader, start, end, browser, people
):
    """Games that do not count stand in the list alone; a private one is its players' to know."""
    end(start(is_private=True))
    said = words_of(browser(getattr(people, reader)).get("/@Ada/"))
    assert ("No finished game yet" in said) is ("Last games" not in said) is (reader == "cleo")


def test_bingos_are_told_where_there_are_any(start, end, browser):
    end(start())
    assert "Bingos" not in words_of(browser().get("/@Ada/"))
    Standing.objects.update(bingos=2)
    assert "Bingos" in words_of(browser().get("/@Ada/"))


def test_a_tile_of_several_characters_is_one_tile(start, people, browser):
    game = start(moves=1)
    assert len(drawn("[1/2]+10=[21/2]", 6, game, people, browser)) == 6


def test_a_number_that_stands_on_one_square_is_one_tile(start, people, browser):
    tiles = drawn("7*13=91", 5, start(moves=1), people, browser)
    assert [tile.symbol for tile in tiles] == ["7", "*", "13", "=", "91"]


def drawn(text, squares, game, people, browser) -> list:
    """Return a line over `squares` squares, as the page draws it among the best plays."""
    run = {"text": text, "kind": "complete", "squares": ["8A"] * squares}
    game.moves.update(detail=json.dumps({"kind": "play", "bonus": 0, "runs": [run]}))
    Highlight.objects.create(
        user=people.ada, key="numerica", kind="play", value=9, game=game, ply=1
    )
    Standing.objects.create(user=people.ada, key="numerica", games=1)
    (play,) = browser().get("/@Ada/").context["person"].lists[0].plays
    return play.lines[0]
