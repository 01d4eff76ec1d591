"""Two people chat, one blocks and reports the other, and a moderator acts and undoes."""

import os
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Action, Report, User
from games.models import GameSettings
from games.services.start import start_game
from ratings.models import RatingChange, Standing
from tests.browser import table
from tests.browser.axe import violations
from tests.browser.positions import SEED
from tests.games.helpers import WHOLE, play_record
from tests.games.judged import stand_out


@pytest.fixture
def people():
    made = [User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben")]
    User.objects.update(date_joined=timezone.now() - timedelta(days=2))
    return made


@pytest.fixture
def mia():
    made = User.objects.create_superuser("Mia", "mia@example.org")
    made.second_factor = True
    return made


def rated_game(people, days):
    now = timezone.now() - timedelta(days=days)
    seed = bytes.fromhex(WHOLE.headers["Seed"])
    made = start_game(GameSettings("numerica", rated=True), users=people, seed=seed, now=now)
    play_record(made, people, len(WHOLE.moves), now)
    return made


def ratings():
    changes = list(RatingChange.objects.order_by("id").values())
    return changes, list(Standing.objects.order_by("id").values())


def say(page, words):
    page.locator("#chat > summary").click()
    page.locator("#words-players").fill(words)
    page.locator("#words-players").press("Enter")


def do(page, kind, reason, **more):
    fold = page.locator("details", has=page.locator(f'input[name="kind"][value="{kind}"]'))
    fold.locator("summary").click()
    for label, value in more.items():
        fold.get_by_label(label, exact=True).select_option(value)
    fold.get_by_label("Reason, for the person").fill(reason)
    fold.get_by_role("button", name="Do it").click()
    expect(page.locator(".messages")).to_contain_text("Done")


def undo_last(page):
    page.locator("summary", has_text="Undo this").first.click()
    page.locator("details[open] input[name=reason]").fill("A mistake")
    with page.expect_navigation():
        page.locator("details[open] button", has_text="Undo").click()
    expect(page.locator(".messages")).to_contain_text("Undone")


def test_two_chat_one_reports_and_a_moderator_acts_and_undoes(reader, people, mia):
    ended = [rated_game(people, days) for days in (3, 2)]
    before = ratings()
    game = start_game(GameSettings("numerica"), users=people, seed=SEED, now=timezone.now())
    ada, ben = [reader(person) for person in people]
    for page in (ada, ben):
        table.open_table(page, game)
    say(ben, "You are 1 + 1 = 3")
    say(ada, "Please stop")
    expect(ada.locator("#chat-players li bdi")).to_have_count(2)
    # Ada blocks Ben, and reports him with what he said.
    ada.goto("/@Ben/")
    ada.locator("summary", has_text="Block Ben").click()
    ada.get_by_role("button", name="Block Ben").click()
    expect(ada.locator(".messages")).to_contain_text("blocked")
    ada.goto(f"/games/{game.id}/chat/")
    ada.get_by_role("link", name="Report somebody…").click()
    ada.get_by_role("link", name="Report Ben").click()
    assert violations(ada) == []
    expect(ada.locator("main")).to_contain_text("You are 1 + 1 = 3")
    ada.get_by_label("Why").select_option("words")
    ada.get_by_label("In your words").fill("See above.")
    ada.get_by_role("button", name="Send the report").click()
    expect(ada.locator(".messages")).to_contain_text("Thank you")
    # Mia reads it, silences Ben, annuls a game, and undoes both.
    desk = reader(mia)
    desk.goto("/desk/")
    assert violations(desk) == []
    desk.get_by_role("link", name="Ben").click()
    expect(desk.locator("main")).to_contain_text("See above.")
    desk.locator("summary", has_text="What was said").click()
    expect(desk.locator("main")).to_contain_text("You are 1 + 1 = 3")
    assert violations(desk) == []
    do(desk, "mute", "Insults")
    do(desk, "annul", "Bought", Game=ended[0].id)
    assert ratings() != before and Report.objects.get().closed_at
    _pictured(desk, "desk-person")
    # Ben cannot speak, reads why, and says something against it.
    ben.locator("#words-players").fill("What?")
    ben.locator("#words-players").press("Enter")
    expect(ben.locator("#said-players")).to_contain_text("You say nothing at tables")
    ben.goto("/notices/")
    ben.locator("main a", has_text="silence in the chat until").click()
    expect(ben.locator("main")).to_contain_text("Insults")
    assert violations(ben) == []
    ben.get_by_label("What is wrong with it").fill("It was arithmetic.")
    ben.get_by_role("button", name="Send").click()
    expect(ben.locator(".messages")).to_contain_text("somebody will read it")
    ada.goto("/notices/")
    expect(ada.locator("main")).to_contain_text("We have looked at what you reported.")
    desk.goto(f"/desk/{people[1].pk}/")
    undo_last(desk)
    undo_last(desk)
    desk.get_by_label("Answer to the appeal").fill("You are right.")
    desk.get_by_role("button", name="Answer").click()
    expect(desk.locator(".messages")).to_contain_text("answered")
    assert ratings() == before
    assert [one.kind for one in Action.objects.order_by("id")] == ["mute", "annul", "lift", "lift"]
    table.open_table(ben, game)
    say(ben, "Good game")
    expect(ben.locator("#chat-players li bdi").last).to_have_text("Good game")


def test_a_hint_is_opened_read_on_a_phone_and_put_aside(reader, people, mia):
    stand_out(people[1], games=12)
    desk = reader(mia)
    desk.set_viewport_size({"width": 360, "height": 640})
    desk.goto("/desk/")
    desk.locator("summary", has_text="The evidence").click()
    expect(desk.locator("main")).to_contain_text("A hint is no verdict")
    assert violations(desk) == []
    assert desk.evaluate("document.documentElement.scrollWidth") <= 360
    _pictured(desk, "desk-hint")
    desk.get_by_label("Why this hint means nothing").fill("A strong player who is new here.")
    desk.get_by_label("Why this hint means nothing").press("Enter")
    expect(desk.locator(".messages")).to_contain_text("The hint is put aside.")
    expect(desk.locator("main")).to_contain_text("A strong player who is new here.")
    desk.goto("/desk/")
    expect(desk.locator("main")).to_contain_text("Nobody stands out.")


def _pictured(page, name):
    if folder := os.environ.get("PICTURES"):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for width in (360, 1440):
                page.set_viewport_size({"width": width, "height": 900})
                page.screenshot(path=f"{folder}/{name}-{scheme}-{width}.png", full_page=True)
