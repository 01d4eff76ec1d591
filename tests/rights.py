"""Eight roles, and what each of them is answered: rows for tables of who may do what."""

import re
from collections.abc import Callable
from copy import copy
from types import SimpleNamespace
from typing import NamedTuple

from django.db import transaction
from django.test import Client

from accounts.models import User
from accounts.services import create_guest
from tests.second_factor import use_second_factor

ROLES = ("stranger", "guest", "player", "opponent", "spectator", "user", "staff", "moderator")
"""`player` is Ada, who is to move; `spectator` has the table open; `staff` has used no second factor."""

_MAIL = re.compile(r"\w+@example\.org")
_MAILS = {
    "player": "ada@example.org",
    "opponent": "ben@example.org",
    "spectator": "cleo@example.org",
    "user": "dov@example.org",
    "staff": "noa@example.org",
    "moderator": "mia@example.org",
}


def mails_of_others(role: str, said: str) -> set[str]:
    """The addresses in a text that are not of who reads it."""
    return set(_MAIL.findall(said)) - {_MAILS.get(role)}


class Row(NamedTuple):
    """What the roles are answered to a plain GET and to a POST of nothing, in their order.

    302 leads away, to the sign-in at most; 404 says nothing; 405 takes no such request.
    """

    get: str
    post: str


def browsers_of_roles(people: SimpleNamespace, browser: Callable[..., Client]) -> dict[str, Client]:
    """A browser of each role."""
    users = {
        "guest": create_guest(),
        "player": people.ada,
        "opponent": people.ben,
        "spectator": people.cleo,
        "user": User.objects.create_user("Dov", _MAILS["user"]),
        "staff": User.objects.create_superuser("Noa", _MAILS["staff"]),
        "moderator": User.objects.create_superuser("Mia", _MAILS["moderator"]),
    }
    opened = {"stranger": browser()} | {role: browser(user) for role, user in users.items()}
    use_second_factor(opened["moderator"], users["moderator"])
    assert tuple(opened) == ROLES
    return opened


def statuses(how: str, path: str, clients, **headers) -> tuple[str, list]:
    """What each role is answered; everything is taken back."""
    answers = []
    for client in clients.values():
        cookies = copy(client.cookies)
        with transaction.atomic():
            answers.append(getattr(client, how)(path, **headers))
            transaction.set_rollback(True)
        client.cookies = cookies
    told = [str(answer.status_code) for answer in answers]
    return told[0] if len(set(told)) == 1 else " ".join(told), answers
