"""Who is here stays signed in: a session that is used begins its time once more each month."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.utils import timezone

pytestmark = pytest.mark.django_db
KEPT = timedelta(seconds=settings.SESSION_COOKIE_AGE)


def begun(client, days_ago: int) -> Session:
    """The row of a session that was begun so long ago and ends when that says."""
    session = client.session
    session["day"] = timezone.now().toordinal() - days_ago
    session.save()
    row = Session.objects.get(pk=session.session_key)
    row.expire_date -= timedelta(days=days_ago)
    row.save()
    return row


@pytest.mark.parametrize("who", ["ada", "guest"])
def test_a_session_that_is_used_after_a_month_has_all_its_time_again(who, ada, guest_user, browser):
    client = browser({"ada": ada, "guest": guest_user}[who])
    row = begun(client, days_ago=30)
    answer = client.get("/games/")
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == settings.SESSION_COOKIE_AGE
    row.refresh_from_db()
    assert timezone.now() + KEPT - row.expire_date < timedelta(minutes=1)


@pytest.mark.parametrize("days_ago", [0, 29])
def test_within_a_month_nothing_is_written(days_ago, ada, browser):
    client = browser(ada)
    row = begun(client, days_ago)
    assert settings.SESSION_COOKIE_NAME not in client.get("/games/").cookies
    assert Session.objects.get(pk=row.pk).expire_date == row.expire_date


def test_signing_in_begins_the_time(ada, browser):
    assert browser(ada).session["day"] == timezone.now().toordinal()


def test_a_stranger_has_no_session(browser):
    assert settings.SESSION_COOKIE_NAME not in browser().get("/games/").cookies


def test_where_a_session_cannot_be_stored_the_site_is_away_and_nobody_is_said_to_be_signed_out(
    ada, browser, monkeypatch
):
    client = browser(ada)
    begun(client, days_ago=30)
    client.raise_request_exception = False

    def full(*_, **__):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Session, "save", full)
    answer = client.get("/games/")
    assert answer.status_code == 503 and int(answer["Retry-After"]) > 0
    monkeypatch.undo()
    assert client.get("/games/").status_code == 200


def test_a_session_that_ended_meanwhile_is_no_fault_of_the_database(ada, browser, monkeypatch):
    client = browser(ada)
    begun(client, days_ago=30)
    client.raise_request_exception = False
    save = Session.save

    def ended_before(session, **how):
        Session.objects.all().delete()
        save(session, **how)

    monkeypatch.setattr(Session, "save", ended_before)
    assert client.get("/games/").status_code == 400
