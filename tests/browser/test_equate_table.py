"""Equate in real browsers: four people at one table, fraction tiles, a leaver, and the draft."""

import re
from pathlib import Path
from urllib.parse import unquote_plus

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import GameSettings, canonical_json
from games.presentation import sentences
from games.rules import record
from games.rules.arithmetic import readable
from games.rules.notation import swapped_tiles
from games.rules.tiles import symbol_of
from games.services.moves import play_move
from games.services.start import start_game
from tests.browser import table
from tests.tiers import but_for_certainty

RECORD = Path(__file__).parents[1] / "records" / "equate-four.game"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
TABLET = {"width": 768, "height": 1024, "color_scheme": "dark"}
HELD = re.compile(r'data-tiles="([^"]*)"')

OPENING = "10I [1/2]+4=4[1/2]"
RACK = ("[1/2]", "[1/2]", "4", "4", "4", "+", "?", "7", "[3/4]")


@pytest.fixture
def people():
    return [User.objects.create_user(name, f"{name}@example.org") for name in NAMES]


@pytest.fixture
def written():
    return record.replay(RECORD.read_text())


@pytest.fixture
def four(people, written):
    """The game of the record, before its first move."""
    return start_game(
        GameSettings("equate", options=written.record.headers["Options"]),
        users=people,
        seed=bytes.fromhex(written.record.headers["Seed"]),
        now=timezone.now(),
    )


@pytest.fixture
def two(people):
    """Ada is to move and holds RACK; nothing lies on the board."""
    game = start_game(
        GameSettings("equate", options=""), users=people[:2], seed=bytes(32), now=timezone.now()
    )
    data = game.position.to_json()
    data["turn"] = game.turn = 0
    data["stock"]["racks"][0] = [list(RACK)]
    game.state = canonical_json(data)
    game.save()
    return game


def heard_by(page):
    """Every frame that the sockets of this page receive from now on."""
    frames = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    return frames


def shown_strip(page):
    """The players in their order as the page shows them."""
    return page.evaluate(
        """[...document.querySelectorAll("#players .player")].map((player) => ({
            name: player.getAttribute("aria-label"),
            isTurn: player.querySelector("[data-turn]") !== null,
            isStruck: getComputedStyle(player.querySelector(".name")).textDecorationLine == "line-through",
            next: player.querySelector(".next")?.textContent ?? "",
            score: parseInt(player.querySelector(".score").textContent),
        }))"""
    )


def expected_strip(state, own):
    """The players as somebody at this seat should see them, the own seat last."""
    first = 0 if own is None else own + 1
    staying = [seat for seat in range(4) if seat not in state.departed]
    following = {
        seat: sum(1 for other in staying if (other - state.turn) % 4 <= (seat - state.turn) % 4) - 1
        for seat in staying
    }
    said = {1: "next", 2: "in 2 turns", 3: "in 3 turns"}
    return [
        {
            "name": NAMES[seat],
            "isTurn": seat == state.turn,
            "isStruck": seat in state.departed,
            "next": said.get(following.get(seat), ""),
            "score": state.scores[seat],
        }
        for seat in ((first + place) % 4 for place in range(4))
    ]


def expected_tiles(state):
    return {
        square: readable(symbol_of(face)) if face[-1] != "]" else symbol_of(face).strip("[]")
        for square, face in state.view(None)["board"].items()
    }


@pytest.mark.long
def test_four_play_by_tapping_keys_and_notation_one_leaves_and_a_fifth_watches(
    reader, people, four, written
):
    ada, ben = reader(people[0], **table.PHONE), reader(people[1], **TABLET)
    cleo, dan, watcher = reader(people[2]), reader(people[3]), reader()
    players = (ada, ben, cleo, dan)
    pages = (*players, watcher)
    ways = (table.play_by_tapping, table.play_by_tapping, table.play_by_notation)
    ways = (*ways, table.play_by_keyboard)
    frames = {page: heard_by(page) for page in pages}
    for page in pages:
        table.open_table(page, four)
    own = [{sorted_tiles(rack)} for rack in four.position.racks]
    for ply, move in enumerate(written.moves, start=1):
        ways[move.seat](players[move.seat], move.verdict.text, move.verdict.points)
        state = move.after
        for seat, page in enumerate(pages):
            expect(page.locator("#live")).to_have_attribute("data-ply", str(ply), timeout=20_000)
            if state.outcome is None:
                assert shown_strip(page) == expected_strip(state, seat if seat < 4 else None)
            assert table.tiles_on(page) == expected_tiles(state)
        for seat in range(4):
            own[seat].add(sorted_tiles(state.racks[seat]))
            assert tiles_held(players[seat]) == sorted_tiles(state.racks[seat])
        if move.verdict.text == "resign":
            expect(cleo.locator("#move-form")).to_be_hidden()
        if state.outcome is None:
            expect(watcher.locator("#hand, #rack, #kinds")).to_have_count(0)
            assert_nothing_hidden_was_heard(frames, players, watcher, own)
        if move.verdict.kind == "swap":
            assert_only_the_mover_is_told(frames, players[move.seat], move.verdict.text)
    for page in pages:
        told = re.compile(r"^(You won|Ada won|Place [234] of 4: Ada won), 188 to 85, 17, 44$")
        expect(page.locator("#result h2")).to_have_text(told)
        expect(page.locator("#result")).to_contain_text("Everybody passed")
        expect(page.locator("#sheet tbody tr")).to_have_count(len(written.moves))
        shown = [player["score"] for player in sorted(shown_strip(page), key=lambda p: p["name"])]
        assert shown == list(written.state.scores)
    with watcher.expect_download() as download:
        watcher.get_by_role("link", name="Game record").click()
    replayed = record.replay(Path(download.value.path()).read_bytes())
    assert replayed.fault is None
    assert replayed.final_scores == written.state.scores
    assert replayed.record.headers["Result"] == "1-2-4-3"


def sorted_tiles(tiles):
    return " ".join(sorted(tiles))


def tiles_held(page):
    return sorted_tiles(page.locator("#hand").get_attribute("data-tiles").split())


def assert_nothing_hidden_was_heard(frames, players, watcher, own):
    """No rack but one's own, and of a swap only how many tiles it was."""
    for seat, page in enumerate(players):
        heard = "".join(frames[page])
        racks = {sorted_tiles(held.split()) for held in HELD.findall(heard)}
        assert racks <= own[seat], NAMES[seat]
    heard = "".join(frames[watcher])
    assert not HELD.search(heard)
    assert "on the rack" not in heard


def assert_only_the_mover_is_told(frames, mover, swap):
    """Which tiles were swapped; everybody else hears how many."""
    told = sentences.tiles(swapped_tiles(swap))
    for page, heard in frames.items():
        assert (told in "".join(heard)) == (page is mover)
        assert "swapped 3 tiles" in "".join(heard)


def test_the_page_without_socket_shows_a_stranger_no_tile_either(reader, four):
    watcher = reader()
    whole = watcher.goto(f"/games/{four.id}/").text()
    assert not HELD.search(whole)
    assert "data-symbol" not in whole


def test_fractions_are_typed_in_brackets_and_lifted_one_square_at_a_time(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.type_on_board(ada, OPENING)
    table.expect_announced(ada, OPENING, 22)
    ada.keyboard.press("Backspace")
    expect(ada.locator("#move")).to_have_value("10I [1/2]+4=4")
    for key in "[1/":
        ada.keyboard.press(key)
    expect(ada.locator("#note")).to_have_text("[1/")
    ada.keyboard.press("Escape")
    expect(ada.locator("#note")).to_have_text("")
    expect(ada.locator("#board .draft")).to_have_count(5)
    ada.keyboard.press("7")
    expect(ada.locator("#move")).to_have_value("10I [1/2]+4=47")


def test_recall_brings_everything_home_and_the_equals_sign_is_never_used_up(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.tap(ada, "10I 4=?[1/3]=")
    expect(ada.locator("#move")).to_have_value("10I 4=?[1/3]=")
    expect(ada.locator("#rack button")).to_have_count(len(RACK) - 2 + 1)
    expect(ada.locator("#rack .slot")).to_have_count(2)
    ada.locator("#recall").click()
    expect(ada.locator("#board .draft")).to_have_count(0)
    expect(ada.locator("#rack button")).to_have_count(len(RACK) + 1)
    expect(ada.locator("#rack button.blank")).to_have_count(1)


def test_a_blank_may_be_every_symbol_but_the_equals_sign_chosen_by_key(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.focus_square(ada, "10J")
    ada.keyboard.press("Enter")
    table.press(table.rack_tile(ada, "?"))
    choices = ada.locator("#blank-dialog .choose button")
    expect(choices).to_have_count(31)
    expect(ada.locator('#blank-dialog button[value="="]')).to_have_count(0)
    ada.keyboard.press("=")
    expect(ada.locator("#blank-dialog")).to_be_visible()
    for key in "[5/6]":
        ada.keyboard.press(key)
    expect(ada.locator("#blank-dialog")).to_be_hidden()
    expect(ada.locator("#move")).to_have_value("10J ?[5/6]")
    expect(ada.locator("#sq-10J")).to_have_attribute(
        "aria-label", "10J, blank 5 over 6, not played yet"
    )


@pytest.mark.parametrize(
    "meaning", but_for_certainty(["[", "[1/", "[1/5]", "a", "(", "="], ["[1/5]", "="])
)
def test_a_blank_that_is_typed_as_what_it_cannot_be_lays_nothing(reader, people, two, meaning):
    ada = reader(people[0])
    table.open_table(ada, two)
    ada.locator("#move").press_sequentially(f"10J ?{meaning}")
    expect(ada.locator("#verdict")).not_to_contain_text("…")
    expect(ada.locator("#verdict .no")).not_to_have_count(0)
    expect(ada.locator("#board .draft")).to_have_count(0)
    expect(ada.locator("#rack button")).to_have_count(len(RACK) + 1)
    expect(ada.locator("#move")).to_have_value(f"10J ?{meaning}")
    ada.locator("#move").fill(OPENING)
    table.expect_announced(ada, OPENING, 22)


def test_a_draft_stored_with_such_a_blank_does_not_break_the_page(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.tap(ada, "10J 4")
    ada.evaluate("""for (const [key, draft] of Object.entries(localStorage)) if (key.startsWith("draft:")) {
        const tiles = JSON.parse(draft).map((tile) => tile.symbol === "?" ? { ...tile, at: "10K", face: "?[" } : tile);
        localStorage.setItem(key, JSON.stringify(tiles));
    }""")
    ada.reload()
    expect(ada.locator("#rack button")).to_have_count(len(RACK))
    expect(ada.locator("#board .draft")).to_have_count(1)


def test_a_key_for_what_a_blank_cannot_be_is_answered(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.focus_square(ada, "10J")
    for key in "b=":
        ada.keyboard.press(key)
    expect(ada.locator("#note")).to_have_text("A blank cannot stand for this: equals.")
    expect(ada.locator("#board .draft")).to_have_count(0)


def test_the_choice_of_a_blank_fits_a_phone_and_can_be_taken_back(reader, people, two):
    ada = reader(people[0], **table.PHONE)
    table.open_table(ada, two)
    table.rack_tile(ada, "?").tap()
    table.press_square(ada, "10J")
    dialog = ada.locator("#blank-dialog")
    box = dialog.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert dialog.evaluate(
        "({scrollWidth, clientWidth, scrollHeight, clientHeight}) => "
        "scrollWidth <= clientWidth && scrollHeight <= clientHeight"
    )
    dialog.get_by_role("button", name="Take it back").tap()
    expect(dialog).to_be_hidden()
    expect(ada.locator("#board .draft")).to_have_count(0)


def test_the_draft_with_fractions_and_free_tiles_survives_a_reload(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.tap(ada, "10I [1/2]+?4=4[1/2]")
    ada.reload()
    expect(ada.locator("#board .draft")).to_have_count(6)
    table.expect_announced(ada, "10I [1/2]+?4=4[1/2]", 20)
    expect(ada.locator("#rack button")).to_have_count(len(RACK) - 5 + 1)


def test_fractions_are_swapped_by_the_dialog(reader, people, two):
    ada, ben = reader(people[0]), reader(people[1])
    for page in (ada, ben):
        table.open_table(page, two)
    posted = []
    ada.on("request", lambda request: posted.append(request.post_data or ""))
    table.play_by_tapping(ada, "swap [1/2]?7", 0)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    assert any("swap [1/2]?7" in unquote_plus(data) for data in posted), posted
    expect(ada.locator("#sheet tbody tr")).to_contain_text("½")
    expect(ben.locator("#sheet tbody tr")).to_contain_text("swapped 3")
    expect(ben.locator("#sheet tbody tr")).not_to_contain_text("½")
    expect(ada.locator("#rack button")).to_have_count(len(RACK) + 1)


def test_a_fraction_in_the_wrong_place_is_refused_in_words_and_marked(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    table.tap(ada, "10I [1/2]4=4")
    refused = ada.locator("#verdict .no")
    expect(refused).to_contain_text("½4 = 4")
    expect(refused).to_contain_text("½4 is no number")
    for name in ("10I", "10J", "10K", "10L"):
        expect(ada.locator(f"#sq-{name}")).to_have_class(re.compile("wrong"))
    ada.locator("#play").click()
    expect(refused).to_contain_text("½4 is no number")
    expect(ada.locator("#board .draft")).to_have_count(4)
    expect(ada.locator("#live")).to_have_attribute("data-ply", "0")


def test_only_the_tiles_whose_squares_are_taken_come_home(reader, people, two):
    ada, ben = reader(people[0]), reader(people[1])
    for page in (ada, ben):
        table.open_table(page, two)
    ben.locator("#move").fill("J9 ==")
    expect(ben.locator("#board .draft")).to_have_count(2)
    table.play_by_notation(ada, OPENING, 22)
    expect(ben.locator("#live")).to_have_attribute("data-ply", "1")
    expect(ben.locator("#board .draft")).to_have_count(1)
    expect(ben.locator("#sq-9J .draft")).to_be_visible()
    expect(ben.locator("#note")).to_contain_text("came home")
    expect(ben.locator("#rack button")).to_have_count(9 + 1)


def test_a_line_to_the_left_is_refused_in_words(reader, people, two):
    ada = reader(people[0])
    table.open_table(ada, two)
    ada.locator("#move").fill("10M< 4=4")
    expect(ada.locator("#board .draft")).to_have_count(3)
    expect(ada.locator("#verdict .no")).to_contain_text(
        "Lines are read to the right or down in this game"
    )


def test_a_pass_that_ends_the_game_says_what_becomes_of_the_scores(reader, people, two):
    for ply in (1, 2, 3):
        play_move(
            game_id=two.id, user=people[(ply + 1) % 2], ply=ply, text="pass", now=timezone.now()
        )
    ben = reader(people[1])
    table.open_table(ben, two)
    ben.locator("#more summary").click()
    ben.locator("#pass").click()
    expect(ben.locator("#pass-last")).to_have_text(
        "This pass ends the game. Everybody loses the points of the tiles they still hold."
    )
