"""Games in which something failed while nobody looked: this process tries them once an hour.

Otherwise a few of them would keep the deadlines of all others from being settled.
"""

import logging
import time
from collections.abc import Callable

from django.db import InterfaceError, InternalError, OperationalError

REST = 3600.0  # seconds from a failure to the next try

log = logging.getLogger(__name__)

_failed_at: dict[str, float] = {}  # seconds of the steady clock, by the game's name


def known() -> frozenset[str]:
    """The games that failed when this process tried them last."""
    return frozenset(_failed_at)


def resting() -> frozenset[str]:
    """Those of them that it leaves alone for now."""
    return frozenset(game for game in _failed_at if _rests(game))


def is_done(game_id: str, do: Callable[[], bool]) -> bool:
    """Do something in a game; whether it was done. A failure is logged, and the game left alone.

    Where the database is away, that is raised: it is no fault of the game.
    """
    if _rests(game_id):
        return False
    try:
        done = do()
    except (OperationalError, InternalError, InterfaceError):
        raise
    except Exception:
        _failed_at[game_id] = time.monotonic()
        log.exception("game %s is broken: it is left alone for an hour", game_id)
        return False
    _failed_at.pop(game_id, None)
    return done


def _rests(game_id: str) -> bool:
    failed_at = _failed_at.get(game_id)
    return failed_at is not None and time.monotonic() - failed_at < REST


def clear() -> None:
    """Try all of them again, as a process does that has just begun."""
    _failed_at.clear()
