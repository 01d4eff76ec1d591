"""Games in which something failed while nobody looked: this process leaves them alone after that.

Otherwise a few of them would keep the deadlines of all others from being settled.
"""

import logging
from collections.abc import Callable

from django.db import InterfaceError, InternalError, OperationalError

log = logging.getLogger(__name__)

_found: set[str] = set()


def found() -> frozenset[str]:
    """The names of the games that this process leaves alone until it starts again."""
    return frozenset(_found)


def is_done(game_id: str, do: Callable[[], bool]) -> bool:
    """Do something in a game; whether it was done. A failure is logged, and the game left alone.

    Where the database is away, that is raised: it is no fault of the game.
    """
    if game_id in _found:
        return False
    try:
        return do()
    except (OperationalError, InternalError, InterfaceError):
        raise
    except Exception:
        _found.add(game_id)
        log.exception("game %s is broken: nothing is settled in it until the next start", game_id)
        return False


def forget() -> None:
    """Try all of them again, as a process does that has just begun."""
    _found.clear()
