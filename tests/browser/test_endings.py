"""Ending a game early and taking a move back, by hand and by keyboard, with pages that are open."""

from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from accounts.services import make_computers
from games.models import GameSettings
from games.services.start import start_game
from tests.browser import positions, table
from tests.browser.positions import FIRST, SEED


def test_who_waits_resigns_by_keyboard_and_the_other_page_tells_it(reader, pair):
    game = positions.load(positions.RECORDS["numerica"], people=pair)[0]
    pages = [reader(user) for user in pair]
    for page in pages:
        table.open_table(page, game)
    waiter, mover = pages[1 - game.turn], pages[game.turn]
    for target in ("#more > summary", "#resign"):
        waiter.locator(target).focus()
        waiter.keyboard.press("Enter")
    dialog = waiter.locator("#resign-dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    table.settled(waiter)
    waiter.keyboard.press("Tab")
    waiter.keyboard.press("Enter")
    expect(waiter.locator("#result h2")).to_have_text(
        f"You resigned: {pair[game.turn].username} won"
    )
    expect(mover.locator("#result h2")).to_have_text(
        f"{pair[1 - game.turn].username} resigned: you won"
    )
    assert game.moves.last().text == f"resign {2 - game.turn}"


def test_a_move_is_taken_back_and_an_open_page_shows_the_board_of_before(reader, pair):
    make_computers()
    computer = User.objects.get(username="Pebble")
    users = [pair[0], computer]
    game = start_game(GameSettings("numerica"), users=users, seed=SEED, now=timezone.now())
    player, watcher = reader(pair[0], width=360, height=640), reader()
    for page in (player, watcher):
        table.open_table(page, game)
    rack = player.locator("#hand").get_attribute("data-tiles")
    table.post_move(player.request, game, FIRST, 1)
    for page in (player, watcher):
        expect(page.locator("#live")).to_have_attribute("data-ply", "1")
    table.settled(player)
    player.locator("#more > summary").click()
    player.get_by_role("button", name="Take my last move back").click()
    for page in (player, watcher):
        expect(page.locator("#live")).to_have_attribute("data-ply", "2")
        assert table.tiles_on(page) == {}
        expect(page.locator("#sheet .undone")).to_contain_text("taken back")
    expect(player.locator("#hand")).to_have_attribute("data-tiles", rack)
