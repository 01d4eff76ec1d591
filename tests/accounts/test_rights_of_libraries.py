"""Who may open what the libraries serve, of accounts and of Django's own desk, which we call staff's."""

import re
from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests.rights import ROLES, Row, browsers_of_roles, mails_of_others, statuses
from tests.routes import every_route

pytestmark = [pytest.mark.django_db, pytest.mark.fault("F10")]

ACCOUNTS = "302 302 200 200 200 200 200 200"  # of guests, who have none, and strangers nothing
WITH_FACTOR = "302 404 404 404 404 404 404"  # who has no second factor

ROWS = {
    "accounts/2fa/": Row(ACCOUNTS, "302 302 405 405 405 405 405 405"),
    "accounts/2fa/authenticate/": Row("302", "302"),
    "accounts/2fa/reauthenticate/": Row(
        "302 403 403 403 403 403 403 200", "302 403 403 403 403 403 403 200"
    ),
    "accounts/2fa/recovery-codes/": Row(f"{WITH_FACTOR} 200", "302 405 405 405 405 405 405 405"),
    "accounts/2fa/recovery-codes/download/": Row(f"{WITH_FACTOR} 200", f"{WITH_FACTOR} 405"),
    "accounts/2fa/recovery-codes/generate/": Row(
        "302 200 200 200 200 200 200 200", "302 200 200 200 200 200 200 302"
    ),
    "accounts/2fa/totp/activate/": Row(
        "302 302 200 200 200 200 200 302", "302 302 200 200 200 200 200 302"
    ),
    "accounts/2fa/totp/deactivate/": Row(f"{WITH_FACTOR} 200", f"{WITH_FACTOR} 302"),
    r"accounts/^confirm-email/(?P<key>[-:\w]+)/$": Row("200", "404"),
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": Row("200", "200"),
    "accounts/confirm-email/": Row("200", "405"),
    "accounts/email/": Row(ACCOUNTS, "302"),
    "accounts/inactive/": Row("200", "405"),
    "accounts/login/": Row("200 200 302 302 302 302 302 302", "200 200 302 302 302 302 302 302"),
    "accounts/login/code/confirm/": Row("302", "302"),
    "accounts/logout/": Row("302 200 200 200 200 200 200 200", "302"),
    "accounts/password/change/": Row("302", "302"),
    "accounts/password/reset/": Row("200", "200"),
    "accounts/password/reset/done/": Row("200", "405"),
    "accounts/password/reset/key/done/": Row("200", "405"),
    "accounts/password/set/": Row(ACCOUNTS, ACCOUNTS),
    "accounts/reauthenticate/": Row(
        "302 403 403 403 403 403 403 302", "302 403 403 403 403 403 403 302"
    ),
    "accounts/sessions/": Row("302 200 200 200 200 200 200 200", "302"),
    "accounts/signup/": Row("200 302 302 302 302 302 302 302", "200 302 302 302 302 302 302 302"),
}


def routes(beginning: str) -> set[str]:
    return {one for one in every_route() if one.startswith(beginning)}


def address(route: str) -> str:
    """An address of the route; what it names does not exist, but for a model and a number of it."""
    route = re.sub(r"\(\?P<\w+>(\w+)\|[^)]*\)", r"\1", route)  # the first of those that there are
    route = re.sub(r"\(\?P<\w+>[^()]*\)", "nothing", route)
    route = re.sub(r"<[^>]*>", "1", route)
    return "/" + route.replace("^", "").replace("$", "")


@pytest.fixture
def clients(people, browser) -> dict[str, Client]:
    return browsers_of_roles(people, browser)


def test_every_address_of_accounts_has_a_row():
    assert routes("accounts/") == set(ROWS)


@pytest.mark.slow
def test_each_role_is_answered_as_its_row_says_and_gets_no_address_of_others(clients, figures):
    found = {}
    for route in sorted(routes("accounts/")):
        told = [statuses(how, address(route), clients) for how in ("get", "post")]
        found[route] = Row(*(row for row, _ in told))
        for role, *answers in zip(ROLES, *(answers for _, answers in told), strict=True):
            figures.add("answers", len(answers))
            said = " ".join(answer.content.decode() for answer in answers)
            assert not mails_of_others(role, said), (route, role)
    assert {route: row for route, row in found.items() if ROWS[route] != row} == {}


@pytest.mark.slow
def test_to_the_staffs_pages_leads_a_second_factor_alone(clients, figures):
    for route in sorted(routes("staff/") - {"staff/login/"}):
        for how in ("get", "post"):
            told, answers = statuses(how, address(route), clients)
            figures.add("answers", len(answers))
            *others, moderator = told.split()
            assert others == "302 404 404 404 404 404 302".split(), (how, route, told)
            assert int(moderator) < 500, (how, route)
            for answer in (answers[0], answers[-2]):
                assert answer["Location"].startswith("/accounts/"), (how, route)


@pytest.mark.slow
def test_no_page_of_the_staff_shows_a_secret_of_a_second_factor_or_a_session(clients):
    """Who knows them could be anybody, and see the tiles of anybody."""
    secrets = [
        value
        for one in Authenticator.objects.all()
        for value in one.data.values()
        if isinstance(value, str)
    ]
    secrets += Session.objects.values_list("session_key", flat=True)
    assert len(secrets) > len(ROLES)
    pages = list(staff_pages())
    assert len(pages) > len(ROLES)
    for page in pages:
        said = clients["moderator"].get(page).content.decode()
        assert not [secret for secret in secrets if secret in said], page


def staff_pages() -> Iterator[str]:
    """Every list of the staff's pages, and every page of everything in it."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        for key in model._default_manager.values_list("pk", flat=True):
            yield from (
                reverse(f"{name}_{what}", args=[key]) for what in ("change", "history", "delete")
            )
