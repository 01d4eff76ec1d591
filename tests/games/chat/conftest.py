"""What the tests of the chat share: people whose accounts are old, and games that they play."""

from datetime import timedelta

import pytest

from accounts.models import User
from accounts.services import create_guest
from games.services.moves import play_move
from tests.games.beats import NOON

from . import SAID_AT


@pytest.fixture
def people(people):
    """Ada and Ben play, Cleo watches; Dov has come today, and a guest is here too."""
    User.objects.update(date_joined=NOON - timedelta(days=30))
    people.dov = User.objects.create_user("Dov")
    people.guest = create_guest("guest-Zoe")
    User.objects.filter(pk__in=[people.dov.pk, people.guest.pk]).update(date_joined=NOON)
    for person in vars(people).values():
        person.refresh_from_db()
    return people


@pytest.fixture
def running(start, people):
    """A game that has just begun."""
    return start(now=NOON)


@pytest.fixture
def over(start, people):
    """A game that Ada has given up, at `SAID_AT`."""
    game = start(now=NOON)
    play_move(game_id=game.id, user=people.ada, ply=1, text="resign", now=SAID_AT)
    game.refresh_from_db()
    return game
