"""From the first page to a seat: anyone, a link that is copied, a name of one's own."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Game, Invitation

from .axe import violations


def test_a_friend_is_invited_with_settings_that_are_told_as_they_are_chosen(reader):
    host = reader(width=360, height=640, color_scheme="dark")
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.goto("/invitations/new/?key=equate")
    line = host.locator("details.set > summary")
    expect(line).to_have_text("Two players, standard set, 3 days a move, casual")
    line.click()
    host.get_by_text("Stage for beginners 2").click()
    host.get_by_label("Time", exact=True).select_option("7d")
    expect(line).to_have_text("Two players, standard set, stage 2, 7 days a move, casual")
    host.get_by_text("Junior").click()
    expect(line).to_have_text("Two players, Junior set, 7 days a move, casual")
    host.get_by_role("button", name="Invite").click()
    assert Invitation.objects.get().options == "set=junior"
    expect(host.locator("html")).to_have_attribute("data-live", "on")  # its scripts have run
    host.get_by_role("button", name="Copy").click()
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    link = host.evaluate("navigator.clipboard.readText()")
    assert link == host.url == host.locator("#link").inner_text()
    seen = host.locator("#link").evaluate(
        "link => [link.scrollWidth <= link.clientWidth + 1, getSelection().selectAllChildren(link), String(getSelection())]"
    )
    assert seen[0] and seen[2] == link
    code = host.get_by_role("img", name=f"QR code of the link {link}")
    assert (
        code.locator("path").first.evaluate("path => getComputedStyle(path).fill")
        == "rgb(255, 255, 255)"
    )
    assert violations(host) == []


def test_of_the_settings_of_time_those_are_shown_that_belong_together(reader):
    host = reader()
    host.goto("/invitations/new/?key=numerica")
    line = host.locator("details.set > summary")
    line.click()
    time, reserve, more = map(host.get_by_label, ("Time", "In reserve", "More after each move"))
    expect(more).to_be_hidden()
    reserve.select_option("2")
    expect(line).to_have_text("3 days a move, 2 days in reserve, casual")
    time.select_option("10m")
    expect(reserve).to_be_hidden()
    more.select_option("5")
    expect(line).to_have_text("10 minutes each, 5 s more a move, casual")
    host.get_by_role("button", name="Invite").click()
    expect(host.locator(".settings")).to_contain_text("10 minutes each, 5 s more a move")
    assert Invitation.objects.get().time_control == "600+5"


def test_without_script_all_settings_of_time_are_there(reader):
    host = reader(java_script_enabled=False)
    host.goto("/invitations/new/?key=numerica")
    host.locator("details.set > summary").click()
    for label in ("Time", "In reserve", "More after each move"):
        expect(host.get_by_label(label)).to_be_visible()


def test_a_friend_takes_the_seat_under_a_name(reader):
    host, friend = reader(), reader(width=360, height=640)
    host.goto("/invitations/new/")
    host.get_by_role("button", name="Invite").click()
    friend.goto(host.locator("#link").inner_text())
    friend.get_by_label("Your name, if you like").fill("admin")
    friend.get_by_role("button", name="Accept and play as a guest").click()
    expect(friend.get_by_text("This name is reserved.")).to_be_visible()
    friend.go_back()
    friend.get_by_label("Your name, if you like").fill("Zoe")
    friend.get_by_role("button", name="Accept and play as a guest").click()
    host.wait_for_url("**/games/*/")
    expect(host.locator("#players")).to_contain_text("guest-Zoe")


@pytest.mark.parametrize("has_script", [True, False])
def test_two_strangers_press_play_anyone_and_sit_at_one_table(has_script, reader):
    pages = [reader(java_script_enabled=has_script) for _ in range(2)]
    for page in pages:
        page.goto("/")
        page.get_by_text("Digifeud").first.click()
        page.get_by_role("button", name="Play anyone").click()
    expect(pages[1]).to_have_url(re.compile("/games/"))
    game = Game.objects.get()
    assert game.key == "digifeud" and game.players.count() == 2
    if has_script:
        pages[0].wait_for_url(f"**/games/{game.id}/")


def test_who_seeks_is_told_how_long_although_the_page_slept(reader):
    page = reader()
    page.clock.install()
    page.goto("/lobby/")
    page.get_by_role("button", name="Equate, 25+10").click()
    page.wait_for_url("**/invitations/*/")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    expect(page.locator("#search [data-time]")).to_have_text(re.compile("^0:"))
    page.clock.fast_forward("05:00")  # what repeats comes once, as after a sleep
    expect(page.locator("#search [data-time]")).to_have_text(re.compile("^5:"))
    apart = int(page.locator("#search [data-apart]").inner_text())
    assert apart >= 60 * int(page.locator("#search").get_attribute("data-points-a-step"))
