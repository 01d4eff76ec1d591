"""What stands in front of the site in deploy/: connections, HEAD, compression, slow heads, addresses."""

import gzip
import select
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress

import pytest
from allauth.core.internal.ratelimit import get_ip
from django.http import HttpRequest

from accounts.sockets import address_of
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.required import required
from tests.scaled_out import Nginx
from tests.servers import HOST

from .behind_nginx import INSECURE, Guest, Site, TakingTurns
from .players import a_move
from .visitors import Answer

pytestmark = [pytest.mark.system, pytest.mark.fault("F23")]

PACKED = {"Accept-Encoding": "gzip, deflate, br"}
ANOTHER_IN_FRONT = f"set_real_ip_from {HOST}; real_ip_header X-Forwarded-For;"
"""As docs/production.md has it where nginx stands behind another proxy."""

PATIENCE = 15  # seconds, of numerica.conf: `client_header_timeout`
ALLOWED = 5  # of one address in a minute: settings, "records"


@pytest.fixture(scope="module")
def site(postgres: PrivatePostgres, redis: PrivateRedis) -> Iterator[Site]:
    """One process behind nginx, with its limits."""

    def start() -> Site:
        return Site(postgres, redis, processes=1, NUMERICA_LIMITS="1")

    yield from required(start, "NUMERICA_REQUIRE_NGINX")


@pytest.fixture
def inner(site: Site) -> Iterator[Nginx]:
    """A second nginx, which itself stands behind a proxy: the test is that proxy."""
    ports = [server.port for server in site.pages]
    nginx = TakingTurns(ports, ports, site.folder / "static")
    nginx.more = ANOTHER_IN_FRONT
    with nginx:
        yield nginx


def connect(nginx: Nginx) -> ssl.SSLSocket:
    """A connection with TLS on which anything can be said."""
    plain = socket.create_connection((HOST, nginx.port), 30)
    return INSECURE.wrap_socket(plain, server_hostname="localhost")


def ask(method: str, path: str) -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def hear(connection: ssl.SSLSocket) -> bytes:
    """All that comes until the other side closes."""
    heard = b""
    with suppress(ssl.SSLError, ConnectionError):
        while piece := connection.recv(65536):
            heard += piece
    return heard


def encodings(answer: Answer) -> list[str]:
    return answer.headers.get_all("Content-Encoding", [])


# --- connections ---


@pytest.mark.long
def test_one_connection_carries_pages_moves_refusals_and_files(site: Site) -> None:
    with site.table() as table:
        mover = table.mover
        mover.get("/")
        connection = mover._connection.sock
        address = f"/games/{table.game_id}/"
        statuses = [
            mover.get(address).status,
            mover.move(table.game_id, 1, a_move(table.state)).status,
            mover.move(table.game_id, 1, "8A nonsense").status,
            mover.get("/nowhere/").status,
            mover.get("/static/icon.svg").status,
            mover.get(f"{address}1.png").status,
            mover.get(address).status,
        ]
        assert statuses == [200, 200, 422, 404, 200, 200, 200]
        assert mover._connection.sock is connection


@pytest.mark.long
def test_a_head_has_the_lines_of_the_page_and_nothing_behind(site: Site) -> None:
    """What stood behind it would be taken for the next answer on the same connection."""
    for path in ("/", "/games/", "/rules/equate/", "/nowhere/", "/picture.png", "/static/icon.svg"):
        with connect(site.nginx) as connection:
            last = ask("GET", "/healthz").replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
            connection.sendall(ask("HEAD", path) + last)
            heard = hear(connection)
        head, _, behind = heard.partition(b"\r\n\r\n")
        assert behind.startswith(b"HTTP/1.1 200 OK\r\n") and behind.endswith(b"\r\n\r\nok\n"), path
        with Guest(site) as guest:
            got = guest.get(path)
        assert f"HTTP/1.1 {got.status} ".encode() in head, path
        lines = head.decode().lower().split("\r\n")
        same = ["Content-Type", "Content-Security-Policy"]
        same += ["Content-Length"] if path.endswith(("png", "svg")) else []  # pages differ by time
        for name in same:
            assert name not in got.headers or f"{name}: {got.headers[name]}".lower() in lines, path


@pytest.mark.long
def test_heads_that_come_byte_by_byte_are_cut_off_and_reach_no_process(site: Site) -> None:
    begun = len(site.nginx.log.splitlines())
    slow = [connect(site.nginx) for _ in range(20)]
    head = ask("GET", "/@slow/").replace(b"\r\n\r\n", b"\r\nX-Slow: ") + b"y" * 10_000
    sent = 0
    with Guest(site) as quick:
        while not is_closed(slow[0]):
            assert sent < 8 * PATIENCE, "nobody cut it off"
            for connection in slow:
                with suppress(ssl.SSLError, OSError):
                    connection.sendall(head[sent : sent + 1])
            assert quick.get("/healthz").status == 200
            sent += 1
    for connection in slow:
        connection.settimeout(PATIENCE)
        said = hear(connection)
        assert not said or said.startswith(b"HTTP/1.1 408 "), said
        connection.close()
    asked = site.nginx.log.splitlines()[begun:]
    assert not [line for line in asked if "/@slow/" in line and f'"{HOST}:' in line]


def is_closed(connection: ssl.SSLSocket) -> bool:
    """Whether the other side has closed, looked at for half a second."""
    return bool(select.select([connection], [], [], 0.5)[0])


# --- compression ---


@pytest.mark.long
@pytest.mark.parametrize(
    "path", ["/", "/rules/numerica/", "/nowhere/", "/sitemap.xml", "/static/icon.svg"]
)
def test_what_is_compressed_is_compressed_once_and_for_who_asks(path: str, site: Site) -> None:
    with Guest(site) as guest:
        plain, packed = guest.get(path), guest.get(path, **PACKED)
    assert encodings(plain) == [] and plain.body[:1] == b"<"
    assert encodings(packed) == ["gzip"]
    assert gzip.decompress(packed.body)[:1] == b"<"
    assert len(packed.body) < len(plain.body)
    assert "Accept-Encoding" in packed.headers["Vary"]


@pytest.mark.long
@pytest.mark.parametrize("path", ["/healthz", "/picture.png", "/favicon.ico"])
def test_what_is_short_or_a_picture_is_not_compressed(path: str, site: Site) -> None:
    with Guest(site) as guest:
        answer = guest.get(path, **PACKED)
    assert answer.status in (200, 301, 302) and encodings(answer) == []


@pytest.mark.long
def test_the_length_of_a_page_stays_hidden_behind_nginx(site: Site) -> None:
    with Guest(site) as guest:
        lengths = {len(guest.get("/about/", **PACKED).body) for _ in range(12)}
    assert len(lengths) > 4


# --- addresses ---


def allowed(site: Site, nginx: Nginx, *claims: str) -> int:
    """How many of these requests, each with its claim whence it came, are not one too many."""
    statuses = []
    for claim in claims:
        with Guest(site, nginx, {"X-Forwarded-For": claim}) as guest:
            statuses.append(guest.get("/@nobody-at-all/records/").status)
    assert set(statuses) <= {404, 429}, statuses
    return statuses.count(404)


@pytest.mark.long
def test_who_claims_other_addresses_is_counted_as_one(site: Site) -> None:
    claims = [f"198.51.100.{number}" for number in range(ALLOWED + 3)]
    assert allowed(site, site.nginx, *claims) == ALLOWED


@pytest.mark.long
def test_behind_another_proxy_counts_the_address_that_it_has_seen(site: Site, inner: Nginx) -> None:
    """What stands before it in the line was claimed by the visitor."""
    forged = [f"192.0.2.{number}, 203.0.113.7" for number in range(ALLOWED + 3)]
    assert allowed(site, inner, *forged) == ALLOWED
    assert allowed(site, inner, "203.0.113.7, 203.0.113.8") == 1  # somebody else is not hit
    assert allowed(site, inner, "203.0.113.8, 203.0.113.7") == 0


@pytest.mark.parametrize(
    "proxies, line, counted",
    [
        (0, "198.51.100.1", HOST),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "192.0.2.1, 198.51.100.1", "198.51.100.1"),
        (2, "192.0.2.1, 198.51.100.1, 10.0.0.1", "198.51.100.1"),
        (2, "198.51.100.1, 10.0.0.1", "198.51.100.1"),
    ],
)
def test_of_a_line_of_proxies_the_first_of_our_own_is_believed(
    proxies: int, line: str, counted: str, settings: object
) -> None:
    """NUMERICA_TRUSTED_PROXIES is how many are ours; sockets and pages count alike."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    request = HttpRequest()
    request.META |= {"REMOTE_ADDR": HOST, "HTTP_X_FORWARDED_FOR": line}
    assert get_ip(request) == counted
    scope = {"client": [HOST, 1], "headers": [(b"x-forwarded-for", line.encode())]}
    assert address_of(scope) == counted
