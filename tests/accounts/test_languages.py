"""Whose language a page is in: the account's, else the cookie's, else the browser's."""

import pytest
from django.core import mail

from accounts.models import User
from tests.games.helpers import HTMX, JSON

GERMAN = {"Accept-Language": "de-AT, en;q=0.5"}

pytestmark = pytest.mark.django_db


def language_of(response):
    """The language that a page says it is in, in its head and in its headers."""
    said = response["Content-Language"]
    assert f'<html lang="{said}"' in response.content.decode()
    return said


def choose(client, language, **more):
    return client.post("/people/language/", {"language": language, "next": "/rules/?a=b"}, **more)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-CH", "de"),
        ("en-GB, de;q=0.9", "en"),
        ("fr, de;q=0.9", "de"),
        ("fr", "en"),
        ("", "en"),
        ("*", "en"),
        ("de" * 300, "en"),
    ],
)
def test_a_stranger_gets_the_language_of_the_browser(browser, accepted, language):
    response = browser(headers={"Accept-Language": accepted}).get("/")
    assert language_of(response) == language
    assert {"Accept-Language", "Cookie"} <= set(response["Vary"].split(", "))


def test_a_guest_chooses_a_language_and_stays_on_the_page(browser):
    client = browser(headers=GERMAN)
    answer = choose(client, "en")
    assert answer.status_code == 302 and answer["Location"] == "/rules/?a=b"
    assert language_of(client.get("/rules/")) == "en"
    cookie = client.cookies["language"]
    assert cookie.value == "en" and cookie["samesite"] == "Lax" and int(cookie["max-age"]) > 10**7


@pytest.mark.parametrize("language", ["fr", "", "de-DE", "../de", "x" * 500])
def test_a_language_that_the_site_does_not_speak_changes_nothing(browser, people, language):
    client = browser(people.ada, headers=GERMAN)
    assert choose(client, language).status_code == 302
    assert "language" not in client.cookies
    assert User.objects.get(pk=people.ada.pk).language == ""


def test_a_language_is_chosen_by_post_with_a_token_only(browser):
    assert browser().get("/people/language/").status_code == 405
    assert choose(browser(enforce_csrf_checks=True), "de").status_code == 403


def test_the_menu_of_every_page_names_each_language_in_itself(browser):
    page = browser(headers=GERMAN).get("/no/such/page/").content.decode()
    page = " ".join(page.split())
    assert 'value="en" lang="en">English</button>' in page
    assert 'value="de" lang="de" aria-current="true">Deutsch</button>' in page


def test_the_menu_leads_back_to_no_address_that_takes_posts_alone(browser):
    refused = browser().post("/games/nowhere/move/", {"text": "pass", "ply": 1})
    assert refused.content.count(b'name="next" value="/games/nowhere/"') > 1  # the theme's too
    assert b'name="next" value="/computer/"' in browser().post("/computer/", {}).content
    assert b'name="next" value="/rules/"' in browser().get("/rules/?a=b").content


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [
        ("http://testserver/rules/?a=b&c=d", "/rules/?a=b&c=d"),
        ("http://testserver/rules/", "/rules/"),
        ("http://testserver/games/?a=b", "/rules/"),
        ("https://elsewhere.example/rules/?a=b", "/rules/"),
        ("http://[/rules/?a=b", "/rules/"),
        ("", "/rules/"),
    ],
)
def test_a_choice_leads_back_to_the_query_that_the_browser_tells(came_from, leads_to, browser):
    said = {"language": "de", "theme": "dark", "next": "/rules/"}
    for form in ("language", "theme"):
        answer = browser().post(f"/people/{form}/", said, headers={"Referer": came_from})
        assert answer["Location"] == leads_to


def test_the_account_knows_the_language_in_every_browser(browser, people):
    choose(browser(people.ada), "de")
    assert User.objects.get(pk=people.ada.pk).language == "de"
    other = browser(people.ada, headers={"Accept-Language": "en"})
    other.cookies["language"] = "en"
    assert language_of(other.get("/")) == "de"


@pytest.mark.slow
def test_the_settings_leave_the_language_to_the_browser_again(browser, people):
    client = browser(people.ada, headers=GERMAN)
    client.post("/people/settings/", {"language": "en"})
    assert language_of(client.get("/")) == "en"
    client.post("/people/settings/", {"language": ""})
    assert language_of(client.get("/")) == "de"
    refused = client.post("/people/settings/", {"language": "fr"})
    assert refused.status_code == 200 and User.objects.get(pk=people.ada.pk).language == ""


@pytest.mark.slow
def test_a_language_that_is_no_longer_spoken_is_passed_over(browser, people):
    User.objects.filter(pk=people.ada.pk).update(language="la")
    assert language_of(browser(people.ada, headers=GERMAN).get("/")) == "de"


@pytest.mark.slow
def test_what_comes_into_an_open_page_is_in_its_language(browser, people):
    client = browser(people.ada, headers=GERMAN)
    choose(client, "de")
    assert language_of(client.get("/", headers={"Page-Language": "en"})) == "en"
    assert language_of(client.get("/", headers={"Page-Language": "la"})) == "de"


def test_a_stranger_without_a_session_costs_no_query(browser, django_assert_num_queries):
    with django_assert_num_queries(0):
        browser(headers=GERMAN).get("/manifest.webmanifest")


@pytest.mark.parametrize(
    ("address", "status"), [("/no/such/page/", 404), ("/games/archive/?after=x", 422)]
)
@pytest.mark.parametrize("form", [{}, HTMX, JSON], ids=["page", "line", "json"])
def test_a_refusal_is_in_the_readers_language(browser, address, status, form):
    said = [
        browser(headers={"Accept-Language": language}).get(address, **form)
        for language in ("en", "de")
    ]
    assert [response.status_code for response in said] == [status, status]
    english, german = [response.content.decode() for response in said]
    assert english != german and ("Seite" in german) > ("Seite" in english)


def test_what_is_refused_before_it_is_read_is_refused_in_the_readers_language(browser):
    client = browser(headers=GERMAN)
    too_large = client.post("/people/theme/", {"next": "x" * 70_000})
    assert too_large.status_code == 413 and "zu groß" in too_large.content.decode()
    wrong_way = client.get("/people/theme/")
    assert wrong_way.status_code == 405 and "Adresse" in wrong_way.content.decode()


def test_letters_are_in_the_language_of_who_asks_for_them(browser, people):
    browser(headers=GERMAN).post("/accounts/password/reset/", {"email": people.ada.email})
    assert "Um eines zu wählen, öffne diesen Link:" in mail.outbox[0].body
    assert "password" not in mail.outbox[0].body.replace("/password/", "")
