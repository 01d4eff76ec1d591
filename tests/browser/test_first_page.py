"""The first page in real browsers: one equation lays itself, and the choice of a game stays in sight."""

import pytest
from playwright.sync_api import expect

from tests.tiers import but_for_certainty

SIZES = [(360, 640), (768, 1024), (1440, 900)]

SHIFTS = """new Promise(done => new PerformanceObserver(list => done(
    list.getEntries().reduce((sum, entry) => sum + entry.value, 0)
)).observe({type: "layout-shift", buffered: true}) ?? setTimeout(() => done(0), 300))"""

LAID = """[...document.querySelectorAll(".opening :is(.tile.last, .said)")].map(
    element => [getComputedStyle(element).opacity, element.getAnimations().length])"""


def to_the_end(page):
    """What moves on the page, run to its end; how often each of it would have run."""
    return page.evaluate("""() => document.getAnimations().map(animation => {
        const { iterations } = animation.effect.getTiming();
        animation.finish();
        return iterations;
    })""")


@pytest.mark.parametrize(("width", "height"), but_for_certainty(SIZES, SIZES[:1]))
@pytest.mark.parametrize("locale", ["en", "de"])
def test_one_equation_lays_itself_once_and_the_choice_stays_in_sight(reader, width, height, locale):
    page = reader(width=width, height=height, locale=locale)
    page.goto("/")
    expect(page.locator(".opening")).to_be_visible()
    runs = to_the_end(page)
    assert len(runs) == 9 and set(runs) == {1}  # eight tiles and what they earn
    assert {opacity for opacity, _ in page.evaluate(LAID)} == {"1"}
    for part in [".opening", ".pick", ".at-once .btn:first-of-type", ".way:first-child .btn"]:
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= height, part
    assert page.evaluate(SHIFTS) == 0


def test_where_motion_is_not_wanted_the_play_of_the_first_page_stands_there_finished(reader):
    page = reader(reduced_motion="reduce")
    page.goto("/")
    assert page.evaluate(LAID) == [["1", 0]] * 9


def test_learn_goes_to_the_lesson_of_the_chosen_game_without_script(reader):
    page = reader(java_script_enabled=False)
    page.goto("/")
    page.locator("label", has_text="Equate").click()
    page.get_by_role("button", name="Learn in two minutes", exact=True).click()
    expect(page.locator(".where")).to_contain_text("Equate · step 1 of 8")
    expect(page.locator("#play")).to_be_enabled()


def test_the_offer_of_lessons_is_put_away_by_one_press(reader):
    page = reader()
    page.goto("/")
    page.get_by_role("button", name="Do not show again").click()
    expect(page.get_by_role("button", name="Learn the rules")).to_be_visible()
    expect(page.get_by_role("button", name="Learn in two minutes")).to_have_count(0)
