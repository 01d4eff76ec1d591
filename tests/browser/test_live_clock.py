"""The clock of a live game on the page: by the server's time, seen, heard and told."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import GameSettings
from games.services.start import start_game
from tests.browser import table
from tests.browser.keys import expect_said, press, square
from tests.browser.sockets import HIDE, breakable_socket, close, let_pass
from tests.browser.sounds import LOW, allow_sounds, heard, note_sounds

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
ASLEEP_FOR = 100 * SECOND

NOTE_SHOWN = """() => {
    const clock = document.querySelector("time[data-clock=live]").lastChild;
    window.shown = [];
    new MutationObserver(() => shown.push(clock.data)).observe(clock, { characterData: true });
}"""
"""Keep what the clock shows from now on."""

BOXES = """() => [...document.querySelectorAll("#board, #players :is(.who, .score, .clock > *)")].map(
    (each) => JSON.stringify(each.getBoundingClientRect()))"""


@pytest.fixture
def begin(pair):
    """Start a game in which the first to move has this much of five minutes left."""

    def begun(left=300 * SECOND, key="numerica", time_control="300+5"):
        now = timezone.now() - 300 * SECOND - 5 * SECOND + left
        settings = GameSettings(key, time_control=time_control)
        return start_game(settings, users=pair, seed=bytes(32), now=now)

    return begun


def running(page):
    """The clock that runs."""
    return page.locator('time[data-clock="live"]')


def seconds_shown(page) -> float:
    minutes, _, seconds = running(page).inner_text().split()[-1].rpartition(":")
    return 60 * int(minutes or 0) + float(seconds)


def open_running(page, game):
    """Open a table; return when its clock has begun to run by the server's time."""
    with page.expect_response("**/now/"):
        page.goto(f"/games/{game.id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.wait_for_function("""() => {
        const clock = document.querySelector("time[data-clock=live]").lastChild;
        window.before ??= clock.data;
        return clock.data !== window.before;
    }""")


def expect_right(page, game, ahead=0 * SECOND):
    """What is shown is what is left, or less by `ahead`; a slow machine may show it late."""
    left = [(game.deadline_at - ahead - timezone.now()).total_seconds()]
    shown = seconds_shown(page)
    left.append((game.deadline_at - ahead - timezone.now()).total_seconds())
    assert left[1] - 5 < shown < left[0] + 5


def asked_for(page) -> list[str]:
    """The addresses that this page asks for from now on, as far as they are of live clocks."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


@pytest.mark.parametrize("key", ["numerica", "equate", "digifeud", "numeria"])
def test_a_clock_runs_for_players_and_watchers_in_seconds_and_at_last_in_tenths(key, reader, begin):
    game = begin(90 * SECOND, key)
    for user in (game.players.get(seat=game.turn).user, None):
        page = reader(user)
        page.clock.install()
        open_running(page, game)
        expect_right(page, game)
        expect(running(page)).to_have_text(re.compile(r"1:[0-2]\d$"))
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)
        before = seconds_shown(page)
        page.clock.run_for(2000)
        assert before - seconds_shown(page) == 2
        let_pass(page, before - 2 - 15)
        before = seconds_shown(page)
        page.clock.run_for(300)
        assert round(before - seconds_shown(page), 1) == 0.3
        let_pass(page, 20)
        expect(running(page)).to_have_text(re.compile(r" 0\.0$"))
        expect(page.locator("#live")).to_have_attribute("data-over", "0")


def test_a_clock_stands_at_what_the_player_has_until_the_turn_begins(reader, begin):
    page, game = reader(), begin(330 * SECOND)
    page.clock.install()
    with page.expect_response("**/now/"):
        table.open_table(page, game)
    let_pass(page, 10)
    expect(running(page)).to_have_text("time running 5:00")
    let_pass(page, 25)
    expect(running(page)).to_have_text(re.compile(r" 4:5\d$"))


@pytest.mark.parametrize("wrong", [-3 * HOUR, 3 * HOUR], ids=["behind", "ahead"])
def test_a_page_whose_own_clock_is_wrong_shows_the_right_time(wrong, reader, begin):
    page, game = reader(), begin(200 * SECOND)
    page.clock.install(time=timezone.now() + wrong)
    open_running(page, game)
    expect_right(page, game)


WAYS_TO_WAKE = {
    "the clock has jumped": lambda page: page.clock.set_system_time(timezone.now() + HOUR),
    "the page is looked at": lambda page: page.evaluate(HIDE, False),
}


@pytest.mark.parametrize("way", WAYS_TO_WAKE)
def test_a_page_that_slept_asks_for_the_time_and_shows_it(way, reader, begin):
    page, game = reader(), begin(200 * SECOND)
    page.clock.install()
    open_running(page, game)

    def answer_later(route):
        told = int(route.fetch().text()) + ASLEEP_FOR // timedelta(milliseconds=1)
        route.fulfill(body=str(told), content_type="text/plain")

    page.route("**/now/", answer_later)
    with page.expect_response("**/now/"):
        WAYS_TO_WAKE[way](page)
    expect(running(page)).to_have_text(re.compile(r"1:\d\d$"))
    expect_right(page, game, ahead=ASLEEP_FOR)


def test_a_page_that_connects_again_asks_for_the_time(reader, begin):
    page, game = reader(), begin()
    socket = breakable_socket(page)
    open_running(page, game)
    with page.expect_request("**/now/"):
        close(socket)


def test_of_two_answers_the_one_that_was_sooner_there_is_believed(reader, begin):
    """The other may be wrong by half of its way: here it would set the clock back by a second."""
    page, game = reader(), begin(200 * SECOND)
    open_running(page, game)
    page.evaluate(NOTE_SHOWN)

    def answer_slowly(route):
        answer = route.fetch()
        page.wait_for_timeout(3000)
        route.fulfill(response=answer)

    page.route("**/now/", answer_slowly)
    with page.expect_response("**/now/"):
        page.evaluate(HIDE, False)
    page.wait_for_timeout(1500)
    shown = page.evaluate("shown")
    assert len(shown) > 3 and shown == sorted(shown, reverse=True)


def test_a_hidden_page_counts_nothing_and_is_right_when_it_is_seen(reader, begin):
    page, game = reader(), begin()
    page.clock.install()
    open_running(page, game)
    page.evaluate(HIDE, True)
    before = running(page).inner_text()
    page.clock.run_for(5000)
    assert running(page).inner_text() == before
    page.evaluate(HIDE, False)
    expect(running(page)).not_to_have_text(before)


def test_low_time_is_marked_heard_and_said_once_and_told_at_sixty_thirty_and_ten(reader, begin):
    game = begin(200 * SECOND)
    page, watcher = reader(game.players.get(seat=game.turn).user), reader()
    for each in (page, watcher):
        note_sounds(each)
        each.clock.install()
        open_running(each, game)
        allow_sounds(each)
        let_pass(each, int(seconds_shown(each)) - 75)
    told, note = page.locator("main > .vh[role=status]"), page.locator("#note")
    expect(page.locator(".clock [data-low]")).to_have_count(0)
    expect(told).to_be_empty()
    let_pass(page, 18)
    expect(told).to_have_text("One minute is left on your clock.")
    let_pass(page, 30)
    expect(told).to_have_text("30 seconds are left on your clock.")
    assert heard(page) == [] and note.inner_text() == ""
    for each in (page, watcher):
        let_pass(each, seconds_shown(each) - 17)
        expect(each.locator("time[data-low]")).to_have_count(1)
    expect(note).to_have_text("20 seconds are left on your clock.")
    assert (heard(page), heard(watcher)) == (LOW, [])
    let_pass(page, seconds_shown(page) - 8)
    expect(told).to_have_text("10 seconds are left on your clock.")
    assert heard(page) == []
    expect(watcher.locator("#note")).to_be_empty()
    expect(watcher.locator("main > .vh[role=status]")).to_be_empty()


def test_what_was_said_of_ones_time_goes_with_the_turn(reader, begin, play_elsewhere):
    game = begin(60 * SECOND)
    mover = game.players.get(seat=game.turn).user
    page = reader(mover)
    page.clock.install()
    open_running(page, game)
    let_pass(page, int(seconds_shown(page)) - 22)
    page.clock.run_for(3000)
    expect(page.locator("#note")).to_have_text("20 seconds are left on your clock.")
    play_elsewhere(game, mover, "pass")
    table.expect_ply(page, 1)
    expect(page.locator("#note")).to_be_empty()


@pytest.mark.parametrize("width", [360, 1440])
def test_nothing_moves_when_a_clock_runs_low(width, reader, begin):
    game = begin(60 * SECOND)
    page = reader(game.players.get(seat=game.turn).user, width, 640)
    page.clock.install()
    open_running(page, game)
    before = page.evaluate(BOXES)
    let_pass(page, int(seconds_shown(page)) - 15)
    expect(page.locator("time[data-low]")).to_have_count(1)
    assert page.evaluate(BOXES) == before
    page.clock.fast_forward(10_000)
    expect(running(page)).to_have_text(re.compile(r" \d\.\d$"))
    assert page.evaluate(BOXES) == before


@pytest.mark.parametrize(
    ("time_control", "waits", "runs"),
    [
        ("300+5", r"time left 5:00", r"time running 4:\d\d"),
        ("3d+2d", r"in reserve \+2d", r"time left 4d .*"),
    ],
)
def test_a_letter_says_the_times_of_both_players(time_control, waits, runs, reader, begin):
    game = begin(290 * SECOND, time_control=time_control)
    mover, other = (game.players.get(seat=seat).user for seat in (game.turn, 1 - game.turn))
    page = reader(mover)
    table.open_table(page, game)
    square(page, "8H").focus()
    press(page, "t")
    expect_said(page, re.compile(rf"^{other}: {waits}, {mover}: {runs}$"))


def test_pages_without_a_live_clock_ask_for_no_time_and_no_script_of_it(reader, begin, pair):
    game = begin(time_control="3d")
    page = reader(pair[0])
    asked = asked_for(page)
    for address in (f"/games/{game.id}/", "/", "/rules/numerica/"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
    assert asked and not [url for url in asked if re.search("now/|live_clocks", url)]


def test_a_live_game_that_is_over_asks_for_no_time(reader, begin, play_elsewhere):
    game = begin()
    play_elsewhere(game, game.players.get(seat=game.turn).user, "resign")
    page = reader()
    asked = asked_for(page)
    page.goto(f"/games/{game.id}/")
    page.wait_for_load_state("networkidle")
    expect(running(page)).to_have_count(0)
    assert not [url for url in asked if re.search("now/|live_clocks", url)]


def test_no_clock_runs_on_an_earlier_position_and_it_runs_again_after_it(
    reader, begin, play_elsewhere
):
    game = begin()
    play_elsewhere(game, game.players.get(seat=game.turn).user, "pass")
    page = reader()
    open_running(page, game)
    table.press(page.get_by_role("link", name="Back"))
    expect(running(page)).to_have_count(0)
    table.press(page.get_by_role("link", name="End"))
    expect(running(page)).to_have_count(1)
    shown = running(page).inner_text()
    expect(running(page)).not_to_have_text(shown)


def test_after_a_move_the_other_clock_runs_and_this_one_stands(reader, begin, play_elsewhere):
    game = begin()
    page = reader()
    open_running(page, game)
    play_elsewhere(game, game.players.get(seat=game.turn).user, "pass")
    table.expect_ply(page, 1)
    standing = page.locator(".bank")
    left = standing.inner_text()
    shown = running(page).inner_text()
    expect(running(page)).not_to_have_text(shown)
    assert standing.inner_text() == left


def test_the_clock_of_the_live_game_on_the_first_page_runs(reader, begin, play_elsewhere):
    game = begin()
    play_elsewhere(game, game.players.get(seat=game.turn).user, "pass")
    page = reader()
    page.goto("/")
    shown = running(page).inner_text()
    expect(running(page)).not_to_have_text(shown)


def edge_of_clock(page) -> str:
    """How the edge of the clock that runs is drawn."""
    return running(page).evaluate("time => getComputedStyle(time).borderTopStyle")


def test_a_clock_stands_out_as_unsure_while_nothing_is_heard_of_the_server(reader, begin):
    game = begin()
    page = reader(game.players.get(seat=game.turn).user)
    page.clock.install()
    open_running(page, game)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)
    let_pass(page, 10)
    assert edge_of_clock(page) == "solid"
    page.clock.run_for(5000)
    assert edge_of_clock(page) == "dashed"
    before = seconds_shown(page)
    let_pass(page, 2)
    assert edge_of_clock(page) == "solid" and before - seconds_shown(page) == 2
    page.clock.run_for(25_000)
    assert edge_of_clock(page) == "dashed"
    expect(page.locator("#connection.notice")).to_contain_text("The connection is lost.")
