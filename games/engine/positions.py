"""Positions read from plain values or from records, as the seat to move sees them."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from games.engine.leaves import tiles_laid
from games.rules import GAMES, notation, numeria
from games.rules.grid import Layout, Square
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.notation import COVERED
from games.rules.numeria.constants import NUMBERS, SEATS, TROPES_TO_WIN
from games.rules.numeria.setup import EMPTY_SQUARE, format_initial_position
from games.rules.numeria.tropes import trope_from_json, trope_to_json
from games.rules.record import Replay, parse_options
from games.rules.refusals import IllegalMove, NotationError
from games.rules.stock import Rack, Stock
from games.rules.tile_game import TileGame
from games.rules.tiles import Bag
from games.rules.tokens import split_tokens

SEAT_TO_MOVE: Seat = 0  # in a position that is written down
SEED = bytes(32)  # of the game into which a position is put; none of its draws is kept
SQUARE = re.compile("[a-h][1-8]")
MAX_QUOTED = 20  # characters of the input in a message

_NO_POSITION = gettext_noop("a position is an object with the name of its game")
_NO_GAME = gettext_noop("there is no game %(game)s")
_NO_OPTIONS = gettext_noop("options are names with values")
_NO_BOARD = gettext_noop("the board has %(size)s rows of %(size)s squares, each row a text")
NO_TILE = gettext_noop("there is no tile %(tile)s in this game")
_SHUT = gettext_noop("no tile can lie on %(square)s")
_NOT_HERE = gettext_noop(  # of Digifeud: elsewhere any tile may lie on any square not shut
    "the tile %(tile)s cannot lie on %(square)s: numbers lie in every second row and column, "
    "signs between two of them"
)
_NO_RACK = gettext_noop("the rack is a text, as after swap")
_TOO_MANY = gettext_noop("a hand holds %(hand)s tiles at most")
_TOO_MANY_OF = {
    "draw": gettext_noop("a hand holds %(hand)s numbers at most"),
    "sign": gettext_noop("a hand holds %(hand)s signs at most"),
}
_NO_SETUP = gettext_noop(
    "a set-up has eight ranks of eight squares, separated by /, and no number twice"
)
_NO_FROZEN = gettext_noop("the frozen square has a name like c6, and a tile stands on it")
_NO_TAKEN = gettext_noop("tropes taken are listed for both seats, with numbers and squares")
_NO_SCORES = gettext_noop("scores are whole numbers, one for each seat")
_NO_PLY = gettext_noop("this record has the moves 1 to %(moves)s")
_GAME_OVER = gettext_noop("the game is over")
_UNKNOWN_RACK = gettext_noop("the racks of this game are not known: its record has no seed")


# --- written down ---


def read_position(data: object) -> State:
    """The State of a position given as plain values; the first seat is to move.

    The board need not be one that a game can reach. `scores` may name the points of each seat, the
    first one's first. Raises NotationError.
    """
    if not isinstance(data, Mapping):
        raise NotationError(Message(_NO_POSITION))
    game = GAMES.get(str(data.get("game")))
    if game is None:
        raise NotationError(Message(_NO_GAME, {"game": _quote(data.get("game"))}))
    start = game.new(seed=SEED, options=_options(data.get("options")))
    if isinstance(start, numeria.State):
        return _with_numbers(start, data)
    assert isinstance(start, TileGame)
    return _with_tiles(start, data)


def _quote(value: object) -> str:
    return str(value)[:MAX_QUOTED]


def _options(given: object) -> dict[str, str]:
    """Options as an object, or as in the header of a record."""
    if given is None:
        return {}
    if isinstance(given, str):
        return parse_options(given)
    if not isinstance(given, Mapping):
        raise NotationError(Message(_NO_OPTIONS))
    return {str(name): _quote(value) for name, value in given.items()}


def _with_tiles(start: TileGame, data: Mapping[str, Any]) -> State:
    """The position with these tiles on the board and on the rack; all others are only counted."""
    board = _board(data.get("board"), start)
    stock = _stock(start.stock, board, _rack(data.get("rack", ""), start.stock))
    scores = _scores(data.get("scores"), start)
    return replace(start, board=board, stock=stock, turn=SEAT_TO_MOVE, scores=scores)


def _scores(given: object, start: TileGame) -> tuple[int, ...]:
    """The points of each seat; nothing where nothing is said. Raises NotationError."""
    if given is None:
        return start.scores
    if not isinstance(given, list) or len(given) != start.seats:
        raise NotationError(Message(_NO_SCORES))
    if any(type(score) is not int for score in given):
        raise NotationError(Message(_NO_SCORES))
    return tuple(given)


def _board(rows: object, start: TileGame) -> dict[Square, str]:
    """The board of a list of rows from the top, a token for each square; `.` is empty."""
    size = start.layout.size
    refusal = NotationError(Message(_NO_BOARD, {"size": size}))
    if not isinstance(rows, list) or len(rows) != size:
        raise refusal
    board: dict[Square, str] = {}
    for row, text in enumerate(rows):
        tokens = split_tokens(text) if isinstance(text, str) else []
        if len(tokens) != size or "".join(tokens) != text:
            raise refusal
        board |= {(row, at): token for at, token in enumerate(tokens) if token != COVERED}
    require_tiles(start, board)
    return board


def require_tiles(start: TileGame, board: Mapping[Square, str]) -> None:
    """Raise NotationError for what is no tile, or lies where the game lays none of its kind."""
    for square, face in board.items():
        if not start.can_show(face):
            raise NotationError(Message(NO_TILE, {"tile": _quote(face)}))
        name = start.layout.name(square)
        if square in start.layout.shut:
            raise NotationError(Message(_SHUT, {"square": name}))
        if not start.can_lie_on(square, face):
            raise NotationError(Message(_NOT_HERE, {"tile": face, "square": name}))


def _rack(text: object, stock: Stock) -> tuple[str, ...]:
    """The tiles of a rack, written as after `swap`. Raises NotationError."""
    if not isinstance(text, str):
        raise NotationError(Message(_NO_RACK))
    kinds = [tile for supply in stock.supplies for tile in supply.tiles.counts]
    move = notation.parse(f"swap {text}", kinds) if text.strip(" ") else notation.Swap(())
    assert isinstance(move, notation.Swap)
    for supply in stock.supplies:
        if len(supply.own_tiles(move.tiles)) > supply.rack_size:
            text = _TOO_MANY if len(stock.supplies) == 1 else _TOO_MANY_OF[supply.label]
            raise NotationError(Message(text, {"hand": supply.rack_size}))
    return move.tiles


def _stock(stock: Stock, board: Mapping[Square, str], rack: tuple[str, ...]) -> Stock:
    """The rack of the first seat, full racks of the others, and all other tiles in the bags.

    What is not enough for full racks is held by the next seats; then the bags are empty.
    """
    kinds = {tile for supply in stock.supplies for tile in supply.tiles.counts}
    away = Counter([*rack, *tiles_laid("".join(board.values()), kinds)])
    held: list[Rack] = [tuple(supply.own_tiles(rack) for supply in stock.supplies)]
    left = [(Counter(supply.tiles.counts) - away).total() for supply in stock.supplies]
    for _seat in stock.racks[1:]:
        hand = tuple(
            min(supply.rack_size, rest) for supply, rest in zip(stock.supplies, left, strict=True)
        )
        left = [rest - tiles for rest, tiles in zip(left, hand, strict=True)]
        held.append(hand)
    bags = (Bag(rest, 0, supply.label) for supply, rest in zip(stock.supplies, left, strict=True))
    return Stock(stock.supplies, tuple(bags), tuple(held), None)


def _with_numbers(start: numeria.State, data: Mapping[str, Any]) -> State:
    """The position of Numeria with these numbers on the board and this tile frozen.

    `taken` are the tropes that each seat has taken, if any.
    """
    board = _chessboard(data.get("setup"), start.layout)
    frozen = data.get("frozen")
    square = None
    if frozen is not None:
        if not isinstance(frozen, str) or not SQUARE.fullmatch(frozen):
            raise NotationError(Message(_NO_FROZEN))
        square = start.layout.parse_square(frozen)
        if square not in board:
            raise NotationError(Message(_NO_FROZEN))
    last = (None, square)
    stock = start.stock.seen_by(None)
    return replace(
        start,
        stock=stock,
        initial_position=data["setup"],
        numbers=board,
        turn=SEAT_TO_MOVE,
        taken=_tropes_taken(data.get("taken", [[], []]), start.tropes),
        last=last,
    )


def _tropes_taken(
    given: object, tropes_of_game: Collection[tuple[int, ...]]
) -> tuple[tuple[numeria.Trope, ...], ...]:
    """The tropes of each seat, written as `to_json` writes them; two at most, or the game is over.

    Raises NotationError.
    """
    try:
        assert isinstance(given, list)
        taken = tuple(tuple(trope_from_json(trope) for trope in tropes) for tropes in given)
        known = all(trope.numbers in tropes_of_game for tropes in taken for trope in tropes)
    except (AssertionError, KeyError, TypeError, ValueError, NotationError):
        raise NotationError(Message(_NO_TAKEN)) from None
    if len(taken) != SEATS or not known or max(map(len, taken)) >= TROPES_TO_WIN:
        raise NotationError(Message(_NO_TAKEN))
    return taken


def _chessboard(text: object, layout: Layout) -> dict[Square, int]:
    ranks = [rank.split() for rank in text.split("/")] if isinstance(text, str) else []
    if [len(rank) for rank in ranks] != [layout.size] * layout.size:
        raise NotationError(Message(_NO_SETUP))
    known = {str(number): number for number in NUMBERS}
    signs = {square: ranks[square[0]][square[1]] for square in layout.squares()}
    board = {square: known[sign] for square, sign in signs.items() if sign in known}
    others = {sign for sign in signs.values() if sign not in known}
    if others - {EMPTY_SQUARE} or len(set(board.values())) < len(board):
        raise NotationError(Message(_NO_SETUP))
    return board


def write_position(state: State, seat: Seat) -> dict[str, Any]:
    """The plain values of a position as this seat sees it: what `read_position` reads.

    Options are not written. Raises ValueError if the rack of the seat is not known.
    """
    if isinstance(state, numeria.State):
        frozen, both = state.frozen(seat), (state.taken[seat], state.taken[1 - seat])
        return {
            "game": state.key,
            "setup": format_initial_position(state.numbers),
            "frozen": None if frozen is None else state.layout.name(frozen),
            "taken": [[trope_to_json(trope) for trope in tropes] for tropes in both],
        }
    rack = state.racks[seat]
    if isinstance(rack, int):
        raise ValueError("the tiles of this rack are not known")
    across = range(state.layout.size)
    rows = ["".join(state.board.get((row, at), COVERED) for at in across) for row in across]
    return {"game": state.key, "board": rows, "rack": "".join(rack)}


# --- recorded ---


def recorded_position(replayed: Replay, ply: int) -> State:
    """The position before the move with this number of a record, as its mover saw it.

    Moves count from 1; one more than the last is the position at the end. Raises a Refusal.
    """
    if not 1 <= ply <= len(replayed.moves) + 1:
        raise NotationError(Message(_NO_PLY, {"moves": len(replayed.moves)}))
    state = replayed.moves[ply - 2].after if ply > 1 else _start(replayed)
    if state.turn is None:
        raise IllegalMove("game-over", Message(_GAME_OVER))
    seen = state.seen_by(state.turn)
    if isinstance(seen.view(state.turn)["racks"][state.turn], int):
        raise NotationError(Message(_UNKNOWN_RACK))
    return seen


def _start(replayed: Replay) -> State:
    """The State before the first move of a record that has been replayed."""
    assert replayed.record is not None
    headers = replayed.record.headers
    game, options = GAMES[headers["Game"]], parse_options(headers.get("Options", ""))
    if "Seed" in headers:
        return game.new(seed=bytes.fromhex(headers["Seed"]), options=options)
    first, setup = int(headers["First"]) - 1, headers.get("Setup", "")
    return game.unseeded(first=first, options=options, initial_position=setup)
