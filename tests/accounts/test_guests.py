"""Guests play at once, and keep everything when they sign up."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts import signing
from accounts.models import User
from games.models import Game, GameSettings, Invitation
from games.services.invitations import create_invitation
from games.services.start import start_game
from games.store.chat import says_phrases_only
from tests.accounts.account_data import PASSWORD, signed_in
from tests.games.helpers import WHOLE, post_move, words_of

pytestmark = pytest.mark.django_db

FORM = {"username": "Zoe", "email": "zoe@example.org", "password1": PASSWORD}


def test_a_guest_is_a_user_with_a_generated_name_and_no_password(guest):
    user = signed_in(guest)
    assert user.is_guest and not user.has_usable_password() and not user.is_staff
    assert re.fullmatch(r"guest-[a-z2-9]{6}", user.username) and len(user.username) <= 20


def test_being_a_guest_twice_makes_one_guest(guest, people, browser):
    guest.post("/people/guest/")
    browser(people.ada).post("/people/guest/")
    assert User.objects.filter(is_guest=True).count() == 1


def test_who_presses_twice_before_an_answer_comes_is_one_guest(people, browser):
    """The second press is sent with the cookies of the first."""
    made = create_invitation(GameSettings("numerica"), inviter=people.ada, now=timezone.now())
    first, second = browser(), browser()
    first.get(f"/invitations/{made.id}/")
    second.cookies.load(first.cookies.output(header=""))
    for client in (first, second):
        answer = client.post(f"/invitations/{made.id}/accept/", {"guest_name": "Zoe"})
        assert answer["Location"] == f"/games/{Game.objects.get().id}/"
    assert signed_in(first) == signed_in(second) == User.objects.get(is_guest=True)


def test_who_has_an_account_by_then_is_not_signed_in_by_an_old_press(people, browser):
    first, second = browser(), browser()
    first.get("/accounts/login/")
    assert first.cookies
    second.cookies.load(first.cookies.output(header=""))
    first.post("/people/guest/")
    User.objects.filter(is_guest=True).update(is_guest=False, username="Zoe")
    second.post("/people/guest/")
    assert signed_in(first).username == "Zoe" and signed_in(second).is_guest


@pytest.mark.slow
def test_two_guests_have_two_names(browser, db):
    for _ in range(20):
        browser().post("/people/guest/")
    assert len(set(User.objects.values_list("username", flat=True))) == 20


def test_a_stranger_with_a_link_makes_a_first_move_in_three_requests(people, browser):
    made = create_invitation(GameSettings("numerica"), inviter=people.ada, now=timezone.now())
    client = browser()
    client.get(f"/invitations/{made.id}/")
    table = client.post(f"/invitations/{made.id}/accept/")["Location"]
    game = Game.objects.get()
    movers = [browser(people.ada), client]
    assert table == f"/games/{game.id}/"
    assert post_move(movers[game.turn], game, "pass").status_code == 302


# --- keeping the account ---


@pytest.fixture
def kept(guest, people):
    """A guest with a game under way and an invitation sent, who then signs up."""
    user = signed_in(guest)
    game = start_game(
        GameSettings("numerica"),
        users=[people.ada, user],
        seed=bytes.fromhex(WHOLE.headers["Seed"]),
        now=timezone.now(),
    )
    made = create_invitation(GameSettings("numerica"), inviter=user, now=timezone.now())
    response = guest.post("/people/keep/", FORM)
    assert response.status_code == 302 and response["Location"] == "/"
    return guest, user, game, made


@pytest.mark.slow
def test_who_keeps_the_account_is_told_of_the_mail(guest):
    words = guest.post("/people/keep/", FORM, follow=True).content.decode()
    (message,) = mail.outbox
    assert message.to == [FORM["email"]]
    told = f"A mail to {FORM['email']} is on its way, with a link to confirm this address."
    assert told in words


def test_keeping_the_account_converts_the_guest_in_place(kept):
    client, guest, game, made = kept
    user = signed_in(client)
    assert user.pk == guest.pk and not user.is_guest and user.username == "Zoe"
    assert game.players.get(seat=1).user == user
    assert Invitation.objects.get().inviter == user
    assert User.objects.filter(is_guest=True).count() == 0


@pytest.mark.parametrize("name", ["Zoe", "Yves"])
def test_of_two_presses_at_once_the_first_makes_the_account(name, guest, browser, monkeypatch):
    pk, other, honest = signed_in(guest).pk, browser(), signing.lock_people
    other.cookies = guest.cookies.copy()

    def lock_behind_the_first(user_ids):
        monkeypatch.setattr(signing, "lock_people", honest)
        guest.post("/people/keep/", FORM)
        return honest(user_ids)

    monkeypatch.setattr(signing, "lock_people", lock_behind_the_first)
    second = FORM | {"username": name, "email": f"{name}@example.org"}
    assert other.post("/people/keep/", second)["Location"] == "/"
    user = User.objects.get(pk=pk)
    assert (user.username, user.email) == ("Zoe", "zoe@example.org")
    assert signed_in(guest) == user


def test_an_account_begins_when_the_guest_keeps_it_and_not_when_the_guest_came(guest):
    """So its first day, in which it says phrases only, is yet to come."""
    came = timezone.now() - timedelta(days=2)
    User.objects.filter(pk=signed_in(guest).pk).update(date_joined=came)
    began = timezone.now()
    guest.post("/people/keep/", FORM)
    user = signed_in(guest)
    assert not user.is_guest and user.date_joined >= began
    assert says_phrases_only(user, timezone.now())


@pytest.mark.slow
def test_the_session_goes_on_and_the_game_with_it(kept, people, browser):
    client, _, game, _ = kept
    post_move(browser(people.ada), game, WHOLE.moves[0].text)
    assert "Your turn" in words_of(client.get("/"))
    assert post_move(client, game, "pass", ply=2).status_code == 302
    assert "Zoe" in words_of(client.get(f"/games/{game.id}/"))
    assert "guest-" not in words_of(client.get(f"/games/{game.id}/live/"))


@pytest.mark.parametrize("login", ["Zoe", "zoe@example.org"])
def test_the_new_password_works_elsewhere(login, kept, browser):
    client = browser()
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert signed_in(client) == signed_in(kept[0])


def test_the_address_is_confirmed_by_mail(kept):
    assert [message.to for message in mail.outbox] == [["zoe@example.org"]]


def test_the_sessions_page_lists_the_one_session(kept):
    client = kept[0]
    assert client.get("/accounts/sessions/").content.decode().count("127.0.0.1") == 1


@pytest.mark.parametrize(
    "said",
    [
        {"username": "ada"},
        {"email": "ada@example.org"},
        {"username": "guest-mine"},
        {"password1": "short"},
        {"email": ""},
    ],
)
def test_a_wrong_form_leaves_the_guest_a_guest(said, guest, people):
    from allauth.account.models import EmailAddress

    EmailAddress.objects.create(
        user=people.ada, email="ada@example.org", primary=True, verified=True
    )
    before = signed_in(guest).__dict__ | {"_state": None}
    response = guest.post("/people/keep/", FORM | said)
    assert response.status_code == 200 and 'class="field wrong"' in response.content.decode()
    assert signed_in(guest).__dict__ | {"_state": None} == before
    assert EmailAddress.objects.count() == 1


def test_with_confirmed_addresses_only_a_taken_one_is_not_told_and_not_given(
    guest, people, settings
):
    from allauth.account.models import EmailAddress

    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    EmailAddress.objects.create(
        user=people.ada, email="ada@example.org", primary=True, verified=True
    )
    guest.post("/people/keep/", FORM | {"email": "ada@example.org"})
    user = signed_in(guest)
    assert user.is_guest and user.username.startswith("guest-") and not user.has_usable_password()
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]


def test_only_a_guest_has_something_to_keep(people, browser):
    assert browser().get("/people/keep/")["Location"] == "/accounts/signup/"
    assert browser().post("/people/keep/", FORM)["Location"] == "/accounts/signup/"
    ada = browser(people.ada)
    assert ada.post("/people/keep/", FORM)["Location"] == "/"
    people.ada.refresh_from_db()
    assert people.ada.username == "Ada" and User.objects.count() == 3


def test_the_page_says_that_who_has_an_account_signs_in_and_takes_the_games_along(guest):
    html = guest.get("/people/keep/?next=/invitations/abc/").content.decode()
    assert "/accounts/login/?next=/invitations/abc/" in html and "take your games along" in html


def test_the_plain_sign_up_page_does_not_make_a_second_person_of_a_guest(guest):
    guest.post("/accounts/signup/", FORM)
    assert User.objects.count() == 1


@pytest.mark.parametrize("wanted", ["foo", "profile", "games:watch", "//evil.example/", "http:x"])
def test_a_next_that_is_no_address_of_ours_leads_home(client, db, wanted):
    for address in ("/people/theme/", "/people/guest/"):
        response = client.post(address, {"next": wanted, "theme": "dark"})
        assert (response.status_code, response["Location"]) == (302, "/")


def test_who_signs_up_for_a_rated_invitation_comes_back_to_it(client, db):
    client.post("/people/guest/")
    address = "/people/keep/?next=/invitations/abc/"
    assert 'name="next" value="/invitations/abc/"' in client.get(address).content.decode()
    form = {
        "username": "Newcomer",
        "email": "new@example.org",
        "password1": "equations-are-fun",
        "next": "/invitations/abc/",
    }
    assert client.post("/people/keep/", form)["Location"] == "/invitations/abc/"
