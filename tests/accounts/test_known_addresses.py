"""Nobody can find out whether an address has an account, by what is said, shown or done for it."""

import time
from collections.abc import Callable
from statistics import median

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import mails
from accounts.models import User
from tests.accounts.account_data import PASSWORD
from tests.accounts.counting import CountingArgon2
from tests.games.helpers import words_of

pytestmark = pytest.mark.django_db

KNOWN, UNKNOWN = "ada@example.org", "nobody@example.org"


@pytest.fixture(autouse=True)
def production(settings):
    """Production demands confirmed addresses; the hasher counts its work."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.PASSWORD_HASHERS = ["tests.accounts.counting.CountingArgon2"]


@pytest.fixture
def ada(people) -> User:
    """Ada has an account with a confirmed address and a password."""
    people.ada.set_password(PASSWORD)
    people.ada.save()
    EmailAddress.objects.create(user=people.ada, email=KNOWN, primary=True, verified=True)
    return people.ada


def sign_up(client: Client, name: str, email: str, address: str = "/accounts/signup/"):
    return client.post(address, {"username": name, "email": email, "password1": PASSWORD})


def sign_in(client: Client, login: str, password: str = "wrong"):
    return client.post("/accounts/login/", {"login": login, "password": password})


def work_of(do: Callable[[], object]) -> tuple[int, int, int]:
    """How many hashes, queries and mails something takes."""
    del CountingArgon2.work[:]
    mails = len(mail.outbox)
    with CaptureQueriesContext(connection) as queries:
        do()
    return len(CountingArgon2.work), len(queries), len(mail.outbox) - mails


# --- signing up ---

LOOKS: dict[str, Callable[[Client, str], object]] = {
    "the page": lambda client, name: client.get(f"/@{name}/"),
    "the records": lambda client, name: client.get(f"/@{name}/records/"),
    "the archive": lambda client, name: client.get("/games/archive/", {"player": name}),
    "an invitation": lambda client, name: client.post(
        "/invitations/new/",
        {"key": "numerica", "to": "name", "name": name, "time": "3d"},
    ),
    "signing up with the name": lambda client, name: sign_up(client, name, "third@example.org"),
    "the name in capitals": lambda client, name: sign_up(client, name.upper(), "4@example.org"),
    "signing in": lambda client, name: sign_in(client, name, PASSWORD),
    "a wrong password": lambda client, name: sign_in(client, name),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", LOOKS)
@pytest.mark.parametrize("way", ["/accounts/signup/", "/people/keep/"])
def test_a_sign_up_leaves_the_same_behind_whether_the_address_is_known(what, way, browser, ada):
    seen = []
    for name, email in (("ProbeOne", KNOWN), ("ProbeTwo", UNKNOWN)):
        client = browser()
        if way == "/people/keep/":
            client.post("/people/guest/")
        answer = sign_up(client, name, email, way)
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/confirm-email/")
        told = words_of(client.get(answer["Location"])).replace(email, "…")
        looked = LOOKS[what](browser(), name)
        said = words_of(looked).replace(name.upper(), "X").replace(name, "X")
        seen.append((looked.status_code, said.replace(email, "…"), told.split("Menu")[-1]))
    first, second = seen
    assert first[:2] == second[:2]


@pytest.mark.parametrize("email", [KNOWN, UNKNOWN])
def test_the_name_of_an_unconfirmed_sign_up_is_taken_and_its_page_is_not_there(email, browser, ada):
    sign_up(browser(), "ProbeOne", email)
    assert browser().get("/@ProbeOne/").status_code == 404
    assert not User.objects.filter(username__iexact="probeone").exists()
    answer = sign_up(browser(), "probeONE", "third@example.org")
    assert answer.status_code == 200 and "Somebody has this name" in words_of(answer)


def test_a_sign_up_takes_the_same_work_whether_the_address_is_known(browser, ada):
    sign_up(browser(), "WarmUp", "warm@example.org")
    clients = browser(), browser()
    known = work_of(lambda: sign_up(clients[0], "ProbeOne", KNOWN))
    unknown = work_of(lambda: sign_up(clients[1], "ProbeTwo", UNKNOWN))
    assert known == unknown
    assert known[0] == 1 and known[2] == 1


# --- signing in ---


@pytest.mark.parametrize(
    ("known", "unknown"), [(KNOWN, UNKNOWN), ("Ada", "Nobody"), ("Ada", UNKNOWN)]
)
def test_a_wrong_password_takes_one_hash_whether_there_is_an_account(known, unknown, browser, ada):
    sign_in(browser(), "warm up")
    clients = browser(), browser()
    first = work_of(lambda: sign_in(clients[0], known))
    second = work_of(lambda: sign_in(clients[1], unknown))
    assert first[0] == second[0] == 1
    if ("@" in known) == ("@" in unknown):
        assert first == second


@pytest.mark.parametrize("login", ["Ada", KNOWN])
def test_the_right_password_takes_one_hash(login, browser, ada):
    client = browser()
    assert work_of(lambda: sign_in(client, login, PASSWORD))[0] == 1
    assert client.session["_auth_user_id"] == str(ada.pk)


def test_who_has_no_password_takes_the_same_hash(browser, people, ada):
    client = browser()
    assert work_of(lambda: sign_in(client, "Ben", ""))[0] == 0  # the form asks for one
    assert work_of(lambda: sign_in(client, "Ben"))[0] == 1


# --- a new password, another address ---


def test_a_new_password_takes_the_same_work_whether_the_address_is_known(browser, ada):
    clients = browser(), browser()
    reset = "/accounts/password/reset/"
    known = work_of(lambda: clients[0].post(reset, {"email": KNOWN}))
    unknown = work_of(lambda: clients[1].post(reset, {"email": UNKNOWN}))
    assert known[:2] == unknown[:2]
    assert [message.to for message in mail.outbox] == [[KNOWN]]


def test_mail_is_sent_beside_the_answer_and_a_failure_is_logged(browser, ada, settings, logged):
    settings.MAIL_IN_BACKGROUND = True
    reset = "/accounts/password/reset/"
    assert browser().post(reset, {"email": KNOWN}).status_code == 302
    mails.wait_until_sent()
    assert [message.to for message in mail.outbox] == [[KNOWN]]
    settings.EMAIL_BACKEND = "tests.accounts.no_such_backend"
    assert browser().post(reset, {"email": KNOWN}).status_code == 302
    mails.wait_until_sent()
    assert [record.getMessage()[:26] for record in logged] == ["a mail could not be sent: "]


def test_adding_an_address_takes_the_same_work_whether_it_is_known(browser, people, ada):
    cleo = people.cleo
    EmailAddress.objects.create(user=cleo, email="cleo@example.org", primary=True, verified=True)
    cleo.set_password(PASSWORD)
    cleo.save()
    client = browser()
    sign_in(client, "Cleo", PASSWORD)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    add = "/accounts/email/"
    answers = []

    def added(email):
        answers.append(client.post(add, {"email": email, "action_add": ""}))

    known = work_of(lambda: added(KNOWN))
    unknown = work_of(lambda: added(UNKNOWN))
    assert known == unknown and known[2] == 1
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, add)] * 2


# --- by the clock, many times ---


@pytest.mark.long
@pytest.mark.parametrize("what", ["sign-in", "sign-up", "reset"])
def test_the_processor_time_tells_nobody_apart(what, browser, ada, settings):
    """By turns, so that what else the machine does falls on both alike; mail goes as it does there."""
    settings.MAIL_IN_BACKGROUND = True
    spent: dict[str, list[float]] = {KNOWN: [], UNKNOWN: []}
    for number in range(60):
        for email in (KNOWN, UNKNOWN) if number % 2 else (UNKNOWN, KNOWN):
            client = browser()
            before = time.thread_time()
            if what == "sign-in":
                sign_in(client, email)
            elif what == "sign-up":
                sign_up(client, f"probe{number}-{email[:2]}", email)
            else:
                client.post("/accounts/password/reset/", {"email": email})
            spent[email].append(time.thread_time() - before)
    ratio = median(spent[KNOWN]) / median(spent[UNKNOWN])
    assert 0.87 < ratio < 1.15, ratio  # what was to be seen before: 1.24 and 1.86
