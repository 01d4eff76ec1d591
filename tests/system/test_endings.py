"""A terminal that is closed ends the server which it began, and cuts nobody off."""

import os
import signal
import socket
from pathlib import Path

import pytest

from tests.prepared import prepared_folder
from tests.servers import HOST, Server

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


def test_who_is_connected_is_answered_when_the_terminal_is_closed(tmp_path: Path) -> None:
    prepared_folder(tmp_path)
    with Server(tmp_path) as server:
        process = server.process
        assert answer_after_hangup(server).startswith(b"HTTP/1.1 200")
        assert process is not None and process.wait(30) != -signal.SIGHUP


def test_a_server_begun_by_nohup_outlives_its_terminal(tmp_path: Path) -> None:
    prepared_folder(tmp_path)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        server = Server(tmp_path)
        server.start()
    finally:
        signal.signal(signal.SIGHUP, before)
    try:
        for _ in range(2):
            assert answer_after_hangup(server).startswith(b"HTTP/1.1 200")
        assert server.is_alive
    finally:
        server.stop()
