"""An account is deleted by its owner alone, and nothing of the person stays."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameSettings, Invitation
from games.services.invitations import create_invitation
from games.services.moves import play_move
from games.services.start import start_game
from numerica_site.limits import LIMITS
from ratings.models import Highlight, RatingChange, Standing
from tests.accounts.account_data import DELETED, PASSWORD, delete, sign_in
from tests.games.helpers import (
    WHOLE,
    all_rows,
    words_of,
)

pytestmark = pytest.mark.django_db
PAGES = ["/people/data/", "/people/delete/"]


# --- the pages ---


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("address", PAGES)
def test_the_pages_open_for_their_owner_alone(address, ada, guest_user, browser, nothing_happens):
    for user in (ada, guest_user):
        html = browser(user).get(address).content.decode()
        assert len(re.findall("<h1[ >]", html)) == 1 and 'class="page form"' in html
    response = nothing_happens(lambda: browser().get(address), 302)
    assert response["Location"] == f"/accounts/login/?next={address}"
    client = browser(ada)
    nothing_happens(lambda: client.put(address), 405)


@pytest.mark.parametrize("who", ["ada", "guest"])
def test_every_page_leads_to_the_page_of_ones_own_data(who, ada, guest_user, browser):
    html = browser({"ada": ada, "guest": guest_user}[who]).get("/").content.decode()
    assert html.count('href="/people/data/"') == 2  # the wide menu and that of the phone
    page = browser(ada).get("/people/data/").content.decode()
    assert 'action="/people/export/"' in page and 'href="/people/delete/"' in page


def test_a_stranger_is_not_offered_an_export(browser, db):
    assert "/people/data/" not in browser().get("/").content.decode()


def test_the_page_says_how_many_games_are_left(start, people, browser):
    start(moves=3)
    start(moves=len(WHOLE.moves))
    client = browser(people.ada)
    one = "You leave your running game. You resign in it now, whoever is to move."
    assert one in words_of(client.get("/people/delete/"))
    start(moves=2)
    two = "You leave your 2 running games. You resign in all of them now, whoever is to move."
    assert two in words_of(client.get("/people/delete/"))
    assert "running game" not in words_of(browser(people.cleo).get("/people/delete/"))


def test_a_game_that_somebody_has_resigned_already_is_not_left_again(people, browser):
    """Of three the two others play on."""
    users = [people.ada, people.ben, people.cleo]
    game = start_game(
        GameSettings("equate", options="players=3"),
        users=users,
        seed=bytes(32),
        now=timezone.now(),
    )
    assert "You leave your running game" in words_of(browser(people.ben).get("/people/delete/"))
    play_move(game_id=game.id, user=people.ben, ply=1, text="resign", now=timezone.now())
    assert Game.objects.get().ended_at is None
    assert "running game" not in words_of(browser(people.ben).get("/people/delete/"))
    assert "You leave your running game" in words_of(browser(people.ada).get("/people/delete/"))


# --- deletion: the proof ---


@pytest.mark.parametrize(
    "said", ["", "wrong", PASSWORD.upper(), f" {PASSWORD}", PASSWORD + "\0", "Ada", "x" * 5000]
)
def test_a_wrong_password_deletes_nothing(said, start, ada, browser, nothing_happens):
    start(moves=3)
    client = browser(ada)
    response = nothing_happens(lambda: client.post("/people/delete/", {"password": said}), 422)
    html = response.content.decode()
    assert 'class="field wrong"' in html and "errorlist" in html and "Delete this account" in html
    if said in ("wrong", "Ada"):
        assert "This is not your password. Nothing was deleted." in html
    assert said not in html or said in ("", "Ada") or "wrong" in said
    assert client.get("/people/data/").status_code == 200


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"name": ""},
        {"name": "guest-k3x9a"},
        {"name": "ok"},
        {"password": ""},
        {"password": "!"},
    ],
)
def test_a_guest_types_the_name(said, guest_user, browser, nothing_happens):
    client = browser(guest_user)
    response = nothing_happens(lambda: client.post("/people/delete/", said), 422)
    assert "guest-k3x9ab" in words_of(response)
    assert client.post("/people/delete/", {"name": " Guest-K3x9ab "}).status_code == 302
    guest_user.refresh_from_db()
    assert (
        DELETED.fullmatch(guest_user.username)
        and not guest_user.is_active
        and not guest_user.is_guest
    )


def test_a_name_does_not_replace_a_password(ada, browser, nothing_happens):
    client = browser(ada)
    nothing_happens(lambda: client.post("/people/delete/", {"name": "Ada"}), 422)


@pytest.mark.slow
def test_a_stranger_and_a_forged_form_delete_nothing(ada, browser, nothing_happens):
    nothing_happens(lambda: browser().post("/people/delete/", {"password": PASSWORD}), 302)
    client = type(browser())(enforce_csrf_checks=True)
    client.force_login(ada)
    nothing_happens(lambda: client.post("/people/delete/", {"password": PASSWORD}), 403)
    nothing_happens(lambda: client.get("/people/delete/", {"password": PASSWORD}), 200)


@pytest.mark.slow
def test_passwords_cannot_be_tried_for_ever(ada, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    client = browser(ada)
    statuses = [client.post("/people/delete/", {"password": "wrong"}).status_code for _ in range(6)]
    assert statuses == [422] * 5 + [429]


@pytest.mark.slow
def test_archives_cannot_be_asked_for_for_ever(start, people, browser, settings):
    start(moves=len(WHOLE.moves))
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    client = browser(people.ada)
    assert [browser().get("/@Ada/records/").status_code for _ in range(6)] == [200] * 5 + [429]
    assert [client.post("/people/export/").status_code for _ in range(11)] == [200] * 10 + [429]


# --- deletion: what is gone ---


def test_deletion_says_farewell_and_signs_out(ada, browser):
    client = browser(ada)
    delete(client)
    page = client.get("/")
    assert "Your account is deleted." in words_of(page) and "Sign in" in words_of(page)
    assert "_auth_user_id" not in client.session


def everything() -> str:
    """Every value of every row, as text."""
    return repr(all_rows())


@pytest.mark.slow
def test_no_trace_of_the_person_is_left(ada, people, start, browser):
    User.objects.filter(pk=ada.pk).update(first_name="Augusta", last_name="Lovelace", is_staff=True)
    clients = [browser(), browser()]
    assert all(sign_in(client) for client in clients)
    keys = set(Session.objects.values_list("pk", flat=True))
    start(moves=len(WHOLE.moves), rated=True)
    start(moves=3)
    now = timezone.now()
    create_invitation(GameSettings("numerica"), inviter=ada, now=now, is_listed=True)
    create_invitation(GameSettings("numerica"), inviter=people.ben, invitees=[ada], now=now)
    delete(clients[0])
    ada.refresh_from_db()
    assert DELETED.fullmatch(ada.username)
    assert (ada.email, ada.first_name, ada.last_name, ada.last_login) == ("", "", "", None)
    assert not (
        ada.is_active or ada.is_staff or ada.is_superuser or ada.shows_games or ada.shows_history
    )
    assert not ada.has_usable_password() and ada.date_joined >= now
    for model in (EmailAddress, UserSession, Standing, Highlight):
        assert not model.objects.filter(user=ada).exists()
    assert not keys & set(Session.objects.values_list("pk", flat=True))
    assert not Invitation.objects.exists()
    left = everything()
    assert not any(trace in left for trace in ("'Ada'", "ada@example.org", "Augusta", "Lovelace"))


@pytest.mark.slow
def test_deleting_an_account_leaves_everything_that_belongs_to_others(ada, people, start, browser):
    start(moves=len(WHOLE.moves), rated=True)
    EmailAddress.objects.create(
        user=people.ben, email="ben@example.org", primary=True, verified=True
    )
    create_invitation(
        GameSettings("numerica"), inviter=people.ben, now=timezone.now(), is_listed=True
    )
    other, client = browser(people.ben), browser(ada)
    before = all_rows()
    delete(client)
    after = all_rows()
    untouched = {
        "games.Game",
        "games.Player",
        "games.PlayedMove",
        "games.Invitation",
        "ratings.RatingChange",
    }
    assert {name: after[name] for name in untouched} == {name: before[name] for name in untouched}
    for name in ("account.EmailAddress", "ratings.Standing", "ratings.Highlight"):
        gone = [row for row in before[name] if row not in after[name]]
        assert all(str(ada.pk) in map(str, row) for row in gone)
    assert Standing.objects.get().user == people.ben and RatingChange.objects.count() == 2
    assert other.get("/people/data/").status_code == 200
    people.ben.refresh_from_db()
    assert people.ben.username == "Ben"


@pytest.mark.slow
def test_the_deleted_cannot_sign_in_or_get_a_new_password(ada, browser):
    here, there = browser(), browser()
    assert sign_in(here) and sign_in(there)
    delete(here)
    ada.refresh_from_db()
    assert "_auth_user_id" not in there.session and there.get("/people/data/").status_code == 302
    for login in ("Ada", "ada@example.org", ada.username):
        for password in (PASSWORD, ada.password, ""):
            assert not sign_in(browser(), login, password)
    browser().post("/accounts/password/reset/", {"email": "ada@example.org"})
    assert mail.outbox == []


def test_a_session_that_the_site_did_not_note_ends_too(ada, browser):
    stray, client = browser(ada), browser()
    UserSession.objects.all().delete()
    assert sign_in(client)
    delete(client)
    assert stray.get("/people/data/").status_code == 302


@pytest.mark.slow
def test_the_name_is_free_again_and_that_of_the_deleted_is_not(ada, start, browser):
    game = start(moves=len(WHOLE.moves))
    delete(browser(ada))
    form = {"username": "Ada", "email": "ada@example.org", "password1": PASSWORD}
    assert browser().post("/accounts/signup/", form).status_code == 302
    new = User.objects.get(username="Ada")
    assert (
        new.pk != ada.pk
        and not new.seats.exists()
        and not Standing.objects.filter(user=new).exists()
    )
    assert "Ada" not in words_of(browser().get(f"/games/{game.id}/"))
    for name in ("deleted-k3x9ab", "Deleted-1", "DELETED-", "deleted-abc"):
        response = browser().post(
            "/accounts/signup/", form | {"username": name, "email": "x@example.org"}
        )
        assert response.status_code == 200 and "reserved" in words_of(response)
