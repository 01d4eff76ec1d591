"""A server that is told to end, or whose terminal is closed, cuts nobody off."""

import os
import signal
import socket
from pathlib import Path

import pytest

from tests.prepared import prepared_folder
from tests.servers import HOST, Server
from tests.tiers import times

pytestmark = pytest.mark.system

ASKED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def answer_after_hangup(server: Server) -> bytes:
    """What somebody gets who was answered before, and asks again when the terminal is closed."""
    with socket.create_connection((HOST, server.port), 30) as reader:
        reader.sendall(ASKED)
        assert reader.recv(10_000).startswith(b"HTTP/1.1 200")
        os.kill(server.pid, signal.SIGHUP)
        reader.sendall(ASKED)
        return reader.recv(10_000)


def begun_with(hangup: signal.Handlers, folder: Path) -> Server:
    """A server that was begun by somebody who treats SIGHUP so."""
    before = signal.signal(signal.SIGHUP, hangup)
    try:
        server = Server(prepared_folder(folder))
        server.start()
    finally:
        signal.signal(signal.SIGHUP, before)
    return server


def test_who_is_connected_is_answered_when_the_terminal_is_closed(tmp_path: Path) -> None:
    server = begun_with(signal.SIG_DFL, tmp_path)
    try:
        process = server.process
        assert answer_after_hangup(server).startswith(b"HTTP/1.1 200")
        assert process is not None and process.wait(30) != -signal.SIGHUP
    finally:
        server.kill()


def test_who_asks_at_the_very_moment_of_the_end_is_answered(tmp_path: Path) -> None:
    """The request has come, and its answer is not begun: daphne would have cancelled it."""
    prepared_folder(tmp_path)
    for _ in range(times(1, 3, 20)):
        with (
            Server(tmp_path) as server,
            socket.create_connection((HOST, server.port), 30) as reader,
        ):
            reader.sendall(ASKED)
            assert reader.recv(10_000).startswith(b"HTTP/1.1 200"), "nothing is slow at first"
            with socket.create_connection((HOST, server.port), 30) as late:
                late.sendall(ASKED)
                os.kill(server.pid, signal.SIGTERM)
                assert late.recv(10_000).startswith(b"HTTP/1.1 200")


def test_a_server_begun_by_nohup_outlives_its_terminal(tmp_path: Path) -> None:
    server = begun_with(signal.SIG_IGN, tmp_path)
    try:
        for _ in range(2):
            assert answer_after_hangup(server).startswith(b"HTTP/1.1 200")
        assert server.is_alive
    finally:
        server.stop()
