"""At a live table: who is there, who has left while on turn, and more time by consent."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, GameSettings
from games.services.start import start_game
from tests.browser import table
from tests.browser.positions import SEED


@pytest.fixture
def game(pair):
    """Casual, five minutes each; Ada is to move."""
    settings = GameSettings("numerica", time_control="300+0")
    return start_game(settings, users=pair, seed=SEED, now=timezone.now())


@pytest.fixture
def pages(reader, pair, game):
    """Ada's page and Ben's."""
    opened = [reader(person) for person in pair]
    for page in opened:
        table.open_table(page, game)
    return opened


def dot_of(page, seat):
    return page.locator(f".player .dot[data-of='{seat}']")


def test_a_tab_that_is_closed_puts_the_dot_out_and_starts_the_countdown_until_it_is_back(
    pages, game
):
    ada, ben = pages
    expect(dot_of(ben, 0)).to_be_visible()
    expect(dot_of(ada, 1)).to_be_visible()
    expect(ben.locator("#claim")).to_be_hidden()
    ada.goto("about:blank")
    expect(ben.locator("#absence")).to_contain_text("Ada has left the table.")
    expect(dot_of(ben, 0)).to_be_hidden()
    face = ben.locator("#absence [data-seconds]")
    begun = face.text_content()
    expect(face).not_to_have_text(begun)
    expect(ben.locator("#claim")).to_be_hidden()
    table.open_table(ada, game)
    expect(ben.locator("#absence")).to_be_empty()
    expect(dot_of(ben, 0)).to_be_visible()
    table.tap(ada, "8D 3?=6-3")  # her tiles and her turn are as they were


@pytest.mark.long
def test_who_waits_out_the_countdown_claims_the_win(pages, game):
    ada, ben = pages
    expect(dot_of(ben, 0)).to_be_visible()
    ada.goto("about:blank")
    expect(ben.locator("#claim")).to_be_visible(timeout=60_000)
    table.settled(ben)
    ben.get_by_role("button", name="Claim the win").click()
    expect(ben.locator("#result")).to_contain_text("Ada ran out of time: you won")
    game.refresh_from_db()
    assert (game.termination, game.turn) == ("time", None)


def test_one_asks_for_more_time_and_the_other_gives_it(pages, game):
    ada, ben = pages
    ada.locator("#more summary").click()
    ada.get_by_role("button", name="Ask for more time").click()
    expect(ada.locator("#offers")).to_contain_text("You ask for one more minute.")
    expect(ben.locator("#offers")).to_contain_text("Ada asks for one more minute.")
    table.settled(ben)
    ben.get_by_role("button", name="Give it").click()
    for page in pages:
        expect(page.locator("#offers")).to_be_empty()
    banks = Game.objects.get(pk=game.pk).clocks.banks
    assert [bank.seconds for bank in banks] == [360, 300]


def test_the_names_of_who_watches_lie_behind_their_number(reader, pair, game):
    cleo = User.objects.create_user("Cleo", "cleo@example.org")
    ada, watcher, stranger = reader(pair[0]), reader(cleo), reader()
    for page in (ada, watcher, stranger):
        table.open_table(page, game)
    watching = ada.locator("details.watching")
    expect(watching.locator("summary")).to_have_text("2 watching")
    watching.locator("summary").click()
    expect(watching).to_contain_text("Cleo and 1 more")
    stranger.goto("about:blank")
    expect(watching).not_to_contain_text("and 1 more")
    expect(watching.get_by_role("link", name="Cleo")).to_be_visible()
