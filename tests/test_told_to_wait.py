"""Every address of the site, asked too often: who is refused is told when to come again."""

import re
from itertools import product

import pytest
from django.db import transaction

from accounts.services import create_guest
from numerica_site.limits import LIMITS
from tests.routes import every_route

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LEAST_LIMITED = 25  # addresses
SAMPLES = {
    "<slug:key>": "numerica",
    "<practised:key>": "numerica",
    "<str:key>": "nothing",
    "<slug:name>": "Ben",
    "<str:token>": "nothing",
}


def routes() -> list[str]:
    """Every address that the site takes, but those of Django's own staff pages."""
    return [route for route in every_route() if not route.startswith("staff/")]


def address(route: str, game_id: str) -> str:
    for pattern, value in (SAMPLES | {"<slug:game_id>": game_id}).items():
        route = route.replace(pattern, value)
    route = re.sub(r"<int:\w+>", "1", route)
    return "/" + re.sub(r"<\w+:\w+>", "nothing", route).replace("^", "").replace("$", "")


@pytest.fixture
def everything_is_limited(settings):
    """Of everything that is limited one a day is allowed."""
    once = {
        action: ",".join(re.sub(r"^\d+/[^/]+/", "1/d/", part) for part in rates.split(","))
        for action, rates in LIMITS.items()
    }
    settings.ACCOUNT_RATE_LIMITS = once


@pytest.mark.long
def test_everybody_who_is_refused_is_told_when_to_come_again(
    everything_is_limited, game, people, browser
):
    readers = browser(), browser(create_guest()), browser(people.ada)
    limited = set()
    for route, client, ask in product(routes(), readers, ("get", "post")):
        for _ in "12":
            with transaction.atomic():
                answer = getattr(client, ask)(address(route, game.id))
                transaction.set_rollback(True)
            assert answer.status_code < 500, route
            if answer.status_code == 429:
                limited.add(route)
                assert int(answer["Retry-After"]) > 0, route
    assert len(limited) >= LEAST_LIMITED, sorted(limited)
