"""A whole game in a few figures: what was lost and how, the best find, the turning point."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.moves import Seat


@dataclass(frozen=True)
class Line:
    """A reviewed move: who made it, what it earned and lost, and how."""

    ply: int
    seat: Seat
    points: int
    is_play: bool
    loss: int
    kind: str
    is_best: bool


@dataclass(frozen=True)
class Summary:
    """`lost` and `misses` are by seat and then by kind; of a ply there may be none."""

    lost: tuple[Counter[str], ...]
    misses: tuple[Counter[str], ...]
    best_find: int | None
    turning_point: int | None


def summed_up(
    lines: Sequence[Line], seats: int, winner: Seat | None, final: Sequence[int]
) -> Summary:
    """What the moves of a game come to; `winner` is None where nobody has won alone.

    `final` are the scores at the end, with what the ending gave or took.
    """
    lost: tuple[Counter[str], ...] = tuple(Counter() for _ in range(seats))
    misses: tuple[Counter[str], ...] = tuple(Counter() for _ in range(seats))
    for line in lines:
        if line.loss:
            lost[line.seat][line.kind] += line.loss
            misses[line.seat][line.kind] += 1
    return Summary(lost, misses, best_find(lines), turning_point(lines, seats, winner, final))


def best_find(lines: Sequence[Line]) -> int | None:
    """The play that earned most of those that were the best there was; the first of equal ones."""
    found = [line for line in lines if line.is_play and line.is_best and line.points > 0]
    return max(found, key=lambda line: line.points).ply if found else None


def turning_point(
    lines: Sequence[Line], seats: int, winner: Seat | None, final: Sequence[int]
) -> int | None:
    """The move from which on the winner was ahead of everybody, to the end.

    None where nobody won alone, where the winner was behind or level after the last move, or was
    ahead from the first points on.
    """
    if winner is None or not _leads(final, winner):
        return None
    scores = [0] * seats
    ahead_since, has_been_behind = None, False
    for line in lines:
        scores[line.seat] += line.points
        if not _leads(scores, winner):
            has_been_behind = has_been_behind or any(scores)
            ahead_since = None
        elif ahead_since is None:
            ahead_since = line.ply
    return ahead_since if has_been_behind else None


def _leads(scores: Sequence[int], seat: Seat) -> bool:
    return all(scores[seat] > score for other, score in enumerate(scores) if other != seat)
