"""What the server refuses before it reads it, and answers to HEAD."""

import random
import re
import socket
from typing import BinaryIO

import pytest

from tests.faults import Figures
from tests.servers import HOST, Server
from tests.system.players import Table
from tests.system.raw_sockets import MEGABYTE, QUICKLY, ROOM, pour
from tests.system.visitors import answer_head
from tests.tiers import times

pytestmark = pytest.mark.system


# --- bodies ---


def post_head(server: Server, *headers: str) -> bytes:
    lines = ["POST /people/guest/ HTTP/1.1", f"Host: {HOST}:{server.port}", *headers, "", ""]
    return "\r\n".join(lines).encode()


@pytest.mark.fault("F8")
@pytest.mark.parametrize("megabytes", [1, 100])
def test_a_body_announced_too_large_is_refused_before_it_is_sent(
    server: Server, megabytes: int
) -> None:
    before = server.memory
    with socket.create_connection((HOST, server.port), QUICKLY) as connection:
        connection.sendall(post_head(server, f"Content-Length: {megabytes * MEGABYTE}"))
        assert answer_head(connection).startswith(b"HTTP/1.1 413 "), "not refused at once"
        pour(connection, b"x" * MEGABYTE, megabytes)
    assert server.memory - before < ROOM


@pytest.mark.fault("F8")
@pytest.mark.parametrize("megabytes", [1, 100])
def test_a_body_sent_in_chunks_is_refused_when_it_grows_too_large(
    server: Server, megabytes: int
) -> None:
    before = server.memory
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with socket.create_connection((HOST, server.port), QUICKLY) as connection:
        connection.sendall(post_head(server, "Transfer-Encoding: chunked"))
        connection.sendall(chunk + chunk)
        assert answer_head(connection).startswith(b"HTTP/1.1 413 "), "not refused"
        poured = pour(connection, chunk, megabytes * 16)
    assert poured < 100 * 16, "a body without end was read to its end"
    assert server.memory - before < ROOM


@pytest.mark.fault("F8")
def test_a_client_that_sends_all_of_a_large_body_first_is_told_why_it_is_refused(
    server: Server, table: Table
) -> None:
    player = table.mover
    for path in (table.move_address, f"/games/{table.game_id}/check/", "/people/guest/"):
        answer = player.post(path, ply=table.ply + 1, text="1" * MEGABYTE)
        assert answer.status == 413 and "too large" in answer.text
    assert len(table.rows()) == table.ply


def test_a_body_just_small_enough_is_read(server: Server, table: Table) -> None:
    """The limit is a limit, not a wall: 63 KiB reach the referee, who knows no such move."""
    answer = table.mover.post(table.move_address, ply=table.ply + 1, text="1" * (63 * 1024))
    assert answer.status == 422 and answer.json()["code"] == "notation"


def test_a_form_sent_in_chunks_is_read(server: Server, table: Table) -> None:
    player = table.mover
    form = f"ply={table.ply + 1}&text=nonsense&csrfmiddlewaretoken={player.token}".encode()
    cookies = "; ".join(f"{name}={value}" for name, value in player.cookies.items())
    head = (
        f"POST {table.move_address} HTTP/1.1\r\nHost: {HOST}:{server.port}\r\nCookie: {cookies}\r\n"
    )
    kind = "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    pieces = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in (form[:9], form[9:], b""))
    with socket.create_connection((HOST, server.port), QUICKLY) as connection:
        connection.sendall((head + kind).encode() + pieces)
        assert answer_head(connection).startswith(b"HTTP/1.1 422 "), "the referee was not asked"


@pytest.mark.fault("F8")
def test_a_request_that_is_no_http_is_answered_or_cut_off(server: Server) -> None:
    host = f"Host: {HOST}:{server.port}\r\n".encode()
    heads = [
        b"\x00\xff" * 600 + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 70_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"X-Many: 1\r\n" * 1000 + b"\r\n",
        b"POST /people/guest/ HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n",
        b"POST /people/guest/ HTTP/1.1\r\n" + host + b"Content-Length: 1e9\r\n\r\n",
        b"POST /people/guest/ HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    ]
    for head in heads:
        with socket.create_connection((HOST, server.port), QUICKLY) as connection:
            pour(connection, head, 1)
            heard = answer_head(connection)
        assert heard == b"" or re.match(rb"HTTP/1\.[01] [34]\d\d ", heard), (head[:60], heard)


@pytest.mark.fault("F8")
@pytest.mark.wider
def test_requests_with_bytes_exchanged_are_answered_or_cut_off(
    server: Server, table: Table, figures: Figures
) -> None:
    """Each is a real one in which chance has exchanged, doubled or left out a few bytes."""
    dice, before, held = random.Random(8), table.rows(), server.memory
    player, host = table.mover, f"Host: {HOST}:{server.port}"
    form = f"ply={table.ply + 1}&text=resign&csrfmiddlewaretoken={player.token}"
    head = f"POST {table.move_address} HTTP/1.1\r\n{host}\r\nConnection: close\r\n"
    whole = [
        f"GET /games/{table.game_id}/ HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n",
        f"GET /games/archive/?page=2 HTTP/1.1\r\n{host}\r\nCookie: {player.cookie}\r\n\r\n",
        f"{head}Content-Length: {len(form)}\r\n\r\n{form}",  # without the cookie: refused
    ]
    for _ in range(figures.add("requests of garbage", times(30, 50, 10_000))):
        sent = garbled(dice, dice.choice(whole).encode())
        with socket.create_connection((HOST, server.port), QUICKLY) as connection:
            pour(connection, sent, 1)
            connection.shutdown(socket.SHUT_WR)  # what is missing never comes
            heard = answer_head(connection)
        assert heard == b"" or re.match(rb"HTTP/1\.[01] [1-4]\d\d ", heard), (sent, heard)
    assert table.rows() == before
    figures.add("memory gained MB", (server.memory - held) / MEGABYTE)
    assert server.memory - held < 2 * ROOM


def garbled(dice: random.Random, sent: bytes) -> bytes:
    """These bytes with one to eight of them exchanged, doubled or left out."""
    garbage = bytearray(sent)
    for _ in range(dice.randint(1, 8)):
        place = dice.randrange(len(garbage))
        what = dice.randrange(3)
        garbage[place : place + (what != 1)] = b"" if what == 0 else dice.randbytes(1)
    return bytes(garbage)


# --- HEAD ---


EVERY_ADDRESS = [
    "/", "/games/", "/games/archive/", "/leaderboard/", "/rules/", "/rules/numerica/", "/rules/equate/",
    "/rules/digifeud/", "/rules/numeria/", "/rules/equate/board/", "/computer/", "/invitations/new/", "/misses/",
    "/accounts/login/", "/accounts/signup/", "/people/export/", "/manifest.webmanifest", "/picture.png", "/favicon.ico",
    "/robots.txt", "/sitemap.xml", "/healthz", "/readyz", "/nowhere/", "/static/site.css", "/static/js/table/turn.js",
    "/games/{game}/", "/games/{game}/live/", "/games/{game}/text/", "/games/{game}/record/", "/games/{game}/1.png",
    "/games/{game}/?ply=1",
]  # fmt: skip


def read_answer(stream: BinaryIO, has_body: bool) -> tuple[int, int, bytes]:
    """Status, announced length and body of the next answer on a connection that is kept."""
    status = stream.readline().split()
    assert status[0] == b"HTTP/1.1", status
    headers = {}
    while (line := stream.readline()) != b"\r\n":
        name, _, value = line.partition(b":")
        headers[name.lower()] = value.strip()
    length = int(headers[b"content-length"])
    return int(status[1]), length, stream.read(length) if has_body else b""


@pytest.mark.parametrize("address", EVERY_ADDRESS)
def test_an_answer_to_head_has_no_body_and_the_next_answer_begins_behind_it(
    server: Server, table: Table, address: str
) -> None:
    path = address.format(game=table.game_id)
    asked = [
        f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n\r\n"
        for method in ("GET", "HEAD", "GET")
    ]
    with socket.create_connection((HOST, server.port), QUICKLY) as connection:
        connection.sendall("".join(asked).encode())
        with connection.makefile("rb") as stream:
            status, length, body = read_answer(stream, has_body=True)
            assert len(body) == length
            assert read_answer(stream, has_body=False)[::2] == (status, b"")
            assert read_answer(stream, has_body=True)[0] == status


def test_head_of_a_large_page_announces_its_length(server: Server) -> None:
    with socket.create_connection((HOST, server.port), QUICKLY) as connection:
        request = (
            f"HEAD /static/django_htmx/htmx-2.js HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n\r\n"
        )
        connection.sendall(request.encode())
        with connection.makefile("rb") as stream:
            assert read_answer(stream, has_body=False)[1] > 65_536
