"""Games of guests against computers, and the processes that think."""

import json
from dataclasses import dataclass
from pathlib import Path

from games.background.computer_moves import fallback_move
from games.computers import turns
from games.rules import GAMES
from games.rules.interface import State
from tests.servers import Server

from .visitors import Visitor


@dataclass
class Table:
    """A guest's game against one computer; the guest makes the simplest moves there are."""

    server: Server
    guest: Visitor
    key: str
    game_id: str

    @classmethod
    def open(cls, server: Server, key: str, computer: str) -> "Table":
        guest = Visitor(server)
        guest.get("/computer/")
        answer = guest.post("/computer/", key=key, computers=computer)
        assert answer.status == 302, answer.text
        guest.get("/")
        return cls(server, guest, key, answer.headers["Location"].split("/")[2])

    def read(self) -> tuple[int, State]:
        sql = "SELECT ply, state FROM games_game WHERE id = %s"
        [(ply, stored)] = self.server.database.rows(sql, self.game_id)
        return ply, GAMES[self.key].from_json(json.loads(stored))

    def is_computers(self) -> bool:
        return self.read()[1].turn == 1

    def move(self) -> None:
        """The guest's move, if it is the guest's turn."""
        ply, state = self.read()
        if state.turn == 0:
            text = fallback_move(turns.question(state, 0))
            answer = self.guest.move(self.game_id, ply + 1, text)
            assert answer.status == 200, answer.text

    def is_over(self) -> bool:
        return self.read()[1].outcome is not None

    def moves_of_computer(self) -> list[tuple[str]]:
        sql = "SELECT text FROM games_playedmove WHERE game_id = %s AND seat = 1"
        return self.server.database.rows(sql, self.game_id)


def processes_that_think(server: Server) -> list[int]:
    """The children of the server that were spawned to work for it."""
    found = []
    for children in Path(f"/proc/{server.pid}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            said = Path(f"/proc/{child}/cmdline").read_bytes()
            found += [child] if b"spawn_main" in said else []
    return found
