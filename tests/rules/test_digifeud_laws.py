"""What follows from the rules of Digifeud, tried on random games and by trying everything."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.digifeud import State
from games.rules.digifeud.calculation import is_number
from games.rules.digifeud.constants import SIGNS, STEPS
from games.rules.refusals import Refusal
from tests.tiers import examples

from .digifeud_positions import position

MOST_CALCULATIONS = 42  # three on each of the fourteen lines of the lattice (D1)

cheap = examples(4)


@st.composite
def games(draw: st.DrawFn) -> list[State]:
    """Every State of a game played at random to its end."""
    options = {
        "directions": draw(st.sampled_from(sorted(STEPS))),
        "symbols": draw(st.sampled_from(sorted(SIGNS))),
    }
    states = [State.new(seed=draw(st.binary(min_size=32, max_size=32)), options=options)]
    while states[-1].outcome is None:
        moves = list(states[-1].legal_moves())
        text = moves[draw(st.integers(0, len(moves) - 1))]
        states.append(states[-1].play(states[-1].turn, text).after)
    return states


@pytest.mark.slow
@pytest.mark.wider
@cheap
@given(games())
def test_numbers_lie_on_every_second_row_and_column_and_signs_between_two(states):
    """The lattice theorem of D1."""
    board = states[-1].board
    for (row, column), face in board.items():
        assert row % 2 + column % 2 == (0 if is_number(face) else 1)
    assert list(board.values()).count("=") <= MOST_CALCULATIONS
    assert sum(map(is_number, board.values())) <= 49


@pytest.mark.slow
@pytest.mark.wider
@cheap
@given(games())
def test_a_turn_adds_a_sign_and_an_equals_sign_or_nothing(states):
    for before, after in zip(states, states[1:], strict=False):
        assert before.board.items() <= after.board.items()
        new = [face for square, face in after.board.items() if square not in before.board]
        signs = [face for face in new if not is_number(face)]
        assert not new or (len(signs) == 2 and signs.count("=") == 1)


@pytest.mark.slow
@pytest.mark.wider
@cheap
@given(games(), st.integers(0, 10**6))
def test_a_listed_move_is_legal_and_written_canonically(states, number):
    state = states[number % (len(states) - 1)]
    moves = list(state.legal_moves())
    assert len(moves) == len(set(moves))
    assert moves[-1] == "pass"
    for text in moves[number % 5 :: 5]:
        assert state.check(state.turn, text).text == text


PLACES = ["7C", "7D", "7E", "7G", "7I", "8G", "G3", "G4", "G5", "G7", "H7"]
PLACES += ["7G<", "7I<", "7K<", "7L<", "8K<", "G7<", "G9<", "G11<", "G12<"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lying", "hand", "faces", "directions"),
    [
        pytest.param((), "2110", "210", "2", id="the empty board", marks=pytest.mark.long),
        pytest.param(
            ("7E 8-6=2",), "2210", "210", "2", id="an old calculation", marks=pytest.mark.long
        ),
        pytest.param(("7G 2",), "?1", ["1", "?1", "?0"], "2", id="a blank"),
        pytest.param(
            ("7E 8-6=2",), "2210", "210", "4", id="four directions", marks=pytest.mark.long
        ),
        pytest.param(("7G [12]",), "1120", "210", "4", id="a square of two digits"),
    ],
)
def test_the_moves_listed_are_those_that_trying_everything_finds(lying, hand, faces, directions):
    state = position(*lying, numbers=hand, signs="-", directions=directions)
    numbers = [".", *faces, *(f"[{a}{b}]" for a, b in product(faces, repeat=2))]
    tried = {
        f"{place} {first}-{second}={outcome}"
        for place in PLACES
        for first, second, outcome in product(numbers, repeat=3)
    }
    legal = {text for text in tried if is_legal(state, text)}
    assert legal
    assert legal == tried & set(state.legal_moves())


def is_legal(state: State, text: str) -> bool:
    try:
        return state.check(0, text).text == text
    except Refusal:
        return False


def test_a_hand_without_a_fitting_sign_can_only_pass():
    assert list(position(signs="").legal_moves()) == ["pass"]


def test_the_moves_of_an_unknown_hand_cannot_be_listed():
    with pytest.raises(ValueError, match="not known"):
        next(State.unseeded(first=0, options={}).legal_moves())


def test_a_game_that_is_over_has_no_moves():
    assert list(position().leave(0, "resign").after.legal_moves()) == []
