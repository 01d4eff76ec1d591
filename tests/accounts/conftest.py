"""What the tests of accounts share, and what they share with those of games."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from tests.accounts.account_data import PASSWORD
from tests.games.conftest import nothing_happens

__all__ = ["nothing_happens"]


@pytest.fixture
def ada(people) -> User:
    """Ada with a password and a confirmed address."""
    people.ada.set_password(PASSWORD)
    people.ada.save()
    EmailAddress.objects.create(
        user=people.ada, email="ada@example.org", primary=True, verified=True
    )
    return people.ada


@pytest.fixture
def guest_user(db) -> User:
    user = User(username="guest-k3x9ab", is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


@pytest.fixture
def guest(browser, db) -> Client:
    """A browser in which somebody plays as a guest."""
    client = browser()
    client.post("/people/guest/")
    return client


@pytest.fixture
def zoe(db) -> User:
    return User.objects.create_user("Zoe", "zoe@example.org", PASSWORD)


@pytest.fixture
def mia(moderator: Client) -> User:
    """She works at the desk."""
    return User.objects.get(username="Mia")
