"""Positions of Numeria to try the engine on."""

from dataclasses import replace
from random import Random

from games.engine.positions import read_position
from games.rules.numeria import State, Trope
from games.rules.numeria.constants import LAYOUT, NUMBERS
from games.rules.numeria.movement import LINES4, destinations
from games.rules.numeria.setup import format_initial_position
from games.rules.numeria.tropes import TROPES


def position(board: dict, frozen: str | None = None, strict: str = "off") -> State:
    data = {
        "game": "numeria",
        "options": {"strict_primes": strict},
        "setup": format_initial_position(board),
    }
    return read_position({**data, "frozen": frozen})


def drawn(text: str, **more) -> State:
    """A position drawn as eight ranks of a line each."""
    return read_position({"game": "numeria", "setup": "/".join(text.split("\n")), **more})


def scattered(random: Random, tiles: int, strict: str = "off") -> State:
    """Lines that lack a number or nothing, and tiles anywhere; one of them may be frozen."""
    board = {}
    for _ in range(3):
        four, numbers = random.choice(LINES4), random.choice(list(TROPES))
        line = list(zip(four, numbers, strict=True))
        if board.keys().isdisjoint(four) and not set(numbers) & set(board.values()):
            board |= dict(random.sample(line, 3))
    squares = [square for square in LAYOUT.squares() if square not in board]
    numbers = [number for number in NUMBERS if number not in board.values()]
    missing = [n for n in numbers if any(n in trope for trope in near(board))] or numbers
    random.shuffle(missing)
    for number in missing[: max(0, tiles - len(board))]:
        board[squares.pop(random.randrange(len(squares)))] = number
    frozen = random.choice([None, *board])
    return position(board, None if frozen is None else LAYOUT.name(frozen), strict)


def near(board: dict) -> list[tuple[int, ...]]:
    """The tropes of which three numbers lie on the board."""
    return [trope for trope in TROPES if len(set(trope) & set(board.values())) == 3]


def with_taken(state: State, own: int, others: int, idle: int = 0) -> State:
    """The same position after these numbers of tropes, and of turns without one."""
    trope = Trope((1, 2, 3, 4), LINES4[0])
    taken = ((trope,) * own, (trope,) * others)
    return replace(state, taken=taken, scoreless_turns=idle)


def nearly_forked(random: Random, tiles: int) -> State:
    """Two lines that lack a number each, and the tile that both share; who is to move has two.

    That tile, and those that are lacking, stand where they can come from; other tiles lie anywhere.
    """
    while True:
        one, first = random.choice(LINES4), random.choice(list(TROPES))
        shared = random.choice(one)
        number = first[one.index(shared)]
        other = random.choice([line for line in LINES4 if {*line} & {*one} == {shared}])
        place = other.index(shared)
        seconds = [trope for trope in TROPES if {*trope} & {*first} == {number} == {trope[place]}]
        if seconds:
            break
    second = random.choice(seconds)
    board = dict(zip(one + other, first + second, strict=True))
    away = [random.choice([square for square in line if square != shared]) for line in (one, other)]
    moved = {square: board.pop(square) for square in (shared, *away)}
    for square, left in moved.items():
        free = [end for end in destinations(board, square) if end not in (*one, *other)]
        board[random.choice(free or [shared])] = left
    others = [n for n in random.sample(NUMBERS, len(NUMBERS)) if n not in board.values()]
    free = [square for square in LAYOUT.squares() if square not in (*one, *other, *board)]
    board |= zip(random.sample(free, tiles - len(board)), others, strict=False)
    frozen = random.choice([None, *board])
    state = position(board, None if frozen is None else LAYOUT.name(frozen))
    return with_taken(state, 2, random.randrange(3))
