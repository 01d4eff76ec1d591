"""The draws of a finished game made again in the reader's browser; whatever was tampered with is named."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import GameSettings
from games.rules import GAMES, record
from games.rules.seating import seats_of
from games.rules.tiles import commitment
from games.services.deadlines import flag_fallen
from games.services.imports import import_game
from games.services.moves import play_move
from games.services.start import start_game
from tests.browser import table
from tests.browser.axe import violations
from tests.games.helpers import make_at_once
from tests.tiers import but_for_certainty

HERE = Path(__file__).parents[1]
WHOLE = HERE / "records" / "whole-game.game"  # to the end of the bag, with blanks
SWAPS = HERE.parent / "games" / "demo" / "ada-ben.game"  # swaps and passes, tiles left at the end
RECORDED = HERE / "rules" / "playthroughs"
LEAVER = RECORDED / "equate-three-advanced-left.game"  # of three; fractions, powers, negatives
TWO_PILES = RECORDED / "equate-four-stage-3-all-leave.game"  # of four, one out of time
PASSES = RECORDED / "digifeud-passes.game"  # new signs after a pass; the options say who starts
TWO_DIGITS = HERE / "rules" / "records" / "digifeud-21-002.game"  # a blank in a two-digit square
TROPES = RECORDED / "numeria-tropes.game"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
RIGHT = "All is right: "
WRONG = "Something is wrong: this record is not the game that was played with this seed."


@pytest.fixture
def people():
    return [User.objects.create_user(name, f"{name}@example.org") for name in NAMES]


@pytest.fixture
def play(people):
    """Play a recorded game through the services, all of it or without its last moves."""

    def played(path, without=0):
        written = record.parse(path.read_text())
        game = start(people, written.headers)
        *earlier, last = written.moves[: len(written.moves) - without]
        make_at_once(game, earlier, timezone.now())
        made(game, people, last.ply, last.text)
        return game

    return played


def start(people, headers):
    key, options, seed = headers["Game"], headers.get("Options", ""), headers["Seed"]
    given = record.parse_options(options)
    return start_game(
        GameSettings(key, options=options),
        users=people[: seats_of(GAMES[key], given)],
        seed=bytes.fromhex(seed),
        now=timezone.now(),
    )


def made(game, people, ply, text):
    """Make the next move, or let the time run out."""
    if text == "time":
        flag_fallen(game_id=game.id, now=game.deadline_at + timedelta(seconds=1))
    else:
        play_move(game_id=game.id, user=people[game.turn], ply=ply, text=text, now=timezone.now())
    game.refresh_from_db()


def checked(page, game):
    """Press the button; the lines that it writes."""
    page.goto(f"/games/{game.id}/")
    return pressed(page)


def unfolded(page):
    """Of a finished game the section is there, and folded."""
    if page.locator("#fair[open]").count() == 0:
        page.locator("#fair summary").click()


def pressed(page):
    unfolded(page)
    page.get_by_role("button", name="Check all draws").click()
    lines = page.locator("#fair .verdict li")
    expect(lines.first).to_be_visible()
    return lines.all_inner_texts()


def tampered(page, change):
    """The reader's browser is given the record with a change."""

    def answer(route):
        response = route.fetch()
        text = response.text()
        assert change(text) != text
        route.fulfill(response=response, body=change(text))

    page.route("**/record/", answer)


def wrongs(lines):
    """What is said to be wrong, but for the sum at the end, which must say so too."""
    assert lines[-1] == f"✗\n{WRONG}"
    return [line.removeprefix("✗\n") for line in lines[:-1] if line.startswith("✗")]


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


PRINTED = f"{968:064x}"
"""The first deal of this seed holds the printed example 23, 29, 31, 33 and no other trope."""


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


def with_header(name, value):
    def change(text):
        (line,) = [line for line in text.splitlines() if line.startswith(f"[{name} ")]
        return text.replace(line, f'[{name} "{value}"]')

    return change


def with_move(old, new):
    return lambda text: text.replace(f"\n{old} ", f"\n{new} ")


def other_seed(text):
    return "0" * 63 + "1" if text is None else text[:-1] + ("1" if text[-1] != "1" else "2")


SEED = record.parse(SWAPS.read_text()).headers["Seed"]
ONE_DIGIT = other_seed(SEED)
NOT_COMMITTED = "Commitment: the seed of the record is not the one that was committed to."
NAMES_ANOTHER = "Commitment: the record names another one than this page."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (with_header("Commitment", "sha256:" + "0" * 64), [NAMES_ANOTHER]),
        (with_header("First", "2"), ["First player: the seed says Ada, the record says Ben."]),
        (with_header("Seed", "none"), [NOT_COMMITTED]),
        (with_move("3 I2 4+4.8", "3 I2 4*4.8"), ["Move 3, Ada: × was not on the rack, which held "]),
        (with_move("16 2J +0", "16 2J +="), ["Move 16, Ben: = was not on the rack, which held "]),
        (with_move("23 swap 527", "23 swap 52?"), ["Move 23, Ada: ? was not on the rack, which held "]),
        (with_move("23 swap 527", "23 play 527"), ["Move 23: play 527 is not a move."]),
        (with_move("23 swap 527", "23 swap [527"), ["Move 23, Ada: [ was not on the rack, which held "]),
        (lambda text: text + "hello\n", ["Move 32: hello is not a move."]),
    ],
    ids=[
        "commitment", "first", "no seed", "tile", "tile of equal points", "swapped tile", "no move",
        "no tile", "line",
    ],
)  # fmt: skip
def test_what_was_changed_is_named(reader, play, change, said):
    page = reader()
    tampered(page, change)
    found = wrongs(checked(page, play(SWAPS)))
    assert len(found) == len(said)
    assert all(line.startswith(start) for line, start in zip(found, said, strict=True)), found


@pytest.mark.long
@pytest.mark.parametrize("change", [("[Seed ", "[Sead "), ("[Seed ", "[seed ")], ids=str)
def test_a_record_without_a_seed_is_told_as_that_and_not_as_one_that_is_wrong(reader, play, change):
    page = reader()
    tampered(page, lambda text: text.replace(*change))
    assert checked(page, play(SWAPS)) == ["✗\nDraws not checked: the record has no seed."]


@pytest.mark.long
def test_a_seed_with_one_digit_changed_is_named_even_with_a_commitment_that_fits(reader, play):
    game = play(SWAPS)
    page = reader()
    tampered(page, with_header("Seed", ONE_DIGIT))
    found = wrongs(checked(page, game))
    assert found[0] == NOT_COMMITTED
    assert found[-1].startswith("Move 1")
    page = reader()
    fitting = with_header("Commitment", commitment(bytes.fromhex(ONE_DIGIT)))
    tampered(page, lambda text: fitting(with_header("Seed", ONE_DIGIT)(text)))
    assert wrongs(checked(page, game))[:2] == [NOT_COMMITTED, NAMES_ANOTHER]


def swap_of_another_held_tile(path):
    """A swap, and the same swap of another tile that its mover held: every rule allows it."""
    result = record.replay(path.read_bytes())
    before = record.parse(path.read_text())
    state = result.moves[0].after
    for line, move in zip(before.moves[1:], result.moves[1:], strict=True):
        if move.verdict.kind == "swap":
            given = line.text.removeprefix("swap ")
            other = next(tile for tile in state.racks[move.seat] if tile not in given)
            return f"{line.ply} {line.text}", f"{line.ply} swap {given[:-1]}{other}"
        state = move.after
    raise AssertionError("no swap")


def test_a_swap_of_another_tile_that_was_on_the_rack_shows_later(reader, play):
    page = reader()
    tampered(page, with_move(*swap_of_another_held_tile(SWAPS)))
    (found,) = wrongs(checked(page, play(SWAPS)))
    assert found.startswith(("Move 2", "Tiles left to "))


def test_a_play_left_out_shows_by_the_tiles_left(reader, play):
    """It is the last play, so no rack is found lacking afterwards."""
    page = reader()
    tampered(page, with_move("28 F1 8.0=", "28 pass"))
    found = "Tiles left to Ben: 0 2 2 5 5 8 9 =, and this page shows 2 2 5 5 9."
    assert wrongs(checked(page, play(SWAPS))) == [found]


def test_tiles_that_a_bag_should_hold_no_more_are_counted(reader, play):
    """Ada played three numbers and a sign and drew as many."""
    page = reader()
    tampered(page, with_move("22 14G 1......+40", "22 pass"))
    game = play(TWO_PILES)
    numbers, signs = game.position.stock.bag_sizes().values()
    rack, *bags = wrongs(checked(page, game))
    assert rack.startswith("Tiles left to Ada: ")
    assert bags == [
        f"Tiles left in a bag: {numbers + 3}, and this page shows {numbers}.",
        f"Tiles left in a bag: {signs + 1}, and this page shows {signs}.",
    ]


def test_a_swap_of_more_tiles_than_the_bag_holds_is_named(reader, play):
    """The whole game empties the bag some moves before its end."""
    result = record.replay(WHOLE.read_bytes())
    at = next(n for n, move in enumerate(result.moves) if move.after.stock.are_bags_empty())
    mover = result.moves[at + 1].seat
    tile = result.moves[at].after.racks[mover][0]
    line = record.parse(WHOLE.read_text()).moves[at + 1]
    page = reader()
    tampered(page, with_move(f"{line.ply} {line.text}", f"{line.ply} swap {tile}"))
    (found,) = wrongs(checked(page, play(WHOLE)))
    name = ("Ada", "Ben")[mover]
    assert found == f"Move {line.ply}, {name}: swapped 1, and the bag held 0."


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "change", "said"),
    [
        (LEAVER, with_move("9 resign", "9 pass"), "Move 12, Ada: 4 was not"),
        (LEAVER, with_move("2 7H [5^2]/.-[-8]", "2 7H [5^2]/.-[-7]"), "Move 2, Cleo: −7 was not"),
        (LEAVER, with_move("26 swap [4^-1]2", "26 swap =2"), "Move 26, Ben: = was not"),
        (TWO_PILES, with_move("10 resign", "10 pass"), "Move 1"),
        (TWO_PILES, with_move("13 swap 41+*", "13 swap 41**"), "Move 13, Ada: × was not"),
        (TWO_PILES, with_move("13 swap 41+*", "13 swap 41+"), "Tiles left "),
        (PASSES, with_move("11 pass", "11 agreement"), "Move 13, Ben: + was not"),
        (PASSES, lambda text: text + "22 pass +0\n", "Tiles left to "),
        (TWO_DIGITS, with_move("6 11K< .-.=[?63]", "6 11K< .-.=[?67]"), "Move 6, Ben: 7 was not"),
    ],
    ids=[
        "one who left plays on", "negative number", "equals sign swapped", "one of four plays on",
        "sign swapped", "swap of less", "pass without exchange", "last pass with exchange", "digit",
    ],
)  # fmt: skip
def test_what_was_changed_in_another_game_shows(reader, play, path, change, said):
    page = reader()
    tampered(page, change)
    found = wrongs(checked(page, play(path)))
    assert found[0].startswith(said), found


SETUP = record.parse(TROPES.read_text()).headers["Setup"]
OTHER_SETUP = SETUP.replace("20", "x").replace("36", "20").replace("x", "36")


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "change", "said"),
    [
        (PASSES, with_header("First", "1"), "the options of the game say Ben, the record says Ada"),
        (TROPES, with_header("First", "1"), "the seed says Ben, the record says Ada"),
        (TROPES, with_header("Setup", OTHER_SETUP), "the record has another one than this page"),
    ],
    ids=["options", "highest tile", "set-up"],
)
def test_a_start_that_was_changed_is_named(reader, play, path, change, said):
    page = reader()
    tampered(page, change)
    (found,) = wrongs(checked(page, play(path)))
    assert found.endswith(f": {said}.")


def test_a_set_up_that_does_not_follow_from_the_seed_is_named(reader, play):
    page = reader()
    tampered(page, with_header("Seed", PRINTED))
    committed, dealt, *_ = wrongs(checked(page, play(TROPES)))
    assert committed == NOT_COMMITTED
    assert dealt.startswith("Set-up: the seed deals ")
    assert dealt.endswith(f", the game began with {SETUP}.")


def test_a_record_that_does_not_come_is_told(reader, play):
    page = reader()
    page.route("**/record/", lambda route: route.fulfill(status=404, body=""))
    assert checked(page, play(SWAPS)) == ["✗\nThe game record could not be read. Try again."]


def test_a_script_that_does_not_come_is_told_and_asked_for_again(reader, play):
    page = reader()
    page.route("**/fair*.js", lambda route: route.fulfill(status=404, body=""))
    page.goto(f"/games/{play(SWAPS).id}/")
    unfolded(page)
    page.get_by_role("button", name="Check all draws").click()
    expect(page.get_by_role("button", name="The server did not answer. Try again.")).to_be_visible()
    page.problems.clear()


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
