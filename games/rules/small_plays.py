"""A slow, correct enumerator of small legal plays, for tests, the demo and property tests."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from games.rules.arithmetic import SIGNS, Fault, common_value, split_members
from games.rules.base import Refusal, Seat, Square, Verdict
from games.rules.grid import ACROSS, DOWN, Layout, Step, crossing, line_through, move_on
from games.rules.laying import Board, touches
from games.rules.notation import COVERED, Play
from games.rules.tiles import BLANK, Pile, TileSet, symbol_of, tile_of, without

Window = tuple[Square, ...]
"""The empty squares that a play fills, in the order of reading."""

Candidate = tuple[Square, Step, Window]
"""Where a play may start, how it runs, and the squares it fills."""

EDGE = ""  # what stands beside the first and the last symbol of a line


class Position(Protocol):
    """What this module asks of a State: a tile-laying game with racks of single tiles."""

    @property
    def layout(self) -> Layout: ...
    @property
    def tiles(self) -> TileSet: ...
    @property
    def board(self) -> Board: ...
    @property
    def racks(self) -> Sequence[Pile]: ...

    def check(self, seat: Seat, text: str) -> Verdict: ...


def small_plays(
    state: Position,
    seat: Seat,
    most_tiles: int,
    order: Callable[[list[Candidate]], list[Candidate]] | None = None,
) -> Iterator[str]:
    """Every legal play of at most so many new tiles from that seat's rack, each once, lazily.

    `order` may reorder or thin out the candidates. The rules of the game have the last word:
    a text is given only when `state.check` takes it.
    """
    rack = state.racks[seat]
    if isinstance(rack, int):
        raise ValueError("the tiles of this rack are not known")
    found = list(candidates(state, min(most_tiles, len(rack))))
    for start, step, window in found if order is None else order(found):
        for after in _fillings(state.board, step, window, rack, state.tiles):
            text = str(_play(state.board, after, start, step, window[-1]))
            try:
                yield state.check(seat, text).text
            except Refusal:
                continue


def candidates(state: Position, most_tiles: int) -> Iterator[Candidate]:
    """Every row of empty squares that touches the board, or the centre of an empty board.

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
                    has_place = touches(board, window) if board else layout.centre in window
                    if has_place and (step == ACROSS or len(window) > 1):
                        yield start, step, tuple(window)
                square = move_on(square, step)


def _fillings(
    board: Board, step: Step, window: Window, rack: tuple[str, ...], tiles: TileSet
) -> Iterator[Board]:
    """The board with the window filled, leaving out what no game of equations allows."""
    square, later = window[0], window[1:]
    for face in _faces(rack, tiles):
        after = {**board, square: face}
        if not _has_room(after, square, step, later):
            continue
        if later:
            yield from _fillings(after, step, later, without(rack, (tile_of(face),)), tiles)
        elif could_stand(_line(after, square, step)):
            yield after


def _faces(rack: tuple[str, ...], tiles: TileSet) -> list[str]:
    """What a tile of the rack can show; a blank shows any symbol."""
    symbols = [symbol for symbol in tiles.counts if symbol != BLANK]
    blanks = [BLANK + symbol for symbol in symbols] if BLANK in rack else []
    return [symbol for symbol in symbols if symbol in rack] + blanks


def _has_room(after: Board, square: Square, step: Step, later: Window) -> bool:
    """Whether the new tile goes with its neighbours; `later` are squares yet to be filled."""
    symbol, beyond = symbol_of(after[square]), move_on(square, step)
    if not may_follow(symbol_of(after.get(move_on(square, step, -1), EDGE)), symbol):
        return False
    if beyond not in later and not may_follow(symbol, symbol_of(after.get(beyond, EDGE))):
        return False
    cross = _line(after, square, crossing(step))
    return len(cross) == 1 or could_stand(cross)


def may_follow(before: str, symbol: str) -> bool:
    """Whether these can be neighbours; EDGE stands for the end of a line.

    >>> may_follow("=", "-"), may_follow("*", "=")
    (True, False)
    """
    if before in SIGNS:
        return symbol != EDGE and symbol not in "+*/="
    return before not in (EDGE, "=") or symbol not in ("+", "*", "/") and before + symbol != "=="


@lru_cache(maxsize=65536)
def could_stand(line: str) -> bool:
    """Whether the sides of a line that are there are well formed and equal.

    >>> could_stand("6+2="), could_stand("6+2=9"), could_stand("62")
    (True, False, True)
    """
    try:
        common_value([member for member in split_members(line) if member])
    except Fault:
        return False
    return True


def _line(board: Board, square: Square, step: Step) -> str:
    return "".join(symbol_of(board[each]) for each in line_through(board, square, step))


def _play(board: Board, after: Board, start: Square, step: Step, last: Square) -> Play:
    length = abs(last[0] - start[0]) + abs(last[1] - start[1]) + 1
    squares = [move_on(start, step, times) for times in range(length)]
    return Play(start, step, tuple(COVERED if s in board else after[s] for s in squares))
