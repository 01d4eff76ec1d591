"""Numeria's set-up: dealt from the seed, dealt again, written in a record and read (M8)."""

import hashlib
import hmac

import pytest

from games.rules.numeria import LAYOUT, STRICT_TROPES, TROPES, State
from games.rules.record import format_record, replay, replay_to_json
from games.rules.refusals import NotationError
from games.rules.tiles import commitment

ON = {"strict_primes": "on"}
FILES = "abcdefgh"
START = {
    *(f + r for f in "bcdefg" for r in "234567" if f + r not in ("d5", "e5", "d4", "e4")),
    *("a8", "h8", "a1", "h1"),
}


class Draws:
    """The draws of the notation, counted by hand."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.count = 0

    def draw(self, bag: list[int]) -> int:
        digest = hmac.new(self.seed, b"draw:%d" % self.count, hashlib.sha256).digest()
        self.count += 1
        return bag.pop(int.from_bytes(digest, "big") % len(bag))

    def deal(self) -> dict[str, int]:
        """One whole deal: b7 to g7 down to b2 to g2, then the middle goes to the corners."""
        bag = list(range(1, 37))
        tiles = {f + r: self.draw(bag) for r in "765432" for f in "bcdefg"}
        for middle, corner in zip(("d5", "e5", "d4", "e4"), ("a8", "h8", "a1", "h1"), strict=True):
            tiles[corner] = tiles.pop(middle)
        return tiles


def by_name(state: State) -> dict[str, int]:
    return {LAYOUT.name(square): number for square, number in state.numbers.items()}


def has_line(tiles: dict[str, int], tropes) -> bool:
    """Whether four tiles side by side are a trope, looked for in every direction."""
    for name in tiles:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            squares = [(FILES.index(name[0]) + right * n, int(name[1]) + up * n) for n in range(4)]
            numbers = tuple(tiles.get(f"{FILES[f]}{r}") for f, r in squares if f < 8)
            if numbers in tropes:
                return True
    return False


READY = [number.to_bytes(32, "big") for number in (274, 343, 390)]
"""Seeds whose first deal holds a ready trope."""

PRINTED = (968).to_bytes(32, "big")
"""A seed whose first deal holds the printed example 23, 29, 31, 33 and no other trope."""


def test_the_board_is_dealt_by_the_draws_of_the_notation():
    for number in range(20):
        draws = Draws(number.to_bytes(32, "big"))
        tiles = draws.deal()
        state = State.new(seed=draws.seed, options={})
        assert by_name(state) == tiles
        fresh = list(range(1, 37))
        first, second = draws.draw(fresh), draws.draw(fresh)
        assert draws.count == 38
        assert state.turn == (0 if first > second else 1)


def test_either_seat_may_begin():
    begins = {State.new(seed=bytes([n]) * 32, options={}).turn for n in range(12)}
    assert begins == {0, 1}


@pytest.mark.parametrize("seed", READY)
@pytest.mark.parametrize("options", [{}, ON])
def test_a_deal_with_a_ready_trope_is_dealt_again_with_the_counter_running_on(seed, options):
    """M8."""
    draws = Draws(seed)
    assert has_line(draws.deal(), STRICT_TROPES)
    dealt = draws.deal()
    state = State.new(seed=seed, options=options)
    assert by_name(state) == dealt
    fresh = list(range(1, 37))
    first, second = draws.draw(fresh), draws.draw(fresh)
    assert draws.count == 74
    assert state.turn == (0 if first > second else 1)


def test_the_games_own_list_decides_what_is_ready():
    draws = Draws(PRINTED)
    first, second = draws.deal(), draws.deal()
    assert [has_line(first, tropes) for tropes in (TROPES, STRICT_TROPES)] == [True, False]
    assert by_name(State.new(seed=PRINTED, options=ON)) == first
    assert by_name(State.new(seed=PRINTED, options={})) == second


@pytest.mark.parametrize("seed", [*READY, PRINTED, bytes(32), bytes(range(32))])
def test_no_game_starts_with_a_ready_trope(seed):
    """M8."""
    state = State.new(seed=seed, options={})
    assert not has_line(by_name(state), TROPES)
    assert by_name(state).keys() == START
    assert sorted(by_name(state).values()) == list(range(1, 37))


SETUP = (
    "2 . . . . . . 26/. 3 33 34 29 20 10 ./. 30 27 28 15 24 35 ./. 4 23 . . 31 9 ./"
    ". 16 22 . . 13 36 ./. 14 8 17 7 19 32 ./. 18 1 25 21 12 6 ./11 . . . . . . 5"
)
SEED = bytes.fromhex("527e75ae09f79d35e66703015d5283c4711de243698eb1648626ec9f4ed1fd46")


def test_the_set_up_is_written_rank_by_rank():
    assert State.new(seed=SEED, options={}).initial_position == SETUP


def test_a_set_up_is_read_and_kept_through_the_game():
    state = State.unseeded(first=1, options=ON, initial_position=SETUP)
    assert by_name(state) == by_name(State.new(seed=SEED, options={}))
    assert (state.turn, state.initial_position, state.stock.seed) == (1, SETUP, None)
    assert state.play(1, "g5-h6").after.initial_position == SETUP


BAD = {
    "empty": "",
    "seven ranks": SETUP.rpartition("/")[0],
    "nine ranks": SETUP + "/. . . . . . . .",
    "a rank too short": SETUP.replace("2 . .", "2 .", 1),
    "a rank too long": SETUP.replace("2 . .", "2 . . .", 1),
    "a number twice": SETUP.replace("26", "25"),
    "a number missing": SETUP.replace("26", "."),
    "no number of this game": SETUP.replace("26", "37"),
    "a number with a zero": SETUP.replace(" 3 ", " 03 "),
    "no number": SETUP.replace("26", "x"),
    "another digit": SETUP.replace(" 3 ", " ٣ "),
    "a tile on another square": SETUP.replace("2 . .", ". 2 .", 1),
    "a tile in the middle": SETUP.replace("23 . .", ". 23 .", 1),
}


@pytest.mark.parametrize("name", BAD)
def test_a_set_up_from_which_no_game_starts_is_refused(name):
    assert BAD[name] != SETUP
    with pytest.raises(NotationError):
        State.unseeded(first=0, options={}, initial_position=BAD[name])


def record(**changed: str | None) -> str:
    headers = {"Game": "numeria", "Options": "", "First": "1", "Setup": SETUP} | changed
    given = {name: value for name, value in headers.items() if value is not None}
    return format_record(given, [("g5-h6", 0), ("a8-a4", 0)])


def fault(text: str) -> tuple[int, str, str]:
    refused = replay(text).fault
    assert refused is not None
    return refused.line_number, refused.refusal.code, str(refused.refusal)


def test_a_record_needs_its_set_up_where_it_has_no_seed():
    assert replay(record()).fault is None
    line, code, sentence = fault(record(Setup=None))
    assert (line, code, sentence) == (1, "header", "the header Setup is missing")
    seeded = {"Seed": SEED.hex(), "Commitment": commitment(SEED)}
    assert replay(record(Setup=None, **seeded)).fault is None


@pytest.mark.parametrize("name", BAD)
def test_a_bad_set_up_in_a_record_is_told_at_its_line(name):
    assert fault(record(Setup=BAD[name]))[:2] == (4, "header")


def test_a_set_up_that_the_seed_did_not_deal_is_told_at_its_line():
    other = SETUP.replace("2 ", "26 ", 1).replace(" 26/", " 2/")
    line, code, _ = fault(record(Setup=other, Seed=SEED.hex()))
    assert (line, code) == (4, "header")


def test_a_bad_option_is_told_at_its_own_line():
    assert fault(record(Options="strict_primes=yes"))[:2] == (2, "header")


def test_the_lines_of_a_replayed_trope_have_chess_names():
    text = format_record({"Game": "numeria", "First": "2", "Setup": TAKEN}, [("f6-e5 x f4-c7", 1)])
    result = replay(text)
    assert result.fault is None
    (move,) = replay_to_json("x", result)["moves"]
    assert move["move"] == "f6-e5 x f4-c7"
    (run,) = move["runs"]
    assert run == {
        "text": "6,11,16,21",
        "squares": ["f4", "e5", "d6", "c7"],
        "value": None,
        "points": 1,
    }


TAKEN = (
    "28 . . . . . . 22/. 30 21 23 13 9 34 ./. 24 8 16 4 11 29 ./. 19 3 . . 18 25 ./"
    ". 32 20 . . 6 15 ./. 36 10 27 33 12 1 ./. 7 31 17 35 14 26 ./5 . . . . . . 2"
)
