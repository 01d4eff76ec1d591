"""The draws of a finished game made again in the reader's browser."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.rules import record
from games.services.imports import import_game
from tests.browser import table
from tests.browser.axe import violations
from tests.browser.fair import (
    LEAVER,
    NAMES,
    ONE_DIGIT,
    PASSES,
    PRINTED,
    RECORDED,
    SWAPS,
    TROPES,
    TWO_DIGITS,
    TWO_PILES,
    WHOLE,
    checked,
    made,
    playing,
    pressed,
    start,
    tampered,
    unfolded,
    with_header,
)
from tests.tiers import but_for_certainty

RIGHT = "All is right: "


@pytest.fixture
def people():
    return [User.objects.create_user(name, f"{name}@example.org") for name in NAMES]


@pytest.fixture
def play(people):
    return playing(people)


WIDTHS = [320, 360, 1440]  # pixels
BY_SEED, BY_OPTION = "as the seed says", "as the options of the game say"
COMMITTED = "✓\nCommitment: it is the SHA-256 of the seed."


FOUND_RIGHT = [
    (WHOLE, f"Ada, {BY_SEED}"),
    (SWAPS, f"Ada, {BY_SEED}"),
    (LEAVER, f"Ben, {BY_SEED}"),
    (TWO_PILES, f"Ada, {BY_SEED}"),
    (RECORDED / "equate-stage-1.game", f"Ben, {BY_SEED}"),
    (RECORDED / "equate-four-junior-out.game", f"Dan, {BY_SEED}"),
    (PASSES, f"Ben, {BY_OPTION}"),
    (TWO_DIGITS, f"Ada, {BY_SEED}"),
]


@pytest.mark.parametrize(
    ("path", "first"),
    but_for_certainty(FOUND_RIGHT, FOUND_RIGHT[::3]),
    ids=lambda given: getattr(given, "stem", ""),
)
def test_a_played_game_is_found_right(reader, play, path, first):
    result = record.replay(path.read_bytes())
    moves, stock = len(result.moves), result.state.stock
    left = sum(stock.bag_sizes().values()) + sum(map(len, stock.hands))
    drawn = sum(bag.drawn for bag in stock.bags)
    assert checked(reader(), play(path)) == [
        COMMITTED,
        f"✓\nFirst player: {first}.",
        f"✓\n{moves} of {moves} moves: every tile was on the mover’s rack.",
        f"✓\nTiles left: the {left} that this page shows.",
        f"✓\n{RIGHT}{drawn} draws, each as the seed has it.",
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    ["numerica-taken-back-resign", "equate-three-resign-out-of-turn", "digifeud-taken-back-pass"],
)
def test_moves_taken_back_and_resignations_out_of_turn_are_found_right(reader, name):
    result = record.replay((RECORDED / f"{name}.game").read_bytes())
    game, _ = import_game(replayed=result, now=timezone.now())
    drawn = sum(bag.drawn for bag in result.state.stock.bags)
    lines = checked(reader(), game)
    assert lines[2].startswith(f"✓\n{len(result.moves)} of {len(result.moves)} moves")
    assert lines[-1] == f"✓\n{RIGHT}{drawn} draws, each as the seed has it."


def test_a_set_up_and_who_starts_are_found_right(reader, play):
    first, starter, *_ = checked(reader(), play(TROPES))[1:]
    assert first == f"✓\n{dealt_after(1)}"
    assert starter.startswith("✓\nFirst player: Ben, who drew the highest tile (")


@pytest.mark.parametrize(
    ("options", "before", "draws"), [("", 1, 74), ("strict_primes=on", 0, 38)], ids=["", "strict"]
)
def test_a_deal_with_a_ready_trope_of_this_game_is_dealt_again(
    reader, people, options, before, draws
):
    game = start(people, {"Game": "numeria", "Options": options, "Seed": PRINTED})
    made(game, people, 1, "resign")
    lines = checked(reader(), game)
    assert lines[:2] == [COMMITTED, f"✓\n{dealt_after(before)}"]
    assert lines[2].startswith("✓\nFirst player: ")
    assert lines[3:] == [f"✓\n{RIGHT}{draws} draws, each as the seed has it."]


def dealt_after(deals):
    return f"Set-up: every tile where the seed has it. Deals before it with a ready trope: {deals}."


def test_a_record_that_does_not_come_is_told(reader, play):
    page = reader()
    page.route("**/record/", lambda route: route.fulfill(status=404, body=""))
    assert checked(page, play(SWAPS)) == ["✗\nThe game record could not be read. Try again."]


def test_a_script_that_does_not_come_is_told_and_asked_for_again(reader, play):
    page = reader()
    page.route("**/fair/*.js", lambda route: route.fulfill(status=404, body=""))
    page.goto(f"/games/{play(SWAPS).id}/")
    unfolded(page)
    page.get_by_role("button", name="Check all draws").click()
    again = page.get_by_role("button", name="The server did not answer. Try again.")
    expect(again).to_be_visible()
    page.problems.clear()
    page.unroute("**/fair/*.js")
    again.click()
    expect(page.locator(".fair .verdict .ok").last).to_be_visible()


CANNOT = "✗\nYour browser computes SHA-256 for pages over https or on localhost only, so it cannot check the draws here. With the game record, manage.py replay can."


def test_a_browser_without_cryptography_says_why_it_cannot(reader, play):
    page = reader()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    assert checked(page, play(SWAPS)) == [CANNOT]


def test_over_plain_http_it_says_why_it_cannot(reader, play, live):
    """Under a name that is not local Chromium itself keeps its cryptography from the page."""
    far = "http://numerica.example"
    page = reader()
    page.route(f"{far}/**", lambda route: passed_on(route, far, live))
    page.goto(f"{far}/games/{play(SWAPS).id}/")
    assert page.evaluate("window.isSecureContext") is False
    assert pressed(page) == [CANNOT]
    page.problems.clear()  # there is no socket under that name


def passed_on(route, far, live):
    route.fulfill(response=route.fetch(url=route.request.url.replace(far, live)))


def test_the_section_comes_with_the_move_that_ends_the_game(reader, people, play):
    game = play(WHOLE, without=1)
    pages = [reader(), reader(people[game.turn])]
    for page in pages:
        table.open_table(page, game)
        page.get_by_text("Fair draws").click()
        expect(page.locator("#fair .seed")).to_have_text(game.commitment)
        expect(page.locator("#fair button")).to_have_count(0)
    table.play_by_tapping(pages[1], *last_move(WHOLE))
    for page in pages:
        expect(page.locator("#fair button")).to_have_count(1)
        assert pressed(page)[-1].startswith(f"✓\n{RIGHT}")


def last_move(path, before=0):
    move = record.parse(path.read_text()).moves[-1 - before]
    return move.text, move.points


def test_a_move_of_the_running_game_leaves_the_section_open(reader, people, play):
    game = play(WHOLE, without=2)
    pages = [reader(), reader(people[game.turn])]
    for page in pages:
        table.open_table(page, game)
        page.get_by_text("Fair draws").click()
    table.play_by_tapping(pages[1], *last_move(WHOLE, before=1))
    for page in pages:
        expect(page.locator("#live")).to_have_attribute("data-ply", str(game.ply + 1))
        expect(page.locator("#fair .seed")).to_be_visible()


@pytest.mark.parametrize("scheme", but_for_certainty(["light", "dark"], ["light"]))
def test_axe_finds_nothing_before_and_after(reader, play, scheme):
    game = play(SWAPS)
    page = reader(color_scheme=scheme)
    tampered(page, with_header("First", "2"))
    page.goto(f"/games/{game.id}/")
    assert violations(page) == []
    pressed(page)
    assert violations(page) == []


def test_without_script_all_is_there_but_the_button(reader, play):
    game = play(SWAPS)
    page = reader(java_script_enabled=False)
    page.goto(f"/games/{game.id}/")
    section = page.locator("#fair")
    section.locator("summary").click()
    expect(section).to_contain_text("manage.py replay")
    expect(section).to_contain_text(game.commitment)
    expect(section).to_contain_text(game.seed)
    expect(section.get_by_role("link", name="Download the record")).to_be_visible()
    expect(section.locator("button")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("path", [SWAPS, TROPES], ids=lambda path: path.stem)
@pytest.mark.parametrize("width", but_for_certainty(WIDTHS, WIDTHS[:1]))
def test_no_line_is_wider_than_the_window(reader, play, width, path):
    page = reader(width=width, height=640)
    tampered(page, with_header("Seed", ONE_DIGIT))
    checked(page, play(path))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
