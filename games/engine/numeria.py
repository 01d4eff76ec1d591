"""Every move of a position of Numeria with what it leads to, and what that is worth."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nsmallest
from typing import Literal, NamedTuple

from games.engine.base import Search
from games.engine.watch import is_over, moment_after
from games.rules.grid import Square
from games.rules.moves import Seat
from games.rules.numeria import STRICT_TROPES, TROPES, State
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
from games.rules.numeria.tables import MAX_SCORELESS_TURNS, TROPES_TO_WIN
from games.rules.numeria.tropes import Numbers

HOLE = 0
"""Stands in a line for the square that is empty."""

WIN = 1_000_000
TROPE = 10_000
REPLY = 9_000  # a trope in hand comes first: the other may overlook its answer
FORK = 500
THREAT = 10


@dataclass(frozen=True)
class Claim:
    """A trope that one move would make: which tile goes where, and the line."""

    start: Square
    end: Square
    four: Line4

    @property
    def squares(self) -> frozenset[Square]:
        """A change on one of these squares puts an end to it."""
        return frozenset((self.start, *self.four))


@dataclass(frozen=True)
class Prospect:
    """A move and what it leads to.

    `end` is where the tile goes, `four` the trope that is taken, `board` what is there then.
    `replies` are the tropes that the other could take at once, `threats` those that the mover
    could take if the other moved nothing.
    """

    text: str
    end: Square
    four: Line4 | None
    board: Board
    replies: tuple[Claim, ...]
    threats: tuple[Claim, ...]

    @property
    def points(self) -> int:
        return 0 if self.four is None else 1


@dataclass(frozen=True)
class Aim:
    """What a move is for, as far as it is certain, and the numbers of the line it is about.

    It `takes` a trope, `prepares` one that the other cannot take before, `stops` one that the
    other could have taken next, or `keeps` the other from taking any; or nothing is certain.
    """

    kind: Literal["takes", "prepares", "stops", "keeps", ""]
    numbers: Numbers = ()


def aim_of(state: State, seat: Seat, text: str) -> Aim:
    """What a legal move of this seat is for."""
    move = next(each for each in prospects(state, seat) if each.text == text)
    if move.four is not None:
        start = state.layout.parse_square(text.partition("-")[0])
        return Aim("takes", _numbers_after(state.board, start, move.end, move.four))
    for claim in move.threats:
        if claim not in move.replies:
            return Aim("prepares", _numbers_of(move.board, claim))
    lost = {claim.four for claim in move.replies}
    missing = missing_numbers(state.is_strict)
    for claim in claims_on(state.board, gaps(state.board, LINES4, missing)):
        if claim.four not in lost:
            return Aim("stops", _numbers_of(state.board, claim))
    return Aim("" if move.replies else "keeps")


def _numbers_of(board: Board, claim: Claim) -> Numbers:
    return _numbers_after(board, claim.start, claim.end, claim.four)


def _numbers_after(board: Board, start: Square, end: Square, four: Line4) -> Numbers:
    return numbers_on(move_tile(board, start, end), four)


def numeria_moves(state: State, seat: Seat, k: int, deadline: float | None) -> Search:
    """The k moves of Numeria of most worth, looking at each answer of the other."""
    until = moment_after(deadline)
    found: list[tuple[int, str, int]] = []
    exact = True
    for prospect in prospects(state, seat):
        found.append((-worth(state.scores, seat, prospect), prospect.text, prospect.points))
        if is_over(until):
            exact = False
            break
    return Search([(text, points) for _, text, points in nsmallest(k, found)], exact)


def worth(scores: Sequence[int], seat: Seat, prospect: Prospect) -> int:
    """What a move is worth: its trope, less the best answer, and what it threatens.

    A third trope wins whatever the answer could be.
    """
    if scores[seat] + prospect.points == TROPES_TO_WIN:
        return WIN
    value = prospect.points * TROPE
    if prospect.replies:
        is_lost = scores[1 - seat] + 1 == TROPES_TO_WIN
        return value - (WIN if is_lost else REPLY)
    value += THREAT * len(prospect.threats)
    return value + FORK if is_fork(prospect) else value


def is_fork(prospect: Prospect) -> bool:
    """Whether a threat is left whatever the other moves.

    The tile moved last is frozen for the other, the tile that he moves for the mover (M6).
    """
    if len(prospect.threats) < 2:
        return False
    return not any(_is_defence(prospect, *move) for move in _defences(prospect))


def _defences(prospect: Prospect) -> Iterator[tuple[Square, Square]]:
    """The moves of the other, those of a tile that takes part in a threat first."""
    parts = dict.fromkeys(square for claim in prospect.threats for square in claim.squares)
    for start in dict.fromkeys((*parts, *prospect.board)):
        if start in prospect.board and start != prospect.end:
            for end in destinations(prospect.board, start):
                yield start, end


def _is_defence(prospect: Prospect, start: Square, end: Square) -> bool:
    """Whether no threat is left after this move of the other."""
    after = move_tile(prospect.board, start, end)
    return not any(
        can_go(after, claim.start, claim.end)
        for claim in prospect.threats
        if start not in claim.squares and end not in claim.squares
    )


def prospects(state: State, seat: Seat) -> Iterator[Prospect]:
    """Every move that this seat may make, each with every trope that it could take.

    A move that takes none in the last turn without a trope ends the game: nothing replies (M10).
    """
    ends_without = state.scoreless_turns + 1 == MAX_SCORELESS_TURNS
    frozen, tropes = state.frozen(seat), state.tropes
    missing = missing_numbers(state.is_strict)
    before = list(gaps(state.board, LINES4, missing))
    for start in state.board:
        if start == frozen:
            continue
        untouched = [gap for gap in before if start not in gap.four]
        for end in destinations(state.board, start):
            after = move_tile(state.board, start, end)
            fours = [
                four
                for four in LINES4_THROUGH[end]
                if frozen not in four and numbers_on(after, four) in tropes
            ]
            for four in fours:
                left = {square: after[square] for square in after if square not in four}
                claims = tuple(claims_on(left, gaps(left, LINES4, missing)))
                yield Prospect(format_move(start, end, four), end, four, left, claims, claims)
            if not fours:
                found = [gap for gap in untouched if end not in gap.four]
                found += gaps(after, fours_through_either(start, end), missing)
                claims = tuple(claims_on(after, found))
                replies = tuple(claim for claim in claims if end not in claim.squares)
                replies = () if ends_without else replies
                yield Prospect(format_move(start, end), end, None, after, replies, claims)


class Gap(NamedTuple):
    """A line that lacks one number to be a trope, and the numbers that would do."""

    four: Line4
    end: Square
    numbers: tuple[int, ...]


def gaps(
    board: Board, fours: Iterable[Line4], missing: Mapping[Numbers, tuple[int, ...]]
) -> Iterator[Gap]:
    """Which of these lines lack one number."""
    number = board.get
    for four in fours:
        a, b, c, d = four
        line = (number(a, HOLE), number(b, HOLE), number(c, HOLE), number(d, HOLE))
        if line in missing:
            yield Gap(four, four[line.index(HOLE)], missing[line])


def claims_on(board: Board, found: Iterable[Gap]) -> Iterator[Claim]:
    """Every trope that one move would make in these lines, no tile being frozen."""
    for four, end, numbers in found:
        for start, number in board.items():
            if number in numbers and can_go(board, start, end):
                yield Claim(start, end, four)


@cache
def fours_through_either(one: Square, other: Square) -> tuple[Line4, ...]:
    """The lines of four through at least one of two squares, each once."""
    return tuple(dict.fromkeys(LINES4_THROUGH[one] + LINES4_THROUGH[other]))


@lru_cache
def missing_numbers(is_strict: bool) -> Mapping[Numbers, tuple[int, ...]]:
    """For every line that lacks one number to be a trope, the numbers that would do."""
    found: dict[Numbers, tuple[int, ...]] = {}
    for numbers in STRICT_TROPES if is_strict else TROPES:
        for place, number in enumerate(numbers):
            line = (*numbers[:place], HOLE, *numbers[place + 1 :])
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
