"""What a name may be, at the form and in the database."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import signups
from accounts.models import User
from accounts.names import RESERVED
from tests.accounts.names import BAD, GOOD

pytestmark = pytest.mark.django_db


def sign_up(client, name: str):
    form = {"username": name, "email": "ada@example.org", "password1": "seven+eight=15"}
    return client.post("/accounts/signup/", form)


@pytest.mark.parametrize("name", GOOD)
def test_a_good_name_is_kept_as_it_was_written(name, client):
    assert sign_up(client, name).status_code == 302
    assert User.objects.get().username == name


@pytest.mark.parametrize("name", BAD)
def test_a_bad_name_makes_nobody(name, client):
    response = sign_up(client, name)
    assert response.status_code == 200 and 'class="field wrong"' in response.content.decode()
    assert not User.objects.exists()


def test_names_at_the_edge_of_length(client, browser):
    assert sign_up(client, "-1").status_code == 200 and sign_up(browser(), "-12").status_code == 302


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(RESERVED))
def test_a_reserved_name_is_refused_in_any_case(name, client):
    for written in (name, name.upper(), name.title()):
        assert "reserved" in sign_up(client, written).content.decode() or len(name) < 3
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Ada", "ada", "ADA", "aDA"])
def test_a_name_is_given_once_whatever_its_case(name, client):
    User.objects.create_user("Ada", "first@example.org")
    assert sign_up(client, name).status_code == 200
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(name, "second@example.org")
    assert User.objects.count() == 1


def test_a_case_can_be_changed_by_its_owner_alone():
    ada = User.objects.create_user("Ada")
    ada.username = "ADA"
    ada.save()
    assert User.objects.get().username == "ADA"


@pytest.mark.parametrize("name", ["M0derator", "Eng1ne", "Adrnin", "adm_in", "S1ate", "R0bot"])
def test_an_account_has_no_name_that_looks_like_one_of_ours(name, client):
    assert "reserved" in sign_up(client, name).content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Mal1ory", "MaIlory", "Mal-lory", "_Mallory_", "Ma11ory"])
@pytest.mark.parametrize("who", ["an account", "a closed account", "a sign-up that waits"])
def test_nobody_signs_up_with_a_name_that_looks_like_somebodys(who, name, client):
    if who == "a sign-up that waits":
        now = timezone.now()
        signups.begin(name="Mallory", email="m@example.org", password="x", guest=None, now=now)
    else:
        User.objects.create_user("Mallory", is_active=who == "an account")
    count = User.objects.count()
    answer = sign_up(client, name)
    assert answer.status_code == 200 and User.objects.count() == count
    assert 'class="field wrong"' in answer.content.decode()


def test_a_guest_signs_up_with_the_name_that_looks_like_the_guests_own(browser):
    guest = User.objects.create_user("guest-Mallory", is_guest=True)
    form = {"username": "Mal1ory", "email": "m@example.org", "password1": "seven+eight=15"}
    assert browser(guest).post("/people/keep/", form).status_code == 302
    guest.refresh_from_db()
    assert guest.username == "Mal1ory" and not guest.is_guest


def test_of_two_sign_ups_that_look_alike_one_is_confirmed():
    now = timezone.now()
    first, second = (
        signups.begin(name=name, email=f"{name}@example.org", password="x", guest=None, now=now)
        for name in ("Mallory", "Mal1ory")
    )
    assert signups.confirm(signup=second, now=now).username == "Mal1ory"
    with pytest.raises(signups.NotConfirmed):
        signups.confirm(signup=first, now=now)
