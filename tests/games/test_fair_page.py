"""What the table's page says about fair draws: the commitment at once, the seed only at the end."""

import json
import re
from html import unescape

import pytest
from django.utils import timezone

from games.live import fragments
from games.models import Game, GameSettings
from games.rules import GAMES
from games.rules.numerica import RACK_SIZE, TILES
from games.rules.record import parse, replay
from games.rules.tiles import commitment
from games.services.moves import play_move
from games.services.start import start_game

from .helpers import ROOT, SEED, WHOLE

pytestmark = pytest.mark.django_db

ALL = len(WHOLE.moves)


def zone(html: str) -> str:
    """The part of a page or a fragment that is about the draws."""
    found = re.search(r'(?s)<(section|details) class="fair" id="fair".*?</\1>', html)
    return found[0] if found else ""


def page_of(client, game, query="") -> str:
    return client.get(f"/games/{game.id}/{query}").content.decode()


def sentences(html: str) -> list[str]:
    text = unescape(re.sub(r"<[^>]+>", "", re.search(r"(?s)<p>(.*?)</p>", html)[1]))
    return re.findall(r"[A-Z][^.]*(?:\.(?=\w)[^.]*)*\.", text)


def data_of(html: str) -> dict[str, str]:
    tag = re.match(r"<details[^>]*>", html)[0]
    return {name: unescape(value) for name, value in re.findall(r'data-([\w-]+)="([^"]*)"', tag)}


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("moves", [0, 3, ALL - 1])
def test_a_running_game_shows_its_commitment_and_nothing_of_the_draws(
    moves, start, people, browser
):
    game = start(moves=moves)
    for reader in (browser(), browser(people.ada), browser(people.ben)):
        html = page_of(reader, game)
        said = zone(html)
        assert said.startswith("<details") and game.commitment in said
        assert SEED not in html and 'data-script="fair"' not in html
        assert "data-" not in said and "<button" not in said


def test_a_finished_game_says_in_four_sentences_what_the_commitment_means(start, browser):
    game = start(moves=ALL)
    said = zone(page_of(browser(), game))
    assert game.commitment in said and SEED in said
    assert game.commitment == commitment(bytes.fromhex(SEED))
    found = sentences(said)
    assert len(found) == 4
    assert "secret seed" in found[0]
    assert "since before the first move" in found[1]
    assert "no draw could be changed" in found[2]
    assert "manage.py replay" in found[3]


def test_an_imported_game_does_not_say_that_its_commitment_was_shown_here(start, browser):
    game = start(moves=ALL)
    Game.objects.filter(pk=game.pk).update(is_imported=True)
    found = sentences(zone(page_of(browser(), game)))
    assert len(found) == 4
    assert "imported" in found[1] and "before the first move" not in found[1]


def test_the_page_holds_what_a_browser_needs_to_draw_again(start, browser):
    game = start(moves=ALL)
    data = data_of(zone(page_of(browser(), game)))
    end = json.loads(Game.objects.get(pk=game.pk).state)["stock"]
    tiles = [list(kind) for kind in TILES.counts.items()]
    supply = {"label": "draw", "hand": RACK_SIZE, "tiles": tiles, "left": len(end["bags"][0][0])}
    assert json.loads(data["draws"]) == {"supplies": [supply], "racks": end["racks"]}
    assert data["commitment"] == game.commitment
    assert data["record"] == f"/games/{game.id}/record/"


@pytest.mark.parametrize("key", GAMES)
def test_every_game_tells_its_draws_when_it_is_over(key, people, browser):
    users, now = [people.ada, people.ben], timezone.now()
    game = start_game(GameSettings(key), users=users, seed=bytes.fromhex(SEED), now=now)
    assert "data-draws" not in page_of(browser(), game)
    play_move(game_id=game.id, user=users[game.turn], ply=1, text="resign", now=now)
    game.refresh_from_db()
    said = data_of(zone(page_of(browser(), game)))["draws"]
    assert json.loads(said) == game.position.draws()


def test_a_record_tells_how_the_board_was_set_up_where_chance_did_it(people, browser):
    users, now = [people.ada, people.ben], timezone.now()
    game = start_game(GameSettings("numeria"), users=users, seed=bytes.fromhex(SEED), now=now)
    play_move(game_id=game.id, user=users[game.turn], ply=1, text="resign", now=now)
    text = browser().get(f"/games/{game.id}/record/").content.decode()
    assert parse(text).headers["Setup"] == game.position.initial_position
    assert replay(text).fault is None


def test_a_record_of_a_game_that_starts_alike_has_no_set_up(start, browser):
    game = start(moves=ALL)
    assert "[Setup" not in browser().get(f"/games/{game.id}/record/").content.decode()


@pytest.mark.slow
def test_every_sentence_that_the_script_says_stands_on_the_page(start, browser):
    data = data_of(zone(page_of(browser(), start(moves=ALL))))
    script = (ROOT / "static/js/fair/check.js").read_text()
    said = json.loads(data["sentences"])
    signs = {said.pop("times"), said.pop("divided")}
    assert signs == {"×", "÷"} and {"say.times", "say.divided"} <= set(
        re.findall(r"say\.\w+", script)
    )
    quoted = set(re.findall(r'"(\w{3,})"', script))
    assert {name for name in quoted if name.endswith("No")} <= set(said) <= quoted
    assert all(text.endswith(".") for text in said.values())


@pytest.mark.slow
def test_the_end_brings_the_seed_to_open_pages_and_no_move_before_touches_the_section(start):
    running, ended = start(moves=ALL - 1), start(moves=ALL)
    for extent in ("change", "whole"):
        assert zone(fragments.live_fragment(running.id, ALL - 1, 0, extent)) == ""
        said = zone(fragments.live_fragment(ended.id, ALL, None, extent))
        assert 'hx-swap-oob="true"' in said and SEED in said


@pytest.mark.slow
def test_an_earlier_position_of_a_finished_game_is_about_the_whole_game_too(start, browser):
    game = start(moves=ALL)
    assert zone(page_of(browser(), game, "?ply=3")) == zone(page_of(browser(), game))


def test_an_earlier_position_of_a_running_game_shows_no_seed(start, browser):
    game = start(moves=5)
    html = page_of(browser(), game, "?ply=3")
    assert SEED not in html and game.commitment in zone(html)
