"""Digifeud in real browsers: two digits in a square, four directions, new signs, and the draft."""

import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import GameSettings, canonical_json
from games.rules import record
from games.rules.arithmetic import readable
from games.services.start import start_game
from tests.browser import table

RECORD = Path(__file__).parents[1] / "records" / "digifeud-four-directions.game"
NUMBERS = ("3", "7", "1", "0", "8", "?", "5", "3")
SIGNS = ("+", "-", "/")
ON_HAND = len(NUMBERS) + len(SIGNS) + 1  # and the equals sign
TEN, TEN_POINTS = "7G 3+7=[10]", 13  # the 3 lies on blue


@pytest.fixture
def written():
    return record.replay(RECORD.read_text())


@pytest.fixture
def whole(pair, written):
    """The game of the record, before its first move."""
    headers = written.record.headers
    return start_game(
        GameSettings("digifeud", options=headers["Options"]),
        users=pair,
        seed=bytes.fromhex(headers["Seed"]),
        now=timezone.now(),
    )


@pytest.fixture
def start(pair):
    """Start a game in which Ada is to move and both hold NUMBERS and SIGNS."""

    def started(options):
        game = start_game(
            GameSettings("digifeud", options=options),
            users=pair,
            seed=bytes(32),
            now=timezone.now(),
        )
        data = game.position.to_json()
        data["turn"] = game.turn = 0
        data["stock"]["racks"] = [[list(NUMBERS), list(SIGNS)]] * 2
        game.state = canonical_json(data)
        game.save()
        return game

    return started


@pytest.fixture
def game(start):
    return start("directions=4 symbols=+-*/")


def expected_tiles(state):
    return {
        square: readable(face.strip("[]").replace("?", ""))
        for square, face in state.view(None)["board"].items()
    }


def tiles_held(page):
    return sorted(page.locator("#hand").get_attribute("data-tiles").split())


def signs_shown(page):
    """The second row of the hand, the equals sign at its end."""
    return page.locator("#rack .sign button").all_inner_texts()


@pytest.mark.long
def test_a_whole_game_in_four_directions_by_taps_and_by_keys(reader, pair, whole, written):
    ada, ben, watcher = reader(pair[0], **table.PHONE), reader(pair[1]), reader()
    pages = (ada, ben, watcher)
    ways = (table.play_by_tapping, table.play_by_keyboard)
    for page in pages:
        table.open_table(page, whole)
    before = whole.position
    for ply, move in enumerate(written.moves, start=1):
        ways[move.seat](pages[move.seat], move.verdict.text, move.verdict.points)
        state = move.after
        for page in pages:
            expect(page.locator("#live")).to_have_attribute("data-ply", str(ply))
            assert table.tiles_on(page) == expected_tiles(state)
        for seat, page in enumerate((ada, ben)):
            assert tiles_held(page) == sorted(state.racks[seat])
        if move.verdict.kind == "pass":
            expect_new_signs(pages[move.seat], before, state, move.seat)
        if state.outcome is None:
            expect(watcher.locator("#hand, #rack, #kinds")).to_have_count(0)
        if ply % 3 == 0:
            table.expect_as_if_loaded(watcher)
        before = state
    scores = dict(zip(("Ada", "Ben"), written.state.scores, strict=True))
    told = ("You lost, 407 to 541", "You won, 541 to 407", "Ben won, 541 to 407")
    whose = ("Ben played their", "You played your", "Ben played their")
    for page, said, who in zip((ada, ben, watcher), told, whose, strict=True):
        expect(page.locator("#result h2")).to_have_text(said)
        expect(page.locator("#result")).to_contain_text(f"{who} last number tile.")
        assert table.scores(page) == scores
    assert table.downloaded_record(watcher).final_scores == written.state.scores


def expect_new_signs(page, before, after, seat):
    """After a pass this seat has other signs than before it, and its page shows them."""
    old, new = (position.stock.racks[seat][1] for position in (before, after))
    assert sorted(old) != sorted(new)
    assert sorted(signs_shown(page)) == sorted([*map(readable, new), "="])


def test_the_record_has_what_this_table_is_about(written):
    moves = [move.verdict.text for move in written.moves]
    for kind in (
        r"\[\d\d\]",
        r"\[\d\?\d\]",
        r"^\d+[A-Z] ",
        r"^[A-Z]\d+ ",
        "^[0-9]+[A-Z]<",
        "^pass",
    ):
        assert any(re.search(kind, text) for text in moves), kind
    assert any(re.match(r"[A-Z]\d+<", text) for text in moves)


def test_a_second_digit_goes_into_the_square_of_the_first_in_the_order_of_laying(
    reader, pair, game
):
    ada = reader(pair[0])
    table.open_table(ada, game)
    table.type_on_board(ada, "7G 8-1=[73]")
    expect(ada.locator("#sq-7K .draft")).to_have_text("73")
    expect(ada.locator("#sq-7K")).to_have_attribute("aria-label", "7K, 7 3, not played yet")
    ada.keyboard.press("Backspace")
    ada.keyboard.press("Backspace")
    table.type_symbol(ada, "37")
    expect(ada.locator("#sq-7K .draft")).to_have_text("37")
    expect(ada.locator("#move")).to_have_value("7G 8-1=[37]")


def test_a_square_of_two_digits_is_lifted_one_tile_at_a_time(reader, pair, game):
    ada = reader(pair[0], **table.PHONE)
    table.open_table(ada, game)
    table.tap(ada, TEN)
    table.expect_announced(ada, TEN, TEN_POINTS)
    expect(ada.locator("#rack .slot")).to_have_count(5)
    outcome = ada.locator("#sq-7K")
    outcome.tap()
    expect(outcome.locator(".draft")).to_have_text("1")
    expect(ada.locator("#move")).to_have_value("7G 3+7=1")
    expect(ada.locator("#rack .slot")).to_have_count(4)
    outcome.tap()
    expect(outcome.locator(".draft")).to_have_count(0)
    expect(ada.locator("#move")).to_have_value("7G 3+7=")


def test_a_third_digit_and_a_second_sign_find_no_room(reader, pair, game):
    ada = reader(pair[0])
    table.open_table(ada, game)
    table.tap(ada, TEN)
    table.rack_tile(ada, "5").click()
    ada.locator("#sq-7K").click()
    expect(ada.locator("#board .draft")).to_have_count(5)
    expect(ada.locator("#move")).to_have_value("7G 3+7=1")
    table.rack_tile(ada, "/").click()
    ada.locator("#sq-7H").click()
    expect(ada.locator("#move")).not_to_have_value(re.compile("/"))


def test_recall_brings_home_both_digits_the_blank_and_the_equals_sign(reader, pair, game):
    ada = reader(pair[0])
    table.open_table(ada, game)
    table.tap(ada, "7G 3+7=[1?0]")
    expect(ada.locator("#sq-7K .draft.blank")).to_have_text("10")
    expect(ada.locator("#sq-7K")).to_have_attribute("aria-label", re.compile("1 blank 0"))
    expect(ada.locator("#rack button")).to_have_count(ON_HAND - 5)
    ada.locator("#recall").click()
    expect(ada.locator("#board .draft")).to_have_count(0)
    expect(ada.locator("#rack button")).to_have_count(ON_HAND)
    assert signs_shown(ada) == ["+", "−", "÷", "="]


def test_a_blank_is_one_of_ten_digits_chosen_by_key(reader, pair, game):
    ada = reader(pair[0])
    table.open_table(ada, game)
    table.focus_square(ada, "7G")
    ada.keyboard.press("Enter")
    table.press(table.rack_tile(ada, "?"))
    choices = ada.locator("#blank-dialog .choose button")
    assert choices.all_inner_texts() == list("0123456789")
    ada.keyboard.press("+")
    expect(ada.locator("#blank-dialog")).to_be_visible()
    ada.keyboard.press("4")
    expect(ada.locator("#blank-dialog")).to_be_hidden()
    expect(ada.locator("#move")).to_have_value("7G ?4")


def test_shuffling_and_a_reload_keep_two_digits_in_their_order(reader, pair, game):
    ada = reader(pair[0])
    table.open_table(ada, game)
    text = "7G 7-3=[10]"
    table.tap(ada, text)
    for _ in range(6):
        ada.locator("#shuffle").click()
        expect(ada.locator("#sq-7K .draft")).to_have_text("10")
    ada.reload()
    expect(ada.locator("#board .draft")).to_have_count(5)
    expect(ada.locator("#sq-7K .draft")).to_have_text("10")
    expect(ada.locator("#move")).to_have_value(text)
    expect(ada.locator("#rack button")).to_have_count(ON_HAND - 5)


def test_only_the_tiles_whose_squares_are_taken_come_home(reader, pair, game):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, game)
    table.tap(ben, "G5 8-7=[10]")
    expect(ben.locator("#sq-9G .draft")).to_have_text("10")
    table.play_by_tapping(ada, TEN, TEN_POINTS)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#board .draft")).to_have_count(4)
    expect(ben.locator("#note")).to_contain_text("came home")
    expect(ben.locator("#rack button")).to_have_count(ON_HAND - 4)
    expect(ben.locator("#move")).to_have_value("G5 8-.=[10]")


def test_both_digits_of_a_taken_square_come_home(reader, pair, game):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, game)
    table.tap(ben, "7C 3+7=[10]")
    table.play_by_tapping(ada, TEN, TEN_POINTS)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#sq-7G .draft")).to_have_count(0)
    expect(ben.locator("#board .draft")).to_have_count(4)
    expect(ben.locator("#rack button")).to_have_count(ON_HAND - 3)
    expect(ben.locator("#move")).to_have_value("7C 3+7=.")


def test_a_sign_beside_a_number_on_the_board_takes_the_number_into_the_move(reader, pair, game):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, game)
    table.play_by_tapping(ada, TEN, TEN_POINTS)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    for tile, square in (("-", "8G"), ("3", "9G"), ("=", "10G"), ("0", "11G")):
        table.rack_tile(ben, tile).click()
        ben.locator(f"#sq-{square}").click()
    table.expect_announced(ben, "G7 .-3=0", 0)
    ben.locator("#play").click()
    expect(ada.locator("#live")).to_have_attribute("data-ply", "2")


def test_the_equals_sign_tells_from_which_end_a_line_is_read(reader, pair, start):
    four = start("directions=4 symbols=+-*/")
    ada = reader(pair[0])
    table.open_table(ada, four)
    for tile, square in (("5", "7C"), ("=", "7D"), ("3", "7E"), ("-", "7F"), ("8", "7G")):
        table.rack_tile(ada, tile).click()
        ada.locator(f"#sq-{square}").click()
    expect(ada.locator("#move")).to_have_value("7G< 8-3=5")
    expect(ada.locator("#verdict .ok")).to_contain_text("8 − 3 = 5")


def test_where_lines_run_in_two_directions_another_is_refused_in_words(reader, pair, start):
    two = start("symbols=+-*/")
    ada = reader(pair[0])
    table.open_table(ada, two)
    ada.locator("#move").fill("7G< 8-3=5")
    expect(ada.locator("#board .draft")).to_have_count(5)
    expect(ada.locator("#verdict .no")).to_contain_text(
        "Calculations are read to the right or down in this game"
    )
    table.focus_square(ada, "9C")
    for says in ("target down", "target", "target down"):
        ada.keyboard.press("Space")
        expect(ada.locator("#board .target")).to_have_class(re.compile(f"{says}$"))


def test_a_pass_tells_that_signs_change_and_the_second_what_it_does_to_the_scores(
    reader, pair, game
):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, game)
    ada.locator("#more summary").click()
    ada.locator("#pass").click()
    expect(ada.locator("#pass-plain")).to_contain_text(
        "You score nothing and get new signs for yours."
    )
    ada.locator('#pass-dialog button[value="pass"]').click()
    table.play_by_tapping(ben, TEN, TEN_POINTS)
    expect(ada.locator("#live")).to_have_attribute("data-ply", "2")
    ada.locator("#more summary").click()
    ada.locator("#pass").click()
    expect(ada.locator("#pass-last")).to_have_text(
        "This pass ends the game. Each of you gains the points of the tiles that the other still "
        "holds."
    )
