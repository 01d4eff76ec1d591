"""The end of a game: what is in sight, what has gone, and one press each to the next one."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game, GameSettings
from games.services.rematches import want_rematch
from games.services.start import start_game
from tests.browser import table
from tests.browser.keys import is_region_kept, keep_region
from tests.games.helpers import SEED, WHOLE, play_record

LAST = WHOLE.moves[-1]


@pytest.fixture
def played(pair):
    """The whole recorded game, or all of it but its last move."""

    def made(without=0) -> Game:
        now = timezone.now()
        game = start_game(GameSettings("numerica"), users=pair, seed=bytes.fromhex(SEED), now=now)
        play_record(game, pair, len(WHOLE.moves) - without, now)
        game.refresh_from_db()
        return game

    return made


IN_SIGHT = """selectors => selectors.filter((selector) => {
    const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1;
})"""
"""Those of these that are not whole in the window."""


def test_when_the_last_move_comes_all_is_in_sight_and_no_tip_to_type(reader, played, pair):
    game = played(without=1)
    mover, other = pair[game.turn], pair[1 - game.turn]
    pages = [reader(mover), reader(other)]
    for page in pages:
        table.open_table(page, game)
        table.tab_to(page, "#board .sq")
    expect(pages[1].locator("#note")).to_contain_text("Type your tiles")
    table.play_by_notation(pages[0], LAST.text, LAST.points)
    for page in pages:
        expect(page.locator("#result h2")).to_have_text(re.compile("^You (won|lost), "))
        expect(page.locator("#note")).to_be_empty()
        expect(page.locator("#fair")).not_to_have_attribute("open", "")
        expect(page.locator("#board .best").first).to_have_class(re.compile(r"\bjoy\b"))
        expect(page.locator("#sheet .star")).to_have_count(1)
        seen = ["#board", "#rack", ".log", "#result", "#rematch", "#review-state", "#steps"]
        assert page.evaluate(IN_SIGHT, seen) == []


def test_on_a_phone_the_result_is_what_one_sees_first(reader, played, pair):
    page = reader(pair[0], **table.PHONE)
    page.goto(f"/games/{played().id}/")
    seen = ["#players", "#board", "#result h2", "#result .best"]
    assert page.evaluate(IN_SIGHT, seen) == []


def test_on_a_phone_the_next_game_is_in_sight_of_the_end_and_no_rack_is(reader, played, pair):
    game = played()
    want_rematch(game_id=game.id, user=pair[1], now=timezone.now())
    page = reader(pair[0], **table.PHONE)
    page.goto(f"/games/{game.id}/")
    expect(page.locator("#rematch-news")).to_contain_text("Ben wants a rematch.")
    assert page.evaluate(IN_SIGHT, ["#result h2", "#rematch-news", "#rematch .btn"]) == []
    expect(page.locator("#rack")).to_be_hidden()
    steps, button = page.locator("#steps"), page.locator("#rematch .btn")
    assert button.bounding_box()["y"] + button.bounding_box()["height"] <= steps.bounding_box()["y"]


def test_joy_is_for_who_was_there_and_moves_nothing_where_that_is_asked(reader, played, pair):
    game = played(without=1)
    page = reader(pair[game.turn], reduced_motion="reduce")
    table.open_table(page, game)
    table.play_by_notation(page, LAST.text, LAST.points)
    best = page.locator("#board .best").first
    expect(best).to_be_visible()
    assert best.evaluate("one => getComputedStyle(one).animationName") == "none"
    page.reload()
    expect(page.locator("#board .joy")).to_have_count(0)


def test_a_rematch_is_one_press_each_and_takes_along_who_watches(reader, played, pair):
    game = played()
    ada, ben, stranger = reader(pair[0]), reader(pair[1]), reader()
    for page in (ada, ben, stranger):
        table.open_table(page, game)
    stranger.keyboard.press("ArrowLeft")
    expect(stranger.locator("#live")).to_have_attribute("data-replay", "")
    table.press(ada.get_by_role("button", name="Rematch"))
    expect(ada.locator("#rematch-news")).to_contain_text("You want a rematch. Waiting for Ben.")
    expect(ada.get_by_role("button", name="Rematch")).to_be_hidden()
    expect(ben.locator("#rematch-news")).to_contain_text("Ada wants a rematch.")
    table.press(ben.get_by_role("button", name="Rematch"))
    ben.wait_for_url(lambda url: "/games/" in url and game.id not in url)
    begun = Game.objects.get(rematch_of=game)
    for page in (ada, ben):
        page.wait_for_url(f"**/games/{begun.id}/")
    way = stranger.get_by_role("link", name="watch the next game")
    expect(way).to_be_visible()
    assert f"/games/{game.id}/?ply=" in stranger.url, "nobody is torn away"
    table.press(way)
    stranger.wait_for_url(f"**/games/{begun.id}/")
    ada.go_back()
    expect(ada.get_by_role("link", name="Go to the game")).to_be_visible()
    assert game.id in ada.url, "whoever comes back stays"


def test_who_does_not_want_a_rematch_says_so_with_one_press(reader, played, pair):
    game = played()
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, game)
    table.press(ada.get_by_role("button", name="Rematch"))
    expect(ada.locator("#rematch-news")).to_contain_text("Waiting for Ben.")
    keep_region(ada, "rematch-news")
    table.press(ben.get_by_role("button", name="No, thanks"))
    expect(ada.locator("#rematch-news")).to_contain_text("Ben does not want a rematch.")
    assert is_region_kept(ada)
    assert game.id in ben.url
    expect(ada.get_by_role("button", name="Rematch")).to_be_visible()


def test_without_script_a_rematch_works_and_the_sheet_shows_its_end(reader, played, pair):
    game = played()
    ada, ben = [reader(user, java_script_enabled=False) for user in pair]
    ada.goto(f"/games/{game.id}/")
    inside = ada.locator(f"#move-{game.ply}").bounding_box()
    log = ada.locator(".log").bounding_box()
    assert log["y"] < inside["y"] < inside["y"] + inside["height"] <= log["y"] + log["height"]
    ada.get_by_role("button", name="Rematch").click()
    expect(ada.locator("#rematch-news")).to_contain_text("Waiting for Ben.")
    ben.goto(f"/games/{game.id}/")
    ben.get_by_role("button", name="Rematch").click()
    begun = Game.objects.get(rematch_of=game)
    assert f"/games/{begun.id}/" in ben.url
    ada.reload()
    ada.get_by_role("link", name="Go to the game").click()
    assert f"/games/{begun.id}/" in ada.url


def test_the_tiles_of_an_ended_game_are_no_buttons_to_press(reader, played, pair):
    game = played()
    page = reader(pair[0])
    table.open_table(page, game)
    tiles = page.locator("#rack button")
    expect(tiles.first).to_be_disabled()
    looks = tiles.evaluate_all("all => all.map((tile) => getComputedStyle(tile).cursor)")
    assert looks and set(looks) == {"default"}
