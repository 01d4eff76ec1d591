"""A game of Equate for four in real browsers: one leaves, a fifth watches, and nobody hears of hidden tiles."""

import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import GameSettings
from games.presentation import sentences
from games.rules import record
from games.rules.arithmetic import readable
from games.rules.notation import swapped_tiles
from games.rules.tiles import symbol_of
from games.services.start import start_game
from tests.browser import table

RECORD = Path(__file__).parents[1] / "records" / "equate-four.game"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
TABLET = {"width": 768, "height": 1024, "color_scheme": "dark"}
HELD = re.compile(r'data-tiles="([^"]*)"')


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
            table.expect_ply(page, ply)
            expect_position(page, state, seat if seat < 4 else None)
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
        expect_end(page, written)
    replayed = table.downloaded_record(watcher)
    assert replayed.final_scores == written.state.scores
    assert replayed.record.headers["Result"] == "1-2-4-3"


def expect_position(page, state, seat):
    """Players and board of this position, as this seat or nobody in particular should see them."""
    if state.outcome is None:
        assert shown_strip(page) == expected_strip(state, seat)
    assert table.tiles_on(page) == expected_tiles(state)


def expect_end(page, written):
    told = re.compile(r"^(You won|Ada won|Place [234] of 4: Ada won), 188 to 85, 17, 44$")
    expect(page.locator("#result h2")).to_have_text(told)
    expect(page.locator("#result")).to_contain_text("Everybody passed")
    expect(page.locator("#sheet tbody tr")).to_have_count(len(written.moves))
    shown = [player["score"] for player in sorted(shown_strip(page), key=lambda p: p["name"])]
    assert shown == list(written.state.scores)


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
