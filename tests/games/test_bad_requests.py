"""Odd addresses, methods, sizes, tokens and headers: the right status, one sentence, no change."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, GameSettings
from games.services.invitations import create_invitation
from games.services.start import start_game
from tests.tiers import but_for_certainty

from .helpers import HTMX, JSON, WHOLE, is_a_sentence, post_move, sentence_of
from .nasty import NASTY

pytestmark = pytest.mark.django_db
FIRST = WHOLE.moves[0].text
FORM = "application/x-www-form-urlencoded"

# --- size ---


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x", "application/json"])
@pytest.mark.parametrize("what", ["move", "check", "theme", "login"])
def test_a_megabyte_is_refused_unread(what, kind, game, people, browser, nothing_happens):
    address = {
        "move": f"/games/{game.id}/move/",
        "check": f"/games/{game.id}/check/",
        "theme": "/people/theme/",
        "login": "/accounts/login/",
    }[what]
    body = b"ply=1&text=" + b"1" * 1_000_000
    client = browser(people.ada)
    response = nothing_happens(lambda: client.post(address, body, kind), 413)
    assert sentence_of(response) == "This request is too large. Send less of it."


def test_a_hundred_thousand_fields_are_refused(game, people, browser, nothing_happens):
    client = browser(people.ada)
    body = "&".join(f"a{number}=1" for number in range(6000))
    response = nothing_happens(lambda: client.post(f"/games/{game.id}/move/", body, FORM), 400)
    assert is_a_sentence(sentence_of(response))


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("multipart/form-data", "no boundary", 400),
        (
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=ply\r\n",
            422,
        ),
        ("multipart/form-data; boundary=é", "--x", 400),
        (FORM, b"\xff\xfe=%ff&text=%00%ff&ply=%31", 422),
        (FORM + "; charset=nonsense", b"ply=1&text=p%ffass", 422),
        (FORM + "; charset=utf-16", b"ply=1&text=pass", 400),
    ],
)
def test_a_form_that_cannot_be_read_plays_nothing(
    kind, body, status, game, people, browser, nothing_happens
):
    client = browser(people.ada)
    address = f"/games/{game.id}/move/"
    nothing_happens(lambda: client.generic("POST", address, body, kind), status)


# --- addresses ---

ODD = [
    "nowhere",
    "0",
    "-1",
    "a" * 21,
    "a" * 5000,
    "%00",
    "%2e%2e",
    "%F0%9F%98%80",
    "*",
    "a b",
    "ABC'--",
    "null",
]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ODD)
@pytest.mark.parametrize("kind", ["games", "invitations"])
def test_an_unknown_id_leads_to_a_friendly_404(kind, game_id, people, browser, nothing_happens):
    actions = {
        "games": ["", "live/", "record/", "move/", "check/", "rematch/", "call-off/", "take-back/"],
        "invitations": ["", "accept/", "decline/", "cancel/"],
    }[kind]
    for action in actions:
        is_read = action in ("", "live/", "record/")
        for client in (browser(people.ada), browser()):
            method = client.get if is_read else client.post
            address = f"/{kind}/{game_id}/{action}"
            response = method(address, {} if is_read else {"ply": 1, "text": "pass"})
            assert response.status_code == 404
            assert "no such page" in sentence_of(response)


@pytest.mark.slow
def test_an_invitation_is_no_game_and_the_other_way_round(game, people, browser, nothing_happens):
    made = create_invitation(GameSettings("numerica"), inviter=people.ben, now=timezone.now())
    client = browser(people.ada)
    nothing_happens(lambda: client.get(f"/games/{made.id}/"), 404)
    nothing_happens(lambda: client.post(f"/games/{made.id}/move/", {"ply": 1, "text": "pass"}), 404)
    nothing_happens(lambda: client.post(f"/invitations/{game.id}/accept/"), 404)


@pytest.mark.slow
def test_the_id_of_a_foreign_game_moves_nothing_in_it(start, people, browser, nothing_happens):
    theirs = Game.objects.get(pk=start().pk)
    stranger = browser(people.cleo)
    start_game(
        GameSettings("numerica"),
        users=[people.cleo, people.ben],
        seed=bytes(32),
        now=timezone.now(),
    )
    nothing_happens(lambda: post_move(stranger, theirs, "pass"), 403)


@pytest.mark.parametrize(
    "address", ["/rules/chess/", "/rules/numerica", "/rules/../x/", "/nothing", "/%00"]
)
def test_an_unknown_page_is_a_friendly_404(address, browser, nothing_happens, db):
    response = nothing_happens(
        lambda: browser().get(address, follow=True), 200 if address == "/rules/numerica" else 404
    )
    assert address == "/rules/numerica" or "no such page" in sentence_of(response)


# --- methods and tokens ---

POSTS = [
    "games/{game}/move/",
    "games/{game}/check/",
    "games/{game}/rematch/",
    "games/{game}/hint/",
    "games/{game}/call-off/",
    "games/{game}/take-back/",
    "invitations/{made}/accept/",
    "invitations/{made}/decline/",
    "invitations/{made}/cancel/",
    "people/guest/",
    "people/theme/",
]
READS = ["", "games/", "games/{game}/", "games/{game}/live/", "games/{game}/record/", "invitations/{made}/",
         "rules/numerica/", "healthz"]  # fmt: skip
FORMS = [
    "invitations/new/",
    "invitations/anyone/",
    "computer/",
    "accounts/login/",
    "accounts/signup/",
    "accounts/logout/",
    "accounts/password/reset/",
    "people/keep/",
    "people/name/",
    "people/games/",
    "people/confirm/x/",
]


@pytest.fixture
def address_of(game, people):
    made = create_invitation(GameSettings("numerica"), inviter=people.ben, now=timezone.now())
    return lambda pattern: "/" + pattern.format(game=game.id, made=made.id)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", POSTS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_an_address_for_posts_takes_nothing_else(
    method, pattern, address_of, people, browser, nothing_happens
):
    client = browser(people.ada)
    response = nothing_happens(lambda: client.generic(method, address_of(pattern)), 405)
    assert response["Allow"] == "POST"
    if method != "HEAD":
        assert sentence_of(response) == "This address takes POST only."


@pytest.mark.parametrize("pattern", READS)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_page_to_read_takes_no_writes(
    method, pattern, address_of, people, browser, nothing_happens
):
    client = browser(people.ada)
    response = nothing_happens(lambda: client.generic(method, address_of(pattern)), 405)
    assert "takes GET, HEAD only" in sentence_of(response)


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, JSON, HTMX], ids=["page", "json", "line"])
@pytest.mark.parametrize("pattern", POSTS + FORMS)
def test_a_post_without_its_token_is_refused(pattern, more, address_of, people, nothing_happens):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.ada)
    said = {
        "text": FIRST,
        "ply": 1,
        "theme": "dark",
        "key": "numerica",
        "to": "link",
        "time": "3d",
    }
    response = nothing_happens(lambda: client.post(address_of(pattern), said, **more), 403)
    assert "too old or came from somewhere else" in response.content.decode()


def test_a_post_with_its_token_is_taken(game, people):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.ada)
    client.get(f"/games/{game.id}/")
    token = client.cookies["csrftoken"].value
    response = client.post(
        f"/games/{game.id}/move/", {"text": FIRST, "ply": 1, "csrfmiddlewaretoken": token}
    )
    assert response.status_code == 302 and game.moves.count() == 1


PAGES_OF_POSTS = (
    ("/games/{game}/move/", "/games/{game}/"),
    ("/games/{game}/chat/say/", "/games/{game}/chat/"),
    ("/daily/numerica/1/check/", "/daily/numerica/1/"),
    ("/analysis/numerica/ask/", "/analysis/numerica/"),
    ("/lobby/quick/", "/lobby/"),
    ("/notices/read/", "/notices/"),
)
"""Addresses that take posts alone, with the page whose forms lead there."""


@pytest.mark.parametrize(("posted", "page"), PAGES_OF_POSTS)
def test_who_opens_the_address_of_a_form_is_led_to_its_page(posted, page, game, browser):
    client = browser(headers={"Accept": "text/html,*/*;q=0.8"})
    address = posted.format(game=game.id)
    opened = client.get(address)
    assert opened.status_code == 302 and opened["Location"] == page.format(game=game.id)
    for as_program in (JSON, {"HTTP_ACCEPT": "*/*"}):
        assert client.get(address, **as_program).status_code == 405
    assert client.put(address).status_code == 405


# --- invitations ---


@pytest.mark.slow
@pytest.mark.parametrize("name", but_for_certainty(NASTY[::7], NASTY[::28]))
def test_a_nasty_name_invites_nobody(name, people, browser, nothing_happens):
    client = browser(people.ada)
    form = {"key": "numerica", "to": "name", "name": name, "time": "3d"}
    nothing_happens(lambda: client.post("/invitations/new/", form), 422)
    nothing_happens(
        lambda: client.get("/invitations/new/", {"to": name, "name": name, "key": name}), 200
    )
    garbage = {"key": name, "to": name, "name": name, "time": name, "rated": name}
    nothing_happens(lambda: client.post("/invitations/new/", garbage), 422)
    nothing_happens(lambda: client.get("/computer/", {"key": name, "computer": name}), 200)
    garbage = {"key": name, "computers": name, "option_players": name, "rated": name}
    nothing_happens(lambda: client.post("/computer/", garbage), 422)


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    "headers",
    [
        {"HTTP_ACCEPT": "\xff;q=x,,;application/json"},
        {"HTTP_ACCEPT": "*/*;q=" + "9" * 400},
        {"HTTP_ACCEPT_LANGUAGE": "x" * 3000},
        {"HTTP_COOKIE": "theme=\x00; sessionid=';--; csrftoken=x"},
        {"HTTP_HX_REQUEST": "maybe", "HTTP_HX_CURRENT_URL": "::"},
        {"HTTP_REFERER": "http://[", "HTTP_ORIGIN": "null"},
        {"HTTP_RANGE": "bytes=9-1", "HTTP_IF_MODIFIED_SINCE": "never"},
        {"CONTENT_LENGTH": "-5"},
    ],
)
def test_a_request_with_odd_headers_is_answered(headers, game, browser, nothing_happens):
    nothing_happens(lambda: browser().get(f"/games/{game.id}/", **headers), 200)


def test_a_host_that_is_not_ours_gets_a_400(browser, nothing_happens, db):
    response = nothing_happens(lambda: browser().get("/", HTTP_HOST="evil.example"), 400)
    assert is_a_sentence(sentence_of(response))
