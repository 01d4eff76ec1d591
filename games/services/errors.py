"""A write that is refused to somebody, in words."""

from collections.abc import Iterable

from accounts.models import User
from accounts.services import lock_people
from games.models import GameSettings
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.refusals import IllegalMove

STALE = gettext_noop("the board has changed since; look again, nothing was played")
OVER = gettext_noop("the game is over")
ACCOUNTS_ONLY = gettext_noop("rated games are for registered players; sign up first")
ACCOUNT_GONE = gettext_noop("this account does not exist any more")
ONE_REQUEST = gettext_noop("one request at a time: this one holds until the next move")
_HAS_LEFT = gettext_noop("you have left this game")
_LEFT = gettext_noop("somebody of this game has left the site")
_RATED_AND_PRIVATE = gettext_noop("a rated game cannot be private: choose one of the two")
_LISTED_AND_PRIVATE = gettext_noop(
    "an invitation to anyone cannot be private: choose one of the two"
)


class NotAllowed(Exception):
    """A write that is not done for this person, or not any more. Nothing has changed."""

    def __init__(self, status: int, template: str, **values: object) -> None:
        self.status = status
        self.message = Message(template, values)
        super().__init__(str(self.message))


def require_in_game(state: State, seat: Seat) -> Seat:
    """The seat to move. Raises IllegalMove for a game that is over, and a seat that has left it."""
    if state.outcome is not None or state.turn is None:
        raise IllegalMove("game-over", Message(OVER))
    if seat in state.departed:
        raise IllegalMove("not-your-turn", Message(_HAS_LEFT))
    return state.turn


def lock_active_users(users: Iterable[User | None]) -> None:
    """Lock the rows of these people; raise NotAllowed if an account does not exist any more."""
    wanted = {user.pk for user in users if user is not None}
    if len(lock_people(wanted)) < len(wanted):
        raise NotAllowed(409, _LEFT)


def require_openness(settings: GameSettings, *, is_listed: bool = False) -> None:
    """Raise NotAllowed for a private game that others must be able to see."""
    if settings.is_private and settings.rated:
        raise NotAllowed(422, _RATED_AND_PRIVATE)
    if settings.is_private and is_listed:
        raise NotAllowed(422, _LISTED_AND_PRIVATE)
