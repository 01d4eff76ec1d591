"""The staff's pages open with a second factor alone, used in the session at hand."""

import json
from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.test import Client

from accounts.models import User
from accounts.sealing import unseal
from numerica_site.limits import LIMITS
from tests.accounts.account_data import PASSWORD
from tests.second_factor import give_second_factor, use_second_factor

PAGES = ("/staff/", "/staff/accounts/user/", "/desk/")


def code_of(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(secret, counter))


@pytest.fixture
def mia(db) -> User:
    mia = User.objects.create_superuser("Mia", "mia@example.org", PASSWORD)
    EmailAddress.objects.create(user=mia, email=mia.email, verified=True, primary=True)
    return mia


def sign_in(name: str = "Mia") -> tuple[Client, str]:
    client = Client()
    said = client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return client, said["Location"]


@pytest.mark.parametrize("page", PAGES)
def test_strangers_are_led_to_sign_in(page, db, browser):
    assert browser().get(page)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("page", PAGES)
def test_for_who_is_not_staff_there_is_no_such_page(page, people, browser):
    assert browser(people.ada).get(page).status_code == 404
    assert use_second_factor(browser(people.ben), people.ben).get(page).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_staff_without_a_second_factor_are_led_to_set_it_up(page, mia, browser):
    assert browser(mia).get(page)["Location"] == "/accounts/2fa/totp/activate/"
    assert browser(mia).post(page, {"action": "ban"})["Location"] == "/accounts/2fa/totp/activate/"


def test_recovery_codes_alone_are_no_second_factor(mia, browser):
    client = use_second_factor(browser(mia), mia)
    Authenticator.objects.filter(type=Authenticator.Type.TOTP).delete()
    assert client.get("/desk/")["Location"] == "/accounts/2fa/totp/activate/"


@pytest.mark.parametrize("page", PAGES)
def test_a_second_factor_that_this_session_was_not_shown_is_asked_for(page, mia, browser):
    give_second_factor(mia)
    answer = browser(mia).get(page)
    assert answer["Location"] == f"/accounts/2fa/reauthenticate/?next={page}"


@pytest.mark.slow
def test_a_code_opens_the_staffs_pages_in_this_session_alone(mia):
    secret = give_second_factor(mia)
    client, led = sign_in()
    assert led.startswith("/accounts/2fa/authenticate/")
    assert client.get("/staff/")["Location"].startswith("/accounts/login/")  # not signed in yet
    assert client.post(led, {"code": "000000"}).status_code == 200
    assert client.get("/staff/").status_code == 302
    assert client.post(led, {"code": code_of(secret)}).status_code == 302
    assert client.get("/staff/").status_code == 200
    other = Client()
    other.force_login(mia)
    assert other.get("/staff/").status_code == 302


@pytest.mark.slow
def test_a_second_factor_is_set_up_without_script_and_then_opens(mia):
    client, _ = sign_in()
    page = client.get("/accounts/2fa/totp/activate/")
    assert page["Location"].startswith("/accounts/reauthenticate/")
    client.post(page["Location"], {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/")
    html = page.content.decode()
    assert "<svg" in html and "data:" not in html and "<script" not in html.split("<main")[1]
    secret = page.context["form"].secret
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    assert answer["Location"] == "/accounts/2fa/recovery-codes/"
    assert "<code>" in client.get("/accounts/2fa/recovery-codes/").content.decode()
    asked = client.get("/staff/")["Location"]
    answer = client.post(asked, {"code": code_of(secret), "next": "/staff/"})
    assert answer["Location"] == "/staff/" and client.get("/staff/").status_code == 200


def test_guests_have_no_second_factor(db, browser):
    from accounts.services import create_guest

    guest = browser(create_guest())
    for page in ("/accounts/2fa/", "/accounts/2fa/totp/activate/"):
        assert guest.get(page)["Location"] == "/people/keep/"


@pytest.mark.slow
def test_wrong_codes_have_a_limit(mia, settings):
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    give_second_factor(mia)
    client, led = sign_in()
    said = [client.post(led, {"code": f"{n:06}"}).content.decode() for n in range(8)]
    assert "Incorrect code" in said[0] and "Incorrect code" not in said[-1]


# --- how it lies in the database ---


def stored() -> str:
    return " ".join(json.dumps(one.data) for one in Authenticator.objects.all())


def is_let_in(secret: str) -> bool:
    """Whether the staff's pages open with a code that is made from this key."""
    client, led = sign_in()
    client.post(led, {"code": code_of(secret)})
    return client.get("/staff/").status_code == 200


def test_neither_keys_nor_what_recovery_codes_are_made_from_lie_open_in_the_database(mia):
    secret = give_second_factor(mia)
    codes = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()
    assert secret not in stored() and "gAAAA" in stored()
    assert not any(code in stored() for code in codes)
    assert unseal(Authenticator.objects.get(type="totp").data["secret"]) == secret


@pytest.mark.slow
def test_who_has_the_database_under_another_secret_key_gets_no_code_and_no_fault(mia, settings):
    secret = give_second_factor(mia)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another " * 8
    assert not is_let_in(secret)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert is_let_in(secret)


def test_second_factors_of_before_are_sealed_by_the_migration_and_opened_on_the_way_back(mia):
    secret = give_second_factor(mia)
    sealing = import_module("accounts.migrations.0019_sealed_second_factors")
    sealing.open_all(apps, None)
    assert secret in stored() and "gAAAA" not in stored()
    assert is_let_in(secret), "until it is sealed it is read as it is"
    sealing.seal_all(apps, None)
    sealed = stored()
    assert secret not in sealed and sealed.count("gAAAA") == 2
    assert unseal(Authenticator.objects.get(type="totp").data["secret"]) == secret
    sealing.seal_all(apps, None)
    assert stored().count("gAAAA") == 2, "once"


def test_a_code_of_a_lost_device_counts_no_more_once_there_is_another(mia, browser):
    lost = use_second_factor(browser(mia), mia)
    assert lost.get("/desk/").status_code == 200
    Authenticator.objects.filter(user=mia).delete()
    give_second_factor(mia)
    assert lost.get("/desk/")["Location"].startswith("/accounts/2fa/reauthenticate/")


@pytest.mark.slow
def test_who_is_freed_of_the_second_factor_is_signed_out_everywhere(mia, browser):
    other = User.objects.create_superuser("Nia", "nia@example.org", PASSWORD)
    staff = use_second_factor(browser(mia), mia)
    secret = give_second_factor(other)
    lost, led = sign_in("Nia")
    lost.post(led, {"code": code_of(secret)})
    assert UserSession.objects.filter(user=other).exists()
    [app] = Authenticator.objects.filter(user=other, type=Authenticator.Type.TOTP)
    staff.post(f"/staff/mfa/authenticator/{app.pk}/delete/", {"post": "yes"})
    assert not Authenticator.objects.filter(pk=app.pk).exists()
    assert not UserSession.objects.filter(user=other).exists()


@pytest.mark.slow
@pytest.mark.parametrize("is_chosen_in_the_list", [False, True])
def test_recovery_codes_of_a_lost_device_open_no_second_factor_that_is_set_up_after_it(
    is_chosen_in_the_list, mia, browser
):
    other = User.objects.create_superuser("Nia", "nia@example.org", PASSWORD)
    staff = use_second_factor(browser(mia), mia)
    give_second_factor(other)
    codes = RecoveryCodes(Authenticator.objects.get(user=other, type="recovery_codes"))
    [lost, *_others] = codes.get_unused_codes()
    app = Authenticator.objects.get(user=other, type="totp")
    page, chosen = "/staff/mfa/authenticator/", {"post": "yes"}
    if is_chosen_in_the_list:
        staff.post(page, chosen | {"action": "delete_selected", "_selected_action": app.pk})
    else:
        staff.post(f"{page}{app.pk}/delete/", chosen)
    assert not Authenticator.objects.filter(user=other).exists()
    assert Authenticator.objects.filter(user=mia).count() == 2
    give_second_factor(other)
    client, led = sign_in("Nia")
    assert client.post(led, {"code": lost}).status_code == 200
    assert not client.session.get("_auth_user_id")
