"""People who play: two guests at a table, and a cheap eye for legal moves."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import permutations
from operator import add, mul, sub

from games.engine.levels import choose_move
from games.rules import GAMES
from games.rules.grid import square_name
from games.rules.interface import State
from games.rules.refusals import Refusal
from games.rules.tiles import symbol_of
from tests.servers import Database, Server

from .visitors import Answer, Visitor

SIGNS = {"+": add, "-": sub, "*": mul}
MOST_SWAPPED = 4
GENTLEST = 0  # of the levels of computers, which is quick to find something


def a_move(state: State) -> str:
    """A legal move of the seat on turn: a play if one is easily seen, else a swap, else a pass.

    In Numerica moves come so often that they are found here, in a tenth of the time.
    """
    if state.key != "numerica":
        return choose_move(state, state.turn, GENTLEST)
    for text in _ideas(state):
        try:
            return state.check(state.turn, text).text
        except Refusal:
            continue
    return next(iter(swaps(state)), "pass")


def swaps(state: State) -> list[str]:
    """Swaps that differ, the largest first."""
    rack = state.racks[state.turn]
    most = min(MOST_SWAPPED, state.stock.largest_swap(state.turn))
    return [f"swap {''.join(rack[:count])}" for count in range(most, 0, -1)]


def _ideas(state: State) -> Iterator[str]:
    """`6=2*3` on an empty board; later the same hung on a 6 that lies there."""
    for value, side in _sides(state.racks[state.turn]):
        if not state.board:
            yield f"8F {value}={side}"
        for square, face in state.board.items():
            if symbol_of(face) == value:
                name = square_name(square)
                yield f"{name} .={side}"
                yield f"{name[1:]}{name[0]} .={side}"


def _sides(rack: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What two digits and a sign of the rack make: `6` and `2*3`."""
    digits = [tile for tile in rack if tile.isdigit()]
    for sign, operation in SIGNS.items():
        if sign in rack and "=" in rack:
            for left, right in permutations(digits, 2):
                yield str(operation(int(left), int(right))), f"{left}{sign}{right}"


@dataclass
class Table:
    """A game of two visitors; `state` follows it here, by the rules and the stored seed."""

    database: Database
    players: tuple[Visitor, Visitor]
    key: str = "numerica"
    game_id: str = ""
    ply: int = 0
    state: State = field(init=False)

    def sit_down(self, **settings: str) -> None:
        """Start a game: one invites, the other accepts."""
        inviter, guest = self.players
        self.enter(guest.accept(inviter.invite(**settings)))

    def enter(self, accepted: Answer) -> None:
        assert accepted.status == 302, accepted.text
        self.game_id = accepted.headers["Location"].split("/")[2]
        self.read()

    def read(self) -> None:
        """Take the position from the database, past the server."""
        sql = "SELECT ply, state FROM games_game WHERE id = %s"
        [(self.ply, stored)] = self.database.rows(sql, self.game_id)
        self.state = GAMES[self.key].from_json(json.loads(stored))

    @property
    def mover(self) -> Visitor:
        return self.players[self.state.turn]

    def rows(self) -> list[tuple[int, int, str]]:
        """What is stored of the game: ply, seat, text."""
        sql = "SELECT ply, seat, text FROM games_playedmove WHERE game_id = %s ORDER BY ply"
        return self.database.rows(sql, self.game_id)

    @property
    def move_address(self) -> str:
        return f"/games/{self.game_id}/move/"


def two_guests(server: Server) -> tuple[Visitor, Visitor]:
    players = Visitor(server), Visitor(server)
    for player in players:
        player.become_guest()
    return players


def let_fall(table: Table, offset: timedelta) -> None:
    """Move the game's deadline to that far from now."""
    let_fall_at(table, datetime.now(UTC) + offset)


def let_fall_at(table: Table, moment: datetime) -> None:
    """Move the game's deadline to that moment."""
    sql = "UPDATE games_game SET deadline_at = %s WHERE id = %s"
    table.database.execute(sql, _stored(table, moment), table.game_id)


def run_down(table: Table, left: timedelta) -> None:
    """Let who is to move in the first turn of a live game have that much left of five minutes."""
    falls_at = datetime.now(UTC) + left
    times = [_stored(table, at) for at in (falls_at, falls_at - timedelta(minutes=5))]
    sql = "UPDATE games_game SET deadline_at = %s, turn_began_at = %s WHERE id = %s"
    table.database.execute(sql, *times, table.game_id)


def _stored(table: Table, at: datetime) -> datetime | str:
    """A time as the database keeps it."""
    return at.strftime("%Y-%m-%d %H:%M:%S.%f") if table.database.is_sqlite else at
