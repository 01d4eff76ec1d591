"""Two strangers from the first page to a rematch, with a clock, while a third watches television."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game
from games.rules.clock import LAG_A_MOVE
from tests.browser import table
from tests.browser.numeria import squares_of

A_MOMENT = timedelta(seconds=1)  # a page shows 0.0 a little before the time has run out


def sit_down(page):
    """One press on the first page, and whatever comes."""
    page.goto("/")
    page.locator("label", has_text="Numeria").click()
    page.get_by_role("button", name="3+2").click()


def move(page, game):
    """The first way to move a tile that there is, and that takes no trope."""
    game.refresh_from_db()
    text = next(each for each in game.position.legal_moves() if " x " not in each)
    for square in squares_of(text):
        table.press_square(page, square)
    table.send(page)


def show_ply(pages, ply):
    for page in pages:
        expect(page.locator("#live")).to_have_attribute("data-ply", str(ply))


def leave_a_moment(game):
    """Let almost all of the time of whose turn it is have passed."""
    game.refresh_from_db()
    left = game.deadline_at - timezone.now() - timedelta(seconds=2)
    times = {name: getattr(game, name) - left for name in ("turn_began_at", "deadline_at")}
    Game.objects.filter(pk=game.pk).update(**times)


def meet(one, two):
    """Both press on the first page; the game in which they meet, and who of them is to move."""
    sit_down(one)
    expect(one.get_by_role("heading", level=1)).to_have_text("Looking for an opponent")
    expect(one.locator("html")).to_have_attribute("data-live", "on")
    sit_down(two)
    for page in (one, two):
        page.wait_for_url("**/games/*/")
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    game = Game.objects.get()
    assert (game.key, game.time_control) == ("numeria", "180+2")
    return (game, one, two) if game.turn == 0 else (game, two, one)


def offer_a_draw_in_vain(mover, other):
    mover.locator("#more summary").click()
    mover.get_by_role("button", name="Offer a draw").click()
    expect(other.locator("#offers")).to_contain_text("offers a draw")


def run_out_of_time(mover, other, game):
    """The last seconds of who is to move pass on that page, and both are told."""
    leave_a_moment(game)
    table.open_table(mover, game)
    expect(mover.locator("[data-turn] time")).to_contain_text("0.0")
    mover.wait_for_timeout((LAG_A_MOVE + A_MOMENT) / timedelta(milliseconds=1))
    other.reload()  # no ticker runs beside this server: the next look lets the flag fall
    for page in (mover, other):
        expect(page.locator("#result")).to_contain_text(
            re.compile("ran out of time|Your time ran out")
        )


def phone_and_desk(reader):
    return reader(width=360, height=640, has_touch=True, color_scheme="dark"), reader()


def test_two_strangers_meet_and_play_to_the_end_of_the_clock_though_the_phone_is_cut_off(reader):
    phone, desk = phone_and_desk(reader)
    game, mover, other = meet(desk, phone)
    offer_a_draw_in_vain(mover, other)
    move(mover, game)
    show_ply((phone, desk), 1)
    expect(other.locator("#offers")).to_be_empty()  # it was not taken, and nobody said a word
    if other is phone:
        move(phone, game)
        show_ply((phone, desk), 2)
    game.refresh_from_db()

    phone.context.set_offline(True)
    expect(phone.locator("#connection.notice")).to_be_visible()
    move(desk, game)
    phone.context.set_offline(False)
    show_ply((phone, desk), game.ply + 1)
    expect(phone.locator("#connection.notice")).to_be_hidden()

    run_out_of_time(phone, desk, game)


@pytest.mark.long
def test_two_strangers_meet_play_with_a_clock_and_meet_again_while_a_third_watches(reader):
    two, one = phone_and_desk(reader)
    game, mover, other = meet(one, two)
    seats = list(game.players.order_by("seat").values_list("user", flat=True))
    offer_a_draw_in_vain(mover, other)
    move(mover, game)
    watcher = reader()
    watcher.goto("/tv/")
    watcher.evaluate("window.wasHere = true")
    everybody = (mover, other, watcher)
    show_ply(everybody, 1)
    expect(other.locator("#offers")).to_be_empty()  # it was not taken, and nobody said a word

    address = mover.url
    mover.goto("about:blank")
    expect(other.locator(".player .dot:visible")).to_have_count(0)
    move(other, game)
    show_ply((other, watcher), 2)
    mover.goto(address)
    show_ply(everybody, 2)
    expect(mover.locator("html")).to_have_attribute("data-live", "on")

    run_out_of_time(mover, other, game)
    expect(watcher.locator("#call")).to_contain_text("won on time")

    for page in (mover, other):
        table.press(page.get_by_role("button", name="Rematch"))
    for page in (mover, other):
        page.wait_for_url(lambda url: game.id not in url)
    again = Game.objects.get(rematch_of=game)
    assert again.time_control == "180+2"
    assert list(again.players.order_by("seat").values_list("user", flat=True)) == seats[::-1]
    first = next(page for page in (one, two) if page.locator("[data-yours]").count())
    move(first, again)
    link = watcher.get_by_role("link", name="Watch this game")
    expect(link).to_have_attribute("href", f"/games/{again.id}/", timeout=40_000)
    assert watcher.evaluate("window.wasHere")
