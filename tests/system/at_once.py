"""What happens at the same moment: jobs that threads do at once, inside a server's own shell.

`printed` runs a script there; the script does its jobs by `do_at_once`.
"""

import random
import threading
from collections.abc import Callable, Collection
from typing import Any

from django.db import OperationalError, connection
from django.utils import timezone
from psycopg.errors import LockNotAvailable

from accounts.models import User
from games.models import Game, Invitation
from games.rules.refusals import Refusal
from games.services.errors import NotAllowed
from games.services.invitations import accept_invitation
from games.services.moves import play_move
from tests.servers import Server
from tests.tiers import some_of

Job = tuple[Any, ...]
"""What is called, then its arguments."""

PATIENCE = 10
"""How often somebody tries whom the site tells that it is busy."""

REFUSALS = (NotAllowed, Refusal, Invitation.DoesNotExist)
"""What somebody who comes too late is told."""


def printed(site: Server, script: str, rounds: int) -> list[str]:
    """The words that a script prints in the site's shell; it must not fail.

    It reads `rounds` in place of `ROUNDS`.
    """
    told = script.replace("ROUNDS", str(rounds))
    run = site.manage("shell", "-v", "0", "-c", told, seconds=some_of(500, 500, 7200))
    assert run.returncode == 0 and "FAULT" not in run.stdout, run.stdout + run.stderr
    return run.stdout.split()


def expect_verified(site: Server, *options: str) -> None:
    """All that is stored must be what the moves make of it."""
    verified = site.manage("verify", *options, seconds=some_of(120, 120, 3600))
    assert verified.returncode == 0 and ", 0 differences" in verified.stdout, verified.stdout


def do_at_once(jobs: Collection[Job], expected: tuple[type[Exception], ...] = ()) -> None:
    """Do each job in a thread of its own, in any order; an unexpected exception is printed."""
    shuffled = random.sample([*jobs], len(jobs))
    threads = [threading.Thread(target=_do, args=[expected, *job]) for job in shuffled]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _do(expected: tuple[type[Exception], ...], do: Callable[..., Any], *told: Any) -> None:
    try:
        _do_patiently(do, *told)
    except expected:
        pass
    except Exception as error:
        print("FAULT", repr(error))
    finally:
        connection.close()


def _do_patiently(do: Callable[..., Any], *told: Any) -> None:
    """As a person does, who is told that the site is busy, and to try again a moment later.

    That is what happens after five seconds behind others: on a slow machine fifty threads that all
    want the same six people take longer.
    """
    for _ in range(PATIENCE):
        try:
            return do(*told)
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
    raise TimeoutError(f"{do.__name__} {told} had no lock, {PATIENCE} times")


def move(game: Game, text: str) -> None:
    """The player on turn, as the game was when it was read, makes this move."""
    mover = game.players.get(seat=game.turn).user
    play_move(game_id=game.id, user=mover, ply=game.ply + 1, text=text, now=timezone.now())


def accept(invitation: Invitation, user: User) -> None:
    accept_invitation(invitation_id=invitation.id, user=user, now=timezone.now())
