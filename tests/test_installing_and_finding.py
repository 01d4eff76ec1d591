"""What browsers that install the site, searchers and lost readers get."""

import re
from datetime import datetime, timedelta
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from PIL import Image

from games.rules import GAMES

from .games.helpers import JSON, post_move, sentence_of

STYLE = finders.find("css/tokens.css")


def head_of(client, address):
    return client.get(address).content.decode().partition("</head>")[0]


# --- installed ---


def test_the_site_can_be_installed(db, client):
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    told = response.json()
    assert (told["name"], told["start_url"], told["display"]) == ("Numerica", "/", "standalone")
    assert len(told["short_name"]) <= 12
    sizes = [(icon["sizes"], icon.get("purpose", "any")) for icon in told["icons"]]
    drawn, *painted = told["icons"]
    assert drawn["type"] == "image/svg+xml" and finders.find(drawn["src"].removeprefix("/static/"))
    assert sizes == [
        ("any", "any"),
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for icon in painted:
        with Image.open(finders.find(icon["src"].removeprefix("/static/"))) as image:
            assert image.format == "PNG" and "{}x{}".format(*image.size) == icon["sizes"]


def test_an_icon_that_is_masked_reaches_every_edge_and_keeps_its_tile_in_the_middle():
    for name in ("maskable-512", "apple-180"):
        with Image.open(finders.find(f"icons/{name}.png")) as image:
            shades = image.convert("RGBA")
            side = image.size[0]
        corners = [(x, y) for x in (0, side - 1) for y in (0, side - 1)]
        assert all(shades.getpixel(corner)[3] == 255 for corner in corners)
        assert shades.getpixel((side // 2, side // 2))[:3] == (0xF5, 0xE8, 0xC8)


def test_pages_name_manifest_and_icons(db, client):
    head = head_of(client, "/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in head
    for name in re.findall(r'(?:href|data-turn)="/static/([^"]+\.(?:png|svg))"', head):
        assert finders.find(name), name
    assert "icons/apple-180.png" in head and "icon-turn.svg" in head
    assert client.get("/favicon.ico")["Location"] == "/static/icons/icon-192.png"


@pytest.mark.parametrize(
    ("theme", "colours"), [("auto", 2), ("light", "#f4f0e5"), ("dark", "#1d2523")]
)
def test_the_frame_of_the_browser_has_the_colour_of_the_paper(theme, colours, db, client):
    client.cookies["theme"] = theme
    named = re.findall(r'name="theme-color" content="(#\w+)"( media)?', head_of(client, "/"))
    if theme == "auto":
        assert [bool(media) for _, media in named] == [True] * colours
    else:
        assert named == [(colours, "")]
    with open(STYLE) as style:
        assert re.search(r"--paper: light-dark\(#f4f0e5, #1d2523\)", style.read())


# --- found ---


@pytest.mark.slow
def test_searchers_learn_what_is_worth_finding(db, client):
    robots = client.get("/robots.txt").content.decode()
    assert "Disallow: /accounts/\n" in robots and "Disallow: /games" not in robots
    [sitemap] = re.findall(r"^Sitemap: http://testserver(/\S+)$", robots, re.M)
    pages = ElementTree.fromstring(client.get(sitemap).content)
    addresses = [
        place.text.removeprefix("http://testserver")
        for place in pages.iter()
        if place.text and "http" in place.text
    ]
    assert {f"/rules/{key}/" for key in GAMES} < set(addresses)
    for address in addresses:
        assert client.get(address).status_code == 200, address


@pytest.mark.slow
def test_pages_have_one_address_and_their_own_description(start, people, browser):
    game = start(moves=3)
    client = browser(people.ada)
    pages = ["/", "/games/", "/games/archive/", "/rules/", "/rules/equate/", "/leaderboard/equate/", "/@Ada/",
             f"/games/{game.id}/", "/invitations/new/", "/people/settings/", "/people/data/"]  # fmt: skip
    descriptions = set()
    for address in pages:
        head = head_of(client, f"{address}?x=1")
        assert f'<link rel="canonical" href="http://testserver{address}">' in head, address
        [description] = re.findall(r'<meta name="description" content="([^"]+)">', head)
        assert 20 < len(description) < 170, description
        descriptions.add(description)
    assert len(descriptions) == len(pages)


# --- lost ---


def test_a_refusal_leads_back_to_where_one_was(game, people, browser):
    client = browser(people.cleo)
    table = f"http://testserver/games/{game.id}/"
    refused = post_move(client, game, "pass", HTTP_REFERER=table)
    assert refused.status_code == 403
    assert f'<a class="btn go" href="{table}">Back</a>' in refused.content.decode()


@pytest.mark.parametrize(
    "page", ["https://elsewhere.example/", "http://testserver/nowhere/", "javascript:x", ""]
)
def test_no_way_back_leads_elsewhere_or_round_in_circles(page, db, client):
    html = client.get("/nowhere/", HTTP_REFERER=page).content.decode()
    assert ">Back</a>" not in html and 'href="/"' in html and "canonical" not in html


def test_a_form_without_its_token_says_so(db):
    response = Client(enforce_csrf_checks=True).post("/people/theme/")
    assert "This form is too old" in response.content.decode()
    assert sentence_of(response).endswith("Go back, reload, try again.")


def test_too_many_sign_ins_are_refused_with_our_own_page(db, client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    for _ in range(2):
        response = client.post("/accounts/login/", {"login": "nobody", "password": "x"})
    assert response.status_code == 429 and response["Retry-After"]
    assert sentence_of(response) == "That was too often. Try again in a minute."
    assert client.post("/accounts/login/", **JSON).json()["code"] == "429"


def test_the_page_of_a_fault_needs_no_database_and_speaks_two_languages():
    """No `db` here: a query would fail the test."""
    html = render_to_string("500.html")
    assert "Every move the site has acknowledged is safe." in html
    assert '<section lang="de">' in html and "Jeder Zug" in html
    assert html.count("<h1") == 1 and html.count('href="/"') == 2


def test_the_picture_of_the_site_is_a_picture(db, client):
    with Image.open(BytesIO(client.get("/picture.png").content)) as image:
        assert image.size == (1200, 630)


def test_searchers_do_not_walk_through_every_position(start, browser):
    html = browser().get(f"/games/{start(moves=3).id}/").content.decode()
    steps = re.findall(
        r"<a [^>]*\?ply=[^>]*>", html.partition('id="steps"')[2].partition("</nav>")[0]
    )
    assert steps and all('rel="nofollow"' in step for step in steps)


@pytest.mark.parametrize("mail", ["", "us@example.org"])
def test_who_finds_a_hole_is_told_whom_to_tell(client, settings, mail):
    """RFC 9116: a contact and a day until which it holds, as plain text."""
    settings.CONTACT_EMAIL = mail
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    told = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert told["Contact"] == (f"mailto:{mail}" if mail else "http://testserver/about/#contact")
    expires = datetime.fromisoformat(told["Expires"])
    assert timedelta(days=170) < expires - timezone.now() < timedelta(days=366)
    assert told["Canonical"] == "http://testserver/.well-known/security.txt"
