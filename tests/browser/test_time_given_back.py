"""Open pages and deadlines that moved: what fell in an outage is shown as given back."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.live import fragments
from games.models import Game, Heartbeat
from games.services.outages import beat

from .positions import RECORDS, load

HOUR = timedelta(hours=1)


@pytest.fixture
def linked(reader):
    """Open a page, and what its socket is told: by its server, and by the test."""

    def opened(user, address):
        page, links = reader(user), []

        def link(socket):
            links.append(socket)
            socket.connect_to_server()

        page.route_web_socket("**/ws/games/**", link)
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("data-live", "on")
        return page, links[-1]

    return opened


@pytest.fixture
def game():
    """One in which nine hours are left, while no move could be taken for an hour."""
    game, _, _ = load(RECORDS["numerica"])
    now = timezone.now()
    Heartbeat.objects.create(pk=1, last_at=now - HOUR, steady_since=now - HOUR)
    began = now - 2 * HOUR
    times = {"changed_at": began, "turn_began_at": began, "deadline_at": now + 9 * HOUR}
    Game.objects.filter(pk=game.pk).update(**times)
    game.refresh_from_db()
    return game


def test_an_open_page_is_told_and_an_earlier_position_stays_as_it_was(linked, game):
    people = [player.user for player in game.players.all()]
    table, its_link = linked(people[game.turn], f"/games/{game.id}/")
    earlier, other_link = linked(None, f"/games/{game.id}/?ply=1")
    clock = table.locator("time[data-clock]")
    expect(clock).to_have_text(re.compile("8h 59m"))
    score = earlier.locator(".player .score").all_inner_texts()
    beat()
    its_link.send(fragments.live_fragment(game.id, game.ply, game.turn, "times"))
    other_link.send(fragments.live_fragment(game.id, game.ply, None, "times"))
    expect(clock).to_have_text(re.compile("9h 59m"))
    assert earlier.locator(".player .score").all_inner_texts() == score
    expect(earlier.locator("time[data-clock]")).to_have_count(0)
    expect(earlier.locator("#gone-on-since")).to_be_hidden()
