"""`kill -9` in the middle of many games: every move that was acknowledged is there, once."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPException
from typing import Any

import pytest

from tests.servers import Server
from tests.tiers import some_of

from .players import Table, a_move, two_guests

pytestmark = pytest.mark.system

GAMES = some_of(4, 20)
KILLS = some_of(2, 6)
SECONDS_BETWEEN = (0.4, 1.1)
LONGEST_WAIT = 60  # seconds that a player tries before giving up


Posted = tuple[str, int, str]
"""A move as it was posted: game, ply, text."""


@dataclass
class History:
    """What the players saw. Of a move that a kill left unanswered: when that was noticed first."""

    acknowledged: list[Posted] = field(default_factory=list)
    unanswered: dict[Posted, datetime] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)


class Pair(threading.Thread):
    """Two guests who play one game after the other, and never believe what was not answered."""

    def __init__(self, server: Server, history: History, is_over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.history = history
        self.is_over = is_over
        self.is_seated = threading.Event()

    def run(self) -> None:
        try:
            self._play()
        except Exception as fault:
            self.history.faults.append(repr(fault))

    def _play(self) -> None:
        players = two_guests(self.server)
        table = Table(self.server.database, players)
        try:
            while not self.is_over.is_set():
                self._persist(table.sit_down)
                self.is_seated.set()
                while table.state.outcome is None and not self.is_over.is_set():
                    self._move(table)
                if table.state.outcome is not None:
                    self.history.ended.append(table.game_id)
        finally:
            for player in players:
                player.leave()

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
        """Ask the same again after every broken connection."""
        give_up = time.monotonic() + LONGEST_WAIT
        while True:
            try:
                return ask()
            except (OSError, HTTPException):
                if time.monotonic() > give_up:
                    raise
                unanswered()
                time.sleep(0.1)


@pytest.mark.wider
def test_every_acknowledged_move_survives_kills_in_the_middle_of_many_games(
    fresh_server: Server,
) -> None:
    history, is_over = History(), threading.Event()
    pairs = [Pair(fresh_server, history, is_over) for _ in range(GAMES)]
    try:
        for pair in pairs:
            pair.start()
        for pair in pairs:
            assert pair.is_seated.wait(LONGEST_WAIT), history.faults
        _kill_again_and_again(fresh_server)
    finally:
        is_over.set()
        for pair in pairs:
            pair.join(LONGEST_WAIT)
    assert not history.faults
    figures = _compare(fresh_server, history)
    print(f"\n{KILLS} kills: {figures}")
    assert figures["lost"] == figures["duplicated"] == figures["gaps"] == 0
    assert figures["acknowledged"] == figures["stored"] > KILLS * GAMES
    assert history.unanswered, "no kill hit a post: nothing was tested"
    verified = fresh_server.manage("verify")
    assert verified.returncode == 0 and ", 0 differences" in verified.stdout, verified.stdout
    assert "Traceback" not in fresh_server.log


def _kill_again_and_again(server: Server) -> None:
    """Kills at odd moments, and each time the same data are served again."""
    dice = random.Random(20)
    for _ in range(KILLS):
        time.sleep(dice.uniform(*SECONDS_BETWEEN))
        server.kill()
        server.start()
    time.sleep(SECONDS_BETWEEN[1])


def _compare(server: Server, history: History) -> dict[str, int]:
    """The acknowledged moves against the stored ones."""
    sql = "SELECT game_id, ply, text, played_at FROM games_playedmove"
    rows = server.database.rows(sql)
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
        "duplicated": (stored - acknowledged).total(),
        "gaps": sum(last[game] - count for game, count in plies.items()),
        "games": len(plies),
        "games ended": len(history.ended),
        "posts cut off": len(history.unanswered),
        "of these stored before": sum(_was_stored(row, history) for row in rows),
    }


def _was_stored(row: tuple[str, int, str, datetime | str], history: History) -> bool:
    """Whether the move was stored, although the kill took its answer: the retry found it there."""
    *posted, at = row
    at = datetime.fromisoformat(f"{at}+00:00") if isinstance(at, str) else at
    noticed = history.unanswered.get(tuple(posted))
    return noticed is not None and at < noticed
