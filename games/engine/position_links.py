"""Positions as links and forms hold them: some short texts by name (docs/notation.md)."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from games.engine.leaves import tiles_laid
from games.engine.position_fields import FieldError, reading
from games.engine.positions import SQUARE, require_tiles
from games.engine.quiet_turns import read_quiet
from games.engine.set_positions import (
    BETWEEN_NUMBERS,
    SetPosition,
    own_options,
    require_once,
)
from games.rules import GAMES, notation, numeria
from games.rules.grid import Layout, Square
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.notation import COVERED
from games.rules.numeria.constants import SEATS
from games.rules.numeria.setup import EMPTY_SQUARE
from games.rules.numeria.tropes import Numbers
from games.rules.options import resolve_options
from games.rules.record import parse_options
from games.rules.refusals import NotationError
from games.rules.tile_game import TileGame
from games.rules.tokens import split_tokens

_BETWEEN_RANKS = re.compile(r"[ \t]*/[ \t]*\n?|\n")

LONGEST = 2000  # characters of a board; what is longer is none
LONGEST_VALUE = 200  # characters of any other text
HIGHEST_SCORE = 99_999

_NO_ROW = gettext_noop("row %(row)s of the board cannot be read")
_LONG_ROW = gettext_noop("row %(row)s of the board has more than %(size)s squares")
_MANY_ROWS = gettext_noop("the board has %(size)s rows, and these are more")
_TOO_MANY_OF = gettext_noop(
    "of the tile %(tile)s there are %(count)s in this game, and here are more"
)
_NO_TURN = gettext_noop("whose turn it is is the number of a seat, 1 to %(seats)s")
_NO_SCORES = gettext_noop("scores are whole numbers, one for each seat")
_NO_TROPE = gettext_noop("a trope taken is written as four numbers, like 3-6-9-12")
_NO_FROZEN = gettext_noop("the frozen square has a name like c6, and a tile stands on it")
_TOO_LONG = gettext_noop("this is too long for a position")
_NO_LEFT = gettext_noop("who left is told once, does not move, and two seats are still there")


def read_link(key: str, given: Mapping[str, str]) -> SetPosition:
    """The position that the texts of a link or a form describe; the empty board for none.

    Raises NotationError; where one field is at fault, FieldError.
    """
    for name, text in given.items():
        if len(text) > (LONGEST if name == "board" else LONGEST_VALUE):
            raise FieldError(name, Message(_TOO_LONG))
    with reading("options"):
        options = _options(key, given.get("options", ""))
    empty = SetPosition(key=key, options=options, board={})
    seats = empty.start.seats
    with reading("turn"):
        turn = _seat(given.get("turn", "") or "1", seats)
    read = _read_tiles if isinstance(empty.start, TileGame) else _read_numbers
    quiet = read_quiet(given.get("quiet", ""), empty.start)
    position = replace(read(empty, given), turn=turn, quiet=quiet)
    _require_two(position)
    _require_legible(position)
    return position


def _require_two(position: SetPosition) -> None:
    """Raise NotationError unless the seat to move and another one are still there."""
    left = position.left
    is_told_twice = len(set(left)) < len(left)
    if left and (is_told_twice or position.turn in left or len(left) > position.start.seats - 2):
        raise NotationError(Message(_NO_LEFT))


def _require_legible(position: SetPosition) -> None:
    """Raise NotationError for what is wrong with the rest, as the position itself says it."""
    assert position.state.turn is not None


def _options(key: str, text: str) -> dict[str, str]:
    """All options, as a header has them; those that decide who starts are the usual ones."""
    given = resolve_options(GAMES[key].options, parse_options(text))
    own = {option.name: given[option.name] for option in own_options(key)}
    return resolve_options(GAMES[key].options, own)


def _seat(text: str, seats: int) -> Seat:
    if text not in map(str, range(1, seats + 1)):
        raise NotationError(Message(_NO_TURN, {"seats": seats}))
    return int(text) - 1


def _read_tiles(empty: SetPosition, given: Mapping[str, str]) -> SetPosition:
    start = empty.start
    assert isinstance(start, TileGame)
    with reading("board"):
        board = _read_rows(given.get("board", ""), start)
        _require_enough(start, board, ())
    with reading("rack"):
        rack = _read_rack(given.get("rack", ""), start)
        _require_enough(start, board, rack)
    left = tuple(_seat(text, start.seats) for text in given.get("left", "").split())
    with reading("scores"):
        scores = _read_scores(given.get("scores", ""), start.seats)
    return replace(empty, board=board, rack=rack, scores=scores, left=left)


def _read_rack(text: str, start: TileGame) -> tuple[str, ...]:
    """The tiles of a rack, written as a swap has them; what is always at hand is on none."""
    rack = notation.read_typed("".join(text.split()))
    for tile in start.free:
        rack = rack.replace(tile, "")
    kinds = [tile for supply in start.stock.supplies for tile in supply.tiles.counts]
    move = notation.parse(f"swap {rack}", kinds) if rack else notation.Swap(())
    assert isinstance(move, notation.Swap)
    return move.tiles


def _read_rows(text: str, start: TileGame) -> dict[Square, str]:
    """The board of rows with spaces between; what is missing at an end is empty."""
    rows, size = text.split(), start.layout.size
    if len(rows) > size:
        raise NotationError(Message(_MANY_ROWS, {"size": size}))
    board: dict[Square, str] = {}
    for row, typed in enumerate(rows):
        plain = notation.read_typed(typed)
        tokens = split_tokens(plain)
        if "".join(tokens) != plain:
            raise NotationError(Message(_NO_ROW, {"row": row + 1}))
        if len(tokens) > size:
            raise NotationError(Message(_LONG_ROW, {"row": row + 1, "size": size}))
        board |= {(row, at): token for at, token in enumerate(tokens) if token != COVERED}
    require_tiles(start, board)
    return board


def _require_enough(start: TileGame, board: Mapping[Square, str], rack: tuple[str, ...]) -> None:
    """Raise NotationError where more tiles of a kind are used than there are."""
    counts: Counter[str] = Counter()
    for supply in start.stock.supplies:
        counts.update(supply.tiles.counts)
    used = Counter([*rack, *tiles_laid("".join(board.values()), counts)])
    for tile, count in used.items():
        if count > counts[tile]:
            raise NotationError(Message(_TOO_MANY_OF, {"tile": tile, "count": counts[tile]}))


def _read_scores(text: str, seats: int) -> tuple[int, ...]:
    said = text.split() or ["0"] * seats
    if len(said) != seats or not all(score.isascii() and score.isdigit() for score in said):
        raise NotationError(Message(_NO_SCORES))
    return tuple(min(int(score), HIGHEST_SCORE) for score in said)


def _read_numbers(empty: SetPosition, given: Mapping[str, str]) -> SetPosition:
    """Eight ranks from the eighth to the first, separated by `/` or each on a line of its own."""
    layout, start = empty.layout, empty.start
    assert isinstance(start, numeria.State)
    with reading("board"):
        board = _read_ranks(given.get("board", ""), layout)
    taken: list[tuple[Numbers, ...]] = []
    numbers = [*board.values()]
    for name in (f"taken{seat + 1}" for seat in range(SEATS)):
        with reading(name):
            taken.append(_read_tropes(given.get(name, ""), start.tropes))
            numbers += [str(number) for trope in taken[-1] for number in trope]
            require_once(numbers)
    frozen = given.get("frozen", "").strip().lower()
    square = layout.parse_square(frozen) if SQUARE.fullmatch(frozen) else None
    if frozen and (square is None or square not in board):
        raise FieldError("frozen", Message(_NO_FROZEN))
    return replace(empty, board=board, frozen=square, taken=tuple(taken))


def _read_ranks(text: str, layout: Layout) -> dict[Square, str]:
    board: dict[Square, str] = {}
    for row, rank in enumerate(_ranks(text, layout.size)):
        signs = rank.split()
        if len(signs) > layout.size:
            raise NotationError(Message(_LONG_ROW, {"row": layout.rows[row], "size": layout.size}))
        board |= {(row, at): sign for at, sign in enumerate(signs) if sign != EMPTY_SQUARE}
    require_once([*board.values()])
    return board


def _ranks(text: str, size: int) -> list[str]:
    ranks = _BETWEEN_RANKS.split(text.replace("\r\n", "\n").strip())
    if len(ranks) > size:
        raise NotationError(Message(_MANY_ROWS, {"size": size}))
    return ranks


def _read_tropes(text: str, tropes_of_game: Collection[Numbers]) -> tuple[Numbers, ...]:
    """Tropes with spaces between, their numbers with a hyphen."""
    tropes = []
    for said in text.split():
        numbers = said.split(BETWEEN_NUMBERS)
        if not all(number.isascii() and number.isdigit() for number in numbers):
            raise NotationError(Message(_NO_TROPE))
        tropes.append(tuple(map(int, numbers)))
    if any(trope not in tropes_of_game for trope in tropes):
        raise NotationError(Message(_NO_TROPE))
    return tuple(tropes)


def position_of(state: State, options: Mapping[str, str]) -> SetPosition:
    """A position of a game with these options, as the seat to move sees it.

    Raises ValueError where nobody is to move or the rack of that seat is not known.
    """
    if state.turn is None:
        raise ValueError("nobody is to move")
    values = resolve_options(state.options, options)
    board = dict(state.board)
    quiet = state.quiet_turns
    common = SetPosition(
        key=state.key,
        options=values,
        board=board,
        turn=state.turn,
        quiet=quiet if any(quiet) else (),
    )
    if isinstance(state, numeria.State):
        taken = tuple(tuple(trope.numbers for trope in tropes) for tropes in state.taken)
        return replace(common, frozen=state.frozen(state.turn), taken=taken)
    rack = state.racks[state.turn]
    if isinstance(rack, int):
        raise ValueError("the tiles of this rack are not known")
    return replace(common, rack=rack, scores=state.scores, left=state.departed)
