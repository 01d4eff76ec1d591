"""Deadlines that pass while nobody looks: found, and settled one by one."""

import logging
from datetime import datetime, timedelta
from functools import partial

from django.db.models import QuerySet

from games.models import Game
from games.rules import clock
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.refusals import IllegalMove
from games.services import broken_games, outages
from games.services.errors import STALE
from games.services.writing import lock_game, store_move
from games.store.transactions import writing

log = logging.getLogger(__name__)

_said = 0  # how many deadlines are held back, as it was said last


def overdue_games(now: datetime, limit: int = 50, but: QuerySet[Game] | None = None) -> list[str]:
    """Games whose deadline has passed: a plain read, so that an idle tick takes no lock.

    Without those that are broken, and were tried a short while ago.
    """
    due = Game.objects.filter(deadline_at__lte=now).order_by("deadline_at")
    due = due.exclude(pk__in=broken_games.resting())
    if but is not None:
        due = due.exclude(pk__in=but.values("pk"))
    return list(due.values_list("id", flat=True)[:limit])


def until_next_flag(now: datetime) -> timedelta | None:
    """How long it is until the next flag can fall that has not been due for long already.

    With the patience of a live game, which costs one by correspondence nothing: a plain read.
    """
    patience = clock.LAG_A_MOVE
    ahead = Game.objects.filter(deadline_at__gt=now - patience).order_by("deadline_at")
    deadline = ahead.values_list("deadline_at", flat=True).first()
    return None if deadline is None else deadline + patience - now


def settle_overdue(now: datetime, *, is_confirmed: bool = False) -> int:
    """Settle every deadline that has passed; how many. A game that is broken stops no other.

    Those that are held back are not, and the operator is told. `is_confirmed`: see `flag_fallen`.
    """
    if not overdue_games(now, limit=1):
        _say(0)
        return 0
    held_back = Game.objects.none() if is_confirmed else outages.held_back(now)
    _say(held_back.count())
    if not is_confirmed and not outages.runs_undisturbed(now):
        return 0
    settled = 0
    for game_id in overdue_games(now, but=held_back):
        fall = partial(flag_fallen, game_id=game_id, now=now, is_confirmed=is_confirmed)
        settled += broken_games.is_done(game_id, fall)
    return settled


def _say(held_back: int) -> None:
    """Tell the operator, once for every number, that deadlines are held back."""
    global _said
    if held_back and held_back != _said:
        log.error(
            "%s deadlines have passed at once: none of these games is ended until the time has"
            " been right for a minute. If they shall fall now, run: manage.py settle_overdue --all",
            held_back,
        )
    _said = held_back


def clear_what_was_said() -> None:
    """Deadlines that are held back will be told again, as by a process that has just begun."""
    global _said
    _said = 0


_OUT_OF_TIME = gettext_noop("the time for this move has run out; the game is over")
_CLOCK_HAS_RUN_OUT = gettext_noop("the clock has run out; the game is over")


def too_late(game: Game) -> IllegalMove:
    """Why nothing was done after the deadline; with several players the others may go on."""
    if game.ended_at is None:
        return IllegalMove("stale", Message(STALE))
    is_live = game.clocks.control.is_live
    return IllegalMove("game-over", Message(_CLOCK_HAS_RUN_OUT if is_live else _OUT_OF_TIME))


def flag_fallen(*, game_id: str, now: datetime, is_confirmed: bool = False) -> bool:
    """Take the seat to move out of the game if its flag has fallen; whether it did so now.

    `is_confirmed`: somebody has looked at it, and it falls however many others have passed.
    """
    with writing():
        game = lock_game(game_id)
        return flag_in(game, game.position, now, is_confirmed=is_confirmed)


def flag_in(
    game: Game,
    state: State,
    now: datetime,
    lag: timedelta | None = None,
    *,
    is_confirmed: bool = False,
) -> bool:
    """The one test of a deadline under the lock; `lag`: see `has_fallen`."""
    if state.turn is None or not has_fallen(game, now, lag, is_confirmed=is_confirmed):
        return False
    store_move(game, state.leave(state.turn, "time"), now)
    return True


def has_fallen(
    game: Game, now: datetime, lag: timedelta | None = None, *, is_confirmed: bool = False
) -> bool:
    """Whether the deadline of a game that is locked has passed, and may be held against anybody.

    A move that arrives is judged by its arrival less the `lag` that its player gets back. For all
    else that touches the game (None), a live flag falls a little later: a move may be on its way.
    """
    judged_at = now - (game.clocks.patience if lag is None else lag)
    if not clock.has_fallen(game.deadline_at, judged_at):
        return False
    return outages.is_steady(now) if is_confirmed else outages.may_settle(game, now)
