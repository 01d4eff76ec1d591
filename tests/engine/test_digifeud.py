"""The engine's plays of Digifeud against the rules' own list, and against trying everything."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice, product
from random import Random

import pytest

from games.engine import best_moves
from games.rules.digifeud import LAYOUT, State
from games.rules.digifeud.calculation import NUMBER_FACES, squares_from, tiles_of
from games.rules.digifeud.constants import NUMBERS, SIGNS, STEPS
from games.rules.notation import COVERED, Play
from games.rules.refusals import Refusal
from games.rules.tiles import missing_tiles, remove_tiles
from tests.tiers import some_of

from ..rules.digifeud_positions import position

ALL = 10**6
VARIANTS = list(product(STEPS, SIGNS))
FACES = sorted(NUMBER_FACES)
POSITIONS = some_of(20, 84)  # of each of the six variants
EVERYTHING = 2  # of them, tried in every way


def with_rack(state: State, numbers, signs) -> State:
    """The same position, the seat on turn holding these tiles."""
    racks = tuple(
        (tuple(numbers), tuple(signs)) if seat == state.turn else rack
        for seat, rack in enumerate(state.stock.racks)
    )
    return replace(state, stock=replace(state.stock, racks=racks))


def positions(directions: str, symbols: str):
    """Positions of games played at random, with small racks of no, one and two blanks."""
    random = Random(f"{directions} {symbols}")
    digits = [tile for tile in NUMBERS.counts if tile != "?"]
    while True:
        options = {"directions": directions, "symbols": symbols}
        state = State.new(seed=random.randbytes(32), options=options)
        while state.turn is not None:
            blanks = random.randrange(3)
            numbers = ["?"] * blanks + random.choices(digits, k=random.randrange(1, 5 - blanks))
            yield with_rack(state, numbers, random.choices(list(SIGNS[symbols].counts), k=2))
            plays = [text for text in state.legal_moves() if text != "pass"]
            state = state.play(state.turn, random.choice(plays) if plays else "pass").after


def oddly_numbered(random: Random) -> State:
    """A position that no game leads to: numbers and signs anywhere."""
    squares = random.sample(list(LAYOUT.squares()), 12)
    faces = random.choices([*"0123456789+-=", "[12]", "[05]", "?3", "[?7?2]"], k=len(squares))
    state = with_rack(position(directions="4"), random.sample("0123456789?", k=2), "+*")
    return replace(state, board=dict(zip(squares, faces, strict=True)))


def everything(state: State):
    """Every play that the rules take, found by laying all tiles of the rack everywhere."""
    numbers, signs = state.stock.racks[state.turn]
    for step in STEPS[state.directions]:
        for start in LAYOUT.squares():
            squares = squares_from(start, step)
            if not LAYOUT.holds(squares[-1]):
                continue
            is_old = [square in state.board for square in squares[0::2]]
            for sign, (a, b, c) in product(set(signs), fillings(is_old, numbers)):
                text = Play(start, step, (a, sign, b, "=", c)).in_full()
                try:
                    yield text, state.check(state.turn, text).points
                except Refusal:
                    continue


@cache
def faces_from(numbers: tuple[str, ...]) -> list[str]:
    return [face for face in FACES if not missing_tiles(numbers, tiles_of(face))]


def fillings(is_old: list[bool], numbers: tuple[str, ...]):
    """The tokens of some squares: a point for a covered one, any tiles for another."""
    if not is_old:
        yield ()
        return
    for face in [COVERED] if is_old[0] else faces_from(numbers):
        left = numbers if face == COVERED else remove_tiles(numbers, tiles_of(face))
        for later in fillings(is_old[1:], left):
            yield face, *later


def found(state: State, k: int = ALL) -> list[tuple[str, int]]:
    return best_moves(state.seen_by(state.turn), state.turn, k).plays


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize(("directions", "symbols"), VARIANTS)
def test_the_engine_finds_every_play_and_its_points(directions, symbols):
    blanks = Counter()
    for state in islice(positions(directions, symbols), POSITIONS):
        legal = [text for text in state.legal_moves() if text != "pass"]
        plays = found(state)
        assert sorted(text for text, _ in plays) == sorted(legal)
        assert plays == [(text, state.check(state.turn, text).points) for text, _ in plays]
        blanks[state.stock.racks[state.turn][0].count("?")] += 1
    assert blanks.keys() == {0, 1, 2}


def is_small(numbers) -> bool:
    return len(numbers) < 3 and numbers.count("?") < 2


@pytest.mark.slow
@pytest.mark.parametrize(("directions", "symbols"), VARIANTS)
def test_nothing_is_missed_when_everything_is_tried(directions, symbols):
    small = (s for s in positions(directions, symbols) if is_small(s.stock.racks[s.turn][0]))
    for state in islice(small, EVERYTHING):
        assert sorted(found(state)) == sorted(everything(state))


@pytest.mark.slow
def test_nothing_is_missed_on_a_board_that_no_game_leads_to():
    random = Random(5)
    plays = []
    for _ in range(4):
        state = oddly_numbered(random)
        assert sorted(found(state)) == sorted(everything(state))
        plays += found(state)
    assert plays


def test_the_best_come_first_and_no_more_than_asked_for():
    state = position("7E 8*9=[72]", numbers="99?12", signs="+-*")
    plays = found(state)
    points = [points for _, points in plays]
    assert points == sorted(points, reverse=True) and len(plays) > 50
    assert found(state, 7) == plays[:7]


def test_of_equal_plays_the_one_with_fewer_blanks_comes_first():
    plays = dict(found(position("7E 8*9=[72]", numbers="981?", signs="+")))
    order = list(plays)
    assert plays["I7 .+9=[81]"] == plays["I7 .+9=[8?1]"] == 81 + 9  # the 9 lies on blue
    assert order.index("I7 .+9=[81]") < order.index("I7 .+9=[8?1]")


def test_the_first_calculation_lies_over_the_centre():
    plays = found(position(numbers="33", signs="-"))
    assert plays == []
    plays = found(position(numbers="330", signs="-"))
    assert {text.split()[0] for text, _ in plays} == {"7C", "7E", "7G", "G3", "G5", "G7"}


def test_a_search_out_of_time_returns_what_it_has_found():
    search = best_moves(position("7E 8*9=[72]"), 0, 5, 0.0)
    assert not search.exact and search.plays == []
    assert best_moves(position("7E 8*9=[72]"), 0, 5, 60.0).exact


def test_a_rack_that_is_not_known_cannot_be_searched():
    state = State.new(seed=bytes(32), options={})
    with pytest.raises(ValueError, match="not known"):
        best_moves(state.seen_by(1 - state.turn), state.turn, 1)
