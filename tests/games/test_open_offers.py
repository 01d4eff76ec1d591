"""How many offers somebody may have open, which of them are listed, and who wants none."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import GameSettings, Invitation
from games.selectors import invitations
from games.services.departures import leave_games
from games.services.errors import NotAllowed
from games.services.invitations import (
    INVITATION_LASTS,
    accept_invitation,
    create_invitation,
    decline_invitation,
)
from games.services.moves import play_move
from games.services.start import start_game
from tests.game_settings import split_settings

from .helpers import all_rows, is_a_sentence, sentence_of, words_of

pytestmark = pytest.mark.django_db

FORM = {"key": "numerica", "time": "3d"}
TO_ANYONE = FORM | {"to": "anyone"}
TO_BEN = FORM | {"to": "name", "name": "Ben"}


@pytest.fixture
def guest(db) -> User:
    return User.objects.create_user("guest-k3x9ab", is_guest=True)


def offered(inviter: User, *invitees: User, **more) -> Invitation:
    settings, others = split_settings({"now": timezone.now()} | more)
    return create_invitation(settings, inviter=inviter, invitees=invitees, **others)


def listed_for(reader: User) -> list[str]:
    """Whose offers the first page lists."""
    return [one.inviter for one in invitations.open_invitations(reader, timezone.now())]


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize(
    ("form", "words"),
    [
        (TO_ANYONE, "You have 3 open offers to anyone"),
        (TO_BEN, "Ben has 3 open invitations of yours"),
    ],
)
@pytest.mark.parametrize("who", ["guest", "ada"])
def test_three_may_be_open_at_once(form, words, who, browser, people, guest):
    client = browser(guest if who == "guest" else people.ada)
    for _ in range(3):
        assert client.post("/invitations/new/", form).status_code == 302
    before = all_rows()
    refused = client.post("/invitations/new/", form)
    assert refused.status_code == 409 and words in sentence_of(refused)
    assert is_a_sentence(sentence_of(refused)) and all_rows() == before
    last = Invitation.objects.first()
    client.post(f"/invitations/{last.id}/cancel/")
    assert client.post("/invitations/new/", form).status_code == 302


def test_links_invitations_of_others_and_closed_ones_do_not_count(people):
    now = timezone.now()
    for _ in range(3):
        offered(people.cleo, is_listed=True)
        offered(people.cleo, people.ben)
        offered(people.ada)
        offered(people.ada, people.cleo)
        offered(people.ada, is_listed=True, now=now - INVITATION_LASTS - timedelta(seconds=1))
    offered(people.ada, is_listed=True)
    offered(people.ada, people.ben)


def test_a_seat_that_was_taken_is_no_open_invitation_to_that_person(people):
    options = "players=3"
    for _ in range(3):
        made = offered(people.ada, people.ben, key="equate", options=options)
        accept_invitation(invitation_id=made.id, user=people.ben, now=timezone.now())
    offered(people.ada, people.ben)


@pytest.mark.slow
def test_a_rematch_counts_like_any_invitation(start, people, browser):
    game = start()
    play_move(game_id=game.id, user=people.ada, ply=1, text="resign", now=timezone.now())
    for _ in range(3):
        offered(people.ada, people.ben, time_control="7d")
    answer = browser(people.ada).post(f"/games/{game.id}/rematch/")
    assert answer.status_code == 409 and "Ben has 3 open invitations" in sentence_of(answer)


# --- the list ---


@pytest.mark.slow
def test_one_offer_of_each_person_is_listed_the_newest(people, guest, browser):
    """As it was attacked: many offers of one guest, older than the limit, and one of Ada."""
    now = timezone.now()
    made = [offered(guest, is_listed=False, now=now + timedelta(seconds=n)) for n in range(31)]
    Invitation.objects.filter(inviter=guest).update(is_listed=True)
    Invitation.objects.filter(pk=offered(people.ada, is_listed=True).pk).update(
        created_at=now - timedelta(days=1)
    )
    assert listed_for(people.ben) == ["guest-k3x9ab", "Ada"]
    [shown, _] = invitations.open_invitations(people.ben, timezone.now())
    assert (shown.id, shown.more) == (made[-1].id, 30)
    said = words_of(browser(people.ben).get("/"))
    assert "30 more when this one is answered" in said and "from Ada" in said


def test_of_invitations_to_oneself_one_of_each_person_is_listed(people):
    for _ in range(2):
        newest = offered(people.ada, people.ben)
    offered(people.cleo, people.ben)
    shown = invitations.open_invitations(people.ben, timezone.now())
    assert [(one.inviter, one.more) for one in shown] == [("Cleo", 0), ("Ada", 1)]
    decline_invitation(invitation_id=newest.id, user=people.ben, now=timezone.now())
    assert listed_for(people.ben) == ["Cleo", "Ada"]


# --- who wants no invitations of guests ---


def refuse(browser, person: User) -> None:
    """Set it on the page of settings."""
    form = {"shows_games": "on", "shows_history": "on", "refuses_guests": "on", "language": ""}
    assert browser(person).post("/people/settings/", form).status_code == 302


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("who", ["guest", "a newcomer"])
def test_guests_cannot_invite_who_refuses_them(who, browser, people, guest):
    assert "Guests cannot invite me" in words_of(browser(people.ben).get("/people/settings/"))
    refuse(browser, people.ben)
    client = browser(guest if who == "guest" else None)
    before = Invitation.objects.count(), User.objects.count()
    refused = client.post("/invitations/new/", TO_BEN)
    assert refused.status_code == 422
    assert "Ben takes no invitations from guests" in words_of(refused)
    assert (Invitation.objects.count(), User.objects.count()) == before
    with pytest.raises(NotAllowed):
        offered(guest, people.ben)
    assert browser(people.ada).post("/invitations/new/", TO_BEN).status_code == 302


@pytest.mark.slow
def test_a_guest_offers_no_rematch_to_who_refuses_guests(browser, people, guest):
    now = timezone.now()
    game = start_game(GameSettings("numerica"), users=[guest, people.ben], seed=bytes(32), now=now)
    leave_games(user=guest if game.turn == 0 else people.ben, now=now)
    refuse(browser, people.ben)
    answer = browser(guest).post(f"/games/{game.id}/rematch/")
    assert answer.status_code == 403 and "no invitations from guests" in sentence_of(answer)
    assert browser(people.ben).post(f"/games/{game.id}/rematch/").status_code == 302


def test_what_guests_sent_before_is_not_listed_any_more(browser, people, guest):
    offered(guest, people.ben)
    offered(people.ada, people.ben)
    assert listed_for(people.ben) == ["Ada", "guest-k3x9ab"]
    refuse(browser, people.ben)
    people.ben.refresh_from_db()
    assert listed_for(people.ben) == ["Ada"]
