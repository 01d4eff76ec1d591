"""Invitations to a game of two or three."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Invitation
from games.services.invitations import create_invitation
from tests.game_settings import split_settings
from tests.games.helpers import enter_game
from tests.rules.stubs import Race


@pytest.fixture(autouse=True)
def race(monkeypatch):
    """A game of two or three, three as a rule."""
    enter_game(monkeypatch, "race", Race)


@pytest.fixture
def dov(db) -> User:
    return User.objects.create_user("Dov", "dov@example.org")


@pytest.fixture
def invite(people):
    """Ada's invitation to a race of three."""

    def invited(now=None, **settings) -> Invitation:
        chosen, others = split_settings({"key": "race", "inviter": people.ada} | settings)
        return create_invitation(chosen, now=now or timezone.now(), **others)

    return invited
