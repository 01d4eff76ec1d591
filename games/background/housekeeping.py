"""What is done now and then: reminders, mails, messages; what is kept no longer goes, by and by.

Every process does it, and finds little left where another did.
"""

import math
import time
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from accounts import housekeeping as accounts
from accounts import notices, outbox, pushes, reports
from games.background.postman import postman
from games.background.pushes import Pushes
from games.services import analyses, chat, old_invitations
from games.services.reminders import remind
from games.store import site_time
from games.store.transactions import writing

HOUR = 3600.0  # seconds


class Chore(NamedTuple):
    """Does some of what is due at a time, and returns how much: 0 once nothing is left to do."""

    do: Callable[[datetime], int]
    every: float = HOUR  # seconds since it was done


def _writing(do: Callable[[datetime], int]) -> Callable[[datetime], int]:
    """The same in a transaction of its own."""

    def written(now: datetime) -> int:
        with writing():
            return do(now)

    return written


CHORES = (
    Chore(postman.wake, every=5),
    Chore(remind, every=30),
    Chore(_writing(accounts.forget_ended_sessions)),
    Chore(_writing(accounts.forget_what_sessions_left)),
    Chore(_writing(accounts.forget_expired_signups)),
    Chore(chat.prune),
    Chore(analyses.prune),
    Chore(old_invitations.prune),
    Chore(_writing(notices.prune)),
    Chore(_writing(outbox.prune)),
    Chore(_writing(pushes.prune)),
    Chore(_writing(reports.prune)),
    Chore(Pushes().send, every=1),
)


class Housekeeping:
    """Does the chores one after the other, a little in each round: nobody waits long meanwhile."""

    def __init__(self) -> None:
        self._done_at: dict[Chore, float] = {}

    def tidy(self) -> None:
        """Go on with the first chore that it is time for. Raises what it raises.

        One that fails keeps no other from being done: it is tried again when it is time for it.
        """
        at = time.monotonic()
        for chore in CHORES:
            if at - self._done_at.get(chore, -math.inf) >= chore.every:
                self._done_at[chore] = at
                if chore.do(site_time.now()):
                    del self._done_at[chore]  # there is more
                return
