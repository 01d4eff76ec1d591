"""How many offers and games somebody may have open, with whom, and who may sit at one table."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Count

from accounts import relations
from accounts.models import User
from games.models import Player
from games.rules.messages import gettext_noop
from games.services.errors import NotAllowed
from games.store.invitations import still_open

MOST_OPEN = 3
"""Offers of one person to anyone, and to one other person, that may be open at once."""

MOST_SEEKS = 5
"""The same of offers to anyone that end with their page."""

MOST_RUNNING = 200
"""Games of one person that run at once. Who plays very many by correspondence has a hundred; pages
that look at all games of a person stay quick with it: the first page, and the analysis board, which
compares a position with each of them."""

_TOO_MANY = gettext_noop(
    "%(name)s has %(count)s running games, the most there may be; another one can begin when one"
    " of them is over"
)
_TO_ANYONE = gettext_noop("you have %(count)s open offers to anyone; withdraw one of them first")
_TO_ONE = gettext_noop(
    "%(name)s has %(count)s open invitations of yours; withdraw one of them first, or wait"
)
_NOT_INVITED = gettext_noop("%(name)s cannot be invited; choose somebody else")
NOT_OPEN = gettext_noop("this invitation is not open to you")
_NO_GUESTS = gettext_noop("%(name)s takes no invitations from guests; sign up first")


def require_room(
    inviter: User,
    invitees: Sequence[User],
    *,
    is_listed: bool,
    is_seek: bool = False,
    now: datetime,
) -> None:
    """Raise NotAllowed for one offer too many, to somebody who refuses those of guests, and to
    somebody kept apart from the inviter, whichever of the two has blocked the other.

    The same for who has as many running games as there may be. The inviter's row is locked, so that
    two offers at once are counted one after the other.
    """
    require_few_games([inviter])
    open_ones = still_open(now).filter(inviter=inviter)
    most = MOST_SEEKS if is_seek else MOST_OPEN
    to_anyone = open_ones.filter(is_listed=True, seen_at__isnull=not is_seek)
    if is_listed and to_anyone.count() >= most:
        raise NotAllowed(409, _TO_ANYONE, count=most)
    named = User.objects.filter(pk__in=[invitee.pk for invitee in invitees])
    refusing = named.filter(refuses_guests=True).first() if inviter.is_guest else None
    if refusing is not None:
        raise NotAllowed(403, _NO_GUESTS, name=refusing.username)
    apart = relations.apart_from(inviter.pk) if invitees else frozenset()
    for invitee in invitees:
        if invitee.pk in apart:
            raise NotAllowed(403, _NOT_INVITED, name=invitee.username)
        waiting = open_ones.filter(seats__user=invitee, seats__accepted_at=None)
        if waiting.count() >= MOST_OPEN:
            raise NotAllowed(409, _TO_ONE, name=invitee.username, count=MOST_OPEN)


def require_few_games(users: Iterable[User]) -> None:
    """Raise NotAllowed if somebody of these has as many running games as there may be.

    Computers have as many as there are. The rows of people are locked or held, so that two games
    that begin at once are counted one after the other.
    """
    people = {user.pk: user.username for user in users if not user.is_computer}
    running = Player.objects.filter(user__in=people, ended_at=None).order_by()
    counted = running.values_list("user").annotate(count=Count("id"))
    for user_id, _count in counted.filter(count__gte=MOST_RUNNING):
        raise NotAllowed(409, _TOO_MANY, name=people[user_id], count=MOST_RUNNING)


def require_company(people: Iterable[User | None]) -> None:
    """Raise NotAllowed if some two of those who would sit at one table have been kept apart.

    The sentence does not say that somebody has blocked somebody. The row of who sits down is
    locked, as those of both are by a block: nobody meets after it.
    """
    if relations.are_apart([user.pk for user in people if user is not None]):
        raise NotAllowed(403, NOT_OPEN)
