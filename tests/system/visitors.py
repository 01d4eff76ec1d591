"""Who visits a server: browsers without a window, posts that wait, sockets that talk nonsense."""

import base64
import http.client
import json
import re
import secrets
import select
import socket
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlencode

from tests.servers import HOST, Server

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@dataclass(frozen=True)
class Answer:
    """What a server said."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Visitor:
    """A browser without a window: cookies, the token of the last form, one open connection."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}
        self.token = ""
        self._connection: http.client.HTTPConnection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def become_guest(self) -> None:
        """A newcomer who plays at once."""
        self.get("/")
        answer = self.post("/people/guest/")
        assert answer.status == 302, answer.text
        self.get("/")

    def invite(self, **settings: str) -> str:
        """Offer a game of Numerica by link; the address of the invitation."""
        offered = {"to": "link", "key": "numerica", "time": "3d"} | settings
        answer = self.post("/invitations/new/", **offered)
        assert answer.status == 302, answer.text
        return answer.headers["Location"]

    def accept(self, invitation: str) -> Answer:
        return self.post(f"{invitation}accept/")

    def move(self, game_id: str, ply: int, text: str) -> Answer:
        return self.post(f"/games/{game_id}/move/", ply=ply, text=text)

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, b"", headers)

    def post(self, path: str, **fields: object) -> Answer:
        body, headers = self._form(fields)
        return self._ask("POST", path, body, headers)

    def _form(self, fields: dict[str, object]) -> tuple[bytes, dict[str, str]]:
        headers = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return urlencode(fields | {"csrfmiddlewaretoken": self.token}).encode(), headers

    def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        connection = self._connected()
        try:
            connection.request(method, path, body, self._identified(headers))
            answer = _read(connection.getresponse())
        except BaseException:
            self.leave()
            raise
        self.remember(answer)
        return answer

    def _connected(self) -> http.client.HTTPConnection:
        """A connection to where the server is now: it moves when it starts again.

        One that was long idle the server has closed, as it may.
        """
        connection = self._connection
        if connection is None or connection.port != self.server.port or _is_closed(connection):
            self.leave()
            connection = http.client.HTTPConnection(HOST, self.server.port, timeout=60)
            self._connection = connection
        return connection

    def _identified(self, headers: dict[str, str]) -> dict[str, str]:
        return headers | {"Cookie": self.cookie}

    @property
    def cookie(self) -> str:
        """All cookies, as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def remember(self, answer: Answer) -> None:
        """Take the cookies and the token of an answer, as a browser does."""
        for line in answer.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        if found := _TOKEN.search(answer.body.decode("utf-8", "replace")):
            self.token = found[1]

    def hold_back(self, path: str, **fields: object) -> "HeldBack":
        """A post on a connection of its own, all of it sent but the last byte."""
        body, headers = self._form(fields)
        return HeldBack(self.server, path, body, self._identified(headers))


def _is_closed(connection: http.client.HTTPConnection) -> bool:
    """Whether the other side has closed: nothing else is to be read before anything is asked."""
    return connection.sock is not None and bool(select.select([connection.sock], [], [], 0)[0])


class HeldBack:
    """A post that waits for its last byte, so that many can arrive at the same moment."""

    def __init__(self, server: Server, path: str, body: bytes, headers: dict[str, str]) -> None:
        self._connection = http.client.HTTPConnection(HOST, server.port, timeout=60)
        self._connection.connect()
        self._connection.putrequest("POST", path)
        for name, value in (headers | {"Content-Length": str(len(body))}).items():
            self._connection.putheader(name, value)
        self._connection.endheaders()
        self._connection.send(body[:-1])
        self._last = body[-1:]

    def release(self) -> None:
        self._connection.send(self._last)

    def answer(self) -> Answer:
        try:
            return _read(self._connection.getresponse())
        finally:
            self._connection.close()


def _read(response: http.client.HTTPResponse) -> Answer:
    return Answer(response.status, response.headers, response.read())


def raw_socket(
    server: Server, path: str, window: int = 0, reader: Visitor | None = None
) -> socket.socket:
    """A websocket after its handshake, with nobody to stop us from writing nonsense to it.

    `window` is how many bytes the kernel takes for it that it does not read; 0 leaves that to it.
    It is signed in as the `reader`, if there is one.
    """
    connection = socket.socket()
    connection.settimeout(10)
    if window:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    connection.connect((HOST, server.port))
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {HOST}:{server.port}",
        f"Origin: {server.origin}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
        "Sec-WebSocket-Version: 13",
    ]
    if reader is not None:
        lines.append(f"Cookie: {reader.cookie}")
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    head = answer_head(connection)
    assert head.startswith(b"HTTP/1.1 101 "), head
    return connection


def answer_head(connection: socket.socket) -> bytes:
    """What a server says, as far as it says it before it closes.

    What comes after the head is left: it may be the first ping of a socket, which wants an answer.
    """
    heard = b""
    while not heard.endswith(b"\r\n\r\n"):
        try:
            piece = connection.recv(1)
        except ConnectionResetError:
            break
        if not piece:
            break
        heard += piece
    return heard
