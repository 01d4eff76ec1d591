"""What is kept of a sign-in, address and browser: as long as its session, and no longer."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import services
from accounts.housekeeping import forget_what_sessions_left
from tests.accounts.account_data import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in(ada, browser):
    """A browser in which Ada has signed in as people do."""
    client = browser()
    client.post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    return client


def listed() -> list[str]:
    return list(UserSession.objects.values_list("session_key", flat=True))


def test_who_signs_out_leaves_neither_address_nor_browser(signed_in):
    assert listed() == [signed_in.session.session_key]
    signed_in.post("/accounts/logout/")
    assert listed() == []


def test_a_session_that_goes_on_with_a_new_secret_is_listed_and_ends_with_the_others(
    signed_in, ada, settings
):
    before = signed_in.session.session_key
    # the one from before as a fallback: nobody is signed out
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [settings.SECRET_KEY]
    signed_in.get("/games/")
    assert listed() == [signed_in.session.session_key] != [before]
    services.end_sessions(ada.pk)
    assert not Session.objects.exists()


def test_what_was_left_of_sessions_that_are_gone_goes_too(signed_in):
    Session.objects.all().delete()
    assert listed()
    assert forget_what_sessions_left(timezone.now()) == 1
    assert listed() == []
