"""Games to their end in real browsers: by tapping, without script, by keyboard, from an invitation."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game, GameSettings
from games.rules import record
from games.services.start import start_game
from tests.browser import table
from tests.games.helpers import make_at_once
from tests.tiers import some_of

RECORD = Path(__file__).parents[1] / "records" / "whole-game.game"

PLIES = some_of(6, None)
"""How many plies of the game are played on the pages; all of them in `make test-long`."""

TOLD = ("You won, 453 to 353", "You lost, 353 to 453", "Ada won, 453 to 353")
"""The same end, to Ada, to Ben, and to who watches."""


@pytest.fixture
def written():
    """A whole game to the end of the bag, as text."""
    return record.parse(RECORD.read_text())


@pytest.fixture
def game(written, pair):
    started = start_game(
        GameSettings("numerica"),
        users=pair,
        seed=bytes.fromhex(written.headers["Seed"]),
        now=timezone.now(),
    )
    make_at_once(started, written.moves[: -PLIES if PLIES else 0], timezone.now())
    return started


def left(written, game):
    """The moves that are left, and the seat of each mover."""
    first = int(written.headers["First"]) - 1
    return [(move, (first + move.ply - 1) % 2) for move in written.moves[game.ply :]]


def final_scores(written):
    scores = [int(score) for score in written.headers["Scores"].split()]
    return {"Ada": scores[0], "Ben": scores[1]}


@pytest.mark.wider
def test_two_people_play_to_the_end_of_the_bag_while_a_third_watches(reader, pair, game, written):
    ada = reader(pair[0])
    ben = reader(pair[1], width=360, height=640, has_touch=True, color_scheme="dark")
    watcher = reader()
    for page in (ada, ben, watcher):
        table.open_table(page, game)
    for move, seat in left(written, game):
        mover = (ada, ben)[seat]
        table.play_by_tapping(mover, move.text, move.points)
        for page in (ada, ben, watcher):
            expect(page.locator("#live")).to_have_attribute("data-ply", str(move.ply))
        assert table.scores(ada) == table.scores(ben) == table.scores(watcher) or (
            move is written.moves[-1]
        )
        if move.ply % 3 == 0:
            table.expect_as_if_loaded(watcher)
            table.expect_as_if_loaded(mover)
    for page, said in zip((ada, ben, watcher), TOLD, strict=True):
        expect(page.locator("#result h2")).to_have_text(said)
        assert table.scores(page) == final_scores(written)
        assert page.locator("#sheet tbody tr").count() == len(written.moves)
    with watcher.expect_download() as download:
        watcher.get_by_role("link", name="Game record").click()
    replayed = record.replay(Path(download.value.path()).read_bytes())
    assert replayed.fault is None
    assert replayed.final_scores == tuple(final_scores(written).values())
    assert replayed.state.outcome.reason == "out"


@pytest.mark.wider
def test_the_same_game_can_be_played_without_script(reader, pair, game, written):
    pages = [reader(person, java_script_enabled=False) for person in pair]
    for move, seat in left(written, game):
        page = pages[seat]
        page.goto(f"/games/{game.id}/")
        page.get_by_label("Move", exact=True).fill(move.text)
        page.get_by_role("button", name="Play").click()
        expect(page.locator("#live")).to_have_attribute("data-ply", str(move.ply))
    for page, said in zip(pages, TOLD, strict=False):
        page.goto(f"/games/{game.id}/")
        expect(page.locator("#result h2")).to_have_text(said)
        assert table.scores(page) == final_scores(written)
        page.get_by_text("The board as a table").click()
        expect(page.locator(".plain-table tbody tr")).to_have_count(15)


@pytest.mark.long
def test_the_same_game_can_be_played_with_the_keyboard_alone(reader, pair, game, written):
    pages = [reader(person) for person in pair]
    for page in pages:
        table.open_table(page, game)
    for move, seat in left(written, game):
        page = pages[seat]
        expect(page.locator("#live")).to_have_attribute("data-ply", str(move.ply - 1))
        table.type_on_board(page, move.text)
        expect(page.locator("#play-points")).to_have_text(f" · {move.points}")
        table.press_enter(page)
        expect(page.locator("#live")).to_have_attribute("data-ply", str(move.ply))
    for page, said in zip(pages, TOLD, strict=False):
        expect(page.locator("#result h2")).to_have_text(said)


def test_from_nothing_to_a_game_by_a_link_and_on_to_a_rematch(reader):
    host = reader()
    host.goto("/")
    host.get_by_role("button", name="Play a friend").click()
    host.get_by_role("button", name="Invite").click()
    link = host.locator("#link").inner_text()
    expect(host.locator("html")).to_have_attribute("data-live", "on")
    friend = reader(width=360, height=640)
    friend.goto(link)
    expect(friend.get_by_text("3 days a move; a player out of time loses")).to_be_visible()
    friend.get_by_role("button", name="Accept and play as a guest").click()
    expect(friend.locator("html")).to_have_attribute("data-live", "on")
    host.wait_for_url("**/games/*/")
    expect(host.locator("html")).to_have_attribute("data-live", "on")
    game = Game.objects.get()
    mover, other = (host, friend) if game.turn == 0 else (friend, host)
    expect(mover).to_have_title("(1) Your turn · Numerica")
    mover.locator("#more summary").click()
    mover.locator("#pass").click()
    mover.locator('#pass-dialog button[value="pass"]').click()
    expect(other).to_have_title("(1) Your turn · Numerica")
    other.locator("#more summary").click()
    other.locator("#call-off").click()
    other.locator("#call-off-dialog button.danger").click()
    expect(mover.locator("#result")).to_contain_text("The game was called off")
    table.press(mover.get_by_role("button", name="Rematch"))
    expect(mover.locator("#rematch-news")).to_contain_text("You want a rematch.")
    expect(other.locator("#rematch-news")).to_contain_text("wants a rematch.")
    table.press(other.get_by_role("button", name="Rematch"))
    other.wait_for_url(lambda url: game.id not in url)
    again = Game.objects.get(rematch_of=game)
    for page in (mover, other):
        page.wait_for_url(f"**/games/{again.id}/")
