"""Wrong passwords are counted by who is meant and from where; nobody is locked out by a stranger."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User, users_named
from numerica_site.limits import LIMITS
from tests.accounts.account_data import PASSWORD
from tests.games.helpers import words_of

pytestmark = pytest.mark.django_db

LOCKED = "Too many failed login attempts"


@pytest.fixture(autouse=True)
def limits_are_on(settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS


def sign_in(client: Client, login: str = "Zoe", password: str = PASSWORD) -> str:
    """Signed in, locked, or wrong."""
    answer = client.post("/accounts/login/", {"login": login, "password": password})
    if answer.status_code == 302:
        return "in"
    return "locked" if LOCKED in words_of(answer) else "wrong"


def strangers_try(browser, address: str, times: int, login: str = "Zoe") -> list[str]:
    return [sign_in(browser(REMOTE_ADDR=address), login, "wrong") for _ in range(times)]


@pytest.mark.slow
@pytest.mark.parametrize("login", ["Zoe", "zoe@example.org"])
def test_wrong_passwords_from_elsewhere_lock_nobody_out(login, browser, zoe):
    assert strangers_try(browser, "192.0.2.7", 7, login) == ["wrong"] * 5 + ["locked"] * 2
    assert sign_in(browser(REMOTE_ADDR="192.0.2.8"), login) == "in"
    assert sign_in(browser(REMOTE_ADDR="192.0.2.7"), login) == "locked"


@pytest.mark.slow
def test_a_name_in_other_capitals_is_the_same_name_wherever_it_is_tried(browser, zoe, settings):
    spelled, own = ["Zoe", "zoe", "ZOE", "zOe", "zoE", "ZoE"], browser()
    tried = [strangers_try(browser, "192.0.2.7", 1, login) for login in spelled]
    assert tried == [["wrong"]] * 5 + [["locked"]]
    sign_in(own)
    own.post("/accounts/logout/")
    tried = [sign_in(own, login, "wrong") for login in spelled * 2]
    assert tried == ["wrong"] * 10 + ["locked"] * 2
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"login_failed_anywhere": "3/h/key"}
    tried = [strangers_try(browser, f"10.0.{n}.1", 1, spelled[n]) for n in range(4)]
    assert tried == [["wrong"]] * 3 + [["locked"]]


@pytest.mark.slow
def test_a_network_of_ipv6_is_one_address(browser, zoe):
    tried = [strangers_try(browser, f"2001:db8:1:{number:x}::7", 1) for number in range(6)]
    assert tried == [["wrong"]] * 5 + [["locked"]]
    assert sign_in(browser(REMOTE_ADDR="2001:db8:2::7")) == "in"


@pytest.mark.slow
def test_a_browser_that_signed_in_before_passes_from_the_same_address(browser, zoe):
    own = browser(REMOTE_ADDR="192.0.2.7")
    assert sign_in(own) == "in"
    own.post("/accounts/logout/")
    strangers_try(browser, "192.0.2.7", 6)
    assert sign_in(browser(REMOTE_ADDR="192.0.2.7")) == "locked"
    assert sign_in(own) == "in"
    own.post("/accounts/logout/")
    assert sign_in(own, "ZOE@example.org") == "in"


@pytest.mark.slow
def test_a_browser_that_signed_in_before_has_tries_of_its_own(browser, zoe):
    own = browser()
    sign_in(own)
    own.post("/accounts/logout/")
    tries = [sign_in(own, "Zoe", "wrong") for _ in range(11)]
    assert tries == ["wrong"] * 10 + ["locked"]


@pytest.mark.slow
def test_the_cookie_of_another_person_passes_nobody(browser, zoe):
    User.objects.create_user("Yan", "yan@example.org", PASSWORD)
    yans = browser(REMOTE_ADDR="192.0.2.7")
    sign_in(yans, "Yan")
    yans.post("/accounts/logout/")
    strangers_try(browser, "192.0.2.7", 5)
    assert sign_in(yans, "Zoe") == "locked" and sign_in(yans, "Yan") == "in"


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("value", ["", "x", "e30:1w:x", "a" * 4000, '{"id": "x"}'])
def test_a_cookie_that_is_not_ours_passes_nobody(value, browser, zoe):
    strangers_try(browser, "127.0.0.1", 5)
    client = browser()
    client.cookies["device"] = value
    assert sign_in(client) == "locked"


def test_the_cookie_tells_no_name_and_no_script(browser, zoe):
    client = browser()
    sign_in(client)
    cookie = client.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 31536000)
    assert "zoe" not in cookie.value.lower()


@pytest.mark.slow
@pytest.mark.parametrize("limit", [8, pytest.param(500, marks=pytest.mark.long)])
def test_guessing_at_one_name_from_everywhere_ends_for_browsers_that_nobody_knows(
    limit, browser, zoe, settings
):
    """Five hundred an hour; the short run does the same with fewer."""
    assert LIMITS["login_failed_anywhere"] == "500/h/key"
    settings.ACCOUNT_RATE_LIMITS = LIMITS | {"login_failed_anywhere": f"{limit}/h/key"}
    own = browser()
    sign_in(own)
    own.post("/accounts/logout/")
    tried = [strangers_try(browser, f"10.{n // 200}.{n % 200}.1", 1) for n in range(limit)]
    assert tried == [["wrong"]] * limit
    assert sign_in(browser(REMOTE_ADDR="192.0.2.1")) == "locked"
    assert sign_in(own) == "in"


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("login", ["Zoe", "zoe@example.org"])
@pytest.mark.parametrize("is_known", [False, True])
def test_who_has_set_a_new_password_by_mail_signs_in_with_it_at_once(login, is_known, browser, zoe):
    client, new = browser(), "nine*nine=81"
    if is_known:
        sign_in(client)
        client.post("/accounts/logout/")
    tried = [sign_in(client, login, "forgotten") for _ in range(11)]
    assert tried[-1] == "locked"
    client.post("/accounts/password/reset/", {"email": "zoe@example.org"})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)[1]
    client.post(client.get(link)["Location"], {"password1": new, "password2": new})
    assert sign_in(client, login, new) == "in"


def test_letters_that_databases_make_small_in_their_own_ways_name_nobody(zoe):
    """Else one account would have as many names as it has such letters, each with tries."""
    assert list(users_named("zOE")) == [zoe]
    assert users_named("Dİmitri").query.is_empty()
