"""What a socket refuses, and that its readers are told all the same."""

import os
import re
import socket
import struct
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.faults import Figures
from tests.prepared import prepared_database
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.servers import HOST, Server, wait_until
from tests.system.players import Table, two_guests
from tests.system.raw_sockets import MEGABYTE, QUICKLY, ROOM, hear, move, open_socket, pour
from tests.system.visitors import Visitor, raw_socket
from tests.tiers import times

pytestmark = pytest.mark.system
AS_BEFORE = 3  # seconds after which a process listens again


def rows_stored(server: Server) -> list[int]:
    """How many rows there are of everything that a stranger might want to add to."""
    tables = "games_game", "games_playedmove", "games_invitation", "accounts_user"
    return [server.database.rows(f"SELECT COUNT(*) FROM {name}")[0][0] for name in tables]


# --- sockets ---


NOISES = times(40, 40, 10_000)


def foreign_origins(server: Server) -> dict[str, str]:
    port = server.port
    return {
        "none": "",
        "null": "null",
        "another site": "https://example.org",
        "another port": f"http://{HOST}:{port + 1}",
        "no port": f"http://{HOST}",
        "another name of this machine": f"http://localhost:{port}",
        "our name at the front": f"http://{HOST}.example.org:{port}",
        "our name at the back": f"http://example.org{HOST}:{port}",
        "our name as a user": f"http://{HOST}:{port}@example.org",
        "somebody at our name": f"http://someone@{HOST}:{port}",
        "a file": "file://",
        "another scheme": f"ftp://{HOST}:{port}",
    }


def test_only_pages_of_the_site_itself_can_open_a_socket(server: Server, table: Table) -> None:
    path = f"/ws/games/{table.game_id}/"
    with open_socket(server, path) as own:
        assert hear(own, table.ply)
    for name, origin in foreign_origins(server).items():
        with pytest.raises(InvalidStatus) as refused, open_socket(server, path, origin):
            pytest.fail(f"opened for: {name}")
        assert refused.value.response.status_code == 403, name


@pytest.mark.fault("F8")
@pytest.mark.parametrize("size, code", [(1, 4400), (8192, 4400), (8193, None), (MEGABYTE, None)])
def test_what_a_page_sends_closes_its_socket_and_beyond_8_kib_unread(
    server: Server, table: Table, size: int, code: int | None
) -> None:
    """Up to the limit the application says that it does not listen; beyond, daphne hangs up."""
    before = rows_stored(server)
    with open_socket(server, f"/ws/games/{table.game_id}/") as opened:
        hear(opened, table.ply)
        opened.send("x" * size)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                opened.recv(timeout=QUICKLY)
    assert (closed.value.rcvd and closed.value.rcvd.code) == code
    assert rows_stored(server) == before


@pytest.mark.fault("F8")
def test_a_message_that_grows_too_large_frame_by_frame_closes_its_socket(
    server: Server, table: Table
) -> None:
    before = server.memory
    with raw_socket(server, f"/ws/games/{table.game_id}/") as connection:
        connection.sendall(frame(b"x" * 8000, opcode=1, is_last=False))
        sent = pour(connection, frame(b"x" * 8000, opcode=0, is_last=False), 5000)
        is_closed(connection)
    assert sent < 5000, "a message without end was read to its end"
    assert server.memory - before < ROOM


@pytest.mark.fault("F8")
def test_garbage_frames_close_their_socket_and_nothing_else(
    server: Server, table: Table, figures: Figures
) -> None:
    before, held = rows_stored(server), server.memory
    garbage = {
        "not UTF-8": frame(b"\xff\xfe\xfd", opcode=1),
        "a reserved kind": frame(b"x", opcode=3),
        "a reserved bit": bytes([frame(b"x")[0] | 0x40]) + frame(b"x")[1:],
        "not masked": b"\x81\x01x",
        "a tebibyte announced": b"\x81\xff" + struct.pack(">Q", 1 << 40) + b"\0\0\0\0",
        "more than any length": b"\x81\xff" + b"\xff" * 8 + b"\0\0\0\0",
        "a long ping": frame(b"x" * 200, opcode=9),
        "a ping in pieces": frame(b"x", opcode=9, is_last=False),
        "the rest of nothing": frame(b"x", opcode=0),
        "a close of one byte": frame(b"x", opcode=8),
        "a close with no such code": frame(b"\x00\x01", opcode=8),
        "json of a thousand rooms": frame(b"[" * 8000, opcode=1),
        "zeros": b"\0" * 4096,
        **{f"noise {n}": os.urandom(64 + n % 4096) for n in range(NOISES)},
    }
    for name, sent in garbage.items():
        with raw_socket(server, f"/ws/games/{table.game_id}/") as connection:
            pour(connection, sent, 1)
            figures.add("frames of garbage", 1)
            if not name.startswith("noise"):  # noise may announce a frame that never comes
                assert is_closed(connection), name
    assert rows_stored(server) == before
    assert server.memory - held < ROOM


def frame(payload: bytes, opcode: int = 1, is_last: bool = True) -> bytes:
    """A masked frame; the mask is all zeros."""
    head = bytes([opcode | (0x80 if is_last else 0)])
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return head + length + b"\0\0\0\0" + payload


def is_closed(connection: socket.socket) -> bool:
    """Whether the server ends the connection, whatever it says before."""
    connection.settimeout(QUICKLY)
    try:
        while connection.recv(65536):
            pass  # whatever it says
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def test_a_socket_to_a_game_that_is_not_there_is_closed_with_4404(server: Server) -> None:
    for path in ("/ws/games/nosuchgame/", "/ws/invitations/none/", "/ws/", "/elsewhere/"):
        with open_socket(server, path) as opened, pytest.raises(ConnectionClosed) as closed:
            opened.recv(timeout=QUICKLY)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404, path


@pytest.mark.fault("F3")
def test_readers_who_vanish_while_something_is_told_leave_no_trace(
    server: Server, table: Table, figures: Figures
) -> None:
    """No goodbye, a reset: the messages already on their way to them are for nobody."""
    for _ in range(times(4, 4, 60)):
        if table.state.outcome is not None:
            table.sit_down()
        figures.add("readers cut off", 15)
        readers = [raw_socket(server, f"/ws/games/{table.game_id}/") for _ in range(15)]
        for reader in readers:
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            reader.close()
        move(table)
    with open_socket(server, f"/ws/games/{table.game_id}/?ply={table.ply}") as reader:
        move(table)
        assert hear(reader, table.ply)
    wait_until(lambda: viewers(server, table) == 0, "nobody is counted any more", QUICKLY)


def viewers(server: Server, table: Table) -> int:
    """How many watch, as the page of the table tells it."""
    with Visitor(server) as stranger:
        page = stranger.get(f"/games/{table.game_id}/").text
    return int(re.search(r'id="watchers"[^>]*>\s*<span>(\d*)', page)[1] or 0)


# --- restarts and more than one process ---


@pytest.mark.fault("F3")
def test_a_reader_is_brought_up_to_date_after_the_server_was_killed(
    server: Server, table: Table
) -> None:
    path = f"/ws/games/{table.game_id}/"
    with open_socket(server, f"{path}?ply={table.ply}") as reader:
        shown = table.ply
        move(table)
        assert f'data-base="{shown}"' in hear(reader, table.ply), "one move is told as a change"
        server.kill()
        with pytest.raises(ConnectionClosed):
            while True:  # the number of those who watch may have been on its way
                reader.recv(timeout=QUICKLY)
    server.start()
    shown = table.ply
    for _ in range(2):
        move(table)
    with open_socket(server, f"{path}?ply={shown}") as reader:
        told = hear(reader, table.ply)
        assert 'data-base="-1"' in told and 'id="board"' in told, "two moves behind gets it all"
    with open_socket(server, f"{path}?ply={table.ply - 1}") as reader:
        told = hear(reader, table.ply)
        assert f'data-base="{table.ply - 1}"' in told and 'id="board"' not in told


@pytest.mark.fault("F2")
@pytest.mark.long
def test_a_move_posted_to_one_process_reaches_a_reader_at_another(
    postgres: PrivatePostgres, redis: PrivateRedis, tmp_path: Path
) -> None:
    url = prepared_database(postgres)
    with (
        Server(tmp_path, url, REDIS_URL=redis.url) as one,
        Server(tmp_path, url, REDIS_URL=redis.url) as other,
    ):
        players = two_guests(one)
        table = Table(one.database, players)
        table.sit_down()
        with open_socket(other, f"/ws/games/{table.game_id}/?ply=0") as reader:
            for _ in range(6):
                move(table)
                assert hear(reader, table.ply)
            redis.stop()
            redis.start()  # nothing is sent meanwhile: that connections are dead is found out later
            time.sleep(AS_BEFORE)
            assert moves_and_hears(table, reader), "the first news after it are not lost"
            players[0].server = other  # signed in there as well, and the board is the same
            players[1].server = other
            move(table)
            assert hear(reader, table.ply)
        with open_socket(one, f"/ws/games/{table.game_id}/?ply={table.ply}") as reader:
            move(table)
            assert hear(reader, table.ply)
        for player in players:
            player.leave()
        verified = one.manage("verify")
        assert "1 games, 0 differences" in verified.stdout, verified.stdout
        for each in (one, other):
            assert "Traceback" not in each.log, each.log


@pytest.mark.fault("F2")
def test_moves_are_stored_while_redis_is_away_and_readers_catch_up(
    postgres: PrivatePostgres, redis: PrivateRedis, tmp_path: Path
) -> None:
    """Nudges are lost, never moves; the next nudge brings an open page up to date again."""
    with Server(tmp_path, prepared_database(postgres), REDIS_URL=redis.url) as site:
        players = two_guests(site)
        table = Table(site.database, players)
        table.sit_down()
        with open_socket(site, f"/ws/games/{table.game_id}/?ply=0") as reader:
            redis.stop()
            try:
                move(table)
            finally:
                redis.start()
            assert len(table.rows()) == 1
            wait_until(lambda: moves_and_hears(table, reader), "an open page is told", seconds=30)
        with open_socket(site, f"/ws/games/{table.game_id}/?ply=0") as reader:
            assert hear(reader, table.ply)
        for player in players:
            player.leave()


def moves_and_hears(table: Table, reader: ClientConnection) -> bool:
    move(table)
    try:
        return bool(hear(reader, table.ply, seconds=1))
    except TimeoutError:
        return False
