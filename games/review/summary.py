"""The summary of a reviewed game: losses by kind, the best find, the turning point."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.moves import Seat


@dataclass(frozen=True)
class MoveSummary:
    """A reviewed move: its number and seat, its points, and its loss and kind of miss.

    `is_play` tells whether tiles were laid or moved, `is_best` whether it was the best move.
    """

    ply: int
    seat: Seat
    points: int
    is_play: bool
    loss: int
    kind: str
    is_best: bool


@dataclass(frozen=True)
class Summary:
    """A reviewed game.

    - `lost`, `misses`: for each seat the points lost and the number of misses by kind
    - `best_find`, `turning_point`: the number of a move; None where there is none
    """

    lost: tuple[Counter[str], ...]
    misses: tuple[Counter[str], ...]
    best_find: int | None
    turning_point: int | None


def summarize(
    moves: Sequence[MoveSummary], first: Sequence[int], winner: Seat | None, final: Sequence[int]
) -> Summary:
    """The summary of the moves of a game.

    `first` are the scores that it began with. `winner` is None where nobody won alone. `final` are
    the scores at the end, with what the ending gave or took.
    """
    seats = len(first)
    lost: tuple[Counter[str], ...] = tuple(Counter() for _ in range(seats))
    misses: tuple[Counter[str], ...] = tuple(Counter() for _ in range(seats))
    for move in moves:
        if move.loss:
            lost[move.seat][move.kind] += move.loss
            misses[move.seat][move.kind] += 1
    return Summary(lost, misses, best_find(moves), turning_point(moves, first, winner, final))


def best_find(moves: Sequence[MoveSummary]) -> int | None:
    """The number of the best play that earned most, of equal ones the first; None without any."""
    found = [move for move in moves if move.is_play and move.is_best and move.points > 0]
    return max(found, key=lambda move: move.points).ply if found else None


def turning_point(
    moves: Sequence[MoveSummary], first: Sequence[int], winner: Seat | None, final: Sequence[int]
) -> int | None:
    """The number of the move from which the winner was ahead of all others to the end.

    None where nobody won alone, where the winner was behind or level after the last move, or was
    ahead from the first points on; those of `first`, with which the game began, are some too.
    """
    if winner is None or not _leads(final, winner):
        return None
    scores = list(first)
    has_been_behind = any(scores) and not _leads(scores, winner)
    ahead_since = None
    for move in moves:
        scores[move.seat] += move.points
        if not _leads(scores, winner):
            has_been_behind = has_been_behind or any(scores)
            ahead_since = None
        elif ahead_since is None:
            ahead_since = move.ply
    return ahead_since if has_been_behind else None


def _leads(scores: Sequence[int], seat: Seat) -> bool:
    return all(scores[seat] > score for other, score in enumerate(scores) if other != seat)
