"""How a game becomes private, what cannot be, and what comes of it."""

import html
import re
from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games.models import Game, GameSettings, Invitation
from games.selectors import private_games
from games.services.computer_games import start_against_computers
from games.services.errors import NotAllowed
from games.services.guest_games import take_seats
from games.services.invitations import create_invitation
from games.services.rematches import want_rematch
from games.services.start import start_game
from tests.games.helpers import sentence_of, words_of
from tests.games.private import SHORT, played

pytestmark = pytest.mark.django_db


# --- what cannot be private ---


INVITED = {"key": "numerica", "to": "link", "time": "3d", "private": "on"}


@pytest.mark.parametrize(
    ("path", "posted", "sentence"),
    [
        (
            "/invitations/new/",
            INVITED | {"rated": "on"},
            "A rated game cannot be private: choose one of the two.",
        ),
        (
            "/invitations/new/",
            INVITED | {"to": "anyone"},
            "An invitation to anyone cannot be private: choose one of the two.",
        ),
        (
            "/computer/",
            {"key": "numerica", "computers": "Abacus", "private": "on", "rated": "on"},
            "A rated game cannot be private: choose one of the two.",
        ),
    ],
)
def test_a_rated_game_or_an_invitation_to_anyone_cannot_be_private(
    path, posted, sentence, people, browser, nothing_happens, computers
):
    ada = browser(people.ada)
    response = nothing_happens(lambda: ada.post(path, posted), 422)
    assert html.unescape(response.content.decode()).count(sentence) == 1


def test_services_refuse_private_games_that_are_rated_or_listed(people):
    now = timezone.now()
    made = {"inviter": people.ada, "now": now}
    private = GameSettings("numerica", is_private=True)
    users = [people.ada, people.ben]
    for refused in (
        lambda: create_invitation(replace(private, rated=True), **made),
        lambda: create_invitation(private, **made, is_listed=True),
        lambda: start_game(
            replace(private, rated=True),
            users=users,
            seed=bytes(32),
            now=now,
        ),
    ):
        with pytest.raises(NotAllowed) as denied:
            refused()
        assert denied.value.status == 422


def test_the_database_refuses_private_games_that_are_rated_or_listed(people, over):
    made = create_invitation(GameSettings("numerica"), inviter=people.ada, now=timezone.now())
    for rows, wrong in (
        (Game.objects.filter(pk=over.pk), {"rated": True}),
        (Invitation.objects.filter(pk=made.pk), {"is_private": True, "rated": True}),
        (Invitation.objects.filter(pk=made.pk), {"is_private": True, "is_listed": True}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**wrong)


# --- how a game becomes private, and what comes of it ---


def invited(client: Client, **more) -> Invitation:
    response = client.post("/invitations/new/", INVITED | more)
    assert response.status_code == 302
    return Invitation.objects.get(pk=response.url.split("/")[2])


@pytest.mark.slow
def test_an_invitation_by_link_to_a_private_game_is_for_whoever_has_the_link(people, browser):
    made = invited(browser(people.ada))
    page = words_of(browser().get(f"/invitations/{made.id}/"))
    assert "only the players see it" in page
    accepted = browser(people.ben).post(f"/invitations/{made.id}/accept/")
    game = Game.objects.get()
    assert accepted.url == f"/games/{game.id}/" and game.is_private
    after = browser(people.cleo).get(f"/invitations/{made.id}/").content.decode()
    assert game.id not in after


@pytest.mark.slow(cases="all")
def test_the_table_says_that_it_is_private(private, people, browser):
    assert "Private: only the players see it." in words_of(
        browser(people.ada).get(f"/games/{private.id}/")
    )
    open_game = played(people, moves=0)
    assert "Private" not in words_of(browser().get(f"/games/{open_game.id}/"))


def test_a_rematch_of_a_private_game_is_private(over, people):
    now = timezone.now()
    assert want_rematch(game_id=over.id, user=people.ada, now=now) is None
    assert Invitation.objects.get().is_private
    begun = want_rematch(game_id=over.id, user=people.ben, now=now)
    assert begun is not None and begun.is_private


def test_a_private_offer_is_another_than_an_open_one_of_the_same_game(over, people):
    now = timezone.now()
    public = played(people, moves=len(SHORT.moves))
    for game in (public, over):
        assert want_rematch(game_id=game.id, user=people.ada, now=now) is None
    assert not Invitation.objects.get(rematch_of=public).is_private
    assert Invitation.objects.get(rematch_of=over).is_private


def test_against_computers_the_box_and_another_game_keep_it_private(people, browser, computers):
    ada = browser(people.ada)
    posted = {"key": "numerica", "computers": "Abacus", "private": "on"}
    assert ada.post("/computer/", posted).status_code == 302
    game = Game.objects.get()
    assert game.is_private
    Game.objects.update(ended_at=timezone.now(), turn=None)
    again = want_rematch(game_id=game.id, user=people.ada, now=timezone.now())
    assert again.is_private


def test_a_position_of_a_private_game_is_played_on_in_private(over, people, browser):
    response = browser(people.ada).post(
        f"/games/{over.id}/play-on/", {"computer": "Abacus", "from": "2"}
    )
    assert response.status_code == 302
    assert Game.objects.get(origin=over).is_private


def wish_for_privacy(user: User, browser) -> Client:
    client = browser(user)
    wishes = {"plays_privately": "on", "shows_games": "on", "shows_history": "on", "language": ""}
    assert client.post("/people/settings/", wishes).status_code == 302
    return client


def box(response, name: str) -> bool:
    """Whether this box is ticked."""
    (tag,) = re.findall(rf'<input type="checkbox" name="{name}"[^>]*>', response.content.decode())
    return " checked" in tag


def test_the_box_is_ticked_for_somebody_who_wishes_private_games(people, browser, computers):
    ada = wish_for_privacy(people.ada, browser)
    for path in ("/invitations/new/", "/computer/"):
        page = ada.get(path)
        assert box(page, "private") and not box(page, "rated")
        assert not box(browser(people.ben).get(path), "private")
    assert not box(ada.get("/invitations/new/?to=anyone"), "private")


def test_somebody_who_wishes_private_games_plays_positions_on_in_private(
    people, browser, computers
):
    open_game = played(people, moves=len(SHORT.moves))
    ada = wish_for_privacy(people.ada, browser)
    ada.post(f"/games/{open_game.id}/play-on/", {"computer": "Abacus", "from": "2"})
    assert Game.objects.get(origin=open_game).is_private


def test_somebody_who_wishes_private_games_plays_a_computer_instead_in_private(
    people, browser, computers
):
    clients = {True: wish_for_privacy(people.ada, browser), False: browser(people.ben)}
    for is_wished, client in clients.items():
        key = "numerica" if is_wished else "equate"  # who seeks the same would meet
        seek = client.post("/lobby/quick/", {"key": key, "time": "180+2"})["Location"]
        assert client.post(f"{seek}computer/").status_code == 302
        assert Game.objects.get(key=key).is_private is is_wished


def test_a_guests_private_game_stays_private_and_theirs_in_an_account(people, browser, computers):
    guest = create_guest()
    game = start_against_computers(
        GameSettings("numerica", is_private=True),
        user=guest,
        computers=["Abacus"],
        now=timezone.now(),
    )
    take_seats(guest=guest, user=people.cleo)
    assert browser(people.cleo).get(f"/games/{game.id}/").status_code == 200
    assert browser(people.ada).get(f"/games/{game.id}/").status_code == 404


def test_every_query_agrees_on_what_a_reader_may_know(private, people):
    """What a reader may know is the same wherever it is asked."""
    for reader, may in ((people.ada, True), (people.cleo, False)):
        assert private_games.may_know(private.id, reader) is may
        assert (private in private_games.games_seen_by(reader)) is may


def test_the_refusal_of_a_private_setting_is_a_sentence(private, browser):
    assert "no such page" in sentence_of(browser().get(f"/games/{private.id}/"))
