"""What lists and tables show of names and times, at the widths they are read at."""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import GameSettings
from games.services.moves import play_move
from games.services.start import start_game

LONG = ("Wolfeschlegelstein_A", "MMMMMMMMMMWWWWWWWWWW")

CUT = """() => [...document.querySelectorAll("main *")].filter((each) => {
  const { textOverflow, overflowX } = getComputedStyle(each);
  return textOverflow === "ellipsis" && overflowX !== "visible" && each.scrollWidth > each.clientWidth;
}).map((each) => each.textContent)"""

NAME_IN_THE_BAR = """(bar) => {
  const name = bar.querySelector(".wide > .btn.quiet");
  const title = bar.querySelector("h1") ?? bar.querySelector("nav");
  const room = bar.querySelector(".end > :first-child").getBoundingClientRect().left;
  return [name.scrollWidth <= name.clientWidth, room - title.getBoundingClientRect().right];
}"""
"""Whether one's own name is whole, and the pixels that are left before the buttons beside it."""


@pytest.fixture
def two():
    return [User.objects.create_user(name) for name in LONG]


@pytest.fixture
def game(two):
    started = start_game(
        GameSettings("numerica", is_private=True), users=two, seed=bytes(32), now=timezone.now()
    )
    play_move(game_id=started.id, user=two[started.turn], ply=1, text="pass", now=timezone.now())
    return started


@pytest.mark.parametrize("width", [360, 1440])
def test_long_names_are_whole_in_lists_and_make_no_page_wider(width, reader, two, game):
    page = reader(two[0], width=width)
    for path in ("/", f"/@{LONG[0]}/", "/games/"):
        page.goto(path)
        assert page.evaluate(CUT) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_wide_table_shows_names_whole_and_a_narrow_one_has_them_in_reach(reader, two, game):
    page = reader(two[0])
    page.goto(f"/games/{game.id}/")
    assert page.evaluate(CUT) == []
    page.set_viewport_size({"width": 360, "height": 640})
    for name in page.locator(".player .name").all():
        room = name.evaluate("each => each.closest('.player').clientWidth - each.clientWidth")
        assert name.get_attribute("title") == name.inner_text() in LONG
        assert room < 72  # the seat's mark, "you", the dot of who is there, and the paddings


def test_in_the_bar_a_name_is_cut_only_where_there_is_no_room(reader, two, game):
    page = reader(two[0], width=1024, height=768)
    bar = page.locator(".bar")
    for path in ("/", f"/games/{game.id}/"):
        page.goto(path)
        for width in (900, 960, 1024, 1099):
            page.set_viewport_size({"width": width, "height": 768})
            assert bar.evaluate("bar => bar.scrollWidth") <= width
            [is_whole, room] = bar.evaluate(NAME_IN_THE_BAR)
            assert is_whole or room < 30, (path, width)
        page.set_viewport_size({"width": 1200, "height": 768})
        assert bar.evaluate(NAME_IN_THE_BAR)[0]


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_a_time_is_written_by_the_page_as_it_was_by_the_server(locale, reader, two, game):
    page = reader(two[0], locale=locale, timezone_id="UTC")
    page.goto(f"/games/{game.id}/")
    at = page.locator("time[data-local]").first
    page.wait_for_function(
        "!document.querySelector('time[data-local]').textContent.includes('UTC')"
    )
    raw = page.request.get(f"/games/{game.id}/").text()
    (written,) = set(re.findall(r"data-local>([^<]*) UTC</time>", raw))
    if locale == "en-US":
        assert at.inner_text() == written
    day, _, time = at.inner_text().partition(", ")
    assert re.fullmatch(r"\d{1,2}\.? \w+ \d{4}", day) and re.fullmatch(r"\d\d:\d\d", time)


@pytest.mark.parametrize(
    "key, size", [("numeria", (1440, 900)), ("numeria", (1100, 800)), ("numerica", (1100, 800))]
)
def test_the_deadline_on_a_card_is_whole(key, size, reader, people):
    users = [people.ada, people.ben]  # long names would make the cards wider
    started = start_game(
        GameSettings(key, time_control="14d"), users=users, seed=bytes(32), now=timezone.now()
    )
    page = reader(people.ada, *size)
    page.goto(f"/games/{started.id}/")
    card, until = (page.locator(f".players {name}") for name in (".say:has(.until)", ".until"))
    bottoms = [each.bounding_box()["y"] + each.bounding_box()["height"] for each in (card, until)]
    assert bottoms[0] >= bottoms[1]
