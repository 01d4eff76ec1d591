"""Play anyone: an open seat that fits is taken, else an invitation is listed; once, however pressed."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Invitation
from games.rules import GAMES
from games.services.aborts import call_off
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation, cancel_invitation, create_invitation
from games.services.play_anyone import play_anyone
from tests.game_settings import split_settings

from .helpers import all_rows, is_a_sentence, sentence_of, words_of

pytestmark = pytest.mark.django_db

PAGE = "/invitations/anyone/"


@pytest.fixture
def guest(db) -> User:
    return User.objects.create_user("guest-k3x9ab", is_guest=True)


def listed(inviter: User, ago: int = 60, **more) -> Invitation:
    """Make an invitation to anyone that is `ago` minutes old."""
    settings, others = split_settings({"is_listed": True} | more)
    now = timezone.now() - timedelta(minutes=ago)
    return create_invitation(settings, inviter=inviter, now=now, **others)


def pressed(user: User, key: str = "numerica") -> Invitation:
    return play_anyone(key=key, user=user, now=timezone.now())


def press(client: Client, key: str = "numerica"):
    return client.post(PAGE, {"key": key})


# --- a seat is open ---


def test_an_open_seat_is_taken_and_the_game_starts(people, browser):
    made = listed(people.ada)
    answer = press(browser(people.ben))
    game = Game.objects.get(invitation=made)
    assert answer.status_code == 302 and answer["Location"] == f"/games/{game.id}/"
    assert [player.user for player in game.players.all()] == [people.ada, people.ben]
    assert Invitation.objects.count() == 1


def test_a_newcomer_takes_it_as_a_guest(people, browser):
    listed(people.ada)
    client = browser()
    assert press(client)["Location"].startswith("/games/")
    assert User.objects.get(pk=client.session["_auth_user_id"]).is_guest


def test_only_a_seat_of_the_game_that_is_asked_for_is_taken(people):
    listed(people.ada, key="numeria")
    assert pressed(people.ben).inviter == people.ben
    assert not Game.objects.exists()


def test_the_longest_waiting_comes_first_and_what_starts_at_once_before_it(people, guest):
    larger = listed(people.ada, 90, key="equate", options="players=3")
    older, newer = listed(people.ada, 50, key="equate"), listed(people.cleo, 40, key="equate")
    taken = [pressed(user, "equate") for user in (people.ben, guest)]
    assert taken == [older, newer]
    fourth = User.objects.create_user("Dov")
    found = pressed(fourth, "equate")
    assert found == larger and found.game is None
    assert larger.seats.get(seat=1).user == fourth


@pytest.mark.parametrize("what", ["one's own", "by link", "kept for somebody", "full", "expired",
                                  "withdrawn", "of somebody barred"])  # fmt: skip
def test_a_seat_that_does_not_fit_is_passed_over(what, people):
    settings = {
        "by link": {"is_listed": False},
        "kept for somebody": {"invitees": [people.cleo]},
        "expired": {"ago": 60 * 24 * 15},
    }
    inviter = people.ben if what == "one's own" else people.ada
    made = listed(inviter, **settings.get(what, {}))
    if what == "full":
        accept_invitation(invitation_id=made.id, user=people.cleo, now=timezone.now())
    if what == "withdrawn":
        cancel_invitation(invitation_id=made.id, user=people.ada, now=timezone.now())
    if what == "of somebody barred":
        User.objects.filter(pk=people.ada.pk).update(is_active=False)
    found = pressed(people.ben)
    assert found.inviter == people.ben and found.is_listed and found.game is None
    assert (found == made) == (what == "one's own")


def test_a_rated_seat_is_for_accounts_and_comes_after_casual_ones(people, guest):
    rated, casual = listed(people.ada, 90, rated=True), listed(people.ada, 30)
    assert pressed(people.ben) == casual
    assert pressed(guest).inviter == guest
    assert pressed(people.cleo) != rated  # the guest's is casual
    Invitation.objects.filter(inviter=guest).delete()
    fourth = User.objects.create_user("Dov")
    assert pressed(fourth) == rated and Game.objects.get(invitation=rated).rated


def test_who_wants_no_invitations_of_guests_gets_no_seat_beside_one(people, guest):
    listed(guest)
    people.ben.refuses_guests = True
    people.ben.save()
    assert pressed(people.ben).inviter == people.ben


# --- no seat is open ---


def test_without_a_seat_an_invitation_is_listed_with_the_usual_settings(people, browser):
    client = browser(people.ben)
    answer = press(client, "digifeud")
    made = Invitation.objects.get()
    assert answer["Location"] == f"/invitations/{made.id}/"
    assert (made.key, made.options, made.rated, made.time_control) == ("digifeud", "", False, "3d")
    assert made.is_listed and "listed on the first page" in words_of(client.get(answer["Location"]))


@pytest.mark.slow
def test_two_presses_make_one_invitation_and_take_one_seat(people, browser):
    client = browser(people.ben)
    assert press(client)["Location"] == press(client)["Location"]
    assert Invitation.objects.count() == 1
    listed(people.ada, key="numeria"), listed(people.cleo, key="numeria")
    assert press(client, "numeria")["Location"] == press(client, "numeria")["Location"]
    assert Game.objects.count() == 1


def test_a_press_leads_to_no_game_that_was_called_off_a_moment_ago(people):
    listed(people.ada)
    first = pressed(people.ben)
    call_off(game_id=first.game_id, user=people.ada, ply=1, now=timezone.now())
    again = pressed(people.ben)
    assert again.inviter == people.ben and again.game is None


def test_a_later_press_finds_ones_own_offer_again_and_takes_another_seat(people):
    now = timezone.now()
    first = play_anyone(key="numerica", user=people.ben, now=now - timedelta(hours=1))
    assert pressed(people.ben) == first
    assert pressed(people.ada) == first and first.seats.filter(user=people.ada).exists()
    listed(people.cleo)
    later = now + timedelta(minutes=1)
    again = play_anyone(key="numerica", user=people.ben, now=later)
    assert again.inviter == people.cleo and again.game is not None


@pytest.mark.slow
def test_three_offers_to_anyone_are_the_most_here_too(people, browser):
    for key in ("numerica", "equate", "digifeud"):
        pressed(people.ben, key)
    client, before = browser(people.ben), all_rows()
    refused = press(client, "numeria")
    assert refused.status_code == 409 and "3 open offers to anyone" in sentence_of(refused)
    assert is_a_sentence(sentence_of(refused)) and all_rows() == before


def test_who_is_gone_gets_nothing(people):
    User.objects.filter(pk=people.ben.pk).update(is_active=False)
    with pytest.raises(NotAllowed):
        pressed(people.ben)
    assert not Invitation.objects.exists()


# --- the pages ---


def test_the_button_of_the_first_page_posts_the_game_that_is_chosen(browser, db):
    page = browser().get("/").content.decode()
    (button,) = re.findall(r"<button[^>]*>Play anyone", page)
    assert 'formmethod="post"' in button and f'formaction="{PAGE}"' in button
    assert re.search(r'name="csrfmiddlewaretoken" value="\w{64}"', button)
    form = page[page.rindex("<form", 0, page.index(button)) : page.index(button)]
    assert not re.search(r"<input[^>]*csrfmiddlewaretoken", form) and 'name="key"' in form


def test_the_button_is_taken_with_its_token_and_refused_without(db):
    client = Client(enforce_csrf_checks=True)
    page = client.get("/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w{64})">Play anyone', page)[1]
    assert press(client).status_code == 403 and not User.objects.exists()
    said = {"key": "numerica", "csrfmiddlewaretoken": token}
    assert client.post(PAGE, said).status_code == 302


def test_the_page_asks_one_question(browser, db):
    page = browser().get(PAGE)
    assert page.status_code == 200
    assert re.findall(r'name="key" value="(\w+)"', page.content.decode()) == list(GAMES)


@pytest.mark.parametrize("said", [{}, {"key": "chess"}, {"key": ""}])
def test_an_unknown_game_is_refused_and_makes_no_guest(said, browser, db):
    before = all_rows()
    answer = browser().post(PAGE, said)
    assert answer.status_code == 422 and "There is no such game." in words_of(answer)
    assert all_rows() == before
