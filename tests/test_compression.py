"""What leaves compressed, and why its length tells nobody what a page hides."""

import gzip

import pytest
from django.core.management import call_command

from games.models import Game
from games.rules import GAMES
from tests.every_page import every_page, sign_in

from .games.helpers import JSON, post_move

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
CHOSEN = "cHoSeN6174"  # by another site
KEEPS_ITS_QUERY = ("/invitations/new/", "/computer/")
"""Forms whose tabs lead to the same form for another game; they show nobody's secret."""


@pytest.fixture
def table(game):
    """The address of a table where Ada has a hand."""
    return f"/games/{game.id}/"


# --- compressed ---


def test_a_page_is_compressed_for_who_accepts_it(table, people, browser):
    client = browser(people.ada)
    plain, packed = client.get(table), client.get(table, headers=GZIP)
    assert "Content-Encoding" not in plain and packed["Content-Encoding"] == "gzip"
    assert 'id="rack"' in gzip.decompress(packed.content).decode()
    assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content) / 3
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer["Vary"] and answer["Cache-Control"] == "no-store"


def test_the_length_of_a_page_differs_from_one_time_to_the_next(db, client):
    lengths = {len(client.get("/about/", headers=GZIP).content) for _ in range(12)}
    assert len(lengths) > 4


@pytest.mark.parametrize("address", ["live/", "live/?ply=1", "?ply=1", "nowhere/", "?ply=x"])
def test_fragments_and_refusals_are_compressed(address, start, people, browser):
    client = browser(people.ada)
    answer = client.get(f"/games/{start(moves=6).id}/{address}", headers=GZIP)
    assert answer["Content-Encoding"] == "gzip" and b"<" in gzip.decompress(answer.content)


def test_what_is_short_stays_as_it_is(game, people, browser):
    assert "Content-Encoding" not in browser().get("/robots.txt", headers=GZIP)
    client = browser(people.ada)
    played = post_move(client, game, "pass", headers=GZIP, **JSON)
    assert played.json() and "Content-Encoding" not in played


@pytest.mark.slow
def test_pictures_and_archives_stay_as_they_are(start, people, browser):
    client = browser(people.ada)
    picture = client.get(f"/games/{start(moves=2).id}/2.png", headers=GZIP)
    assert picture.content.startswith(b"\x89PNG") and "Content-Encoding" not in picture
    archive = client.post("/people/export/", headers=GZIP)
    assert b"".join(archive).startswith(b"PK") and "Content-Encoding" not in archive


def test_a_picture_that_somebody_has_is_not_sent_again(db, client):
    first = client.get("/picture.png", headers=GZIP)
    again = client.get("/picture.png", headers=GZIP | {"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_head_says_what_get_would(table, people, browser):
    said = browser(people.ada).head(table, headers=GZIP)
    assert said["Content-Encoding"] == "gzip" and said.content == b""


# --- and safe ---


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_page_with_a_hand_repeats_nothing_that_another_site_can_choose(key, db, browser):
    """What is written into a link stands nowhere beside the tiles: no guess shortens the page."""
    call_command("seed_demo", verbosity=0)
    game = Game.objects.filter(key=key, ended_at=None).first()
    client = browser(game.players.get(seat=game.turn).user)
    for view in ("", "live/"):
        address = f"/games/{game.id}/{view}"
        assert 'id="hand"' in client.get(address).content.decode()
        for query in _queries(game.ply):
            answer = client.get(f"{address}?{query}", headers={"Referer": f"http://x/{CHOSEN}"})
            assert CHOSEN not in answer.content.decode(), f"{address}?{query}"


def _queries(ply: int) -> list[str]:
    """Queries that somebody else may write: names that mean nothing here, and those that do."""
    names = ("x", CHOSEN, "show", "lay", "text", "typed", "next", "ply", "message")
    return [f"{name}={CHOSEN}" for name in names] + [f"ply={ply}&show={CHOSEN}&x={CHOSEN}"]


@pytest.mark.slow
def test_no_page_repeats_a_query_that_it_does_not_know(db, browser):
    for address, reader in every_page():
        client = browser()
        if reader is not None:
            sign_in(client, reader)
        path, _, query = address.partition("?")
        if path not in KEEPS_ITS_QUERY:
            html = client.get(f"{path}?{query}&{CHOSEN}={CHOSEN}").content.decode()
            assert CHOSEN not in html, address
