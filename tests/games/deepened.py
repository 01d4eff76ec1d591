"""Deep reviews made for a test."""

import asyncio

from games.background.deep_reviewer import DeepReviewer, Seek
from games.review import Luck


def nothing(*told) -> None:
    """Nothing is found."""


def deepen_all(weigh=nothing, luck=nothing, most_points=nothing, **more) -> None:
    """Weigh all that waits, by these functions; without one nothing is found of its kind."""
    seek = Seek(weigh, luck, most_points)

    async def made() -> None:
        while await DeepReviewer(seek, **more).make_next():
            pass  # until none is left

    asyncio.run(made())


def chances(*moves, made=0, line=(), best_line=(), then=None):
    """What was found of a move: each of the moves is (text, points, chance, margin, is_proven).

    The margin is that of its difference from the first, which is the best; `then` is the most that
    the next seat could earn after that one.
    """
    return {
        "racks": 16,
        "moves": [list(move) for move in moves],
        "made": made,
        "error": 20,
        "line": list(line),
        "best_line": list(best_line),
        "then": then,
    }


def as_good(question, text, racks, time_limit):
    """Every move was the best."""
    made = question.position.check(question.seat, text)
    return chances((made.text, made.points, 500, 0, False))


def no_luck(question, draw, time_limit):
    """Every draw was as good as the average."""
    return Luck(20, 20 * 16, 16)
