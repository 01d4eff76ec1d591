"""A line that breaks: between readers and a server, cut at any byte."""

import contextlib
import socket
import struct
import threading
from random import Random

from tests.servers import HOST, Server

RESET = struct.pack("ii", 1, 0)


class CuttingProxy:
    """Passes on what readers and a server say, and cuts each connection after some bytes."""

    def __init__(self, server: Server, fewest: int, most: int) -> None:
        self.server = server
        self.fewest, self.most = fewest, most
        self.dice = Random(3)
        self.cuts = 0
        self.is_cutting = True
        self._listener = socket.create_server((HOST, 0))
        self.port = self._listener.getsockname()[1]

    def __enter__(self) -> "CuttingProxy":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection((HOST, self.server.port), 30)
                length = int(self.fewest * (self.most / self.fewest) ** self.dice.random())
                budget = length if self.is_cutting else None
                for one, other, left in ((near, far, None), (far, near, budget)):
                    args = (one, other, left)
                    threading.Thread(target=self._carry, args=args, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, left: int | None) -> None:
        """Pass on; when nothing is `left`, in the middle of a message as it may be, reset both."""
        with contextlib.suppress(OSError):
            while piece := one.recv(65536 if left is None else min(left, 4096)):
                other.sendall(piece)
                if left is not None:
                    left -= len(piece)
                    if left == 0:
                        self.cuts += 1
                        break
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                each.shutdown(socket.SHUT_RDWR)
            each.close()
