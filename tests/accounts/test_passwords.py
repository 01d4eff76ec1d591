"""Passwords: how they are stored and changed, and the rules that they keep."""

import re

import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.account_data import PASSWORD, signed_in
from tests.games.helpers import words_of

pytestmark = pytest.mark.django_db


def sign_in(client: Client, login: str, password: str = PASSWORD, **more):
    return client.post("/accounts/login/", {"login": login, "password": password, **more})


# --- passwords ---


def test_a_password_is_stored_as_argon2id_with_owasps_minimum(zoe):
    assert zoe.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password(PASSWORD, zoe.password) and PASSWORD not in zoe.password
    assert make_password(PASSWORD) != zoe.password


@pytest.mark.slow
def test_an_older_hash_is_made_anew_at_the_next_sign_in(client, zoe):
    User.objects.update(password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    sign_in(client, "Zoe")
    zoe.refresh_from_db()
    assert signed_in(client) == zoe and zoe.password.startswith(
        "argon2$argon2id$v=19$m=19456,t=2,p=1$"
    )


@pytest.mark.slow
def test_a_new_password_is_set_by_a_link_that_works_once(browser, zoe):
    client = browser()
    assert client.post("/accounts/password/reset/", {"email": "ZOE@example.org"}).status_code == 302
    (message,) = mail.outbox
    assert message.to == ["zoe@example.org"] and PASSWORD not in message.body
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", message.body)[1]
    form = client.get(link)["Location"]
    new = "nine*nine=81"
    assert client.post(form, {"password1": new, "password2": new}).status_code == 302
    for password, who in ((PASSWORD, None), (new, zoe)):
        other = browser()
        sign_in(other, "Zoe", password)
        assert signed_in(other) == who
    assert browser().get(link).status_code == 200  # no redirect to a form: the link is used up


def test_an_unknown_address_gets_the_same_answer_and_no_mail(browser, zoe):
    answers = [
        browser().post("/accounts/password/reset/", {"email": email}, follow=True)
        for email in ("zoe@example.org", "nobody@example.org")
    ]
    assert words_of(answers[0]) == words_of(answers[1])
    assert [message.to for message in mail.outbox] == [["zoe@example.org"]]


@pytest.mark.slow
def test_changing_the_password_asks_for_the_old_one_and_keeps_the_session(client, zoe):
    sign_in(client, "Zoe")
    new = "nine*nine=81"
    form = {"oldpassword": "wrong", "password1": new, "password2": new}
    assert client.post("/accounts/password/change/", form).status_code == 200
    client.post("/accounts/password/change/", form | {"oldpassword": PASSWORD})
    zoe.refresh_from_db()
    assert signed_in(client) == zoe and zoe.check_password(new)


# --- the rules of passwords ---


SHORT = "at least 10 characters"
COMMON = "commonly used password"
SIMILAR = "too similar to your other personal information"


def marked(response) -> list[str]:
    """The rules beside a password that are marked as broken."""
    return re.findall(r"<li class=broken>(.*?)</li>", response.content.decode())


@pytest.mark.parametrize(
    ("password", "broken"),
    [
        ("xK3_q", [SHORT]),
        ("password1", [SHORT, COMMON]),
        ("qwertyuiop", [COMMON]),
        ("yolanda-the-great", [SIMILAR]),
        ("", []),
    ],
)
def test_only_the_rules_that_a_password_broke_are_marked(password, broken, browser, db):
    said = {"username": "yolanda-the-great", "email": "y@example.org", "password1": password}
    response = browser().post("/accounts/signup/", said)
    assert response.status_code == 200 and User.objects.filter(is_computer=False).count() == 0
    page = words_of(response)
    assert all(rule in page for rule in (SHORT, COMMON, SIMILAR))
    found = marked(response)
    assert len(found) == len(broken)
    assert all(any(rule in one for one in found) for rule in broken)


def test_a_page_that_nobody_has_sent_marks_nothing(browser, db):
    page = browser().get("/accounts/signup/")
    assert marked(page) == [] and re.search(rf"<li>[^<]*{SHORT}", page.content.decode())


def test_changing_the_password_marks_the_rule_that_the_new_one_broke(browser, zoe):
    client = browser(zoe)
    said = {"oldpassword": PASSWORD, "password1": "short", "password2": "short"}
    (rule,) = marked(client.post("/accounts/password/change/", said))
    assert SHORT in rule
