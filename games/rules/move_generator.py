"""A slow, simple generator of legal plays with few tiles, for tests, the demo and fallbacks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations
from typing import Protocol

from games.rules.arithmetic import SIGNS, Fault
from games.rules.grid import ACROSS, DOWN, Layout, Square, Step, crossing, line_through, move_on
from games.rules.moves import Seat, Verdict
from games.rules.notation import COVERED, Play, Swap
from games.rules.placement import Board, Judge
from games.rules.refusals import Refusal
from games.rules.tiles import BLANK, Pile, TileSet, remove_tiles, symbol_of, tile_of

Window = tuple[Square, ...]
"""The empty squares that a play fills, in the order of reading."""

Candidate = tuple[Square, Step, Window]
"""The first square of a play, its direction, and the squares it fills."""

EDGE = ""
"""Stands beside the first and the last symbol of a line."""


class Checker(Protocol):
    """A State that tells whether a move is legal."""

    def check(self, seat: Seat, text: str) -> Verdict: ...


class TileState(Checker, Protocol):
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


def plays_up_to(
    state: TileState,
    seat: Seat,
    max_tiles: int,
    order: Callable[[list[Candidate]], Iterable[Candidate]] | None = None,
) -> Iterator[str]:
    """Generate every legal play of the seat with at most `max_tiles` new tiles, each once.

    A tile that is always at hand is laid once at most: no line has room for two of them.
    `order` may reorder or thin out the candidates. Every text has passed `state.check`. Raises
    ValueError if the tiles of the seat are not known.
    """
    rack = state.racks[seat]
    if isinstance(rack, int):
        raise ValueError("the tiles of this rack are not known")
    hand = (*rack, *state.free)
    found = list(candidates(state, min(max_tiles, len(hand))))
    for start, step, window in found if order is None else order(found):
        for after in _fillings(state, state.board, step, window, hand):
            text = str(_play(state.board, after, start, step, window[-1]))
            try:
                yield state.check(seat, text).text
            except Refusal:
                continue


def legal_swaps(state: Checker, seat: Seat, rack: Sequence[str]) -> Iterator[str]:
    """Generate every swap of tiles of this rack that the bags allow, each once."""
    for count in range(1, len(rack) + 1):
        for given in dict.fromkeys(combinations(sorted(rack), count)):
            with suppress(Refusal):
                yield state.check(seat, str(Swap(given))).text


def candidates(state: TileState, max_tiles: int) -> Iterator[Candidate]:
    """Generate every row of at most `max_tiles` empty squares on which the game lets tiles lie.

    A single square comes across only, as its play is written.
    """
    board, layout = state.board, state.layout
    for step in (ACROSS, DOWN):
        for start in layout.squares():
            square = start
            window: list[Square] = []
            while start not in board and layout.holds(square) and len(window) < max_tiles:
                if square not in board:
                    window.append(square)
                    if (step == ACROSS or len(window) > 1) and state.has_place(window):
                        yield start, step, tuple(window)
                square = move_on(square, step)


def _fillings(
    state: TileState, board: Board, step: Step, window: Window, hand: tuple[str, ...]
) -> Iterator[Board]:
    """Generate the boards with the window filled, without those that hold a forbidden line."""
    square, later = window[0], window[1:]
    for face in _faces(hand, state):
        after = {**board, square: face}
        if not _has_room(state, after, square, step, later):
            continue
        if later:
            yield from _fillings(state, after, step, later, remove_tiles(hand, (tile_of(face),)))
        elif _is_legal_line(state, after, square, step):
            yield after


def _faces(hand: tuple[str, ...], state: TileState) -> list[str]:
    """Return the faces that tiles of the hand can show; a blank shows any symbol of a bag."""
    symbols = [symbol for symbol in state.tiles.counts if symbol != BLANK]
    meant = [symbol for symbol in symbols if symbol not in state.free]
    blanks = [BLANK + symbol for symbol in meant] if BLANK in hand else []
    return [symbol for symbol in symbols if symbol in hand] + blanks


def _has_room(state: TileState, after: Board, square: Square, step: Step, later: Window) -> bool:
    """Tell whether the new tile goes with its neighbours; `later` are squares yet to fill."""
    symbol = symbol_of(after[square])
    before, beyond = move_on(square, step, -1), move_on(square, step)
    is_in_line = before in after or beyond in after or beyond in later
    if is_in_line and not may_follow(symbol_of(after.get(before, EDGE)), symbol):
        return False
    is_last = is_in_line and beyond not in later
    if is_last and not may_follow(symbol, symbol_of(after.get(beyond, EDGE))):
        return False
    return _is_legal_line(state, after, square, crossing(step))


def may_follow(before: str, symbol: str) -> bool:
    """Tell whether these symbols can be neighbours; EDGE stands for the end of a line.

    >>> may_follow("=", "-"), may_follow("*", "=")
    (True, False)
    """
    if before in SIGNS:
        return symbol != EDGE and symbol not in "+*/="
    return before not in (EDGE, "=") or symbol not in ("+", "*", "/") and before + symbol != "=="


@lru_cache(maxsize=65536)
def _is_legal_text(judge: Judge, line: str) -> bool:
    try:
        judge(line)
    except Fault:
        return False
    return True


def _is_legal_line(state: TileState, after: Board, square: Square, step: Step) -> bool:
    """Tell whether the line of the new tile is legal; a single tile is no line."""
    is_line = len(line_through(after, square, step)) > 1
    return not is_line or _is_legal_text(state.judge, _line_text(after, square, step))


def _line_text(board: Board, square: Square, step: Step) -> str:
    return "".join(symbol_of(board[each]) for each in line_through(board, square, step))


def _play(board: Board, after: Board, start: Square, step: Step, last: Square) -> Play:
    length = abs(last[0] - start[0]) + abs(last[1] - start[1]) + 1
    squares = [move_on(start, step, times) for times in range(length)]
    return Play(start, step, tuple(COVERED if s in board else after[s] for s in squares))
