"""Positions of Numeria, and questions about them."""

import pytest

from games.rules.numeria import LAYOUT, State
from games.rules.numeria.movement import destinations
from games.rules.refusals import Refusal
from games.rules.stock import Stock

SEED = bytes(range(32))


def board(**numbers: int) -> dict[tuple[int, int], int]:
    """Tiles by the squares on which they lie."""
    return {LAYOUT.parse_square(name): number for name, number in numbers.items()}


def position(
    *, strict: bool = False, last: str | None = None, scoreless_turns: int = 0, **numbers
) -> State:
    """The first seat is to move; `last` is the square where the other's last tile stands."""
    frozen = None if last is None else LAYOUT.parse_square(last)
    return State(
        stock=Stock.deal((), 2, SEED),
        is_strict=strict,
        initial_position="",
        numbers=board(**numbers),
        turn=0,
        last=(None, frozen),
        scoreless_turns=scoreless_turns,
    )


def played(state: State, *moves: str) -> State:
    """The State after these moves, seat by seat."""
    for text in moves:
        state = state.play(state.turn, text).after
    return state


def refusal(state: State, text: str, seat: int = 0) -> Refusal:
    with pytest.raises(Refusal) as caught:
        state.play(seat, text)
    return caught.value


def code(state: State, text: str) -> str:
    return refusal(state, text).code


def ways(state: State, start: str) -> dict[str, str]:
    """Where the tile on this square can go, by name."""
    found = destinations(state.numbers, LAYOUT.parse_square(start))
    return {LAYOUT.name(square): way for square, way in found.items()}


def names(squares) -> list[str]:
    return [LAYOUT.name(square) for square in squares]


START = State.new(seed=SEED, options={})


# the 4 comes down to d1 and completes a line
READY = {"a1": 1, "b1": 2, "c1": 3, "d4": 4, "h8": 30}


FIVE = position(a1=1, b1=2, c4=3, d1=4, e1=5)
