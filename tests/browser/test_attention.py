"""What a page does while its reader looks elsewhere: the tab, the focus, sleep and waking."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import GameSettings
from games.services.reopenings import reopen_game
from games.services.start import start_game
from tests.browser import table
from tests.browser.positions import RECORDS, SEED, load
from tests.browser.sockets import BEAT, HIDE, breakable_socket, close, cut_off
from tests.browser.sounds import allow_sounds, heard, note_sounds


@pytest.fixture
def six():
    """A game of Numerica six plies before its end: its people and the moves that are left."""
    return load(RECORDS["numerica"])


def test_title_and_icon_of_the_tab_tell_whose_turn_it_is(reader, play_elsewhere, six):
    game, people, moves = six
    mover, waiter = (reader(people[seat]) for seat in (game.turn, 1 - game.turn))
    for page in (mover, waiter):
        table.open_table(page, game)
    at = game.ply

    def expect_tab(page, is_turn, title):
        expect(page).to_have_title(title)
        icon = "icon-turn.svg" if is_turn else "icon.svg"
        expect(page.locator("#icon")).to_have_attribute("href", re.compile(rf"/{icon}$"))

    yours, theirs = re.compile(r"^\(1\) Your turn · Numerica$"), re.compile(r"^\w+ to move")
    expect_tab(mover, True, yours)
    expect_tab(waiter, False, theirs)
    play_elsewhere(game, people[game.turn], moves[0].text)
    expect_tab(mover, False, theirs)
    expect_tab(waiter, True, yours)
    table.press(waiter.get_by_role("link", name="Back"))
    expect_tab(waiter, False, re.compile(r"^Move \d+ of \d+ · Numerica$"))
    table.press(waiter.get_by_role("link", name="End"))
    expect_tab(waiter, True, yours)
    waiter.reload()
    expect_tab(waiter, True, yours)
    play_elsewhere(game, who_is_to_move(game, people), "resign")
    for page in (mover, waiter):
        table.expect_ply(page, at + 2)
        expect_tab(page, False, re.compile(r"^(You resigned: \w+ won|\w+ resigned: you won) · "))


def test_the_title_follows_a_game_with_a_live_clock_for_players_and_watchers(
    reader, play_elsewhere
):
    people = [User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben")]
    settings = GameSettings("numerica", time_control="300+5")
    game = start_game(settings, users=people, seed=SEED, now=timezone.now())
    mover, waiter = (game.players.get(seat=seat).user for seat in (game.turn, 1 - game.turn))
    own, watching = reader(mover), reader()
    for page in (own, watching):
        table.open_table(page, game)
    expect(own).to_have_title("(1) Your turn · Numerica")
    play_elsewhere(game, mover, "pass")
    for page in (own, watching):
        expect(page).to_have_title(re.compile(f"^{waiter.username} to move"))
    play_elsewhere(game, mover, "resign")
    expect(own).to_have_title(re.compile("^You resigned"))
    expect(watching).to_have_title(re.compile(f"^{waiter.username} won by resignation"))


def test_the_title_of_the_first_page_stays_while_its_game_moves(reader, play_elsewhere, six):
    game, people, moves = six
    page = reader()
    page.goto("/")
    title = page.title()
    play_elsewhere(game, people[game.turn], moves[0].text)
    table.expect_ply(page, moves[0].ply)
    expect(page).to_have_title(title)


def who_is_to_move(game, people):
    game.refresh_from_db()
    return people[game.turn]


def test_the_focus_stays_where_it_is_while_moves_arrive(reader, play_elsewhere, six):
    game, people, moves = six
    mover, waiter = people[game.turn], people[1 - game.turn]
    page = reader(waiter)
    table.open_table(page, game)
    places = {
        "a square": page.locator("#sq-8E"),
        "a tile": page.locator("#rack button").nth(2),
        "a link in a zone": page.get_by_role("article", name=mover.username).get_by_role("link"),
        "a button": page.locator("#shuffle"),
    }
    movers = [mover, waiter, mover, waiter]
    for (what, place), user, move in zip(places.items(), movers, moves, strict=False):
        place.focus()
        play_elsewhere(game, user, move.text)
        table.expect_ply(page, move.ply)
        expect(place, what).to_be_focused()
    field = page.locator("#move")
    field.fill("8E 1")
    play_elsewhere(game, mover, moves[4].text)
    table.expect_ply(page, moves[4].ply)
    expect(field).to_be_focused()
    expect(field).to_have_value("8E 1")


def test_when_the_last_move_takes_the_buttons_away_the_focus_goes_to_the_board(reader):
    game, people, [last] = load(RECORDS["numerica"], plies_before_end=1)
    page = reader(people[game.turn])
    table.open_table(page, game)
    page.locator("#move").fill(last.text)
    expect(page.locator("#play-points")).to_have_text(f" · {last.points}")
    page.locator("#play").focus()
    page.keyboard.press("Space")
    expect(page.locator("#result h2")).to_be_visible()
    expect(page.locator("#move-form")).to_be_hidden()
    expect(page.locator("#board .sq:focus")).to_have_count(1)


WAKE = {
    "the tab is looked at": "document.dispatchEvent(new Event('visibilitychange'))",
    "the network is back": "window.dispatchEvent(new Event('online'))",
}


KEEP_SOCKETS = """window.sockets = [];
document.addEventListener("htmx:wsOpen", ({ detail }) => sockets.push(detail.event.target));"""


def test_a_page_that_slept_catches_up_in_silence_when_it_wakes(reader, play_elsewhere, six):
    game, people, moves = six
    page = reader(people[game.turn])
    socket = breakable_socket(page)
    note_sounds(page)
    table.open_table(page, game)
    allow_sounds(page)
    socket["is_deaf"] = True
    for move, (what, event) in zip(moves, WAKE.items(), strict=False):
        play_elsewhere(game, who_is_to_move(game, people), move.text)
        expect(page.locator("#live"), what).to_have_attribute("data-ply", str(move.ply - 1))
        page.evaluate(event)
        table.expect_ply(page, move.ply)
        assert heard(page) == []


def test_a_page_that_slept_while_its_ended_game_went_on_shows_it_when_it_is_back(
    reader, play_elsewhere, six
):
    """It was drawn before the ending, and the game has as many moves again when it wakes."""
    game, people, moves = six
    page = reader(people[1 - game.turn])
    socket = breakable_socket(page)
    table.open_table(page, game)
    play_elsewhere(game, who_is_to_move(game, people), "resign")
    expect(page.locator("#result h2")).to_be_visible()
    socket["is_down"] = True
    cut_off(page, socket)
    mia = User.objects.create_superuser("Mia", "mia@example.org")
    now = timezone.now()
    reopen_game(game_id=game.id, person=people[0], moderator=mia, reason="1", now=now)
    play_elsewhere(game, who_is_to_move(game, people), moves[0].text)
    socket["is_down"] = False
    expect(page.locator("#move-form")).to_be_visible()
    expect(page.locator("#result h2")).to_have_count(0)
    table.expect_ply(page, moves[0].ply)
    play_elsewhere(game, who_is_to_move(game, people), moves[1].text)
    table.expect_ply(page, moves[1].ply)


def test_when_the_network_is_back_the_page_connects_at_once(reader, six):
    """However long the next try is off."""
    game, people, _ = six
    page = reader(people[game.turn])
    socket = breakable_socket(page)
    table.open_table(page, game)
    page.evaluate("htmx.config.wsReconnectDelay = () => 10 ** 8")
    cut_off(page, socket)
    expect(page.locator("html")).to_have_attribute("data-live", "off")
    page.evaluate(WAKE["the network is back"])
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(page.locator("#connection.notice")).to_be_hidden()


NOTE_SAID = """region => {
    window.heard = [];
    new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
}"""


def test_when_the_network_is_back_a_page_behind_another_tab_connects_too(
    reader, play_elsewhere, six
):
    game, people, moves = six
    page = reader(people[1 - game.turn])
    table.open_table(page, game)
    page.evaluate(HIDE, True)
    page.context.set_offline(True)
    expect(page.locator("html")).to_have_attribute("data-live", "off")
    play_elsewhere(game, people[game.turn], moves[0].text)
    page.context.set_offline(False)
    table.expect_ply(page, moves[0].ply)
    expect(page).to_have_title("(1) Your turn · Numerica")
    expect(page.locator("html")).to_have_attribute("data-live", "on")


def test_a_page_that_is_woken_twice_at_once_keeps_one_line(reader, six):
    game, people, _ = six
    page = reader(people[0])
    page.add_init_script(KEEP_SOCKETS)
    socket = breakable_socket(page)
    table.open_table(page, game)
    page.evaluate("htmx.config.wsReconnectDelay = () => 60_000")
    close(socket)
    expect(page.locator("html")).to_have_attribute("data-live", "off")
    for way in WAKE.values():
        page.evaluate(way)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.wait_for_timeout(table.A_WHILE)
    assert len(socket["links"]) == 3
    assert page.evaluate("sockets.filter(({ readyState }) => readyState < 2).length") == 1


LOOK_AFTER_TWO_SECONDS = """addEventListener("offline", () => setTimeout(() => {
    document.documentElement.dataset.toldByThen = document.querySelector("#connection.notice") !== null;
}, 2000))"""
"""Two seconds of the page's own, however slow the machine is."""


def test_a_line_that_is_lost_is_said_within_two_seconds_and_what_was_missed_is_caught_up_with(
    reader, play_elsewhere, six
):
    """Also where the socket never hears of it, and claims to be open when the line is back."""
    game, people, moves = six
    page = reader(people[game.turn], width=360, height=640, has_touch=True)
    table.open_table(page, game)
    page.locator("#connection[role=status]").evaluate(NOTE_SAID)
    page.evaluate(LOOK_AFTER_TWO_SECONDS)
    page.context.set_offline(True)
    expect(page.locator("html")).to_have_attribute("data-told-by-then", "true")
    expect(page.locator("#connection")).to_contain_text("The connection is lost. Trying again")
    play_elsewhere(game, who_is_to_move(game, people), moves[0].text)
    page.context.set_offline(False)
    table.expect_ply(page, moves[0].ply)
    expect(page.locator("#connection.notice")).to_be_hidden()
    expect(page.locator("#connection")).to_have_text("The connection is back.")
    assert page.evaluate("heard") == [
        "The connection is lost. Trying again; your tiles stay where they are.",
        "The connection is back.",
    ], "each is said once, by a region that was there"
    expect(page.locator("html")).to_have_attribute("data-live", "on")


SILENT = 23  # seconds


def test_a_line_that_dies_without_a_word_is_noticed_and_another_is_opened(
    reader, play_elsewhere, six
):
    game, people, moves = six
    page = reader(people[game.turn])
    socket = breakable_socket(page)
    page.clock.install()
    table.open_table(page, game)
    socket["is_deaf"] = True
    play_elsewhere(game, who_is_to_move(game, people), moves[0].text)
    page.clock.run_for((SILENT + 2) * 1000)
    expect(page.locator("#connection.notice")).to_contain_text("The connection is lost.")
    socket["is_deaf"] = False
    page.clock.run_for(5000)
    table.expect_ply(page, moves[0].ply)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    assert len(socket["links"]) == 2


def test_a_line_on_which_nothing_happens_is_known_to_live_by_its_beats(reader, six):
    game, people, _ = six
    page = reader(people[game.turn])
    socket = breakable_socket(page)
    page.clock.install()
    table.open_table(page, game)
    page.evaluate(
        """window.shown = [];
        document.addEventListener("htmx:wsAfterMessage", ({ detail }) => shown.push(detail.message));"""
    )
    for _ in range(8):
        socket["links"][-1].send(BEAT)
        page.clock.run_for(SILENT * 1000 // 3)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(page.locator("#connection.notice")).to_have_count(0)
    assert len(socket["links"]) == 1 and BEAT not in page.evaluate("shown")


def test_the_page_connects_again_after_growing_pauses_and_says_meanwhile_that_it_is_cut_off(
    reader, six
):
    game, people, _ = six
    page = reader(people[0])
    socket = breakable_socket(page)
    table.open_table(page, game)
    pauses_by_chance = page.evaluate(
        """[0, 0.5].map(chance => {
          Math.random = () => chance;
          return [0, 2, 4, 20].map(htmx.config.wsReconnectDelay);
        })"""
    )
    assert pauses_by_chance == [[250, 1000, 4000, 7500], [375, 1500, 6000, 11_250]]
    page.evaluate("htmx.config.wsReconnectDelay = () => 300")
    socket["is_down"] = True
    cut_off(page, socket)
    assert len(socket["links"]) > 2


CLOSED = {
    4401: "You are not signed in on this page any more. Reload it.",
    4404: "This page is not brought up to date any more. Reload it.",
    4429: "Too many pages are open, or were opened within a minute, so this one is not brought up to"
    " date. Close some, wait a minute and reload it.",
}


@pytest.mark.parametrize("code", CLOSED)
@pytest.mark.parametrize("who", ["player", "stranger"])
def test_a_socket_closed_for_good_is_not_opened_again_and_the_page_says_why(code, who, reader, six):
    game, people, _ = six
    page = reader(people[0] if who == "player" else None)
    page.clock.install()
    tried = []

    def refuse(socket):
        tried.append(code)
        socket.close(code=code)

    page.route_web_socket("**/ws/games/**", refuse)
    page.goto(f"/games/{game.id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "off")
    page.clock.run_for(60_000)
    expect(page.locator("#connection.notice")).to_be_visible()
    expect(page.locator("#connection")).to_have_text(CLOSED[code])
    assert tried == [code]


def test_a_page_that_is_signed_out_elsewhere_says_so_at_once(reader, six):
    game, people, _ = six
    page = reader(people[0])
    table.open_table(page, game)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    other = page.context.new_page()
    other.goto("/accounts/logout/")
    other.locator("main form button").click()
    expect(page.locator("#connection")).to_have_text(CLOSED[4401])
