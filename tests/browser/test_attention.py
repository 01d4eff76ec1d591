"""What a page does while its reader looks elsewhere: sounds, the tab, the focus, sleep and waking."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.positions import RECORDS, load

STUB = """(() => {
    window.tones = [];
    const node = () => ({ connect: (next) => next, frequency: {}, stop() {}, start() {},
        gain: { setValueAtTime(loudness) { window.loudness = loudness; }, exponentialRampToValueAtTime() {} } });
    window.AudioContext = class {
        constructor() { document.documentElement.dataset.hears = ""; }
        currentTime = 0;
        destination = node();
        createGain() { return node(); }
        createOscillator() {
            const tone = node();
            tone.start = () => window.tones.push(tone.frequency.value);
            return tone;
        }
    };
})()"""
"""Instead of sounds, the pitches that were begun."""

OWN, OTHER, END, LOW = [392], [523, 659], [523, 659, 784], [880, 880]

COLD = """() => new Promise(done => setTimeout(() => done(window.tones.splice(0)), 200))"""
"""What was heard up to now, with all that follows at once."""

SOON_AN_HOUR = """() => {
    const clock = document.querySelector("time[data-clock]");
    clock.dateTime = new Date(Date.now() + 3602e3).toISOString();
}"""
"""The deadline comes so near that an hour is left in a moment."""


@pytest.fixture
def six():
    """A game of Numerica six plies before its end: its people and the moves that are left."""
    return load(RECORDS["numerica"])


@pytest.fixture
def play(reader):
    """Post a move from another browser of that person's, so that open pages are told."""
    others = {}

    def played(game, user, text):
        game.refresh_from_db()
        if user not in others:
            others[user] = reader(user)
            others[user].goto("/rules/")
        cookies = {each["name"]: each["value"] for each in others[user].context.cookies()}
        answer = others[user].request.post(
            f"/games/{game.id}/move/",
            form={"ply": game.ply + 1, "text": text},
            headers={"X-CSRFToken": cookies["csrftoken"], "Accept": "application/json"},
        )
        assert answer.json()["ok"]

    return played


def heard(page):
    return page.evaluate(COLD)


def expect_ply(page, ply):
    expect(page.locator("#live")).to_have_attribute("data-ply", str(ply))


def with_breakable_socket(page):
    """What is put into the dict decides: `is_down` refuses sockets, `is_deaf` swallows messages."""
    state = {"links": [], "is_down": False, "is_deaf": False}

    def link(socket):
        state["links"].append(socket)
        if state["is_down"]:
            socket.close(code=1012)
            return
        server = socket.connect_to_server()
        server.on_message(lambda message: None if state["is_deaf"] else socket.send(message))

    page.route_web_socket("**/ws/games/**", link)
    return state


@pytest.mark.long
def test_what_is_heard_and_what_is_not(reader, play, six):
    game, people, moves = six
    mover, waiter = people[game.turn], people[1 - game.turn]
    page = reader(mover)
    page.add_init_script(STUB)
    socket = with_breakable_socket(page)
    table.open_table(page, game)
    at = game.ply

    # nothing before the first gesture; then one's own move and the other's, each once
    play(game, mover, moves[0].text)
    expect_ply(page, at + 1)
    assert heard(page) == []
    expect(page.locator("[data-hears]")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator("[data-hears]")).to_have_count(1)
    play(game, waiter, moves[1].text)
    expect_ply(page, at + 2)
    assert heard(page) == OTHER
    table.play_by_notation(page, moves[2].text, moves[2].points)
    expect_ply(page, at + 3)
    assert heard(page) == OWN

    # the volume is remembered, and so is silence
    page.get_by_text("Sound and keys").click()
    page.get_by_label("Volume").fill("10")
    assert (heard(page), page.evaluate("window.loudness")) == (OWN, 0.5)
    page.get_by_label("Volume").fill("5")
    assert (heard(page), page.evaluate("window.loudness")) == (OWN, 0.125)
    page.get_by_label("Sounds").uncheck()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.get_by_text("Sound and keys").click()
    expect(page.get_by_label("Volume")).to_have_value("5")
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    play(game, waiter, moves[3].text)
    expect_ply(page, at + 4)
    assert heard(page) == []
    page.get_by_label("Sounds").check()
    assert heard(page) == OWN

    # stepping through the game is silent, and so is what a lost connection brings on its return
    for step in ("Back", "Next"):
        table.press(page.get_by_role("link", name=step, exact=True))
        expect_ply(page, at + (3 if step == "Back" else 4))
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.keyboard.press("Tab")
    expect(page.locator("[data-hears]")).to_have_count(1)
    socket["is_down"] = True
    socket["links"][-1].close(code=1012)
    expect(page.locator("#connection")).to_be_visible()
    play(game, mover, moves[4].text)
    socket["is_down"] = False
    expect_ply(page, at + 5)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    assert heard(page) == []

    # the end
    play(game, waiter, moves[5].text)
    expect(page.locator("#result h2")).to_be_visible()
    assert heard(page) == END


@pytest.mark.long
def test_little_time_is_heard_said_and_seen_once(reader, six):
    game, people, _ = six
    page, watcher = reader(people[game.turn]), reader()
    for each in (page, watcher):
        each.add_init_script(STUB)
        table.open_table(each, game)
        each.keyboard.press("Tab")
        expect(each.locator("[data-hears]")).to_have_count(1)
        expect(each.locator(".clock [data-low]")).to_have_count(0)
        each.evaluate(SOON_AN_HOUR)
    for each in (page, watcher):
        expect(each.locator(".clock [data-low]")).to_have_count(1)
    expect(page.locator("#note")).to_have_text("Less than an hour is left for your move.")
    expect(watcher.locator("#note")).to_be_empty()
    clock = page.locator(".clock [data-low]")
    for _ in range(2):
        expect(clock).not_to_have_text(clock.text_content())
    assert (heard(page), heard(watcher)) == (LOW, [])


def test_the_tab_tells_whose_turn_it_is_through_every_change(reader, play, six):
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
    play(game, people[game.turn], moves[0].text)
    expect_tab(mover, False, theirs)
    expect_tab(waiter, True, yours)
    table.press(waiter.get_by_role("link", name="Back"))
    expect_tab(waiter, False, re.compile(r"^Move \d+ of \d+ · Numerica$"))
    table.press(waiter.get_by_role("link", name="End"))
    expect_tab(waiter, True, yours)
    waiter.reload()
    expect_tab(waiter, True, yours)
    play(game, waiter_of(game, people), "resign")
    for page in (mover, waiter):
        expect_ply(page, at + 2)
        expect_tab(page, False, re.compile(r"^(You resigned: \w+ won|\w+ resigned: you won) · "))


def waiter_of(game, people):
    game.refresh_from_db()
    return people[game.turn]


def test_the_focus_stays_while_moves_arrive_and_is_never_lost(reader, play, six):
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
        play(game, user, move.text)
        expect_ply(page, move.ply)
        expect(place, what).to_be_focused()
    field = page.locator("#move")
    field.fill("8E 1")
    play(game, mover, moves[4].text)
    expect_ply(page, moves[4].ply)
    expect(field).to_be_focused()
    expect(field).to_have_value("8E 1")

    # whatever the field and the buttons do when they go, the keyboard is somewhere
    field.fill(moves[5].text)
    expect(page.locator("#play-points")).to_have_text(f" · {moves[5].points}")
    page.locator("#play").focus()
    page.keyboard.press("Space")
    expect(page.locator("#result h2")).to_be_visible()
    expect(page.locator("#move-form")).to_be_hidden()
    expect(page.locator("#board .sq:focus")).to_have_count(1)


def test_a_page_that_slept_or_was_cut_off_is_right_when_it_wakes(reader, play, six):
    game, people, moves = six
    page = reader(people[game.turn])
    socket = with_breakable_socket(page)
    page.add_init_script(STUB)
    table.open_table(page, game)
    wake = {
        "the tab is looked at": "document.dispatchEvent(new Event('visibilitychange'))",
        "the network is back": "window.dispatchEvent(new Event('online'))",
    }
    page.keyboard.press("Tab")
    expect(page.locator("[data-hears]")).to_have_count(1)
    socket["is_deaf"] = True
    for move, (what, event) in zip(moves, wake.items(), strict=False):
        play(game, waiter_of(game, people), move.text)
        expect(page.locator("#live"), what).to_have_attribute("data-ply", str(move.ply - 1))
        page.evaluate(event)
        expect_ply(page, move.ply)
        assert heard(page) == []

    # the socket is asked for at once, however long the next try was off
    socket["is_deaf"] = False
    page.evaluate("htmx.config.wsReconnectDelay = () => 10 ** 8")
    socket["links"][-1].close(code=1012)
    expect(page.locator("html")).to_have_attribute("data-live", "off")
    expect(page.locator("#connection")).to_be_visible()
    page.evaluate(wake["the network is back"])
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(page.locator("#connection")).to_be_hidden()


def test_it_is_tried_again_after_growing_pauses_and_the_line_waits_for_none_of_them(reader, six):
    game, people, _ = six
    page = reader(people[0])
    socket = with_breakable_socket(page)
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
    socket["links"][-1].close(code=1012)
    expect(page.locator("#connection")).to_be_visible()
    assert len(socket["links"]) > 2


CLOSED = {
    4401: "You are not signed in on this page any more. Reload it.",
    4404: "This page is not brought up to date any more. Reload it.",
    4429: "Too many pages are open at once, so this one is not brought up to date. Close some and reload it.",
}


@pytest.mark.parametrize("code", CLOSED)
@pytest.mark.parametrize("who", ["player", "stranger"])
def test_what_the_server_closed_for_good_is_not_tried_again_and_the_line_says_why(
    code, who, reader, six
):
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
    expect(page.locator("#connection")).to_be_visible()
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
