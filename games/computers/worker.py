"""What the worker process does: it knows the engine and the rules, and nothing of the site.

Each `time_limit` is in seconds.
"""

import json
import os
import signal
import threading
from dataclasses import dataclass
from multiprocessing import parent_process

from games.engine import best_moves
from games.engine.easy_plays import easiest_play, has_play
from games.engine.levels import choose_move
from games.review import review_move
from games.rules import GAMES
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat

NICER = 10  # steps by which the pages go before


@dataclass(frozen=True)
class Question:
    """All that the worker is told of a game: the position as the seat on turn knows it.

    `state` is the text of a JSON value without the seed; foreign racks and bags are numbers.
    """

    key: str
    seat: Seat
    state: str

    @property
    def position(self) -> State:
        """The position, read."""
        return GAMES[self.key].from_json(json.loads(self.state))


def begin() -> None:
    """Set the process up: pages go before, signals are for the server, and both end together."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    os.nice(NICER)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A server that is killed tells nobody; without this its worker would wait for ever."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def move(question: Question, level: int, time_limit: float) -> str:
    """The move that the computer of this level makes, found in about that time."""
    return choose_move(question.position, question.seat, level, time_limit)


def best_play(question: Question, time_limit: float) -> tuple[str, int] | None:
    """The play that earns most, as far as one is found in that time, and its points."""
    found = best_moves(question.position, question.seat, 1, time_limit)
    return found.plays[0] if found.plays else None


def easy_play(question: Question, time_limit: float) -> tuple[str, int] | None:
    """A play that is easy to find, and its points; the best one where there is none."""
    if not GAMES[question.key].has_racks:
        return best_play(question, time_limit)
    state = question.position
    easy = easiest_play(state, question.seat, time_limit)
    return easy or best_play(question, time_limit)


def can_lay(question: Question, time_limit: float) -> bool | None:
    """Whether there is a play at all; None where that was not certain in that time."""
    return has_play(question.position, question.seat, time_limit)


def review(question: Question, text: str, time_limit: float) -> Json:
    """What a move of a finished game lost against the best, sought about that long."""
    return review_move(question.position, question.seat, text, time_limit)
