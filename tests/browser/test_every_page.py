"""Every page for everyone: no barrier that axe finds, nothing wider than the window, no stranger."""

import json
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Invitation
from games.rules import GAMES

SIZES = [(320, 640), (360, 640), (640, 360), (768, 1024), (1440, 900)]


@pytest.fixture
def pages(db):
    """Every kind of page, with who reads it, from the demo data."""
    call_command("seed_demo", verbosity=0)
    people = {user.username: user for user in User.objects.all()}
    running = Game.objects.get(ended_at=None)
    finished = Game.objects.exclude(ended_at=None).first()
    player = running.players.get(seat=running.turn).user
    loser = finished.players.order_by("-rank").first().user
    invitation = Invitation.objects.get()
    return [
        ("/", None),
        ("/", player),
        ("/games/", None),
        ("/games/archive/", None),
        ("/games/archive/?since=never", None),
        (f"/games/{finished.id}/?ply=9", None),
        (f"/@{player.username}/", None),
        (f"/@{player.username}/", player),
        ("/leaderboard/numerica/", None),
        ("/leaderboard/numerica/?all=1", player),
        ("/people/settings/", player),
        (f"/games/{running.id}/", None),
        (f"/games/{running.id}/", player),
        (f"/games/{finished.id}/", None),
        (f"/games/{finished.id}/", loser),
        ("/invitations/new/", None),
        ("/invitations/new/", player),
        (f"/invitations/{invitation.id}/", None),
        (f"/invitations/{invitation.id}/", people["Cleo"]),
        ("/rules/", None),
        *[(f"/rules/{key}/", None) for key in GAMES],
        ("/rules/equate/?text=10J+7", None),
        ("/accounts/login/", None),
        ("/accounts/signup/", None),
        ("/accounts/password/reset/", None),
        ("/accounts/sessions/", player),
        ("/accounts/email/", player),
        ("/accounts/password/change/", player),
        ("/people/data/", player),
        ("/people/delete/", player),
        ("/accounts/logout/", player),
        ("/no/such/page/", None),
    ]


def own_table(pages):
    """The running game as its player on turn sees it."""
    return next((address, user) for address, user in pages if user and "/games/" in address)


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(rule["id"], [node["html"][:160] for node in rule["nodes"]][:3]) for rule in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(reader, pages, scheme):
    readers = {}
    for address, user in pages:
        if user not in readers:
            readers[user] = reader(user, color_scheme=scheme)
        page = readers[user]
        page.goto(address)
        found = violations(page)
        assert found == [], f"{address} for {user}: {json.dumps(found, indent=1)}"
        assert page.locator("h1").count() == 1, address


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_wider_than_the_window(reader, pages, size):
    width, height = size
    readers = {}
    for address, user in pages:
        if user not in readers:
            readers[user] = reader(user, width=width, height=height)
        page = readers[user]
        page.goto(address)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{address} for {user} is {wide} px wide"


def test_a_players_phone_shows_all_that_is_needed_without_scrolling(reader, pages):
    address, user = own_table(pages)
    page = reader(user, width=360, height=640)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    for part in ("#players", "#board", "#status", "#rack", "#play", "#swap"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 640, part
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360, part
    square = page.locator("#sq-8H").bounding_box()
    assert square["width"] >= 24 and square["height"] >= 24


def test_no_page_asks_another_host_for_anything(reader, pages, live):
    asked = set()
    readers = {}
    for address, user in pages:
        if user not in readers:
            readers[user] = reader(user)
            readers[user].on("request", lambda request: asked.add(urlsplit(request.url).netloc))
        readers[user].goto(address)
    assert asked == {urlsplit(live).netloc}


def test_dialogs_have_no_barrier_and_give_the_focus_back(reader, pages):
    address, user = own_table(pages)
    page = reader(user)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.locator("#swap").click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#swap-dialog")).to_be_hidden()
    expect(page.locator("#swap")).to_be_focused()


def test_the_theme_can_be_set_by_hand_and_is_remembered(reader, pages):
    page = reader(None, color_scheme="light")
    page.goto("/")
    page.get_by_label("Light or dark").click()
    page.get_by_role("button", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/rules/numerica/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
