"""The draft is the player's own: no update, reload or refusal takes it away."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import table

# The seed and the first moves of tests/records/whole-game.game.
FIRST, SECOND = "8D 3?=6-3", "E7 6.2+4"


def test_the_draft_survives_the_opponents_move_and_a_reload(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, opening)
    table.tap(ben, "8L 2+4")
    table.play_by_tapping(ada, FIRST, 13)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#move")).to_have_value("8L 2+4")
    expect(ben.locator("#board .draft")).to_have_count(3)
    ben.reload()
    expect(ben.locator("#board .draft")).to_have_count(3)
    expect(ben.locator("#move")).to_have_value("8L 2+4")


def test_a_drafted_tile_whose_square_is_taken_goes_home_and_a_line_says_so(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, opening)
    table.tap(ben, "8G 2+4")
    table.play_by_tapping(ada, FIRST, 13)
    expect(ben.locator("#board .draft")).to_have_count(1)
    expect(ben.locator("#note")).to_contain_text("came home")
    expect(ben.locator("#rack button")).to_have_count(8)


def test_a_refused_move_keeps_the_draft_and_says_in_numbers_what_is_wrong(reader, pair, opening):
    ada = reader(pair[0])
    table.open_table(ada, opening)
    table.tap(ada, "8F 3-3?=6")
    expect(ada.locator("#verdict")).to_contain_text("the left side is 0, the right side is 6")
    expect(ada.locator("#sq-8F")).to_have_class(re.compile("wrong"))
    ada.locator("#play").click()
    expect(ada.locator("#board .draft")).to_have_count(5)
    expect(ada.locator("#verdict")).to_contain_text("the left side is 0, the right side is 6")
    expect(ada.locator("#live")).to_have_attribute("data-ply", "0")


def test_a_picked_tile_waits_for_its_square_and_no_other_is_asked_for(reader, pair, opening):
    ada = reader(pair[0])
    table.open_table(ada, opening)
    note, dialog = ada.locator("#note"), ada.locator("#blank-dialog")
    for _ in range(2):
        table.rack_tile(ada, "?").click()
        expect(note).to_have_text("Now choose its square.")
        table.rack_tile(ada, "?").click()
        expect(note).to_be_empty()
    table.rack_tile(ada, "?").click()
    ada.locator("#sq-8H").click()
    expect(dialog).to_be_visible()
    expect(note).to_be_empty()
    ada.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(note).to_have_text("Now choose its square.")
    ada.locator("#sq-8G").click()
    table.choose_blank(ada, "?3")
    expect(ada.locator("#sq-8G .draft")).to_have_count(1)
    expect(note).to_be_empty()
    table.rack_tile(ada, "6").click()
    tiles = ada.locator("#rack button")
    table.drag(ada, tiles.last, tiles.first)
    expect(note).to_be_empty()


def test_another_tab_of_the_same_player_leaves_a_draft_alone(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    other = ben.context.new_page()
    for page in (ada, ben, other):
        table.open_table(page, opening)
    table.tap(ben, "8L 2+4")
    table.play_by_tapping(ada, FIRST, 13)
    for page in (ben, other):
        expect(page.locator("#live")).to_have_attribute("data-ply", "1")
    ben.reload()
    expect(ben.locator("#board .draft")).to_have_count(3)


@pytest.mark.parametrize("is_lost", [False, True])
def test_what_is_drafted_before_the_answer_to_a_move_is_there_stays(reader, pair, opening, is_lost):
    """The socket may show a move long before its answer comes, or without one."""
    ada, held = reader(pair[0]), []
    table.open_table(ada, opening)
    ada.route("**/move/", lambda route: held.append((route, route.fetch())))
    table.tap(ada, FIRST)
    ada.locator("#play").click()
    table.expect_ply(ada, 1)
    expect(ada.locator("#board .draft")).to_have_count(0)
    expect(ada.locator("#move")).to_have_value("")
    table.tap(ada, "3C 8")
    told = ada.locator("#verdict").get_by_text("must touch a tile on the board")
    expect(told).to_be_visible()
    [(route, answer)] = held
    with ada.expect_event("requestfailed" if is_lost else "requestfinished"):
        route.abort() if is_lost else route.fulfill(response=answer)
    ada.wait_for_timeout(table.A_WHILE)
    expect(ada.locator("#board .draft")).to_have_count(1)
    expect(ada.locator("#move")).to_have_value("3C 8")
    expect(told).to_be_visible()
    if is_lost:
        ada.problems.clear()  # the line that was cut


def test_a_swap_that_is_shown_though_its_answer_is_lost_is_not_asked_about_again(
    reader, pair, opening
):
    ada, held = reader(pair[0]), []
    table.open_table(ada, opening)
    ada.route("**/move/", lambda route: held.append((route, route.fetch())))
    table.press(ada.locator("#swap"))
    table.press(ada.locator("#swap-rack button").first)
    table.press(ada.locator("#swap-go"))
    table.expect_ply(ada, 1)
    expect(ada.locator("#move")).to_have_value("")
    held[0][0].abort()
    ada.wait_for_timeout(table.A_WHILE)
    expect(ada.locator("#move")).to_have_value("")
    expect(ada.locator("#verdict li:not([hidden])")).to_have_count(0)
    ada.problems.clear()  # the line that was cut


def test_a_swap_whose_answer_is_lost_is_gone_when_the_page_shows_what_was_missed(
    reader, pair, opening, play_elsewhere
):
    """Nobody swaps once more what was swapped already: the next line may be typed."""
    ada = reader(pair[0])
    table.open_table(ada, opening)
    ada.route("**/move/", lambda route: lose_line(ada, route))
    table.press(ada.locator("#swap"))
    table.press(ada.locator("#swap-rack button").first)
    with ada.expect_event("requestfailed"):
        table.press(ada.locator("#swap-go"))
    expect(ada.locator("#move")).to_have_value(re.compile("^swap "))
    play_elsewhere(opening, pair[1], "pass")
    ada.context.set_offline(False)
    table.expect_ply(ada, 2)
    expect(ada.locator("#move")).to_have_value("")
    expect(ada.locator("#verdict li:not([hidden])")).to_have_count(0)
    ada.problems.clear()  # the line that was cut


def lose_line(page, route):
    """What is sent arrives; its answer, and what is told meanwhile, does not."""
    page.context.set_offline(True)
    route.fetch()
    route.abort()


def test_the_end_of_a_game_sends_a_draft_home(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, opening)
    table.tap(ben, "8L 2+4")
    table.post_move(ada.request, opening, "resign", 1)
    expect(ben.locator("#result")).to_be_visible()
    expect(ben.locator("#board .draft")).to_have_count(0)
    expect(ben.locator("#verdict li:not([hidden])")).to_have_count(0)
    expect(ben.locator("#rack button")).to_have_count(9)
    ben.reload()
    expect(ben.locator("#rack button")).to_have_count(9)


def test_a_move_half_typed_has_no_verdict_of_another(reader, pair, opening):
    ada = reader(pair[0])
    table.open_table(ada, opening)
    ada.locator("#move").fill(FIRST)
    expect(ada.locator("#play-points")).to_have_text(" · 13")
    ada.locator("#move").fill(f"{FIRST}[")
    expect(ada.locator("#verdict")).to_contain_text("is not a")
    expect(ada.locator("#play-points")).to_be_empty()
    expect(ada.locator("#board .draft")).to_have_count(0)


def test_what_is_typed_on_a_taken_square_goes_on_past_it(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, opening)
    table.play_by_tapping(ada, FIRST, 13)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    table.focus_square(ben, "8E")
    ben.keyboard.press("Space")
    expect(ben.locator("#note")).to_have_text("down")
    ben.keyboard.press("2")
    expect(ben.locator("#sq-9E .draft")).to_be_visible()
    expect(ben.locator("#sq-10E")).to_be_focused()


def test_tiles_that_form_no_line_are_told_without_asking_the_server(reader, pair, opening):
    ada = reader(pair[0])
    table.open_table(ada, opening)
    asked = []
    ada.on("request", lambda request: asked.append(request.url))
    for name in ("8H", "9I"):
        ada.locator("#rack button").first.click()
        ada.locator(f"#sq-{name}").click()
    expect(ada.locator("#verdict")).to_have_text("✗Tiles must lie in one row or one column.")
    asked.clear()
    ada.locator("#rack button").first.click()
    ada.locator("#sq-10J").click()
    expect(ada.locator("#verdict")).to_have_text("✗Tiles must lie in one row or one column.")
    assert asked == []


def test_focus_stays_on_its_square_when_a_move_arrives(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, opening)
    table.focus_square(ben, "8E")
    table.play_by_tapping(ada, FIRST, 13)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#sq-8E")).to_be_focused()


@pytest.mark.long
def test_a_page_that_lost_its_connection_comes_back_by_itself_with_its_draft(reader, pair, opening):
    ada, ben = reader(pair[0]), reader(pair[1])
    links, is_down = [], []

    def link(socket):
        links.append(socket)
        if is_down:
            socket.close(code=1012)
        else:
            socket.connect_to_server()

    ben.route_web_socket("**/ws/games/**", link)
    for page in (ada, ben):
        table.open_table(page, opening)
    table.tap(ben, "8L 2+4")
    is_down.append(True)
    links[-1].close(code=1012)
    expect(ben.locator("#connection.notice")).to_be_visible(timeout=60_000)
    table.play_by_tapping(ada, FIRST, 13)
    expect(ada.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#live")).to_have_attribute("data-ply", "0")
    is_down.clear()
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1", timeout=60_000)
    expect(ben.locator("#connection.notice")).to_be_hidden()
    expect(ben.locator("#board .draft")).to_have_count(3)
    expect(ben.locator("#board .tile:not(.draft)")).to_have_count(5)


def test_shuffle_changes_only_the_order_and_recall_brings_all_home(reader, pair, opening):
    ada = reader(pair[0])
    table.open_table(ada, opening)
    before = sorted(ada.locator("#rack button").all_inner_texts())
    ada.locator("#shuffle").click()
    assert sorted(ada.locator("#rack button").all_inner_texts()) == before
    table.tap(ada, FIRST)
    expect(ada.locator("#rack button")).to_have_count(4)
    ada.locator("#recall").click()
    expect(ada.locator("#board .draft")).to_have_count(0)
    assert sorted(ada.locator("#rack button").all_inner_texts()) == before
    table.tap(ada, FIRST)
    ada.locator("#rack button").first.click()
    expect(ada.locator("#rack [aria-pressed=true]")).to_have_count(1)
    ada.keyboard.press("Escape")
    expect(ada.locator("#rack [aria-pressed=true], #board .draft")).to_have_count(0)
