"""Bytes sent to a server by hand."""

import socket
import time

from websockets.sync.client import ClientConnection, connect

from tests.servers import HOST, Server

from .players import Table, a_move

MEGABYTE = 1024 * 1024
ROOM = 24 * MEGABYTE  # how far a process may grow by itself; what it must not do is keep a body
QUICKLY = 10  # seconds, on a machine that has other things to do


def move(table: Table) -> None:
    text = a_move(table.state)
    answer = table.mover.move(table.game_id, table.ply + 1, text)
    assert answer.status == 200, answer.text
    table.read()


def pour(connection: socket.socket, piece: bytes, times: int) -> int:
    """Send the piece again and again until the server cuts the connection; how often it could."""
    for sent in range(times):
        try:
            connection.sendall(piece)
        except OSError:
            return sent
    return times


def open_socket(server: Server, path: str, origin: str | None = None) -> connect:
    """A socket as a page of the site opens it, or a page of another origin; "" is none."""
    return connect(
        f"ws://{HOST}:{server.port}{path}",
        origin=server.origin if origin is None else origin or None,
        open_timeout=QUICKLY,
        close_timeout=QUICKLY,
        proxy=None,
    )


def hear(socket: ClientConnection, ply: int, seconds: float = QUICKLY) -> str:
    """The first message that brings a page to this ply."""
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        message = str(socket.recv(timeout=seconds))
        if f'id="live" hidden hx-swap-oob="true" data-ply="{ply}"' in message:
            return message
    raise TimeoutError(f"ply {ply} was not told")
