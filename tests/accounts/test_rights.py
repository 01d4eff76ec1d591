"""Who may open what of people, of the desk and of what was done: a row for each address."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts import moderation, reports, unsubscribing
from accounts.models import User
from accounts.services import create_guest
from tests.games.helpers import all_rows
from tests.second_factor import use_second_factor

pytestmark = pytest.mark.django_db
NOW = timezone.now()

ROLES = ("stranger", "guest", "user", "other", "staff", "moderator")
"""`user` is Ben, about whom something was done; `staff` has not used the second factor."""


class Row(NamedTuple):
    """What each role is answered, in the order of ROLES, to a plain GET and to an empty POST.

    302 leads to the sign-in or the second factor, 404 says nothing, 405 takes no such request;
    `None` is not asked here.
    """

    get: tuple[int, ...]
    post: tuple[int, ...] | None = None


def all_of(status: int) -> tuple[int, ...]:
    return (status,) * len(ROLES)


DESK = (302, 404, 404, 404, 302)
OPEN, ONLY_POSTED = all_of(200), all_of(405)
OWN = (302, 200, 200, 200, 200, 200)

ROWS = {
    "desk/": Row((*DESK, 200), (*DESK, 405)),
    "desk/<int:pk>/": Row((*DESK, 200), (*DESK, 405)),
    "desk/<int:pk>/act/": Row((*DESK, 405), (*DESK, 422)),
    "desk/<int:pk>/answer/": Row((*DESK, 405), (*DESK, 302)),
    "desk/actions/<int:pk>/lift/": Row((*DESK, 405), (*DESK, 422)),
    "desk/appeals/<int:pk>/answer/": Row((*DESK, 405), (*DESK, 422)),
    "actions/<str:token>/": Row(OPEN, all_of(422)),
}
