"""Which scripts a page fetches: what it names at once, and what comes with the first gesture."""

import re
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from games.models import Game
from games.rules import GAMES
from tests.tiers import some_of

from .table import open_table, press

PRELOAD = re.compile(r'<link rel="modulepreload" href="([^"]+)">')
MODULE = re.compile(r'<script type="module" src="([^"]+)">')


@pytest.fixture
def games(db):
    """A running game of each kind from the demo, and one that is over."""
    call_command("seed_demo", verbosity=0)
    running = Game.objects.filter(ended_at=None).order_by("pk")
    ended = Game.objects.exclude(ended_at=None).order_by("-ply").first()
    return {game.key: game for game in running} | {"ended": ended}


def mover(game):
    return game.players.get(seat=game.turn).user


def fetched(page, address):
    """The modules that a page asks for by itself, and those that its HTML names."""
    asked, named = set(), set()

    def without_preloads(route):
        answer = route.fetch()
        html = answer.text()
        named.update(PRELOAD.findall(html) + MODULE.findall(html))
        route.fulfill(response=answer, body=PRELOAD.sub("", html))

    page.route(lambda url: urlsplit(url).path == address, without_preloads)
    page.on("request", lambda request: asked.add(urlsplit(request.url).path))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.goto("about:blank")
    page.problems.clear()  # of a page that a test changed, Chromium keeps from sockets of this machine
    return {path for path in asked if path.startswith("/static/js/")}, named


def addresses(games):
    """Pages with script, and who reads them."""
    tables = [(f"/games/{games[key].id}/", games[key]) for key in GAMES]
    yield from ((address, mover(game)) for address, game in tables)
    yield tables[0][0], None
    yield f"/games/{games['ended'].id}/review/", None
    yield from ((address, None) for address in ("/", "/rules/equate/", "/rules/numeria/"))


@pytest.mark.wider
def test_a_page_names_exactly_the_modules_that_it_runs(reader, games):
    """Those it does not name would be asked for one after the other; others, for nothing."""
    for address, user in some_of([*addresses(games)][3:7], [*addresses(games)]):
        asked, named = fetched(reader(user), address)
        assert asked == named and len(named) > 3, address


def test_what_few_need_comes_with_the_first_gesture(reader, games):
    page = reader(mover(games["equate"]))
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    open_table(page, games["equate"])
    page.wait_for_load_state("networkidle")
    before = set(asked)
    with page.expect_request("**/consequence.js"), page.expect_request("**/pinch.js"):
        with page.expect_request("**/sound.js"), page.expect_request("**/stepping.js"):
            page.locator("h1").click()
    later = {path.rpartition("/")[2] for path in set(asked) - before if path.endswith(".js")}
    brought = ["commands", "sound", "keys_dialog", "ending_dialogs", "consequence", "verdict_said"]
    brought += ["swap_dialog", "enlarged", "pinch", "stepping", "copying", "menus"]
    assert later == {f"{name}.js" for name in brought}


def test_a_swap_whose_script_does_not_come_says_so_and_can_be_asked_for_again(reader, games):
    page = reader(mover(games["equate"]))
    page.route("**/swap_dialog.js", lambda route: route.fulfill(status=503, body=""))
    open_table(page, games["equate"])
    press(page.locator("#swap"))
    expect(page.locator("#note")).to_contain_text("The server did not answer.")
    page.problems.clear()  # Chromium's own lines
    page.unroute("**/swap_dialog.js")
    press(page.locator("#swap"))
    expect(page.locator("#swap-dialog")).to_be_visible()


def test_a_pass_that_is_answered_before_its_script_has_come_is_made_when_it_has(reader, games):
    page = reader(mover(games["equate"]))
    held = []
    page.route("**/ending_dialogs.js", lambda route: held.append(route))
    open_table(page, games["equate"])
    ply = page.locator("#live").get_attribute("data-ply")
    page.locator("#more summary").click()
    page.locator("#pass").click()
    page.locator('#pass-dialog button[value="pass"]').click()
    page.wait_for_timeout(300)
    expect(page.locator("#live")).to_have_attribute("data-ply", ply)
    held[0].continue_()
    expect(page.locator("#live")).to_have_attribute("data-ply", str(int(ply) + 1))


def test_a_pass_whose_script_could_not_come_is_not_made_long_after(reader, games):
    page = reader(mover(games["equate"]))
    open_table(page, games["equate"])
    page.route("**/ending_dialogs.js", lambda route: route.abort())
    page.locator("#more summary").click()
    page.locator("#pass").click()
    page.locator('#pass-dialog button[value="pass"]').click()
    page.unroute("**/ending_dialogs.js")
    page.problems.clear()  # Chromium's own lines
    posted = []
    page.on("request", lambda request: posted.append(request.method))
    with page.expect_response("**/ending_dialogs.js"):
        page.locator("h1").click()
    page.wait_for_timeout(300)
    assert "POST" not in posted
    page.locator("#more summary").click()
    page.locator("#pass").click()
    with page.expect_request("**/move/"):
        page.locator('#pass-dialog button[value="pass"]').click()


def test_a_menu_closes_behind_its_question_also_where_its_script_comes_after_it(reader, games):
    page = reader(mover(games["equate"]))
    held = []
    page.route("**/menus.js", lambda route: held.append(route))
    open_table(page, games["equate"])
    press(page.locator("#more > summary"))
    press(page.locator("#pass"))
    expect(page.locator("#pass-dialog")).to_be_visible()
    expect(page.locator("#more")).to_have_attribute("open", "")
    held[0].continue_()
    expect(page.locator("#more")).not_to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator("#more > summary")).to_be_focused()


def test_a_small_square_takes_no_tile_where_what_enlarges_does_not_come(reader, games):
    """The tap might have been meant for the square beside it."""
    page = reader(mover(games["numerica"]), 360, 640, has_touch=True, is_mobile=True)
    page.route("**/enlarged.js", lambda route: route.fulfill(status=503, body=""))
    open_table(page, games["numerica"])
    page.locator("#rack button").first.tap()
    page.locator("#board .sq:not(:has(.tile))").first.tap()
    expect(page.locator("#note")).to_contain_text("The server did not answer.")
    expect(page.locator("#board .draft")).to_have_count(0)
    page.problems.clear()
    page.unroute("**/enlarged.js")
    page.locator("#board .sq:not(:has(.tile))").first.tap()
    expect(page.locator(".squared.zoomed")).to_be_visible()


def test_a_step_whose_script_does_not_come_is_a_link(reader, games):
    page = reader()
    page.route("**/stepping.js", lambda route: route.fulfill(status=503, body=""))
    page.goto(f"/games/{games['ended'].id}/")
    page.locator("#steps a").first.click()
    page.wait_for_url("**/?ply=*")
    page.problems.clear()


def test_a_play_that_is_typed_before_its_script_has_come_is_laid_when_it_has(reader, games):
    page = reader(mover(games["equate"]))
    held = []
    page.route("**/typed_text.js", lambda route: held.append(route))
    open_table(page, games["equate"])
    symbol = page.locator("#hand").get_attribute("data-tiles").split()[0]
    page.locator("#move").fill(f"1A {symbol}")
    page.wait_for_timeout(50)  # the script may be asked for later than the key is pressed
    expect(page.locator("#board .draft")).to_have_count(0)
    held[0].continue_()
    expect(page.locator("#sq-1A .draft")).to_be_visible()
