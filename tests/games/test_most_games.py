"""A person has a number of running games at most, whatever way leads into one more."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import make_computers
from games.models import Game, GameSettings
from games.selectors import lists
from games.services import open_offers
from games.services.invitations import accept_invitation, create_invitation
from games.services.moves import play_move
from games.services.start import start_game

from .helpers import is_a_sentence, sentence_of, words_of

pytestmark = pytest.mark.django_db

OFFER = {"key": "numerica", "time": "3d", "reserve_days": "0", "increment": "0"}


@pytest.fixture
def ended(start) -> Game:
    """A game of Ada and Ben that is over."""
    game = start()
    play_move(game_id=game.id, user=game.players.get(seat=0).user, ply=1, text="resign", now=timezone.now())  # fmt: skip
    return game


@pytest.fixture
def full(people, ended, monkeypatch) -> User:
    """Ada, who has as many running games as there may be."""
    make_computers()
    monkeypatch.setattr(open_offers, "MOST_RUNNING", 2)
    acorn = User.objects.get(username="Acorn")
    for number in range(2):
        begun(people.ada, acorn, number)
    return people.ada


def begun(one: User, other: User, number: int) -> Game:
    now = timezone.now()
    return start_game(GameSettings("numerica"), users=[one, other], seed=bytes([number] * 32), now=now)  # fmt: skip


def offered(inviter: User, **more):
    made = GameSettings("numerica", time_control=more.pop("time", "3d"))
    return create_invitation(made, inviter=inviter, now=timezone.now(), **more)


WAYS = {
    "a computer": lambda client, _ended: client.post("/computer/", {"key": "numerica", "computers": "Acorn"}),
    "an offer to anyone": lambda client, _ended: client.post("/invitations/new/", OFFER | {"to": "anyone"}),
    "a link": lambda client, _ended: client.post("/invitations/new/", OFFER | {"to": "link"}),
    "an invitation": lambda client, _ended: client.post("/invitations/new/", OFFER | {"to": "name", "name": "Ben"}),
    "a seat that is open": lambda client, _ended: client.post("/invitations/anyone/", {"key": "equate"}),
    "a seek": lambda client, _ended: client.post("/lobby/quick/", {"key": "numerica", "time": "180+2"}),
    "an invitation accepted": lambda client, _ended: client.post(f"/invitations/{offered(User.objects.get(username='Ben')).id}/accept/"),
    "a rematch": lambda client, ended: client.post(f"/games/{ended.id}/rematch/"),
    "a position played on": lambda client, ended: client.post(f"/games/{ended.id}/play-on/", {"from": "0", "computer": "Acorn"}),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_who_has_enough_games_is_told_so_and_none_begins(way, full, ended, browser):
    count = Game.objects.count()
    answer = WAYS[way](browser(full), ended)
    assert answer.status_code == 409, answer
    assert "Ada has 2 running games" in words_of(answer) and is_a_sentence(sentence_of(answer))
    assert Game.objects.count() == count


@pytest.mark.slow
def test_nobody_is_seated_with_who_has_enough_games_and_others_play(people, browser, monkeypatch):
    make_computers()
    offer = offered(people.ada, is_listed=True)
    monkeypatch.setattr(open_offers, "MOST_RUNNING", 1)
    begun(people.ada, User.objects.get(username="Acorn"), 1)
    client = browser(people.ben)
    refused = client.post(f"/invitations/{offer.id}/accept/")
    assert refused.status_code == 409 and "Ada has 1 running games" in words_of(refused)
    assert "/invitations/" in client.post("/invitations/anyone/", {"key": "numerica"})["Location"]
    assert accept_invitation(
        invitation_id=offered(people.ben).id, user=people.cleo, now=timezone.now()
    )


def test_a_game_that_is_over_makes_room(full, browser):
    game = Game.objects.filter(ended_at=None).first()
    seat = game.players.get(user=full).seat
    assert seat is not None
    play_move(game_id=game.id, user=full, ply=game.ply + 1, text="resign", now=timezone.now())
    assert browser(full).post("/invitations/new/", OFFER | {"to": "link"}).status_code == 302


def test_computers_have_as_many_games_as_there_are(full, people):
    acorn = User.objects.get(username="Acorn")
    assert begun(people.ben, acorn, 7) and begun(people.cleo, acorn, 8)


@pytest.mark.slow
def test_the_first_page_shows_the_most_urgent_games_and_leads_to_the_others(
    start, people, browser, monkeypatch
):
    monkeypatch.setattr(lists, "MOST_AT_HOME", 3)
    for _ in range(2):
        start(moves=1)  # Ben is to move
    client: Client = browser(people.ada)
    assert "more of your games" not in words_of(client.get("/"))
    urgent = [start() for _ in range(3)]
    home = client.get("/").content.decode()
    own = home.partition('id="yours"')[2].partition("</section>")[0]
    assert all(f"/games/{game.id}/" in own for game in urgent)
    assert own.count("/live/") in (0, 3) and "2 more of your games" in own
    assert 'href="/@Ada/"' in own
    every = client.get("/@Ada/").content.decode()
    assert all(f"/games/{game.id}/" in every for game in Game.objects.all())
