"""The way from one game to the next in which it is the reader's turn."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from games.selectors import lists

from .helpers import JSON

pytestmark = pytest.mark.django_db


def test_the_next_game_goes_round_those_that_wait_by_their_deadlines(start, people):
    now = timezone.now()
    games = [start() for _ in range(4)]
    for hours, game in zip((3, 1, 2, 4), games, strict=True):
        Game.objects.filter(pk=game.pk).update(deadline_at=now + timedelta(hours=hours), turn=0)
    Game.objects.filter(pk=games[3].pk).update(turn=1)
    latest, first, second, others = (game.id for game in games)
    following = {first: second, second: latest, latest: first, others: first}
    for game_id, expected in following.items():
        assert lists.next_on_turn(people.ada, game_id) == expected
    assert lists.next_on_turn(people.ben, others) is None
    assert lists.next_on_turn(people.cleo, first) is None


def test_the_address_of_the_next_game_leads_there_and_says_when_there_is_none(
    start, people, browser
):
    games = [start(), start()]
    first, second = (f"/games/{game.id}/" for game in games)
    ada, stranger = browser(people.ada), browser()
    assert ada.get(f"{first}next/").url == second
    assert ada.get(f"{first}next/", **JSON).json() == {"url": second}
    assert stranger.get(f"{first}next/").url == first
    assert stranger.get(f"{first}next/", **JSON).json() == {"url": None}
    said = stranger.get(f"{first}next/", follow=True).content.decode()
    assert "No other game waits for you." in said
