"""What the server writes about visits names no cookie, no token and no address of anybody."""

from pathlib import Path

import pytest

from tests.prepared import prepared_folder
from tests.servers import Server

from .players import Table, a_move
from .visitors import Answer, Visitor, raw_socket

pytestmark = pytest.mark.system

ADDRESS = "203.0.113.77"


class FromAfar(Visitor):
    """Somebody behind the site's proxy."""

    def _identified(self, headers: dict[str, str]) -> dict[str, str]:
        return super()._identified(headers) | {"X-Forwarded-For": ADDRESS}


def visits(server: Server, table: Table) -> list[Answer]:
    """What is answered well, what is refused in many ways, and at last a fault of the site."""
    ada, ben = table.players
    move = a_move(table.state)
    played = table.mover.move(table.game_id, 1, move)
    again = table.mover.move(table.game_id, 1, "8F 1=2")
    raw_socket(server, f"/ws/games/{table.game_id}/?ply=0", reader=ada).close()
    missing, strange = ada.get("/nowhere/"), ada.get("/", Host="other.example")
    ben.token = "x" * 64
    forged = ben.post("/people/guest/")
    server.database.execute("UPDATE games_game SET state = 'no position'")
    broken = ada.get(f"/games/{table.game_id}/")
    return [played, again, missing, strange, forged, broken]


def test_the_log_of_a_server_names_no_cookie_no_token_and_no_address(tmp_path: Path) -> None:
    prepared_folder(tmp_path)
    with Server(tmp_path, NUMERICA_TRUSTED_PROXIES="1") as server:
        players = FromAfar(server), FromAfar(server)
        for player in players:
            player.become_guest()
        table = Table(server.database, players)
        table.sit_down()
        secrets = {value for player in players for value in player.cookies.values()}
        secrets |= {player.token for player in players} | {ADDRESS}
        answered = [answer.status for answer in visits(server, table)]
        for player in players:
            player.leave()
    assert answered == [200, 409, 404, 400, 403, 500], answered
    assert "Traceback" in server.log, "a fault of the site is told"
    assert not [each for each in secrets if len(each) > 5 and each in server.log]
