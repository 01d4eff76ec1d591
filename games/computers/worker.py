"""What the worker process does: it knows the engine and the rules, and nothing of the site.

Each `time_limit` is in seconds.
"""

import json
import os
import signal
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import parent_process

from games.engine import best_moves, distinct_moves
from games.engine.easy_plays import easiest_play, has_play
from games.engine.levels import choose_move
from games.engine.prospects import Prospect, Prospects, can_weigh, weigh_moves
from games.review import Draw, Luck, luck_of_draw, review_move, weigh_move
from games.rules import GAMES
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat

RACKS = (4, 16, 64)
"""How many imagined racks of the other seat the best moves meet: as many as there is time for."""

SLOWER = 4  # times: what the next number of racks takes longer

PLAYS = 40  # of which pages show those that differ
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


def analyse(question: Question, time_limit: float) -> Json:
    """What the moves of a position are worth: the best first, the others by their chances.

    Each of `moves` has its `text` and its `points`; where chances can be told, as `racks` being no
    None says, also `win` and `error` in thousandths, `is_proven`, and the `line` that is expected.
    `exact` says that these are for certain the plays that earn most; weighed moves never are, as
    they are chosen by more than points.
    """
    state, seat = question.position, question.seat
    if not can_weigh(state):
        found = distinct_moves(state, seat, PLAYS, time_limit)
        moves = [{"text": text, "points": points} for text, points in found.plays]
        return {"racks": None, "exact": found.exact, "moves": moves}
    weighed = _weighed(state, seat, time_limit)
    if not any(move.is_told for move in weighed.moves):  # the time was over
        moves = [{"text": move.text, "points": move.points} for move in weighed.moves[:PLAYS]]
        return {"racks": None, "exact": False, "moves": moves}
    return {
        "racks": weighed.racks,
        "exact": False,
        "moves": [_prospect(move) for move in _in_order(weighed.moves[:PLAYS])],
    }


def _in_order(moves: Sequence[Prospect]) -> list[Prospect]:
    """The best of those that met the most racks, then all others by their chances.

    Of equal chances the order stays: in a solved end, that of the final lead.
    """
    best, *others = moves
    return [best, *sorted(others, key=lambda each: (not each.is_told, -each.win))]


def _weighed(state: State, seat: Seat, time_limit: float) -> Prospects:
    """The moves weighed with the most racks for which the time is enough, the fewest anyway."""
    begun = time.monotonic()
    found = weigh_moves(state, seat, RACKS[0], (), time_limit)
    for racks in RACKS[1:]:
        left = begun + time_limit - time.monotonic()
        if (time_limit - left) * SLOWER > left:
            break
        found = weigh_moves(state, seat, racks, (), left)
    return found


def _prospect(move: Prospect) -> Json:
    return {
        "text": move.text,
        "points": move.points,
        "win": move.win,
        "error": move.error,
        "is_proven": move.is_proven,
        "line": list(move.line),
    }


def review(question: Question, text: str, time_limit: float) -> Json:
    """What a move of a finished game lost against the best, sought about that long."""
    return review_move(question.position, question.seat, text, time_limit)


def weigh(question: Question, text: str, racks: int, time_limit: float) -> Json | None:
    """The chances to win of a move of a finished game and of the best, with that many racks."""
    return weigh_move(question.position, question.seat, text, racks, time_limit)


def most_points(question: Question, time_limit: float) -> int | None:
    """What the seat to move can earn at most, in points; None where the time did not suffice."""
    found = best_moves(question.position, question.seat, 1, time_limit)
    if not found.exact:
        return None
    return max((points for _, points in found.plays), default=0)


def luck(question: Question, draw: Draw, time_limit: float) -> Luck | None:
    """What the tiles were worth that a seat drew, beside random ones; None where that took long."""
    return luck_of_draw(question.position, question.seat, draw, time_limit=time_limit)
