"""What people are told and how: the table of their choices, and the way out by one press."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts import notice_choices, notice_pages, unsubscribing
from accounts.models import Notice, NoticeChoice, User
from accounts.services import create_guest
from numerica_site.account_services import delete_account
from tests.accounts.account_data import account_of, delete, sign_in
from tests.games.helpers import sentence_of, words_of
from tests.games.mailed import confirm, deliver

pytestmark = pytest.mark.django_db

PAGE = "/people/settings/notices/"
Kind = Notice.Kind


def on(person) -> set[str]:
    return notice_choices.kinds_on(person.pk, "email")


def link(person, kind) -> str:
    return f"/people/mails/{unsubscribing.token(person.pk, kind)}/"


# --- the table ---


def test_each_kind_has_a_box_and_shows_what_is_so(people, browser):
    confirm(people.ada)
    page = browser(people.ada).get(PAGE).content.decode()
    for kind in Kind.values:
        assert f'name="{kind}.email"' in page
    assert 'name="turn.email" checked' in page and 'name="followed.email" checked' not in page
    assert "Mails go to ada@example.org." in page


def test_what_is_ticked_is_on_and_all_else_off(people, browser):
    client = browser(people.ada)
    assert client.post(PAGE, {"followed.email": "on", "digest": "on"}).status_code == 302
    assert on(people.ada) == {Kind.FOLLOWED}
    assert User.objects.get(pk=people.ada.pk).gets_digest
    client.post(PAGE, {"turn.email": "on"})
    assert on(people.ada) == {Kind.TURN}
    assert not User.objects.get(pk=people.ada.pk).gets_digest
    assert on(people.ben) != on(people.ada)


@pytest.mark.parametrize("field", ["turn.fax", "turn", "x.email", ".email", "is_staff"])
def test_a_box_that_there_is_not_changes_nothing(people, browser, field):
    response = browser(people.ada).post(PAGE, {field: "on"})
    assert response.status_code == 422 and "Nothing was saved" in sentence_of(response)
    assert not NoticeChoice.objects.exists()


def test_who_has_no_confirmed_address_is_told_so(people, browser):
    assert "you have no confirmed address" in words_of(browser(people.ada).get(PAGE))


def test_a_guest_is_offered_an_account_and_can_save_nothing(browser):
    client = browser(create_guest())
    page = client.get(PAGE)
    assert "Guests have no address" in words_of(page) and "checkbox" not in page.content.decode()
    assert client.post(PAGE, {"turn.email": "on"}).status_code == 422
    assert not NoticeChoice.objects.exists()


def test_a_stranger_is_asked_to_sign_in(client):
    for do in (client.get, client.post):
        assert do(PAGE)["Location"].startswith("/accounts/login/")


# --- one press ---


def strict() -> Client:
    """A mail program: no cookies, no token, no sign-in."""
    return Client(enforce_csrf_checks=True)


def test_a_post_switches_the_kind_off_at_once(people):
    usual = on(people.ada)
    response = strict().post(link(people.ada, "turn"), {"List-Unsubscribe": "One-Click"})
    assert response.status_code == 200 and "no more mails of this kind" in words_of(response)
    assert on(people.ada) == usual - {Kind.TURN}
    assert strict().post(link(people.ada, "turn")).status_code == 200  # pressed twice
    assert on(people.ada) == usual - {Kind.TURN} and on(people.ben) == usual


def test_looking_at_the_link_changes_nothing_and_shows_a_button(people):
    usual = on(people.ada)
    client = strict()
    page = client.get(link(people.ada, "turn"))
    client.head(link(people.ada, "turn"))
    assert "These mails go to Ada. Their kind: your turn." in words_of(page)
    assert '<form method="post">' in page.content.decode() and on(people.ada) == usual


def test_all_mails_end_by_the_second_button_and_by_the_mail_of_the_day(people):
    User.objects.update(gets_digest=True)
    for person, kind in ((people.ada, unsubscribing.ALL), (people.ben, "digest")):
        strict().post(link(person, kind))
        assert on(person) == set() and not User.objects.get(pk=person.pk).gets_digest


def test_who_switches_one_kind_off_goes_on_getting_the_mail_of_the_day(people):
    User.objects.update(gets_digest=True)
    strict().post(link(people.ada, "turn"))
    assert User.objects.get(pk=people.ada.pk).gets_digest


def test_a_mail_that_waits_is_not_sent_after_the_press(game, people, mailoutbox):
    confirm(people.ada)
    strict().post(link(people.ada, "turn"))
    deliver()
    assert mailoutbox == []


@pytest.mark.parametrize(
    "change",
    [lambda t: t[:-1], lambda t: "1" + t, lambda t: "x", lambda t: t.replace("turn", "time")],
)
def test_a_link_that_is_not_ours_is_refused(people, change):
    token = change(unsubscribing.token(people.ada.pk, "turn"))
    for do in (strict().get, strict().post):
        response = do(f"/people/mails/{token}/")
        assert response.status_code == 404 and "leads to no mails" in sentence_of(response)
    assert not NoticeChoice.objects.exists()


def test_links_that_are_not_ours_fill_no_memory(db, monkeypatch):
    counted: list[str] = []
    monkeypatch.setattr(notice_pages, "consume", lambda *_, key: counted.append(key))
    assert strict().get("/people/mails/made-up/").status_code == 404
    assert counted == []


def test_the_link_of_a_deleted_account_is_refused(people):
    told = link(people.ada, "turn")
    delete_account(people.ada, timezone.now())
    assert strict().post(told).status_code == 404


def test_one_link_can_be_pressed_only_so_often(people, settings):
    settings.ACCOUNT_RATE_LIMITS = {"unsubscribe": "2/h/key"}
    client = strict()
    answers = [client.post(link(people.ada, "turn")) for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert answers[-1]["Retry-After"] == "3600"
    assert client.post(link(people.ben, "turn")).status_code == 200


# --- what is kept ---


@pytest.mark.slow
def test_choices_and_mails_are_exported_and_go_with_the_account(ada, people, browser, start):
    start()
    deliver()
    client = browser()
    assert sign_in(client)
    client.post(PAGE, {"turn.email": "on"})
    told = account_of(client)
    [mailed] = told["mails"]
    assert (mailed["kind"], mailed["outcome"], mailed["attempts"]) == ("turn", "sent", 1)
    assert {"kind": "turn", "channel": "email", "is_on": True} in told["notice_choices"]
    delete(client)
    assert not ada.mails.exists() and not ada.notice_choices.exists()
