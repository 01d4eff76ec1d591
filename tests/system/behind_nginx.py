"""Two processes of pages behind nginx as deploy/ has it, and visitors who come through it."""

import http.client
import secrets
import shutil
import ssl
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

from tests.prepared import prepared_database
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.scaled_out import Nginx, ScaledServer
from tests.servers import HOST, free_port

from .players import Table
from .visitors import Visitor

INSECURE = ssl.create_default_context()
INSECURE.check_hostname = False
INSECURE.verify_mode = ssl.CERT_NONE  # its certificate was made for this run


class TakingTurns(Nginx):
    """nginx that gives each request to the next process."""

    balance = ""


class Site:
    """Processes of pages behind nginx, with settings of their own; `more` is added to nginx's."""

    def __init__(
        self,
        postgres: PrivatePostgres,
        redis: PrivateRedis,
        processes: int = 2,
        more: str = "",
        **settings: str,
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="numerica-behind-"))
        self.folder.chmod(0o755)  # nginx reads the static files as another user
        ports = [free_port() for _ in range(processes)]
        self.nginx = TakingTurns(ports, ports, self.folder / "static")
        self.nginx.more = more
        settings |= {
            "SITE_URL": self.nginx.url,
            "SECRET_KEY": secrets.token_urlsafe(64),
            "STAFF_PATH": secrets.token_hex(16),
            "NUMERICA_STATIC": str(self.folder / "static"),
            "NUMERICA_TRUSTED_PROXIES": "1",
        }
        url = prepared_database(postgres)
        self.pages = [ScaledServer(self.folder, url, redis.url, **settings) for _ in ports]
        for server, port in zip(self.pages, ports, strict=True):
            server.wanted_port = port
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._open.callback(shutil.rmtree, self.folder, ignore_errors=True)
        with ExitStack() as opened:
            opened.push(self._open)
            collected = self.pages[0].manage("collectstatic", "--noinput")
            assert collected.returncode == 0, collected.stderr
            for server in self.pages:
                self._open.enter_context(server)
                wake(server)
            self._open.enter_context(self.nginx)
            opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    @contextmanager
    def table(self) -> Iterator[Table]:
        """A game of two guests who come through nginx."""
        players = Guest(self), Guest(self)
        table = Table(self.pages[0].database, players)
        try:
            for player in players:
                player.become_guest()
            table.sit_down()
            yield table
        finally:
            for player in players:
                player.leave()


class Guest(Visitor):
    """A visitor of a site behind nginx, or behind another one, by a connection that is kept."""

    def __init__(
        self, site: Site, nginx: Nginx | None = None, more: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(site.pages[0])
        self.nginx = nginx or site.nginx
        self.more = dict(more or {})

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            port = self.nginx.port
            self._connection = http.client.HTTPSConnection(
                "localhost", port, timeout=60, context=INSECURE
            )
        return self._connection

    def _identified(self, headers: dict[str, str]) -> dict[str, str]:
        return super()._identified(headers) | self.more | {"Referer": f"{self.nginx.url}/"}


def wake(server: ScaledServer) -> None:
    """What runs beside the pages begins with the first request."""
    connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
    connection.request("GET", "/healthz")
    connection.getresponse().read()
    connection.close()
