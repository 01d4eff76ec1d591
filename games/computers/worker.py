"""What the worker process does: it knows the engine and the rules, and nothing of the site."""

import json
import os
import signal
import threading
from dataclasses import dataclass
from multiprocessing import parent_process
from typing import cast

from games.engine import best_moves
from games.engine.easy_plays import easiest_play, has_play, has_racks
from games.engine.levels import choose_move
from games.review import review_move
from games.rules import GAMES
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.placement import LaidState

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


def move(question: Question, level: int, milliseconds: int) -> str:
    """The move that the computer of this level makes, found in about that time."""
    return choose_move(question.position, question.seat, level, milliseconds / 1000)


def best_play(question: Question, milliseconds: int) -> tuple[str, int] | None:
    """The play that earns most, as far as one is found in that time, and its points."""
    found = best_moves(question.position, question.seat, 1, milliseconds / 1000)
    return found.plays[0] if found.plays else None


def easy_play(question: Question, milliseconds: int) -> tuple[str, int] | None:
    """A play that is easy to find, and its points; the best one where there is none."""
    if not has_racks(GAMES[question.key]):
        return best_play(question, milliseconds)
    state = cast(LaidState, question.position)
    easy = easiest_play(state, question.seat, milliseconds / 1000)
    return easy or best_play(question, milliseconds)


def can_lay(question: Question, milliseconds: int) -> bool | None:
    """Whether there is a play at all; None where that was not certain in that time."""
    return has_play(cast(LaidState, question.position), question.seat, milliseconds / 1000)


def review(question: Question, text: str, milliseconds: int) -> Json:
    """What a move of a finished game lost against the best, sought about that long."""
    return review_move(question.position, question.seat, text, milliseconds / 1000)
