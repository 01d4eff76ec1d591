"""Signing up, signing in, a new password, sessions: by allauth, in our look, in our ways."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts import limits
from accounts.models import User
from tests.accounts.account_data import PASSWORD, signed_in
from tests.games.helpers import words_of

pytestmark = pytest.mark.django_db

FORM = {"username": "Zoe", "email": "zoe@example.org", "password1": PASSWORD}


def sign_in(client: Client, login: str, password: str = PASSWORD, **more):
    return client.post("/accounts/login/", {"login": login, "password": password, **more})


# --- pages ---


@pytest.mark.parametrize("reader", ["stranger", "guest", "zoe"])
@pytest.mark.parametrize(
    "address",
    [
        "login",
        "signup",
        "logout",
        "password/reset",
        "password/reset/done",
        "password/change",
        "email",
        "sessions",
        "confirm-email",
        "inactive",
        "reauthenticate",
    ],
)
def test_every_page_of_accounts_opens_in_our_look_or_leads_on(address, reader, browser, zoe):
    users = {"zoe": zoe, "guest": User.objects.create_user("guest-0a1b2c3d", is_guest=True)}
    response = browser(users.get(reader)).get(f"/accounts/{address}/")
    is_barred = (reader, address) == (
        "guest",
        "reauthenticate",
    )  # who has no password to give again
    assert response.status_code in ((403,) if is_barred else (200, 302))
    if response.status_code != 302:
        html = response.content.decode()
        assert len(re.findall("<h1[ >]", html)) == 1 and 'class="bar"' in html
        assert "Menu:" not in html and "style=" not in html


# --- signing up ---


def test_signing_up_signs_in_and_greets_by_mail(client):
    response = client.post("/accounts/signup/", FORM)
    user = User.objects.get()
    assert response.status_code == 302 and response["Location"] == "/"
    assert signed_in(client) == user and not user.is_guest
    assert (user.username, user.email) == ("Zoe", "zoe@example.org")
    (message,) = mail.outbox
    assert message.to == ["zoe@example.org"] and message.subject.startswith("Numerica: ")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"username": ""}, "required"),
        ({"email": ""}, "required"),
        ({"email": "nobody"}, "valid email"),
        ({"password1": ""}, "required"),
        ({"password1": "x7+9=16y"}, "too short"),
        ({"password1": "password123"}, "too common"),
        ({"password1": "zoe@example.org"}, "too similar"),
        ({"email": "zoe\0@example.org"}, "Null characters"),
    ],
)
def test_a_wrong_form_comes_back_and_makes_nobody(said, words, client):
    response = client.post("/accounts/signup/", FORM | said)
    assert response.status_code == 200 and words in words_of(response)
    assert not User.objects.exists() and signed_in(client) is None


@pytest.mark.parametrize(
    ("reader", "address"), [("stranger", "/accounts/signup/"), ("guest", "/people/keep/")]
)
def test_the_second_of_two_who_want_a_name_in_one_moment_is_told(
    reader, address, browser, monkeypatch
):
    guest = User.objects.create_user("guest-0a1b2c3d", is_guest=True)
    client = browser({"guest": guest}.get(reader))

    def be_late(request, limit, who):
        if limit == "newcomers":  # asked when the form has been checked
            User.objects.create_user("Zoe", "first@example.org", PASSWORD)
        return True

    monkeypatch.setattr(limits, "consume", be_late)
    response = client.post(address, FORM)
    assert response.status_code == 409 and "Somebody took this name" in words_of(response)
    assert User.objects.get(username="Zoe").email == "first@example.org"
    assert signed_in(client) == {"guest": guest}.get(reader)
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("guest-0a1b2c3d", True)
    assert (">guest-0a1b2c3d<" in response.content.decode()) == (reader == "guest")


def test_an_address_that_is_taken_is_not_given_to_another(client, zoe):
    response = client.post(
        "/accounts/signup/", FORM | {"username": "Other", "email": "ZOE@example.org"}
    )
    assert response.status_code == 200 and User.objects.count() == 1


# --- signing in and out ---


@pytest.mark.parametrize(
    "login", ["Zoe", "zoe", "ZOE", " Zoe ", "zoe@example.org", "ZOE@Example.ORG"]
)
def test_signing_in_by_name_or_address_in_any_case(login, client, zoe):
    assert sign_in(client, login).status_code == 302
    assert signed_in(client) == zoe


@pytest.mark.parametrize(
    ("login", "password", "words"),
    [("Zoe", "seven+eight=16", "not correct"), ("Zoe", PASSWORD.upper(), "not correct"),
     ("Nobody", PASSWORD, "not correct"), ("zoe@example.com", PASSWORD, "not correct"),
     ("' OR 1=1 --", PASSWORD, "not correct"), ("Z*e", PASSWORD, "not correct"),
     ("Z%e", PASSWORD, "not correct"), ("Zoë", PASSWORD, "not correct"),
     ("x" * 5000, PASSWORD, "not correct"), ("Zoe", "x" * 5000, "not correct"),
     ("Zoe", "", "required"), ("", PASSWORD, "required"),
     ("Zoe\0", PASSWORD, "Null characters"), ("Zoe", PASSWORD + "\0", "Null characters")],
)  # fmt: skip
def test_a_wrong_name_or_password_signs_nobody_in_and_says_why(login, password, words, client, zoe):
    response = sign_in(client, login, password)
    assert response.status_code == 200 and signed_in(client) is None
    assert words in words_of(response)


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(browser, zoe):
    answers = [words_of(sign_in(browser(), login, "wrong")) for login in ("Zoe", "Nobody")]
    assert answers[0] == answers[1]


def test_a_guest_has_no_password_to_sign_in_with(browser, db):
    browser().post("/people/guest/")
    guest = User.objects.get()
    for password in ("", "!", guest.password, guest.username):
        client = browser()
        sign_in(client, guest.username, password)
        assert signed_in(client) is None


def test_the_session_gets_a_new_key_at_every_change_of_person(browser, zoe):
    client = browser()
    client.post("/people/guest/")
    keys = [client.session.session_key]
    client.post("/accounts/logout/")
    sign_in(client, "Zoe")
    keys.append(client.session.session_key)
    stolen = browser()
    stolen.cookies["sessionid"] = keys[0]
    assert signed_in(stolen) is None and len(set(keys)) == 2


def test_a_session_key_given_before_signing_in_is_not_kept(browser, zoe):
    client = browser()
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    client.cookies["sessionid"] = session.session_key
    sign_in(client, "Zoe")
    assert client.session.session_key != session.session_key
    watcher = browser()
    watcher.cookies["sessionid"] = session.session_key
    assert signed_in(watcher) is None


def test_signing_out_takes_a_post_and_ends_the_session(browser, zoe):
    client = browser(zoe)
    key = client.session.session_key
    assert client.get("/accounts/logout/").status_code == 200 and signed_in(client) == zoe
    assert client.post("/accounts/logout/").status_code == 302
    again = browser()
    again.cookies["sessionid"] = key
    assert signed_in(client) is None and signed_in(again) is None


# --- sessions ---


UA = "Mozilla/5.0 (%s) AppleWebKit/537.36 (KHTML, like Gecko) %s"


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (UA % ("X11; Linux x86_64", "Chrome/140.0.0.0 Safari/537.36"), "Chrome on Linux"),
        (UA % ("Linux; Android 10; K", "Chrome/140.0 Mobile Safari/537.36"), "Chrome on Android"),
        (UA % ("Windows NT 10.0; Win64; x64", "Chrome/140.0 Safari/537.36 Edg/140.0"), "Edge on Windows"),
        (UA % ("Macintosh; Intel Mac OS X 10_15_7", "Chrome/140 Safari/537 OPR/124"), "Opera on macOS"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15", "Safari on macOS"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1", "Chrome on iPhone"),
        ("Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", "Firefox on Android"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36", "Chrome on ChromeOS"),
        ("Mozilla/5.0 (X11; Linux x86_64; Something/1.0)", "Unknown browser on Linux"),
        ("curl/8.14.1", "curl"),
        ("<b>Nobody</b>", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)  # fmt: skip
def test_the_sessions_page_names_browsers_as_people_do(said, read, browser, zoe):
    client = browser(headers={"User-Agent": said})
    client.post("/accounts/login/", {"login": zoe.username, "password": PASSWORD})
    response = client.get("/accounts/sessions/")
    page = words_of(response)
    assert f" {read} " in page and "Mozilla" not in page
    assert "<b>Nobody" not in response.content.decode()


def test_the_sessions_page_lists_every_session_and_ends_the_others(browser, zoe):
    here, there = browser(), browser()
    for client in (here, there):
        sign_in(client, "Zoe")
    assert here.get("/accounts/sessions/").content.decode().count("127.0.0.1") == 2
    here.post("/accounts/sessions/")
    assert signed_in(here) == zoe and signed_in(there) is None
    assert here.get("/accounts/sessions/").content.decode().count("127.0.0.1") == 1


# --- where forms lead ---


ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "http:///evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    " //evil.example",
    "\t//evil.example",
    "/\t/evil.example",
    "http://testserver@evil.example/",
    "http://testserver.evil.example/",
    "\x00//evil.example",
    "//evil.example\\@testserver",
    "http://[",
]


@pytest.mark.slow
@pytest.mark.parametrize("wanted", ELSEWHERE)
@pytest.mark.parametrize(
    "form", ["/people/theme/", "/people/guest/", "/accounts/login/", "/accounts/logout/"]
)
def test_no_form_leads_to_another_site(form, wanted, browser, zoe):
    client = browser(zoe if form == "/accounts/logout/" else None)
    said = {"next": wanted, "theme": "dark", "login": "Zoe", "password": PASSWORD}
    response = client.post(form, said)
    assert response.status_code == 302 and response["Location"] in ("/", "/accounts/login/")


@pytest.mark.parametrize(
    "page",
    ["login/", "signup/", "logout/", "reauthenticate/", "password/change/", "email/", "2fa/"],
)
def test_pages_that_lead_on_to_an_unreadable_address_are_served_all_the_same(page, browser, zoe):
    for client in (browser(), browser(zoe)):
        assert client.get(f"/accounts/{page}?next=http://[").status_code in (200, 302)


@pytest.mark.parametrize("form", ["/people/theme/", "/people/guest/", "/accounts/login/"])
def test_a_form_leads_back_to_the_page_it_stood_on(form, browser, zoe):
    said = {"next": "/rules/numerica/?a=1", "theme": "dark", "login": "Zoe", "password": PASSWORD}
    assert browser().post(form, said)["Location"] == "/rules/numerica/?a=1"


# --- light and dark ---


@pytest.mark.slow
def test_switching_letter_commands_off_is_remembered(client, start):
    address, checked = f"/games/{start().id}/", 'id="letters" name="letters" value="on" checked'
    assert checked in client.get(address).content.decode()
    for letters in ("off", "nonsense"):
        client.post("/people/letters/", {"letters": letters})
        assert checked not in client.get(address).content.decode()
    client.post("/people/letters/", {"letters": "on"})
    assert checked in client.get(address).content.decode()


def test_a_guest_too_says_once_when_a_move_takes_two_steps(client, db):
    client.post("/people/guest/")
    assert 'value="touch" checked' in client.get("/people/settings/").content.decode()
    for wish in ("always", "never"):
        cookie = client.post("/people/steps/", {"steps": wish}).cookies["steps"]
        assert (cookie.value, cookie["samesite"], cookie["max-age"]) == (wish, "Lax", 31536000)
        assert f'value="{wish}" checked' in client.get("/people/settings/").content.decode()
    assert "steps" not in client.post("/people/steps/", {"steps": "perhaps"}).cookies


@pytest.mark.slow
def test_the_theme_goes_round_and_is_remembered(client, db):
    for theme, following in (("light", "dark"), ("dark", "auto"), ("auto", "light")):
        response = client.post("/people/theme/", {"theme": theme})
        cookie = response.cookies["theme"]
        assert (cookie.value, cookie["samesite"], cookie["max-age"]) == (theme, "Lax", 31536000)
        html = client.get("/").content.decode()
        assert (f'data-theme="{theme}"' in html) == (theme != "auto")
        assert f'name="theme" value="{following}"' in html


@pytest.mark.parametrize("theme", ["", "pink", '"><script>', "dark\r\nSet-Cookie: a=b", "\0"])
def test_an_unknown_theme_is_not_remembered(theme, client, db):
    response = client.post("/people/theme/", {"theme": theme})
    assert response.status_code == 302 and "theme" not in response.cookies
    client.cookies["theme"] = "pink"
    assert "data-theme" not in client.get("/").content.decode()
