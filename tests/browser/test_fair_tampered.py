"""Whatever was tampered with in a finished game is named by the check of its draws."""

import pytest

from accounts.models import User
from games.rules import record
from games.rules.tiles import commitment
from tests.browser.fair import (
    LEAVER,
    NAMES,
    ONE_DIGIT,
    PASSES,
    PRINTED,
    SWAPS,
    TROPES,
    TWO_DIGITS,
    TWO_PILES,
    WHOLE,
    checked,
    playing,
    tampered,
    with_header,
)

WRONG = "Something is wrong: this record is not the game that was played with this seed."


@pytest.fixture
def people():
    return [User.objects.create_user(name, f"{name}@example.org") for name in NAMES]


@pytest.fixture
def play(people):
    return playing(people)


def wrongs(lines):
    """What is said to be wrong, but for the sum at the end, which must say so too."""
    assert lines[-1] == f"✗\n{WRONG}"
    return [line.removeprefix("✗\n") for line in lines[:-1] if line.startswith("✗")]


def with_move(old, new):
    return lambda text: text.replace(f"\n{old} ", f"\n{new} ")


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
