"""The bell in a real browser: it rings while a page is open, leads to the list, and falls silent."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import GameSettings
from games.services.start import start_game
from tests.browser.positions import SEED


@pytest.fixture
def game(pair):
    """By correspondence; Ada is to move."""
    now = timezone.now() - timedelta(hours=1)
    return start_game(GameSettings("numerica"), users=pair, seed=SEED, now=now)


def test_the_bell_rings_on_an_open_page_and_the_way_from_it_settles_it(
    reader, pair, game, play_elsewhere
):
    ada, ben = pair
    page = reader(ben)
    page.goto("/lobby/")
    expect(page.locator("html[data-live=on]")).to_be_attached()
    bell = page.get_by_role("link", name="Notices")
    expect(bell).to_have_accessible_name("Notices")
    bell.focus()
    play_elsewhere(game, ada, "pass")
    expect(bell).to_have_accessible_name("Notices: 1 unread")
    expect(bell).to_be_focused()
    bell.press("Enter")
    page.get_by_role("link", name="It is your turn in Numerica against Ada.").click()
    expect(page.locator("#board")).to_be_visible()
    expect(page.get_by_role("link", name="Notices")).to_have_accessible_name("Notices")


def test_at_the_table_itself_nothing_rings(reader, pair, game, play_elsewhere):
    ada, ben = pair
    page = reader(ben)
    page.goto(f"/games/{game.id}/")
    expect(page.locator("html[data-live=on]")).to_be_attached()
    other = reader(ada)
    other.goto(f"/games/{game.id}/")
    expect(other.locator(".player .dot[data-of='1']")).to_be_visible()  # Ben is known to be there
    play_elsewhere(game, ada, "pass")
    expect(page.locator("#live[data-yours]")).to_be_attached()
    expect(page.locator("#bell")).to_have_accessible_name("Notices")


def test_all_is_marked_as_read_without_script(reader, pair, game):
    page = reader(pair[0], java_script_enabled=False)
    page.goto("/notices/")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.locator(".told .new")).to_have_count(0)
    expect(page.locator(".told li")).to_have_count(1)
