"""Numeria in real browsers: tiles picked and moved by tapping, by keyboard and by typing."""

import random
import re
from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import GameSettings, canonical_json
from games.services.start import start_game
from tests.browser import table
from tests.browser.axe import violations
from tests.browser.numeria import focus_square, squares_of
from tests.games.helpers import make_at_once
from tests.tiers import some_of

SEED = bytes([43]) * 32
MOST_MOVES = 40
PLIES = 8  # before the end

FIVE = {"a1": 1, "b1": 2, "c4": 3, "d1": 4, "e1": 5, "h8": 30, "g7": 17, "f6": 22, "b7": 35}
"""The 3 completes two tropes on c1; the 22 was moved last."""

PHONE = {"width": 360, "height": 640, "has_touch": True, "color_scheme": "dark"}


@pytest.fixture
def game(pair):
    return start_game(GameSettings("numeria"), users=pair, seed=SEED, now=timezone.now())


@pytest.fixture
def five(game):
    """Ada is to move in the position FIVE."""
    state = game.position
    named = state.layout.parse_square
    board = {named(name): number for name, number in FIVE.items()}
    state = replace(state, numbers=board, turn=0, last=(None, named("f6")))
    game.state, game.turn = canonical_json(state.to_json()), state.turn
    game.save()
    return game


def played_out(state):
    """A game to its end, as moves with the states after them: a trope wherever there is one."""
    chance, moves = random.Random(1), []
    while state.turn is not None and len(moves) < MOST_MOVES:
        legal = sorted(state.legal_moves())
        moves.append(state.play(state.turn, chance.choice([m for m in legal if "x" in m] or legal)))
        state = moves[-1].after
    return moves


def play_by_tapping(page, move):
    start, end = squares_of(move.verdict.text)
    page.locator(f"#sq-{start}").tap()
    page.locator(f"#sq-{end}").tap()
    expect_announced(page, move)
    table.send(page)


def play_by_keyboard(page, move):
    start, end = squares_of(move.verdict.text)
    focus_square(page, start)
    page.keyboard.press("Space")
    focus_square(page, end)
    table.press_enter(page)
    expect_announced(page, move)
    table.press_enter(page)


def expect_announced(page, move):
    """The field holds the move, and the verdict tells what it earns before it is made."""
    start, end = squares_of(move.verdict.text)
    expect(page.locator("#move")).to_have_value(f"{start}-{end}")
    expect(page.locator(f"#sq-{end} .tile.draft")).to_be_visible()
    expect(page.locator("#verdict [data-points]")).to_have_attribute(
        "data-points", str(move.verdict.points)
    )
    expect(page.locator("#play-points")).to_have_text(" · trope" if move.verdict.points else "")


def tiles_on(page):
    """What lies on every covered square, as the page shows it."""
    return page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("#board .sq:has(.tile)")]
           .map((square) => [square.id.slice(3), square.textContent]))"""
    )


@pytest.mark.wider
def test_a_whole_game_by_taps_and_by_keys_while_a_third_watches(reader, pair, game):
    """With each commit its last plies."""
    moves = played_out(game.position)
    left = some_of(PLIES, len(moves))
    make_at_once(game, [move.verdict for move in moves[: len(moves) - left]], timezone.now())
    end = moves[-1].after
    assert end.outcome.reason == "tropes"
    ada, ben, watcher = reader(pair[0]), reader(pair[1], **PHONE), reader()
    pages = (ada, ben, watcher)
    for page in pages:
        table.open_table(page, game)
    for ply, move in list(enumerate(moves, start=1))[-left:]:
        (play_by_keyboard, play_by_tapping)[move.seat](pages[move.seat], move)
        for page in pages:
            table.expect_ply(page, ply)
            assert tiles_on(page) == move.after.view(None)["board"]
        if ply % 3 == 0:
            table.expect_as_if_loaded(watcher)
    for page, name in zip(pages, ("Ada", "Ben", ""), strict=True):
        expect_end(page, name, end)
        expect(page.locator("#sheet tbody tr")).to_have_count(len(moves))
    assert table.downloaded_record(watcher).final_scores == end.scores


def expect_end(page, name, end):
    """Result, scores and tropes taken of this last position, as told to Ada, Ben or a stranger."""
    scores = dict(zip(("Ada", "Ben"), end.scores, strict=True))
    winner, loser = sorted(scores, key=scores.get, reverse=True)
    told = {
        winner: f"You won, 3 to {scores[loser]}",
        loser: f"You lost, {scores[loser]} to 3",
        "": f"{winner} won, 3 to {scores[loser]}",
    }
    expect(page.locator("#result h2")).to_have_text(told[name])
    assert table.scores(page) == scores
    expect(page.locator("#aside li")).to_have_count(sum(end.scores))


def test_the_board_shows_by_shape_and_in_words_where_a_tile_can_go(reader, pair, five):
    ada = reader(pair[0])
    table.open_table(ada, five)
    ada.locator("#sq-d1").click()
    expect(ada.locator("#sq-d1")).to_have_attribute("aria-label", "d1, 4, picked")
    expect(ada.locator("#sq-d3")).to_have_attribute("aria-label", "d3, empty, slide to here")
    expect(ada.locator("#sq-f1")).to_have_attribute("aria-label", "f1, empty, jump to here")
    slides, jumps = ada.locator("#board .slide"), ada.locator("#board .jump")
    ways = five.position.view(0)["moves"]["d1"].values()
    expect(slides).to_have_count(list(ways).count("slide"))
    expect(jumps).to_have_count(list(ways).count("jump"))
    expect(ada.locator("#verdict")).to_contain_text(f"{jumps.count()} by jumping")
    shape = "square => getComputedStyle(square, '::after').borderRadius"
    assert slides.first.evaluate(shape) != jumps.first.evaluate(shape)


def test_another_tile_is_picked_instead_and_what_is_picked_can_be_let_go(reader, pair, five):
    ada = reader(pair[0])
    table.open_table(ada, five)
    picked = ada.locator("#board .picked")
    let_go = [
        lambda: ada.locator("#sq-b7").click(),
        lambda: ada.keyboard.press("Escape"),
        lambda: ada.get_by_role("button", name="Let go").click(),
    ]
    for does in let_go:
        ada.locator("#sq-d1").click()
        ada.locator("#sq-b7").click()
        expect(picked).to_have_text("35")
        does()
        expect(picked).to_have_count(0)
        expect(ada.locator("#board .slide")).to_have_count(0)
        expect(ada.locator("#sq-b7")).to_have_attribute("aria-label", "b7, 35")


def test_a_drafted_tile_can_be_aimed_elsewhere_or_taken_back(reader, pair, five):
    ada = reader(pair[0])
    table.open_table(ada, five)
    for name in ("d1", "d3", "d5"):
        ada.locator(f"#sq-{name}").click()
    expect(ada.locator("#move")).to_have_value("d1-d5")
    expect(ada.locator("#board .draft")).to_have_count(1)
    expect(ada.locator("#sq-d5")).to_have_attribute("aria-label", "d5, 4, not played yet")
    expect(ada.locator("#verdict")).to_contain_text("makes no trope")
    ada.locator("#sq-d5").click()
    expect(ada.locator("#board .draft")).to_have_count(0)
    expect(ada.locator("#move")).to_have_value("")
    expect(ada.locator("#board .picked")).to_have_text("4")
    expect(ada.locator("#play")).to_be_disabled()


def test_the_frozen_tile_is_refused_in_words(reader, pair, five):
    ada = reader(pair[0], **PHONE)
    table.open_table(ada, five)
    expect(ada.locator("#sq-f6")).to_have_attribute("aria-label", "f6, 22, locked for this turn")
    ada.locator("#sq-f6").tap()
    expect(ada.locator("#note")).to_have_text(
        "Your opponent moved the 22 last: you may not move it now."
    )
    expect(ada.locator("#board .picked")).to_have_count(0)
    ada.locator("#move").fill("f6-f5")
    expect(ada.locator("#verdict")).to_contain_text("you may not move it now")
    table.press(ada.locator("#play"))
    expect(ada.locator("#sq-f6")).to_have_class(re.compile("wrong"))
    expect(ada.locator("#live")).to_have_attribute("data-ply", "0")


def test_of_several_tropes_one_is_picked_by_tapping(reader, pair, five):
    ada = reader(pair[0], **PHONE)
    table.open_table(ada, five)
    ada.locator("#sq-c4").tap()
    ada.locator("#sq-c1").tap()
    choices = ada.locator("#verdict .choice button")
    expect(choices).to_have_count(2)
    for choice in choices.all():
        expect(choice).to_contain_text("consecutive numbers")
        expect(choice).to_be_in_viewport(ratio=1)
    table.press(choices.nth(1))
    expect(ada.locator("#move")).to_have_value("c4-c1 x b1-e1")
    expect(ada.locator("#board .made")).to_have_count(4)
    table.send(ada)
    expect(ada.locator("#live")).to_have_attribute("data-ply", "1")
    assert tiles_on(ada) == {"a1": "1", "h8": "30", "g7": "17", "f6": "22", "b7": "35"}
    expect(ada.locator("#aside li")).to_contain_text("consecutive numbers")
    expect(ada.locator("#move")).to_have_value("")


def test_playing_without_a_choice_asks_for_it(reader, pair, five):
    ada = reader(pair[0])
    table.open_table(ada, five)
    focus_square(ada, "c4")
    ada.keyboard.press("Enter")
    focus_square(ada, "c1")
    ada.keyboard.press("Enter")
    expect(ada.locator("#verdict .choice")).to_have_count(2)
    ada.keyboard.press("Enter")
    dialog = ada.locator("#trope-dialog")
    expect(dialog.get_by_role("button", name="consecutive numbers")).to_have_count(2)
    ada.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(ada.locator("#live")).to_have_attribute("data-ply", "0")
    ada.keyboard.press("Enter")
    dialog.get_by_role("button", name="1, 2, 3, 4").click()
    expect(ada.locator("#live")).to_have_attribute("data-ply", "1")
    assert "e1" in tiles_on(ada)


def test_who_plays_before_the_verdict_came_is_shown_the_choices_too(reader, pair, five):
    ada = reader(pair[0])
    table.open_table(ada, five)
    ada.evaluate(
        """() => {
          document.getElementById("move").value = "c4-c1";
          document.getElementById("move-form").requestSubmit();
        }"""
    )
    expect(ada.locator("#verdict .choice")).to_have_count(2)
    expect(ada.locator("#live")).to_have_attribute("data-ply", "0")


def test_a_typed_move_shows_on_the_board_and_plays(reader, pair, five):
    ada = reader(pair[0])
    table.open_table(ada, five)
    ada.locator("#move").press_sequentially("C4 – c1 × a1-d1")
    expect(ada.locator("#sq-c1 .draft")).to_have_text("3")
    expect(ada.locator("#play-points")).to_have_text(" · trope")
    ada.locator("#move").press("Enter")
    expect(ada.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ada.locator("#sheet")).to_contain_text("3 c4–c1")


def test_without_script_the_refusal_names_the_choices_and_a_whole_move_plays(reader, pair, five):
    ada = reader(pair[0], java_script_enabled=False)
    ada.goto(f"/games/{five.id}/")
    for text in ("c4-c1", "c4-c1 x b1-e1"):
        ada.get_by_label("Move", exact=True).fill(text)
        ada.get_by_role("button", name="Play").click()
        if text == "c4-c1":
            expect(ada.locator("#verdict")).to_contain_text("c4-c1 x a1-d1, c4-c1 x b1-e1")
    expect(ada.locator("#live")).to_have_attribute("data-ply", "1")


def test_a_draft_outlives_a_reload_in_an_earlier_position(reader, pair, five):
    table.post_move(reader(pair[0]).request, five, "c4-d5", 1)
    ben = reader(pair[1])
    table.open_table(ben, five)
    ben.locator("#move").fill("b7-b6")
    expect(ben.locator("#sq-b6 .draft")).to_have_text("35")
    ben.get_by_role("navigation", name="Replay").get_by_text("Back").click()
    expect(ben.locator("#live")).to_have_attribute("data-ply", "0")
    ben.reload()
    expect(ben.locator("html")).to_have_attribute("data-live", "on")
    ben.get_by_role("navigation", name="Replay").get_by_text("End").click()
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#sq-b6 .draft")).to_have_text("35")
    expect(ben.locator("#verdict [data-ok='1']")).to_be_attached()


def test_another_tab_that_hears_something_leaves_a_draft_alone(reader, pair, five):
    table.post_move(reader(pair[0]).request, five, "c4-d5", 1)
    ben = reader(pair[1])
    other = ben.context.new_page()
    for page in (ben, other):
        table.open_table(page, five)
    ben.locator("#move").fill("b7-b6")
    expect(ben.locator("#sq-b6 .draft")).to_have_text("35")
    other.evaluate("document.dispatchEvent(new Event('numerica:shown'))")
    ben.reload()
    expect(ben.locator("#sq-b6 .draft")).to_have_text("35")


@pytest.mark.parametrize(
    ("typed", "is_kept"),
    [pytest.param("b7-b6", True, id="possible"), pytest.param("c4-c5", False, id="frozen now")],
)
def test_what_was_typed_off_turn_stays_if_it_can_be_played(reader, pair, five, typed, is_kept):
    ada, ben = reader(pair[0]), reader(pair[1])
    for page in (ada, ben):
        table.open_table(page, five)
    ben.locator("#move").fill(typed)
    ada.locator("#move").fill("c4-d5")
    ada.locator("#play").click()
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#move")).to_have_value(typed if is_kept else "")
    expect(ben.locator("#board .draft")).to_have_count(int(is_kept))
    expect(ben.locator("#note")).to_have_text(
        "" if is_kept else "The move that you prepared is not possible any more."
    )


def test_opponent_board_verdict_and_actions_are_seen_at_once_on_a_phone(reader, pair, five):
    ada = reader(pair[0], **PHONE)
    table.open_table(ada, five)
    ada.locator("#sq-b7").tap()
    ada.locator("#sq-b6").tap()
    expect(ada.locator("#verdict")).to_contain_text("makes no trope")
    for part in ("#players", "#board", "#verdict li.inc", "#play", "#recall", "#more"):
        expect(ada.locator(part)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_with_a_tile_picked_a_choice_and_the_question(reader, pair, five, scheme):
    ada = reader(pair[0], color_scheme=scheme)
    table.open_table(ada, five)
    ada.locator("#sq-c4").click()
    assert violations(ada) == []
    ada.locator("#sq-c1").click()
    expect(ada.locator("#verdict .choice")).to_have_count(2)
    assert violations(ada) == []
    ada.locator("#play").click()
    expect(ada.locator("#trope-dialog")).to_be_visible()
    assert violations(ada) == []


def test_the_board_without_script_numbers_its_rows_as_the_board_does(reader, five):
    page = reader(java_script_enabled=False)
    page.goto(f"/games/{five.id}/")
    page.get_by_text("The board as a table").click()
    shown = page.locator(".plain-table tbody th").all_inner_texts()
    assert shown == page.locator(".rows span").all_inner_texts() == list("87654321")
