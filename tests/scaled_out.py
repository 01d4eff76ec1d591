"""The parts of the scaled-out shape that the embedded one has not: workers that think, and nginx."""

import http.client
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from tests.private_servers import Private, PrivatePostgres, PrivateRedis, program
from tests.servers import HOST, ROOT, Server, children_of, end_group, free_port, wait_until

WORKER = "-m celery -A numerica_site.workers worker --without-gossip --without-mingle"


class ScaledServer(Server):
    """The site in a process whose computers and reviews are left to Celery's workers."""

    def __init__(
        self, var_dir: Path, database_url: str, redis_url: str, **environment: str
    ) -> None:
        more = {"REDIS_URL": redis_url, "NUMERICA_WORKERS": "celery"}
        super().__init__(var_dir, database_url, **more, **environment)


class Worker:
    """Celery's worker: a process that hands out nudges, and children that think."""

    def __init__(self, server: Server, children: int = 2, queues: str = "") -> None:
        self.server = server
        self.children = children
        self.queues = queues
        self.log_file = server.var_dir / f"worker-{secrets.token_hex(4)}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Begin to take nudges."""
        begun_at = len(self.log)
        more = [f"--concurrency={self.children}", "-n", f"{secrets.token_hex(4)}@%h"]
        more += ["-Q", self.queues] if self.queues else []
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *WORKER.split(), *more],
                cwd=ROOT,
                env=self.server.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        wait_until(lambda: "ready to think" in self.log[begun_at:], "the worker starts")

    def kill(self) -> None:
        """`kill -9` for all of it at once."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As systemd does it: what has begun comes to its end."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        if how == signal.SIGTERM:
            process.terminate()  # its children end with it
            process.wait(30)
        else:
            end_group(process, how)

    def kill_a_child(self) -> int:
        """`kill -9` for one of those that think; its number."""
        child = secrets.choice(self.pids)
        os.kill(child, signal.SIGKILL)
        return child

    @property
    def pids(self) -> list[int]:
        """Those that think; when all of them are there."""
        assert self.process is not None, "the worker does not run"
        main = self.process.pid
        return wait_until(lambda: children_of(main), "somebody thinks")

    @property
    def log(self) -> str:
        """Everything that the worker has written."""
        return self.log_file.read_text() if self.log_file.exists() else ""


class Nginx(Private):
    """nginx with the configuration of deploy/, on ports that are free, and a certificate of its own.

    Who has a cookie `process` is served by always the same process of each kind, while that lives.
    Every answer tells by the header `Process` who made it.
    """

    name = "nginx"

    balance = "hash $cookie_process;"
    """By what a process is chosen; empty as in deploy/: they take turns."""

    more = ""
    """What somebody adds to the configuration."""

    def __init__(self, pages: Sequence[int], sockets: Sequence[int], static: Path) -> None:
        super().__init__()
        self.port = free_port()
        self.upstreams = {"numerica_pages": pages, "numerica_sockets": sockets}
        self.static = static

    def prepare(self) -> None:
        told = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
        files = "-keyout privkey.pem -out fullchain.pem"
        command = [program("openssl"), *told.split(), *files.split()]
        subprocess.run(command, check=True, capture_output=True, timeout=60, **self.as_account())

    def command(self) -> Sequence[str]:
        (self.folder / "site.conf").write_text(self._site())
        (self.folder / "nginx.conf").write_text(self._whole())
        prefix = ["-p", f"{self.folder}/", "-e", "nginx.log", "-c", "nginx.conf"]
        return [program("nginx"), *prefix, "-g", "daemon off;"]

    def _site(self) -> str:
        site = (ROOT / "deploy/nginx/numerica.conf").read_text()
        for said, meant in {
            "listen 80;": f"listen {HOST}:{free_port()};",
            "listen 443 ": f"listen {HOST}:{self.port} ",
            "server_name numerica.example;": "server_name localhost;",
            "/etc/numerica/tls": str(self.folder),
            "/srv/numerica/staticfiles": str(self.static),
            "/var/log/nginx": str(self.folder),
            "server_tokens off;": "server_tokens off; add_header Process $upstream_addr always;",
        }.items():
            assert said in site, said
            site = site.replace(said, meant)
        return site

    def _whole(self) -> str:
        parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        lines = [f"{part}_temp_path {part};" for part in parts]
        for name, ports in self.upstreams.items():
            servers = [f"server {HOST}:{port} max_fails=1 fail_timeout=2s;" for port in ports]
            if not self.balance:  # a hash knows no `backup`
                servers += [f"server {HOST}:{port} max_fails=0 backup;" for port in ports]
            lines.append(f"upstream {name} {{ {self.balance} {' '.join(servers)} }}")
        lines += ["include /etc/nginx/mime.types;", "access_log access.log;", self.more]
        lines.append("include site.conf;")
        return "pid nginx.pid; events {} http { " + "\n".join(lines) + " }"

    def answers(self) -> bool:
        try:
            socket.create_connection((HOST, self.port), 5).close()
        except OSError:
            return False
        return True

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def log(self) -> str:
        """A line for each request, with who answered it."""
        return (self.folder / "numerica.log").read_text()


class ScaledOut:
    """All of the scaled-out shape: two processes of pages, two of sockets, a worker, nginx."""

    def __init__(self, postgres: PrivatePostgres, redis: PrivateRedis) -> None:
        self.postgres = postgres
        self.redis = redis
        self._open = ExitStack()

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _start(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="numerica-scaled-"))
        self._open.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self.folder.chmod(0o755)  # nginx reads the static files as another user
        static = self.folder / "static"
        ports = [free_port() for _ in range(4)]
        self.nginx = Nginx(ports[:2], ports[2:], static)
        database_url = self.postgres.new_database()
        self.pages = [self._server(database_url, static, port) for port in ports[:2]]
        self.sockets = [self._server(database_url, static, port, "0") for port in ports[2:]]
        collected = self.pages[0].manage("collectstatic", "--noinput")
        assert collected.returncode == 0, collected.stderr
        for server in self.servers:
            self._open.enter_context(server)
            self.wake(server)
        self.worker = self._open.enter_context(Worker(self.pages[0]))
        self._open.enter_context(self.nginx)

    def _server(self, database_url: str, static: Path, port: int, ticker: str = "1") -> Server:
        server = ScaledServer(
            self.folder,
            database_url,
            self.redis.url,
            SITE_URL=self.nginx.url,
            SECRET_KEY="k" * 64,
            STAFF_PATH=secrets.token_hex(16),
            NUMERICA_STATIC=str(static),
            NUMERICA_TRUSTED_PROXIES="1",
            NUMERICA_TICKER=ticker,
        )
        server.wanted_port = port
        return server

    @property
    def servers(self) -> list[Server]:
        return [*self.pages, *self.sockets]

    def wake(self, server: Server) -> None:
        """What runs beside the pages begins with the first request."""
        connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        connection.close()

    def ports_of_sockets(self, game_id: str) -> set[int]:
        """The processes that pushed this game's moves, as far as the sockets are closed."""
        lines = re.findall(rf'/ws/games/{game_id}/" 101 .*? "{HOST}:(\d+)"', self.nginx.log)
        return set(map(int, lines))
