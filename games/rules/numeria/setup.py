"""The initial position of Numeria: dealing, formatting and parsing (M8)."""

from games.rules.grid import Square
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import Seat
from games.rules.numeria.constants import (
    CORNER_OF_MIDDLE,
    DEAL_SQUARES,
    LAYOUT,
    NUMBERS,
    SEATS,
    START_SQUARES,
)
from games.rules.numeria.movement import LINES4, Board, numbers_on
from games.rules.numeria.tropes import STRICT_TROPES, TROPES
from games.rules.refusals import NotationError
from games.rules.tiles import Bag

EMPTY_SQUARE = "."

_NO_SETUP = gettext_noop(
    "a set-up has the numbers 1 to 36 on its squares, eight ranks separated by /"
)


def deal(seed: bytes, is_strict: bool) -> tuple[dict[Square, int], Seat]:
    """Return the board at the start and the seat that begins.

    M8: a deal with a ready trope is dealt again; then the seat that draws the highest begins.
    """
    bag = _full_bag(0)
    while True:
        tiles, bag = _draw_numbers(seed, bag, len(DEAL_SQUARES))
        board = {
            CORNER_OF_MIDDLE.get(square, square): number
            for square, number in zip(DEAL_SQUARES, tiles, strict=True)
        }
        bag = _full_bag(bag.drawn)
        if not has_trope(board, is_strict):
            break
    tiles, _ = _draw_numbers(seed, bag, SEATS)
    return board, tiles.index(max(tiles))


def _full_bag(drawn: int) -> Bag:
    """Return the bag of all 36 tiles after `drawn` draws."""
    return Bag(tuple(str(number) for number in NUMBERS), drawn)


def _draw_numbers(seed: bytes, bag: Bag, count: int) -> tuple[list[int], Bag]:
    tiles, bag = bag.draw(seed, count)
    assert not isinstance(tiles, int)  # a full bag is known
    return [int(tile) for tile in tiles], bag


def has_trope(board: Board, is_strict: bool) -> bool:
    """Tell whether a trope lies ready anywhere on the board."""
    tropes = STRICT_TROPES if is_strict else TROPES
    return any(numbers_on(board, line) in tropes for line in LINES4)


def describe_deal(initial_position: str, is_strict: bool) -> Json:
    """Return the initial position, and all that is needed to deal it again (see `State.draws`).

    The tiles are dealt to the squares, each a row and a column from the top left; a deal with a
    line that reads like one of `tropes` either way is dealt again (M8).
    """
    tropes = STRICT_TROPES if is_strict else TROPES
    return {
        "setup": initial_position,
        "label": "draw",
        "tiles": [[str(number), 1] for number in NUMBERS],
        "squares": [list(CORNER_OF_MIDDLE.get(square, square)) for square in DEAL_SQUARES],
        "tropes": [",".join(map(str, numbers)) for numbers in tropes if numbers[0] < numbers[-1]],
    }


def format_initial_position(board: Board) -> str:
    """Return the text of a board: eight ranks from the eighth to the first."""
    indexes = range(LAYOUT.size)
    signs = {square: str(board.get(square, EMPTY_SQUARE)) for square in LAYOUT.squares()}
    return "/".join(" ".join(signs[row, column] for column in indexes) for row in indexes)


def parse_initial_position(text: str) -> dict[Square, int]:
    """Return the board of a text; raises NotationError unless a game can start with it."""
    ranks = [rank.split(" ") for rank in text.split("/")]
    if [len(rank) for rank in ranks] != [LAYOUT.size] * LAYOUT.size:
        raise NotationError(Message(_NO_SETUP))
    signs = {square: ranks[square[0]][square[1]] for square in LAYOUT.squares()}
    known = {str(number): number for number in NUMBERS}
    board = {square: known[sign] for square, sign in signs.items() if sign in known}
    others = {sign for sign in signs.values() if sign not in known}
    if (
        others != {EMPTY_SQUARE}
        or board.keys() != START_SQUARES
        or len(set(board.values())) < len(NUMBERS)
    ):
        raise NotationError(Message(_NO_SETUP))
    return board
