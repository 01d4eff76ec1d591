"""A seek lives while its page does; a computer takes the place of somebody who does not come."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from accounts.models import User
from games.computers.roster import nearest_to
from games.models import Game, Invitation
from games.rules.messages import gettext_noop
from games.rules.record import parse_options
from games.rules.seating import seats_of
from games.services.computer_games import deal
from games.services.errors import NotAllowed, lock_active_users
from games.services.invitations import (
    end_seeks,
    free_seats_of_seeks,
    leave_seeks,
    require_open,
)
from games.services.start import start_game
from games.store import seeks
from games.store.transactions import writing
from ratings.lists import computer_list, live_list
from ratings.selectors import ratings_of

OFFERED_AFTER = timedelta(seconds=20)
"""How long somebody waits for people before a computer is offered."""

_NOT_YOURS = gettext_noop("this invitation is meant for somebody else")


Sitter = tuple[str, int]
"""A seek, and somebody who sits in it: the ids of both."""


def keep_seen(sitters: Collection[Sitter], now: datetime) -> None:
    """The pages of these people are there now; a seek that is just being taken is left alone."""
    with writing():
        open_ones = seeks.open_seeks().filter(pk__in={seek for seek, _ in sitters})
        free = dict(open_ones.select_for_update(skip_locked=True).values_list("pk", "inviter"))
        own = [each for each in free.items() if each in sitters]
        seats = seeks.seats_taken().filter(invitation__in=free)
        taken = [
            seat
            for seat, *sitter in seats.values_list("pk", "invitation", "user")
            if tuple(sitter) in sitters
        ]
        seeks.open_seeks().filter(pk__in=[seek for seek, _ in own]).update(seen_at=now)
        seeks.seats_taken().filter(pk__in=taken).update(seen_at=now)


def return_to_seek(*, invitation_id: str, user: User, now: datetime) -> bool:
    """The page of somebody who sits in a seek is there; whether it is one, and open."""
    own = seeks.open_seeks().filter(pk=invitation_id, inviter=user)
    taken = seeks.seats_taken().filter(invitation=invitation_id, user=user)
    with writing():
        return own.update(seen_at=now) > 0 or taken.update(seen_at=now) > 0


def free_left_seats(now: datetime) -> int:
    """Free the seats in seeks whose page has gone; in how many seeks."""
    left = seeks.left_seats(now)
    if not left.exists():
        return 0
    with writing():
        return free_seats_of_seeks(left)


def end_left_seeks(now: datetime) -> int:
    """Withdraw the seeks whose page has gone; how many."""
    left = seeks.left_seeks(now)
    if not left.exists():
        return 0
    with writing():
        return end_seeks(left, skips_taken=True)


@dataclass(frozen=True)
class Instead:
    """The computers that a seeker may play instead, and in how many milliseconds they come up."""

    names: list[str]
    after: int


def waiting_for(invitation_id: str, user: User, now: datetime) -> Instead | None:
    """What is offered to somebody whose own seek this is, and who is back at it; else None."""
    if not return_to_seek(invitation_id=invitation_id, user=user, now=now):
        return None
    seek = Invitation.objects.get(pk=invitation_id)
    if seek.inviter_id != user.pk:
        return None
    left = max(timedelta(), seek.created_at + OFFERED_AFTER - now)
    return Instead(fitting_computers(seek), left // timedelta(milliseconds=1))


def fitting_computers(seek: Invitation) -> list[str]:
    """The computers that fit the inviter of this seek, one for each other seat.

    By the rating in live games; who has none is known from games by days, or against computers.
    """
    lists = (live_list(seek.key), seek.key, computer_list(seek.key))
    found = (ratings_of([seek.inviter_id], each).get(seek.inviter_id) for each in lists)
    rating = next((each for each in found if each is not None), None)
    others = seats_of(seek.rules, parse_options(seek.options)) - 1
    return nearest_to(rating, others)


def play_computer_instead(*, invitation_id: str, user: User, now: datetime) -> Game:
    """End one's own seek and play computers that fit, casually, with the same time.

    A seek is open to anyone; this game is private where the user wishes that for new games.
    Who has sat down at a larger table is not part of that game, and is told that it was withdrawn.
    If somebody has come at the same moment, it is the game with that person; who presses twice has
    one game. Raises NotAllowed, Invitation.DoesNotExist.
    """
    seek = Invitation.objects.get(pk=invitation_id, seen_at__isnull=False)
    computers = fitting_computers(seek)
    dealt = deal(seek.key, seek.options, computers)  # it may take a while: before any lock
    found = {each.username: each for each in User.objects.filter(username__in=computers)}
    with writing():
        lock_active_users([user])
        seek = Invitation.objects.select_for_update().get(pk=invitation_id)
        if seek.inviter_id != user.pk:
            raise NotAllowed(403, _NOT_YOURS)
        if seek.game is not None:
            return seek.game
        require_open(seek, now)
        free_seats_of_seeks(seek.seats.exclude(user=user))
        end_seeks(Invitation.objects.filter(pk=invitation_id))
        game = start_game(
            replace(seek.settings, rated=False, is_private=user.plays_privately),
            users=[user, *(found[name] for name in computers)],
            seed=dealt.seed,
            deals_first_play=dealt.deals_first_play,
            now=now,
        )
        Invitation.objects.filter(pk=invitation_id).update(game=game)
        leave_seeks([user])
        return game
