"""Every page for everyone: no barrier that axe finds, nothing wider than the window, no stranger."""

import json
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from django.urls import get_resolver, resolve
from playwright.sync_api import expect

from accounts.models import User
from accounts.services import create_guest
from games.models import Game, Invitation
from games.rules import GAMES

ACCOUNT_PAGES = (
    "inactive",
    "confirm-email",
    "password/reset/done",
    "password/reset/key/done",
    "password/reset/key/3-x",
)
SIZES = [(320, 640), (360, 640), (640, 360), (768, 1024), (1440, 900)]


@pytest.fixture
def pages(db):
    """Every kind of page, with who reads it, from the demo data."""
    call_command("seed_demo", verbosity=0)
    people = {user.username: user for user in User.objects.all()}
    running = Game.objects.get(ended_at=None, key="numerica")
    others = Game.objects.filter(ended_at=None).exclude(key="numerica")
    finished = Game.objects.exclude(ended_at=None).first()
    player = running.players.get(seat=running.turn).user
    loser = finished.players.order_by("-rank").first().user
    invitation = Invitation.objects.get(inviter=people["Cleo"])
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
        ("/leaderboard/equate:computer/", player),
        ("/computer/", None),
        ("/computer/?key=equate", player),
        ("/people/settings/", player),
        (f"/games/{running.id}/", None),
        (f"/games/{running.id}/", player),
        (f"/games/{finished.id}/", None),
        (f"/games/{finished.id}/", loser),
        *[(f"/games/{game.id}/", game.players.get(seat=game.turn).user) for game in others],
        ("/invitations/new/", None),
        ("/invitations/new/", player),
        (f"/invitations/{invitation.id}/", None),
        (f"/invitations/{invitation.id}/", people["Cleo"]),
        ("/rules/", None),
        *[(f"/rules/{key}/", None) for key in GAMES],
        ("/rules/equate/?text=10J+7", None),
        *[(f"/rules/{key}/board/", None) for key in GAMES],
        ("/computer/", None),
        ("/people/keep/", create_guest()),
        ("/accounts/login/", None),
        ("/accounts/signup/", None),
        ("/accounts/password/reset/", None),
        ("/accounts/sessions/", player),
        ("/accounts/email/", player),
        ("/accounts/password/change/", player),
        *[(f"/accounts/{page}/", None) for page in ACCOUNT_PAGES],
        ("/accounts/reauthenticate/", player),
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


NO_PAGES = set(
    "move draw check live text record rematch hint try_move accept decline cancel guest theme export records health"
    " manifest picture sitemap leaderboards account_confirm_email account_confirm_login_code account_set_password".split()
)
"""Addresses that are posted to, hand out a file, lead on to a page, or need a letter first."""


def test_every_kind_of_page_is_among_these(pages):
    """Whoever adds an address says here what it is, or has its page looked at by all these tests."""
    resolver = get_resolver()
    namespaces = [
        resolver,
        *(inner for _, inner in resolver.namespace_dict.values() if inner.app_name != "admin"),
    ]
    names = {name for each in namespaces for name in each.reverse_dict if isinstance(name, str)}
    seen = {
        resolve(urlsplit(address).path).url_name
        for address, _ in pages
        if address != "/no/such/page/"
    }
    assert names - seen == NO_PAGES


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
