"""Without Redis the site is for one process: a second one on the same folder says so at its start.

What one process tells its open pages does not reach those of another one then, and each counts
limits for itself.
"""

import fcntl
import logging
from contextlib import suppress
from pathlib import Path
from typing import IO

logger = logging.getLogger(__name__)

_held: list[IO[bytes]] = []  # for as long as this process lives


def warn_of_another(folder: Path) -> None:
    """Hold the folder until this process ends; where another one holds it, write a warning."""
    with suppress(OSError):  # a folder that takes no file: then nobody is held
        folder.mkdir(parents=True, exist_ok=True)
        mark = (folder / "serving.lock").open("ab")
        _held.append(mark)
        if not _is_ours(mark):
            logger.warning(
                "Another process serves from %s. Without REDIS_URL people at one of them see"
                " nothing of what happens at the other until they load the page again: run one"
                " process, or set DATABASE_URL and REDIS_URL.",
                folder,
            )


def _is_ours(mark: IO[bytes]) -> bool:
    try:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
