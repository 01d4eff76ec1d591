"""The best moves of Numeria: each move, the tropes that it opens to both sides, and its value."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nsmallest
from typing import Literal, NamedTuple

from games.engine.search_result import SearchResult
from games.engine.time_limit import TimeLimit
from games.rules.grid import Square
from games.rules.moves import Seat
from games.rules.numeria import STRICT_TROPES, TROPES, State
from games.rules.numeria.constants import MAX_SCORELESS_TURNS, TROPES_TO_WIN
from games.rules.numeria.movement import (
    LEAPS,
    LINES4,
    LINES4_THROUGH,
    RAYS,
    Board,
    Line4,
    destinations,
    move_tile,
    numbers_on,
)
from games.rules.numeria.notation import format_move
from games.rules.numeria.tropes import Numbers

NO_NUMBER = 0
"""Stands in a line for the square that is empty."""

MissingNumbers = Mapping[Numbers, tuple[int, ...]]
"""The numbers that would complete each line of four that has NO_NUMBER on one square."""

# The value of a move is a number of no unit, made of these.
WIN_VALUE = 1_000_000
TROPE_VALUE = 10_000
REPLY_VALUE = 9_000  # less than a trope taken now: the other may overlook the reply
FORK_VALUE = 500
THREAT_VALUE = 10


class Gap(NamedTuple):
    """A line that lacks one number to be a trope.

    `end` is its empty square; each of the `numbers` there would make a trope.
    """

    four: Line4
    end: Square
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class OpenTrope:
    """A trope that one move would make: the start and end of that move, and the line."""

    start: Square
    end: Square
    four: Line4

    @property
    def squares(self) -> frozenset[Square]:
        """The squares on which a change may prevent it."""
        return frozenset((self.start, *self.four))


@dataclass(frozen=True)
class CandidateMove:
    """A legal move and its consequences.

    - `text`: the move in notation
    - `end`: the square to which the tile moves
    - `four`: the line of the trope that it takes, None for none
    - `board`: the board after the move
    - `replies`: the tropes that the other could take at once
    - `threats`: the tropes that the mover could take if the other moved nothing
    """

    text: str
    end: Square
    four: Line4 | None
    board: Board
    replies: tuple[OpenTrope, ...]
    threats: tuple[OpenTrope, ...]

    @property
    def points(self) -> int:
        """The points of the move: 1 for a trope."""
        return 0 if self.four is None else 1


@dataclass(frozen=True)
class Aim:
    """The purpose of a move, and the numbers of the line concerned.

    It `takes` a trope, `prepares` one that the other cannot take first, `stops` one that the
    other could have taken next, or `keeps` the other from taking any. It is empty where none of
    these is certain, and for a move that takes none and ends the game.
    """

    kind: Literal["takes", "prepares", "stops", "keeps", ""]
    numbers: Numbers = ()


def aim_of(state: State, seat: Seat, text: str) -> Aim:
    """The purpose of a legal move of this seat. Raises StopIteration if it is not legal."""
    move = next(each for each in candidate_moves(state, seat) if each.text == text)
    if move.four is not None:
        start = state.layout.parse_square(text.partition("-")[0])
        return Aim("takes", _numbers_after(state.numbers, start, move.end, move.four))
    if _ends_game(state):
        return Aim("")
    for trope in move.threats:
        if trope not in move.replies:
            return Aim("prepares", _numbers_of(move.board, trope))
    lost = {trope.four for trope in move.replies}
    missing = missing_numbers(state.is_strict)
    for trope in open_tropes(state.numbers, gaps(state.numbers, LINES4, missing)):
        if trope.four not in lost:
            return Aim("stops", _numbers_of(state.numbers, trope))
    return Aim("" if move.replies else "keeps")


def _numbers_of(board: Board, trope: OpenTrope) -> Numbers:
    return _numbers_after(board, trope.start, trope.end, trope.four)


def _numbers_after(board: Board, start: Square, end: Square, four: Line4) -> Numbers:
    return numbers_on(move_tile(board, start, end), four)


def numeria_moves(state: State, seat: Seat, k: int, time_limit: float | None) -> SearchResult:
    """The k moves of the highest value, with every reply considered; `time_limit` is in seconds."""
    limit = TimeLimit.start(time_limit)
    found: list[tuple[int, str, int]] = []
    exact = True
    for move in candidate_moves(state, seat):
        found.append((-value_of(state, seat, move, move), move.text, move.points))
        if limit.is_over():
            exact = False
            break
    return SearchResult([(text, points) for _, text, points in nsmallest(k, found)], exact)


def value_of(state: State, seat: Seat, move: CandidateMove, seen: CandidateMove) -> int:
    """The value of a move in a position: that of the last turn may win without a trope (M10).

    `seen` is the move as far as its consequences are seen.
    """
    return WIN_VALUE if wins_by_turns(state, seat, move) else move_value(state.scores, seat, seen)


def wins_by_turns(state: State, seat: Seat, move: CandidateMove) -> bool:
    """Whether a move takes no trope, ends the game by it, and this seat has more of them (M10)."""
    return not move.points and _ends_game(state) and state.scores[seat] > state.scores[1 - seat]


def move_value(scores: Sequence[int], seat: Seat, move: CandidateMove) -> int:
    """The value of a move: of its trope and its threats, less that of the best reply.

    `scores` are those before the move. The third trope wins, whatever the replies (M10).
    """
    if scores[seat] + move.points == TROPES_TO_WIN:
        return WIN_VALUE
    value = move.points * TROPE_VALUE
    if move.replies:
        is_lost = scores[1 - seat] + 1 == TROPES_TO_WIN
        return value - (WIN_VALUE if is_lost else REPLY_VALUE)
    value += THREAT_VALUE * len(move.threats)
    return value + FORK_VALUE if is_fork(move) else value


def is_fork(move: CandidateMove) -> bool:
    """Whether at least one threat remains after every move of the other.

    The tile moved last is frozen for the other, the tile that the other moves for the mover (M6).
    """
    if len(move.threats) < 2:
        return False
    return not any(_is_defence(move, start, end) for start, end in _defences(move))


def _defences(move: CandidateMove) -> Iterator[tuple[Square, Square]]:
    """The start and end of each move of the other, tiles that take part in a threat first."""
    parts = dict.fromkeys(square for trope in move.threats for square in trope.squares)
    for start in dict.fromkeys((*parts, *move.board)):
        if start in move.board and start != move.end:
            for end in destinations(move.board, start):
                yield start, end


def _is_defence(move: CandidateMove, start: Square, end: Square) -> bool:
    """Whether no threat remains after this move of the other."""
    after = move_tile(move.board, start, end)
    return not any(
        can_go(after, trope.start, trope.end)
        for trope in move.threats
        if start not in trope.squares and end not in trope.squares
    )


def candidate_moves(state: State, seat: Seat) -> Iterator[CandidateMove]:
    """Every legal move of this seat, once for each trope that it may take."""
    frozen, tropes = state.frozen(seat), state.tropes
    missing = missing_numbers(state.is_strict)
    before = list(gaps(state.numbers, LINES4, missing))
    for start in state.numbers:
        if start == frozen:
            continue
        untouched = [gap for gap in before if start not in gap.four]
        for end in destinations(state.numbers, start):
            after = move_tile(state.numbers, start, end)
            fours = [
                four
                for four in LINES4_THROUGH[end]
                if frozen not in four and numbers_on(after, four) in tropes
            ]
            yield from (_taking(after, start, end, four, missing) for four in fours)
            if not fours:
                found = [gap for gap in untouched if end not in gap.four]
                found += gaps(after, fours_through_either(start, end), missing)
                yield _quiet(state, after, start, end, found)


def _taking(
    after: Board, start: Square, end: Square, four: Line4, missing: MissingNumbers
) -> CandidateMove:
    """A move that takes a trope: its four tiles leave the board, and none is frozen."""
    board = {square: after[square] for square in after if square not in four}
    tropes = tuple(open_tropes(board, gaps(board, LINES4, missing)))
    return CandidateMove(format_move(start, end, four), end, four, board, tropes, tropes)


def _quiet(
    state: State, after: Board, start: Square, end: Square, found: Iterable[Gap]
) -> CandidateMove:
    """A move that takes no trope. `found` are the gaps of the board after it.

    In the last turn without a trope it ends the game, so it has no replies (M10).
    """
    threats = tuple(open_tropes(after, found))
    replies = tuple(trope for trope in threats if end not in trope.squares)
    return CandidateMove(
        format_move(start, end), end, None, after, () if _ends_game(state) else replies, threats
    )


def _ends_game(state: State) -> bool:
    """Whether a move that takes no trope ends the game (M10)."""
    return state.scoreless_turns + 1 == MAX_SCORELESS_TURNS


def gaps(board: Board, fours: Iterable[Line4], missing: MissingNumbers) -> Iterator[Gap]:
    """Those of the lines that lack one number."""
    number, none = board.get, NO_NUMBER
    for four in fours:
        a, b, c, d = four
        line = (number(a, none), number(b, none), number(c, none), number(d, none))
        if line in missing:
            yield Gap(four, four[line.index(none)], missing[line])


def open_tropes(board: Board, found: Iterable[Gap]) -> Iterator[OpenTrope]:
    """Every trope that one move would make in these lines, no tile being frozen."""
    for four, end, numbers in found:
        for start, number in board.items():
            if number in numbers and can_go(board, start, end):
                yield OpenTrope(start, end, four)


@cache
def fours_through_either(one: Square, other: Square) -> tuple[Line4, ...]:
    """The lines of four through at least one of two squares, each once."""
    return tuple(dict.fromkeys(LINES4_THROUGH[one] + LINES4_THROUGH[other]))


@lru_cache
def missing_numbers(is_strict: bool) -> MissingNumbers:
    """The numbers that complete each trope from which one number is missing."""
    found: dict[Numbers, tuple[int, ...]] = {}
    for numbers in STRICT_TROPES if is_strict else TROPES:
        for place, number in enumerate(numbers):
            line = (*numbers[:place], NO_NUMBER, *numbers[place + 1 :])
            found[line] = (*found.get(line, ()), number)
    return found


def can_go(board: Board, start: Square, end: Square) -> bool:
    """Whether the tile on `start` slides or jumps to the empty square `end` (M4)."""
    return _slides(board, start, end) or _jumps(board, start, end)


def _slides(board: Board, start: Square, end: Square) -> bool:
    for ray in RAYS[start]:
        if end in ray:
            return not any(square in board for square in ray[: ray.index(end)])
    return False


def _jumps(board: Board, start: Square, end: Square) -> bool:
    """Jumps go two squares at a time, so they keep to squares an even way apart."""
    if (start[0] - end[0]) % 2 or (start[1] - end[1]) % 2:
        return False
    reached = [start]
    for here in reached:
        for over, behind in LEAPS[here]:
            if over in board and behind not in board and behind not in reached:
                if behind == end:
                    return True
                reached.append(behind)
    return False
