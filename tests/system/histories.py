"""People who play and talk on whatever is done to the site, what they saw, and the one judge of it."""

import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPException
from itertools import cycle
from typing import Any, ClassVar

import psycopg

from games.rules import GAMES
from games.store.chat import PHRASES
from tests.faults import Figures
from tests.servers import Server, wait_until
from tests.tiers import some_of

from .at_once import expect_verified
from .players import Table, a_move, two_guests
from .visitors import Visitor

LONGEST_WAIT = some_of(60, 60, 180)  # seconds that a player tries before giving up
AWAY = (OSError, HTTPException, psycopg.OperationalError)
_NOT_LOGGED = re.compile(
    r"--- Logging error ---\n(?:(?!--- Logging error).)*?OSError: \[Errno 27\].*?\nArguments: .*?\n",
    re.DOTALL,
)
"""A disk without room takes no line of the log either; Python says so as soon as there is some."""


Posted = tuple[str, int, str]
"""A move as it was posted: game, ply, text."""
Said = tuple[str, int, str]
"""A line of the chat as it was acknowledged: game, number in the room of the players, phrase."""


@dataclass
class History:
    """What the players saw. Of a move that was left unanswered: when that was noticed first.

    They begin each of the games in turn, of which `to_begin` has the keys.
    """

    acknowledged: list[Posted] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    unanswered: dict[Posted, datetime] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    to_begin: Iterator[str] = field(default_factory=lambda: cycle(GAMES))

    def goes_on(self) -> float:
        """How many seconds it takes until one more move is acknowledged."""
        begun, before = time.monotonic(), len(self.acknowledged)
        wait_until(lambda: self.faults or len(self.acknowledged) > before, "a move is acknowledged")
        return time.monotonic() - begun


class Pair(threading.Thread):
    """Two guests who play one game after the other, and never believe what was not answered.

    Every other game begins with a seek, and in each of them somebody says something.
    """

    time: ClassVar[Mapping[str, str]] = {"time": "3d"}  # as the form of a new game asks for it

    def __init__(
        self, server: Server, history: History, is_over: threading.Event, pause: float
    ) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.history = history
        self.is_over = is_over
        self.pause = pause
        self.is_seated = threading.Event()
        self.offered_to = cycle(["link", "anyone"])
        self.phrases = cycle(PHRASES)

    def run(self) -> None:
        try:
            self._play()
        except Exception as fault:
            self.history.faults.append(repr(fault))

    def _play(self) -> None:
        players = self._come()
        table = Table(self.server.database, players)
        try:
            while not self.is_over.is_set():
                self._sit_down(table)
                self.is_seated.set()
                self._say(table)
                while table.state.outcome is None and not self.is_over.wait(self.pause):
                    self._move(table)
                if table.state.outcome is not None:
                    self.history.ended.append(table.game_id)
        finally:
            for player in players:
                player.leave()

    def _come(self) -> tuple[Visitor, Visitor]:
        return two_guests(self.server)

    def _sit_down(self, table: Table) -> None:
        inviter, guest = table.players
        table.key = next(self.history.to_begin)
        offer = {"to": next(self.offered_to), "key": table.key} | self.time
        offered = self._persist(lambda: inviter.post("/invitations/new/", **offer))
        assert offered.status == 302, offered.text
        accepted = self._persist(lambda: guest.accept(offered.headers["Location"]))
        self._persist(lambda: table.enter(accepted))

    def _say(self, table: Table) -> None:
        words = {"room": "players", "phrase": next(self.phrases)}
        path = f"/games/{table.game_id}/chat/say/"
        answer = self._persist(lambda: table.mover.post(path, **words))
        assert answer.status == 200, answer.text
        self.history.said.append((table.game_id, answer.json()["number"], words["phrase"]))

    def _move(self, table: Table) -> None:
        """Post one move until it is answered, and take it as made only then."""
        game_id, ply, text = table.game_id, table.ply + 1, a_move(table.state)
        move = game_id, ply, text
        expected = table.state.play(table.state.turn, text)
        answer = self._persist(
            lambda: table.mover.move(game_id, ply, text),
            lambda: self.history.unanswered.setdefault(move, datetime.now(UTC)),
        )
        told = answer.status, answer.json()
        points = expected.verdict.points
        assert told == (200, {"ok": True, "ply": ply, "move": text, "points": points}), told
        self.history.acknowledged.append(move)
        table.state, table.ply = expected.after, ply

    def _persist(self, ask: Callable[[], Any], unanswered: Callable[[], Any] = int) -> Any:
        """Ask the same again after every broken connection, and where the site says to."""
        give_up = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < give_up:
            try:
                answer = ask()
            except AWAY:
                unanswered()
            else:
                if getattr(answer, "status", 0) != 503:
                    return answer
                unanswered()
            time.sleep(0.1)
        raise TimeoutError(f"no answer within {LONGEST_WAIT} s")


@contextmanager
def playing(
    server: Server,
    count: int,
    pause: float = 0,
    pair_of: Callable[[Server, History, threading.Event, float], Pair] = Pair,
    coming: int | None = None,
) -> Iterator[History]:
    """Pairs of people play meanwhile, all seated at the beginning; none of them sees a fault.

    Each thinks about a move for a `pause`, in seconds; `coming` is how many come at the same time.
    """
    history, is_over = History(), threading.Event()
    pairs = [pair_of(server, history, is_over, pause) for _ in range(count)]
    try:
        at_once = coming or count
        for group in (pairs[n : n + at_once] for n in range(0, count, at_once)):
            for pair in group:
                pair.start()
            for pair in group:
                assert pair.is_seated.wait(LONGEST_WAIT), history.faults
        yield history
    finally:
        is_over.set()
        for pair in pairs:
            if pair.ident is not None:
                pair.join(LONGEST_WAIT)
    assert not history.faults


def judge(server: Server, history: History, figures: Figures) -> None:
    """Nothing acknowledged is lost or doubled, no ply is missing, and every game replays.

    Everybody repeats what was not answered until it is: in the end both lists are the same.
    """
    found = compare(server, history)
    for name, value in found.items():
        figures.add(name, value)
    assert found["lost"] == found["doubled"] == found["gaps"] == 0, found
    assert found["lines lost"] == found["lines missing"] == 0, found
    assert found["acknowledged"] == found["stored"]
    expect_verified(server)
    raised = re.findall(r"Traceback.*?\n(?=\S)", _NOT_LOGGED.sub("", server.log), re.DOTALL)
    assert not raised, raised[0]


def compare(server: Server, history: History) -> dict[str, int]:
    """The acknowledged moves and lines of chat of these people's games against the stored ones."""
    sql = "SELECT game_id, ply, text, played_at FROM games_playedmove"
    theirs = {game for game, _, _ in history.acknowledged}
    rows = [row for row in server.database.rows(sql) if row[0] in theirs]
    stored = Counter(row[:3] for row in rows)
    acknowledged = Counter(history.acknowledged)
    plies = Counter(game for game, _, _ in stored)
    last = Counter[str]()
    for game, ply, _ in stored:
        last[game] = max(last[game], ply)
    return {
        "acknowledged": acknowledged.total(),
        "stored": stored.total(),
        "lost": (acknowledged - stored).total(),
        "doubled": (stored - acknowledged).total(),
        "gaps": sum(last[game] - count for game, count in plies.items()),
        **compare_chat(server, history),
        "games": len(plies),
        "games ended": len(history.ended),
        "posts cut off": len(history.unanswered),
        "of these stored before": sum(_was_stored(row, history) for row in rows),
    }


def compare_chat(server: Server, history: History) -> dict[str, int]:
    """A line whose answer was lost may stand twice, said again later; none may be lost."""
    sql = "SELECT game_id, number, phrase FROM games_chatline WHERE room = 'players'"
    stored = {row[:3] for row in server.database.rows(sql)}
    last = Counter[str]()
    for game, number, _ in stored:
        last[game] = max(last[game], number)
    return {
        "lines said": len(history.said),
        "lines lost": len(set(history.said) - stored),
        "lines missing": last.total() - len(stored),
    }


def _was_stored(row: tuple[str, int, str, datetime | str], history: History) -> bool:
    """Whether the move was stored, although its answer was lost: the retry found it there."""
    *posted, at = row
    at = datetime.fromisoformat(f"{at}+00:00") if isinstance(at, str) else at
    noticed = history.unanswered.get(tuple(posted))
    return noticed is not None and at < noticed
