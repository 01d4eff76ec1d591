"""The set-up of Numeria: dealt from the seed, written, and read."""

from games.rules.base import Json, Message, NotationError, Seat, gettext_noop
from games.rules.grid import Square
from games.rules.numeria.movement import FOURS, Board, numbers_on
from games.rules.numeria.tables import DEALT, LAYOUT, NUMBERS, SEATS, START, TO_THE_CORNERS
from games.rules.numeria.tropes import STRICT_TROPES, TROPES
from games.rules.tiles import Bag

EMPTY = "."

_NO_SETUP = gettext_noop(
    "a set-up has the numbers 1 to 36 on its squares, eight ranks separated by /"
)


def dealt(seed: bytes, is_strict: bool) -> tuple[dict[Square, int], Seat]:
    """The board at the start and who begins (M8: a deal with a ready trope is dealt again)."""
    bag = _full_bag(0)
    while True:
        tiles, bag = _drawn(seed, bag, len(DEALT))
        board = {
            TO_THE_CORNERS.get(square, square): number
            for square, number in zip(DEALT, tiles, strict=True)
        }
        bag = _full_bag(bag.drawn)
        if not has_trope(board, is_strict):
            break
    tiles, _ = _drawn(seed, bag, SEATS)
    return board, tiles.index(max(tiles))


def _full_bag(drawn: int) -> Bag:
    """All 36 tiles, with the counter of draws where it stands."""
    return Bag(tuple(str(number) for number in NUMBERS), drawn)


def _drawn(seed: bytes, bag: Bag, count: int) -> tuple[list[int], Bag]:
    tiles, bag = bag.draw(seed, count)
    assert not isinstance(tiles, int)  # a full bag is known
    return [int(tile) for tile in tiles], bag


def has_trope(board: Board, is_strict: bool) -> bool:
    """Whether a trope lies ready anywhere on the board."""
    tropes = STRICT_TROPES if is_strict else TROPES
    return any(numbers_on(board, four) in tropes for four in FOURS)


def how_dealt(setup: str, is_strict: bool) -> Json:
    """The set-up, and what it takes to deal it again (see `State.draws`).

    The tiles are dealt to the squares, each a row and a column from the top left; a deal with a
    line that reads like one of `tropes` either way is dealt again (M8).
    """
    tropes = STRICT_TROPES if is_strict else TROPES
    return {
        "setup": setup,
        "label": "draw",
        "tiles": [[str(number), 1] for number in NUMBERS],
        "squares": [list(TO_THE_CORNERS.get(square, square)) for square in DEALT],
        "tropes": [",".join(map(str, four)) for four in tropes if four[0] < four[-1]],
    }


def setup_text(board: Board) -> str:
    """The board as eight ranks from the eighth to the first."""
    lines = range(LAYOUT.size)
    return "/".join(
        " ".join(str(board.get((row, column), EMPTY)) for column in lines) for row in lines
    )


def read_setup(text: str) -> dict[Square, int]:
    """The board that `setup_text` wrote; raises NotationError unless a game can start so."""
    ranks = [rank.split(" ") for rank in text.split("/")]
    if [len(rank) for rank in ranks] != [LAYOUT.size] * LAYOUT.size:
        raise NotationError(Message(_NO_SETUP))
    signs = {square: ranks[square[0]][square[1]] for square in LAYOUT.squares()}
    known = {str(number): number for number in NUMBERS}
    board = {square: known[sign] for square, sign in signs.items() if sign in known}
    others = {sign for sign in signs.values() if sign not in known}
    if others != {EMPTY} or board.keys() != START or len(set(board.values())) < len(NUMBERS):
        raise NotationError(Message(_NO_SETUP))
    return board
