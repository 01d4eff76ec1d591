"""What surrounds the pages: the icon of the tab, paper, and readers who see otherwise."""

import re

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from games.models import Game
from games.rules import GAMES
from tests.tiers import but_for_certainty

from .axe import violations
from .table import open_table


@pytest.fixture
def tables(db):
    """A running game of each kind, from the demo, with who is to move."""
    call_command("seed_demo", verbosity=0)
    running = Game.objects.filter(ended_at=None).order_by("pk")
    return {game.key: (game, game.players.get(seat=game.turn).user) for game in running}


def test_the_icon_of_the_tab_has_a_dot_while_it_is_the_readers_turn(reader, tables):
    game, mover = tables["numerica"]
    other = game.players.exclude(user=mover).get().user
    moving, waiting, watching = reader(mover), reader(other), reader()
    for page in (moving, waiting, watching):
        open_table(page, game)
    icon = "link[rel=icon]"
    dotted, plain = re.compile(r"/icon-turn\.svg$"), re.compile(r"/icon\.svg$")
    expect(moving.locator(icon)).to_have_attribute("href", dotted)
    expect(waiting.locator(icon)).to_have_attribute("href", plain)
    moving.locator("#move").fill("pass")
    moving.locator("#move").press("Enter")
    expect(waiting.locator(icon)).to_have_attribute("href", dotted)
    expect(waiting).to_have_title(re.compile(r"^\(1\)"))
    expect(moving.locator(icon)).to_have_attribute("href", plain)
    expect(watching.locator(icon)).to_have_attribute("href", plain)
    waiting.goto(f"/games/{game.id}/?ply=1")
    expect(waiting.locator(icon)).to_have_attribute("href", plain)


def sheets(page, paper):
    """How many sheets a page takes, as Chromium prints it."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))


@pytest.mark.long
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_position_is_printed_on_one_sheet_and_its_moves_after_it(reader, tables, paper):
    assert set(tables) == set(GAMES)
    for key, (game, mover) in tables.items():
        for user in (mover, None):
            page = reader(user)
            open_table(page, game)
            assert sheets(page, paper) == 2, key
            page.emulate_media(media="print")
            page.set_viewport_size({"width": 680, "height": 960})
            for part in (".actions:not(.steps)", ".foot", ".bar nav", "#verdict", ".clock"):
                assert page.locator(f"{part} >> visible=true").count() == 0, part
            for part in ("#board", "#players", "#sheet"):
                expect(page.locator(part)).to_be_visible()


@pytest.mark.parametrize("key", but_for_certainty(list(GAMES), ["equate"]))
def test_a_blank_board_is_printed_on_one_sheet(reader, key):
    page = reader()
    page.goto(f"/rules/{key}/")
    page.get_by_role("link", name="A blank board to print").click()
    assert page.locator(".board .tile").count() == 0
    squares = GAMES[key].layout.size ** 2
    assert page.locator(".board .sq").count() == squares
    assert sheets(page, "A4") == sheets(page, "Letter") == 1


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_more_contrast_is_more_than_the_usual(reader, tables, scheme):
    for address in ["/", *(f"/games/{game.id}/" for game, _ in tables.values())]:
        page = reader(contrast="more", color_scheme=scheme)
        page.goto(address)
        assert violations(page, runOnly=["color-contrast-enhanced"]) == [], address


def test_in_the_readers_own_colours_tiles_and_states_keep_their_edges(reader, tables):
    game, mover = tables["equate"]
    page = reader(mover, forced_colors="active")
    open_table(page, game)
    look = "tile => { const s = getComputedStyle(tile); return [s.borderTopStyle, s.borderTopColor, s.color, s.backgroundColor]; }"
    last = page.locator("#board .tile.last").first.evaluate(look)
    old = page.locator("#board .tile:not(.last)").first.evaluate(look)
    assert last[0] == "double" and old[0] == "solid"
    assert last[1:] == old[1:] and old[1] == old[2] != old[3]
    bar = page.locator("#board .fr i + i").first
    assert bar.evaluate("bar => getComputedStyle(bar).borderTopColor") == old[2]


def test_nothing_moves_for_who_asked_for_that(reader, tables):
    game, mover = tables["numerica"]
    page = reader(mover, reduced_motion="reduce")
    for address in ("/", f"/games/{game.id}/", "/rules/numerica/"):
        page.goto(address)
        moving = page.evaluate(
            "[...document.querySelectorAll('*')].filter(each => {"
            " const style = getComputedStyle(each);"
            " return parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none'; }).length"
        )
        assert moving == 0, address
