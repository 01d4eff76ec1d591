"""A slow, correct enumerator of small legal plays, for tests, the demo and property tests."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable

from games.rules.arithmetic import SIGNS, Fault
from games.rules.base import Refusal, Seat, Verdict
from games.rules.grid import ACROSS, DOWN, Layout, Square, Step, crossing, line_through, move_on
from games.rules.laying import Board, Judge
from games.rules.notation import COVERED, Play
from games.rules.tiles import BLANK, Pile, TileSet, symbol_of, tile_of, without

Window = tuple[Square, ...]
"""The empty squares that a play fills, in the order of reading."""

Candidate = tuple[Square, Step, Window]
"""Where a play may start, how it runs, and the squares it fills."""

EDGE = ""  # what stands beside the first and the last symbol of a line


class Position(Protocol):
    """What this module asks of a State: tiles laid in any number, lines judged one by one."""

    @property
    def layout(self) -> Layout: ...
    @property
    def tiles(self) -> TileSet: ...
    @property
    def free(self) -> tuple[str, ...]: ...
    @property
    def board(self) -> Board: ...
    @property
    def racks(self) -> Sequence[Pile]: ...
    @property
    def judge(self) -> Judge: ...

    def has_place(self, squares: Sequence[Square]) -> bool: ...

    def check(self, seat: Seat, text: str) -> Verdict: ...


@runtime_checkable
class Listing(Protocol):
    """A State that lists every legal move of the seat on turn itself."""

    def legal_moves(self) -> Iterator[str]: ...


def some_plays(
    state: Position | Listing,
    seat: Seat,
    most_tiles: int,
    order: Callable[[list[Any]], list[Any]] | None = None,
) -> Iterator[str]:
    """Legal plays of the seat on turn, in any game: its own list, else plays of few tiles.

    `order` may reorder or thin out the moves or the candidates.
    """
    if isinstance(state, Listing):
        moves = [move for move in state.legal_moves() if move != "pass"]
        yield from moves if order is None else order(moves)
    else:
        yield from small_plays(state, seat, most_tiles, order)


def small_plays(
    state: Position,
    seat: Seat,
    most_tiles: int,
    order: Callable[[list[Candidate]], list[Candidate]] | None = None,
) -> Iterator[str]:
    """Every legal play of at most so many new tiles that seat can make, each once, lazily.

    A tile that is always at hand is laid once at most: no line has room for two of them.
    `order` may reorder or thin out the candidates. The rules of the game have the last word:
    a text is given only when `state.check` takes it.
    """
    rack = state.racks[seat]
    if isinstance(rack, int):
        raise ValueError("the tiles of this rack are not known")
    hand = (*rack, *state.free)
    found = list(candidates(state, min(most_tiles, len(hand))))
    for start, step, window in found if order is None else order(found):
        for after in _fillings(state, state.board, step, window, hand):
            text = str(_play(state.board, after, start, step, window[-1]))
            try:
                yield state.check(seat, text).text
            except Refusal:
                continue


def candidates(state: Position, most_tiles: int) -> Iterator[Candidate]:
    """Every row of empty squares on which the game lets tiles lie.

    A single square is given across only, as its play is written.
    """
    board, layout = state.board, state.layout
    for step in (ACROSS, DOWN):
        for start in layout.squares():
            square = start
            window: list[Square] = []
            while start not in board and layout.holds(square) and len(window) < most_tiles:
                if square not in board:
                    window.append(square)
                    if (step == ACROSS or len(window) > 1) and state.has_place(window):
                        yield start, step, tuple(window)
                square = move_on(square, step)


def _fillings(
    state: Position, board: Board, step: Step, window: Window, hand: tuple[str, ...]
) -> Iterator[Board]:
    """The board with the window filled, leaving out lines that the game forbids."""
    square, later = window[0], window[1:]
    for face in _faces(hand, state):
        after = {**board, square: face}
        if not _has_room(state, after, square, step, later):
            continue
        if later:
            yield from _fillings(state, after, step, later, without(hand, (tile_of(face),)))
        elif _goes(state, after, square, step):
            yield after


def _faces(hand: tuple[str, ...], state: Position) -> list[str]:
    """What a tile of the hand can show; a blank shows any symbol that lies in a bag."""
    symbols = [symbol for symbol in state.tiles.counts if symbol != BLANK]
    meant = [symbol for symbol in symbols if symbol not in state.free]
    blanks = [BLANK + symbol for symbol in meant] if BLANK in hand else []
    return [symbol for symbol in symbols if symbol in hand] + blanks


def _has_room(state: Position, after: Board, square: Square, step: Step, later: Window) -> bool:
    """Whether the new tile goes with its neighbours; `later` are squares yet to be filled."""
    symbol = symbol_of(after[square])
    before, beyond = move_on(square, step, -1), move_on(square, step)
    is_in_line = before in after or beyond in after or beyond in later
    if is_in_line and not may_follow(symbol_of(after.get(before, EDGE)), symbol):
        return False
    is_last = is_in_line and beyond not in later
    if is_last and not may_follow(symbol, symbol_of(after.get(beyond, EDGE))):
        return False
    return _goes(state, after, square, crossing(step))


def may_follow(before: str, symbol: str) -> bool:
    """Whether these can be neighbours; EDGE stands for the end of a line.

    >>> may_follow("=", "-"), may_follow("*", "=")
    (True, False)
    """
    if before in SIGNS:
        return symbol != EDGE and symbol not in "+*/="
    return before not in (EDGE, "=") or symbol not in ("+", "*", "/") and before + symbol != "=="


@lru_cache(maxsize=65536)
def _is_legal(judge: Judge, line: str) -> bool:
    try:
        judge(line)
    except Fault:
        return False
    return True


def _goes(state: Position, after: Board, square: Square, step: Step) -> bool:
    """Whether the line of the new tile is legal; a tile by itself is no line."""
    is_line = len(line_through(after, square, step)) > 1
    return not is_line or _is_legal(state.judge, _line(after, square, step))


def _line(board: Board, square: Square, step: Step) -> str:
    return "".join(symbol_of(board[each]) for each in line_through(board, square, step))


def _play(board: Board, after: Board, start: Square, step: Step, last: Square) -> Play:
    length = abs(last[0] - start[0]) + abs(last[1] - start[1]) + 1
    squares = [move_on(start, step, times) for times in range(length)]
    return Play(start, step, tuple(COVERED if s in board else after[s] for s in squares))
