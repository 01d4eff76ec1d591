"""Strangers' first games, each from the first page to the last move, against the gentlest computer.

What must never happen to them: a first rack without a play, a verdict that is not the referee's, a
press that does nothing, and a turn without a play that nobody tells them of.
"""

import re
from itertools import cycle

import pytest
from playwright.sync_api import expect

from games.computers import turns, worker
from games.computers.roster import GENTLEST
from games.engine import best_moves
from games.engine.levels import YARDSTICK
from games.presentation import sentences
from games.rules import GAMES
from tests.browser import table
from tests.browser.against import Table, begin
from tests.prepared import prepared_folder
from tests.servers import Server, wait_until
from tests.tiers import but_for_certainty, some_of

SCREENS = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "color_scheme": "dark"},
}
AT_LEVEL = YARDSTICK[-1]  # whose moves the stranger makes, that the game ends soon
SECONDS = 0.2
TURNS = some_of(2, 5)  # of the stranger, who then resigns
TO_THE_END = some_of((), ("digifeud",))
MOST = 200  # turns: more than any game has
NO_PLAY = "Nothing can be laid with these tiles"

PATH = re.compile("([a-h][1-8])-([a-h][1-8])")
"""A move of Numeria: from where, to where."""

WALKS = but_for_certainty(
    list(zip(GAMES, cycle(["phone", "desktop"]), strict=False)), [("digifeud", "phone")]
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose computers move."""
    with Server(prepared_folder(tmp_path_factory.mktemp("site"))) as started:
        yield started


@pytest.fixture
def stranger(browser, server, screen):
    """The browser of somebody who is here for the first time; its console complains of nothing."""
    context = browser.new_context(base_url=server.origin, **SCREENS[screen])
    page = context.new_page()
    page.has_touch = "has_touch" in SCREENS[screen]
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert problems == []


@pytest.mark.wider
@pytest.mark.parametrize(("key", "screen"), WALKS)
def test_a_first_game_goes_well_to_its_end(key, screen, stranger, server):
    begin(stranger, key)
    game = Table(stranger, server, key)
    expect(stranger.locator("#players .computer")).to_have_count(1)
    expect(stranger.locator("#players")).to_contain_text(GENTLEST)
    assert has_play(game), "the first rack has no play"
    game.wait()
    for _ in range(MOST if key in TO_THE_END else TURNS):
        if game.state.turn is None:
            break
        take_turn(game)
        game.wait()
    else:
        game.say("resign")
    expect(stranger.locator("#result h2")).to_contain_text("You")
    assert game.moves_of(1)


def has_play(game):
    """Whether the stranger's tiles give a play on the board as it is, by the rules' own search."""
    return bool(best_moves(game.state, 0, 1, SECONDS).plays)


def take_turn(game):
    """One turn as the stranger takes it: the verdict is the referee's, and one press makes it."""
    question, before = turns.question(game.state, 0), game.ply
    text = worker.move(question, AT_LEVEL, SECONDS)
    if game.state.check(0, text).kind == "play":
        lay(game, text)
        expect_judged(game, text)
        table.send(game.page)
    else:
        assert not has_play(game), "the stranger's helper overlooked a play"
        expect(game.page.locator("main")).to_contain_text(NO_PLAY)
        table.play_by_tapping(game.page, text, 0)
    wait_until(lambda: game.read() and game.ply > before, "one press makes the move", 5)


def lay(game, text):
    """Pick and lay by taps, in whichever game; of several tropes that a move makes, take one."""
    page, move = game.page, PATH.match(text)
    if move is None:
        table.tap(page, text)
        return
    for square in move.groups():
        table.press(page.locator(f"#sq-{square}"))
    if game.state.check(0, move[0]).choices:
        table.press(page.locator(f'#verdict .choice button[value="{text}"]'))


def expect_judged(game, text):
    """The page says what the referee says of this very draft in this very position."""
    verdict = game.state.check(0, text)
    judged = game.page.locator(f'#verdict [data-judged="{game.ply}"]')
    expect(judged).to_have_attribute("data-ok", "1")
    expect(judged).to_have_attribute("data-points", str(verdict.points))
    for run in verdict.runs:
        expect(game.page.locator("#verdict")).to_contain_text(sentences.pretty(run.text))
