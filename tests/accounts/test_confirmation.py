"""Where addresses are confirmed, there is no account before: a guest stays a guest until then."""

import io
import json
import re
import zipfile
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.backends import find_user
from accounts.models import PendingSignup, User
from games.models import Game, GameSettings
from games.services.errors import NotAllowed
from games.services.start import start_game
from numerica_site.account_services import delete_account
from numerica_site.limits import LIMITS
from tests.accounts.account_data import PASSWORD, signed_in
from tests.games.helpers import words_of

pytestmark = pytest.mark.django_db

FORM = {"username": "Zoe", "email": "zoe@example.org", "password1": PASSWORD}


@pytest.fixture(autouse=True)
def production(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def link() -> str:
    """The address in the last mail."""
    return re.search(r"http://testserver(/people/confirm/\S+)", mail.outbox[-1].body)[1]


# --- the guest before ---


def test_a_guest_who_keeps_the_account_is_a_guest_until_the_address_is_confirmed(guest, people):
    assert guest.post("/people/keep/", FORM).status_code == 302
    user = signed_in(guest)
    assert user.is_guest and user.username.startswith("guest-") and not user.has_usable_password()
    with pytest.raises(NotAllowed):
        start_game(
            GameSettings("numerica", rated=True),
            users=[user, people.ada],
            seed=bytes(32),
            now=timezone.now(),
        )
    form = {"key": "numerica", "to": "link", "time": "3d", "rated": "on"}
    refused = guest.post("/invitations/new/", form)
    assert refused.status_code == 422 and "rated games need an account" in words_of(refused)
    assert guest.post("/computer/", form | {"computers": "Pebble"}).status_code == 422
    assert Game.objects.count() == 0


@pytest.mark.slow
def test_the_link_makes_the_guest_the_account_and_the_session_goes_on(guest, people):
    before = signed_in(guest)
    game = start_game(
        GameSettings("numerica"), users=[people.ada, before], seed=bytes(32), now=timezone.now()
    )
    guest.post("/people/keep/", FORM | {"next": "/rules/"})
    said = words_of(guest.get(link()))
    assert "zoe@example.org belongs to the new account Zoe" in said
    assert User.objects.get(pk=before.pk).is_guest  # looking confirms nothing: mail programs look
    assert guest.post(link())["Location"] == "/rules/"
    user = signed_in(guest)
    assert user.pk == before.pk and user.username == "Zoe" and not user.is_guest
    assert user.check_password(PASSWORD) and game.players.get(seat=1).user == user
    address = EmailAddress.objects.get()
    assert (address.email, address.verified, address.primary) == ("zoe@example.org", True, True)
    assert not PendingSignup.objects.exists()


def test_an_account_begins_when_the_link_is_followed_and_not_when_the_guest_came(guest):
    came = timezone.now() - timedelta(days=2)
    User.objects.filter(pk=signed_in(guest).pk).update(date_joined=came)
    guest.post("/people/keep/", FORM)
    assert signed_in(guest).date_joined == came
    began = timezone.now()
    guest.post(link())
    user = signed_in(guest)
    assert not user.is_guest and user.date_joined >= began


def test_the_link_opened_elsewhere_makes_the_account_and_lets_nobody_in(guest, browser):
    before = signed_in(guest)
    guest.post("/people/keep/", FORM)
    other = browser()
    assert other.post(link())["Location"] == "/accounts/login/"
    assert signed_in(other) is None and User.objects.get(pk=before.pk).username == "Zoe"
    other.post("/accounts/login/", {"login": "Zoe", "password": PASSWORD})
    assert signed_in(other).pk == before.pk


def test_who_was_nobody_is_signed_in_by_the_link_in_the_same_browser(client):
    client.post("/accounts/signup/?next=/rules/", FORM | {"next": "/rules/"})
    assert not User.objects.exists() and signed_in(client) is None
    assert client.post(link())["Location"] == "/rules/"
    assert signed_in(client).username == "Zoe"


@pytest.mark.parametrize("wanted", ["//evil.example/", "https://evil.example/", "profile"])
def test_the_link_leads_to_no_other_site(wanted, client, db):
    client.post("/accounts/signup/", FORM | {"next": wanted})
    assert client.post(link())["Location"] == "/"


def test_the_link_works_once(client, browser, db):
    client.post("/accounts/signup/", FORM)
    address = link()
    client.post(address)
    for reader in (client, browser()):
        for answer in (reader.get(address), reader.post(address)):
            assert answer.status_code == 404 and "used already" in words_of(answer)
    assert User.objects.count() == EmailAddress.objects.count() == 1


@pytest.mark.parametrize("key", ["x", "MQ:1w:x", "0", "a" * 500])
def test_an_invalid_link_confirms_nothing(key, client, db):
    client.post("/accounts/signup/", FORM)
    assert client.post(f"/people/confirm/{key}/").status_code == 404
    assert not User.objects.exists()


def test_after_three_days_the_link_is_dead_and_the_name_free(client, browser, db):
    client.post("/accounts/signup/", FORM)
    PendingSignup.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.post(link()).status_code == 404
    browser().post("/accounts/signup/", FORM | {"email": "other@example.org"})
    (waiting,) = PendingSignup.objects.all()
    assert waiting.email == "other@example.org"


def test_the_same_browser_may_correct_itself_and_the_first_link_is_dead(client, db):
    client.post("/accounts/signup/", FORM | {"email": "typo@example.org"})
    first = link()
    assert client.post("/accounts/signup/", FORM).status_code == 302
    assert [message.to for message in mail.outbox] == [["typo@example.org"], ["zoe@example.org"]]
    assert client.post(first).status_code == 404
    client.post(link())
    assert EmailAddress.objects.get().email == "zoe@example.org"


@pytest.mark.slow
def test_of_two_sign_ups_with_one_address_one_becomes_an_account(browser, db):
    first, second = browser(), browser()
    first.post("/accounts/signup/", FORM)
    links = [link()]
    second.post("/accounts/signup/", FORM | {"username": "Zoe2"})
    links.append(link())
    assert links[0] != links[1]
    second.post(links[1])
    assert first.post(links[0]).status_code == 404
    assert [user.username for user in User.objects.all()] == ["Zoe2"]


def test_an_address_that_somebody_else_only_claims_is_free(people, browser):
    EmailAddress.objects.create(user=people.ada, email="zoe@example.org", verified=False)
    client = browser()
    client.post("/accounts/signup/", FORM)
    client.post(link())
    assert signed_in(client).username == "Zoe"


# --- what a sign-up leaves ---


def test_a_guest_sees_the_sign_up_in_the_export_and_it_goes_with_the_guest(guest):
    guest.post("/people/keep/", FORM)
    with zipfile.ZipFile(io.BytesIO(guest.post("/people/export/").getvalue())) as archive:
        (told,) = json.loads(archive.read("account.json"))["sign_ups"]
    assert (told["name"], told["email"]) == ("Zoe", "zoe@example.org")
    assert set(told) == {"name", "email", "created_at", "expires_at"}
    user = signed_in(guest)
    delete_account(user, timezone.now())
    assert not PendingSignup.objects.exists()
    assert User.objects.get(pk=user.pk).username.startswith("deleted-")


def test_a_link_after_the_guest_is_deleted_makes_nobody(guest, browser):
    guest.post("/people/keep/", FORM)
    address = link()
    delete_account(signed_in(guest), timezone.now())
    assert browser().post(address).status_code == 404
    assert not User.objects.filter(username="Zoe").exists()


def test_who_deletes_an_account_takes_along_what_others_began_with_its_address(people, browser):
    EmailAddress.objects.create(
        user=people.ada, email="ada@example.org", primary=True, verified=True
    )
    browser().post("/accounts/signup/", FORM | {"email": "ada@example.org"})
    assert PendingSignup.objects.count() == 1
    delete_account(people.ada, timezone.now())
    assert not PendingSignup.objects.exists()


def test_who_only_claimed_an_address_and_deletes_the_account_ends_nobodys_sign_up(people, browser):
    EmailAddress.objects.create(user=people.ada, email="zoe@example.org", verified=False)
    client = browser()
    client.post("/accounts/signup/", FORM | {"email": "Zoe@example.org"})
    address = link()
    delete_account(people.ada, timezone.now())
    client.post(address)
    assert signed_in(client).username == "Zoe"


# --- how much mail goes to one address ---


@pytest.mark.slow
def test_one_address_gets_few_mails_whether_it_has_an_account(people, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    EmailAddress.objects.create(
        user=people.ada, email="ada@example.org", primary=True, verified=True
    )
    statuses = [
        [
            browser()
            .post("/accounts/signup/", FORM | {"username": f"{email[:2]}{number}x", "email": email})
            .status_code
            for number in range(5)
        ]
        for email in ("ada@example.org", "zoe@example.org")
    ]
    assert statuses == [[302, 302, 302, 429, 429]] * 2
    assert len(mail.outbox) == 6


# --- pages that are not a guest's ---


@pytest.mark.parametrize("page", ["email", "password/change", "password/set", "signup"])
@pytest.mark.parametrize("verification", ["mandatory", "optional"])
def test_a_guest_has_no_page_that_sends_mail_or_sets_a_password(
    page, verification, guest, settings
):
    settings.ACCOUNT_EMAIL_VERIFICATION = verification
    forms = (
        {"email": "stranger@example.org", "action_add": ""},
        {"email": "stranger@example.org", "action_send": ""},
        {"password1": PASSWORD, "password2": PASSWORD},
        FORM,
    )
    assert guest.get(f"/accounts/{page}/")["Location"] == "/people/keep/"
    for form in forms:
        assert guest.post(f"/accounts/{page}/", form)["Location"] == "/people/keep/"
    assert mail.outbox == [] and not EmailAddress.objects.exists()
    assert not signed_in(guest).has_usable_password()


@pytest.mark.slow
def test_addresses_are_added_at_most_ten_a_minute_and_four_in_all(people, browser, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    client = browser(people.ada)
    answers = [
        client.post("/accounts/email/", {"email": f"a{number}@example.org", "action_add": ""})
        for number in range(11)
    ]
    assert EmailAddress.objects.filter(user=people.ada).count() == 4
    assert answers[-1].status_code == 429


def test_of_several_who_gave_an_address_who_confirmed_it_is_found_or_else_the_oldest(people):
    for user in (people.ada, people.ben):
        EmailAddress.objects.create(user=user, email="both@example.org", verified=False)
    assert find_user("Both@example.org") == people.ada
    EmailAddress.objects.filter(user=people.ben).update(verified=True)
    assert find_user("both@example.org") == people.ben
