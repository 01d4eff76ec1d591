"""What a table sounds: moves, the end, little time, and a volume of the reader's own."""

import pytest
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.positions import RECORDS, load
from tests.browser.sockets import breakable_socket, cut_off
from tests.browser.sounds import END, LOW, OTHER, OWN, allow_sounds, heard, note_sounds

pytestmark = pytest.mark.long

SOON_AN_HOUR = """() => {
    const clock = document.querySelector("time[data-clock]");
    clock.dateTime = new Date(Date.now() + 3602e3).toISOString();
}"""
"""The deadline comes so near that an hour is left in a moment."""

_SOMETHING = """new Promise((done) => {
    const look = () => window.tones.length ? done() : requestAnimationFrame(look);
    look();
})"""
"""Wait until anything is heard; what Playwright has for it would need `eval` in the page."""


@pytest.fixture
def six():
    """A game of Numerica six plies before its end: its people and the moves that are left."""
    return load(RECORDS["numerica"])


def open_with_sounds(page, game):
    note_sounds(page)
    table.open_table(page, game)


def open_sound_settings(page):
    page.get_by_text("Sound and keys").click()


def test_nothing_is_heard_before_the_readers_first_gesture(reader, play_elsewhere, six):
    game, people, moves = six
    page = reader(people[game.turn])
    open_with_sounds(page, game)
    play_elsewhere(game, people[game.turn], moves[0].text)
    table.expect_ply(page, moves[0].ply)
    assert heard(page) == []
    expect(page.locator("[data-hears]")).to_have_count(0)


def test_each_move_is_heard_once_and_ones_own_sounds_otherwise(reader, play_elsewhere, six):
    game, people, moves = six
    page = reader(people[game.turn])
    open_with_sounds(page, game)
    allow_sounds(page)
    table.play_by_notation(page, moves[0].text, moves[0].points)
    table.expect_ply(page, moves[0].ply)
    assert heard(page) == OWN
    play_elsewhere(game, people[1 - game.turn], moves[1].text)
    table.expect_ply(page, moves[1].ply)
    assert heard(page) == OTHER


def test_the_end_of_the_game_is_heard(reader, play_elsewhere):
    game, people, [last] = load(RECORDS["numerica"], plies_before_end=1)
    page = reader(people[1 - game.turn])
    open_with_sounds(page, game)
    allow_sounds(page)
    play_elsewhere(game, people[game.turn], last.text)
    expect(page.locator("#result h2")).to_be_visible()
    assert heard(page) == END


def test_a_new_volume_is_heard_at_once_in_its_loudness(reader, six):
    game, people, _ = six
    page = reader(people[game.turn])
    open_with_sounds(page, game)
    open_sound_settings(page)
    expect(page.locator("[data-hears]")).to_have_count(1)  # what sounds has come with the press
    for volume, loudness in (("10", 0.5), ("5", 0.125)):
        page.get_by_label("Volume").fill(volume)
        page.evaluate(_SOMETHING)  # what sounds comes when it is needed
        assert (heard(page), page.evaluate("window.loudness")) == (OWN, loudness)


def test_volume_and_silence_are_remembered(reader, play_elsewhere, six):
    game, people, moves = six
    page = reader(people[1 - game.turn])
    open_with_sounds(page, game)
    open_sound_settings(page)
    expect(page.locator("[data-hears]")).to_have_count(1)  # what sounds has come with the press
    page.get_by_label("Volume").fill("5")
    page.get_by_label("Sounds").uncheck()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    open_sound_settings(page)
    expect(page.get_by_label("Volume")).to_have_value("5")
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    play_elsewhere(game, people[game.turn], moves[0].text)
    table.expect_ply(page, moves[0].ply)
    assert heard(page) == []
    page.get_by_label("Sounds").check()
    assert heard(page) == OWN


def test_stepping_through_the_game_is_silent(reader, six):
    game, people, _ = six
    page = reader(people[game.turn])
    open_with_sounds(page, game)
    allow_sounds(page)
    for step, ply in (("Back", game.ply - 1), ("Next", game.ply)):
        table.press(page.get_by_role("link", name=step, exact=True))
        table.expect_ply(page, ply)
    assert heard(page) == []


def test_a_move_made_while_the_connection_was_lost_is_silent_when_it_comes(
    reader, play_elsewhere, six
):
    game, people, moves = six
    page = reader(people[1 - game.turn])
    socket = breakable_socket(page)
    open_with_sounds(page, game)
    allow_sounds(page)
    socket["is_down"] = True
    cut_off(page, socket)
    play_elsewhere(game, people[game.turn], moves[0].text)
    socket["is_down"] = False
    table.expect_ply(page, moves[0].ply)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    assert heard(page) == []


def test_little_time_is_heard_said_and_seen_once(reader, six):
    game, people, _ = six
    page, watcher = reader(people[game.turn]), reader()
    for each in (page, watcher):
        open_with_sounds(each, game)
        allow_sounds(each)
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
