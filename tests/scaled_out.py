"""The parts of the scaled-out shape that the embedded one has not: workers that think, and nginx."""

import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from tests.servers import ROOT, Server, children_of, end_group, wait_until

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
