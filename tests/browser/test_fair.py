"""The draws of a finished game made again in the reader's browser; whatever was tampered with is named."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games import services
from games.rules import record
from games.rules.tiles import commitment
from tests.browser import table
from tests.browser.test_every_page import violations

HERE = Path(__file__).parents[1]
WHOLE = HERE / "records" / "whole-game.game"  # to the end of the bag, with blanks
SWAPS = HERE.parent / "games" / "demo" / "ada-ben.game"  # swaps and passes, tiles left at the end
RIGHT = "All is right: "
WRONG = "Something is wrong: this record is not the game that was played with this seed."


@pytest.fixture
def people():
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben")]


@pytest.fixture
def play(people):
    """Play a recorded game through the services, all of it or without its last moves."""

    def played(path, without=0):
        written = record.parse(path.read_text())
        now, seed = timezone.now(), bytes.fromhex(written.headers["Seed"])
        game = services.start_game(key="numerica", users=people, seed=seed, now=now)
        for move in written.moves[: len(written.moves) - without]:
            game.refresh_from_db()
            user = people[game.turn]
            services.play_move(game_id=game.id, user=user, ply=move.ply, text=move.text, now=now)
        game.refresh_from_db()
        return game

    return played


def checked(page, game):
    """Press the button; the lines that it writes."""
    page.goto(f"/games/{game.id}/")
    return pressed(page)


def pressed(page):
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


@pytest.mark.parametrize("path", [WHOLE, SWAPS], ids=lambda path: path.stem)
def test_a_played_game_is_found_right(reader, play, path):
    result = record.replay(path.read_bytes())
    moves, state = len(result.moves), result.state
    left = len(state.bag) + sum(map(len, state.racks))
    lines = checked(reader(), play(path))
    assert lines == [
        "✓\nCommitment: it is the SHA-256 of the seed.",
        "✓\nFirst player: Ada, as the seed says.",
        f"✓\n{moves} of {moves} moves: every tile was on the mover’s rack.",
        f"✓\nTiles left: the {left} that this page shows.",
        f"✓\n{RIGHT}{state.bag.drawn} draws, each as the seed has it.",
    ]


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
    assert found.startswith(("Move 2", "Tiles left: not those"))


def test_a_play_left_out_shows_by_the_tiles_left(reader, play):
    """It is the last play, so no rack is found lacking afterwards."""
    page = reader()
    tampered(page, with_move("28 F1 8.0=", "28 pass"))
    assert wrongs(checked(page, play(SWAPS))) == ["Tiles left: not those that this page shows."]


def test_a_swap_of_more_tiles_than_the_bag_holds_is_named(reader, play):
    """The whole game empties the bag some moves before its end."""
    result = record.replay(WHOLE.read_bytes())
    at = next(n for n, move in enumerate(result.moves) if len(move.after.bag) == 0)
    mover = result.moves[at + 1].seat
    tile = result.moves[at].after.racks[mover][0]
    line = record.parse(WHOLE.read_text()).moves[at + 1]
    page = reader()
    tampered(page, with_move(f"{line.ply} {line.text}", f"{line.ply} swap {tile}"))
    (found,) = wrongs(checked(page, play(WHOLE)))
    name = ("Ada", "Ben")[mover]
    assert found == f"Move {line.ply}, {name}: swapped 1, and the bag held 0."


def test_a_record_that_does_not_come_is_told(reader, play):
    page = reader()
    page.route("**/record/", lambda route: route.fulfill(status=404, body=""))
    assert checked(page, play(SWAPS)) == ["✗\nThe game record could not be read. Try again."]


def test_a_script_that_does_not_come_is_told_and_asked_for_again(reader, play):
    page = reader()
    page.route("**/fair*.js", lambda route: route.fulfill(status=404, body=""))
    page.goto(f"/games/{play(SWAPS).id}/")
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
        expect(page.get_by_role("button", name="Check all draws")).to_be_visible()
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
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
    expect(section).to_contain_text("manage.py replay")
    expect(section).to_contain_text(game.commitment)
    expect(section).to_contain_text(game.seed)
    expect(section.get_by_role("link", name="Download the record")).to_be_visible()
    expect(section.locator("button")).to_be_hidden()


@pytest.mark.parametrize("size", [(320, 640), (360, 640), (1440, 900)], ids=str)
def test_no_line_is_wider_than_the_window(reader, play, size):
    page = reader(width=size[0], height=size[1])
    tampered(page, with_header("Seed", ONE_DIGIT))
    checked(page, play(SWAPS))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
