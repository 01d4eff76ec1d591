"""Open pages and deadlines that moved: what fell in an outage is shown as given back."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import services
from games.models import Game, Heartbeat

from .positions import RECORDS, load

HOUR = timedelta(hours=1)
NEARLY_AN_HOUR = re.compile(r"59m|1h")


@pytest.fixture
def in_an_outage():
    """A game in which three seconds are left, while no move could be taken for an hour."""
    game, people, _ = load(RECORDS["numerica"])
    now = timezone.now()
    Heartbeat.objects.create(pk=1, last_at=now - HOUR, steady_since=now - HOUR)
    Game.objects.filter(pk=game.pk).update(
        changed_at=now - 2 * HOUR, deadline_at=now + timedelta(seconds=3)
    )
    game.refresh_from_db()
    return game, people


def test_a_clock_that_has_run_down_asks_and_shows_what_was_given_back(reader, in_an_outage):
    game, people = in_an_outage
    page = reader(people[game.turn])
    page.goto(f"/games/{game.id}/")
    clock = page.locator("time[data-clock]")
    expect(clock).to_have_text(re.compile(r"\b[0-3]s$"))
    services.beat()
    expect(clock).to_have_text(NEARLY_AN_HOUR)


def test_a_page_that_comes_back_shows_what_was_given_back(reader, in_an_outage):
    game, people = in_an_outage
    Game.objects.update(deadline_at=timezone.now() + 9 * HOUR)
    page = reader(people[game.turn])
    links = []
    page.route_web_socket("**/ws/**", lambda link: (links.append(link), link.connect_to_server()))
    page.goto(f"/games/{game.id}/")
    clock = page.locator("time[data-clock]")
    expect(clock).to_have_text(re.compile("8h 59m"))
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    services.beat()
    links[-1].close(code=1012)
    expect(clock).to_have_text(re.compile("9h 59m"))
