"""What people are told of their games and invitations, in the transaction of what happened.

Told are people alone, not computers. A game against computers alone says nothing of turns and
results, for nobody waits there and the result is seen at once, unless the time ran out. A live
game says nothing of turns: it is played at its table. Who has the table open has read what
happens there.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from accounts import notices
from accounts.models import Notice, User
from games.models import Game, Invitation, InvitationSeat, Player
from games.rules.moves import Seat
from games.store import presence

Kind = Notice.Kind

People = Mapping[Seat | None, User]
"""Those at a table who are told anything, by their seats."""


class Turn(NamedTuple):
    """Whose turn it was, and whether its player was still to be reminded of it."""

    seat: Seat | None
    awaits_reminder: bool = False


def turn_of(game: Game) -> Turn:
    """The turn that runs, before a move ends it."""
    return Turn(game.turn, game.reminder_at is not None)


def tell_begun(game: Game, users: Sequence[User], now: datetime) -> None:
    """By correspondence with others the first turn is told."""
    people = _people(enumerate(users))
    if len(people) > 1 and game.turn in people and not game.clocks.control.is_live:
        notices.write([_turn(game, people[game.turn], now)], renews=True)


def tell_moved(game: Game, before: Turn, now: datetime) -> None:
    """A turn is over: whose turn it is now is told, or how the game ended, in one statement.

    Who was to move before has nothing to read about that turn any more.
    """
    is_live, has_ended = game.clocks.control.is_live, game.ended_at is not None
    if is_live and not has_ended:
        return
    people = _people((player.seat, player.user) for player in game.players.all())
    is_shared = sum(not player.is_computer for player in game.players.all()) > 1
    if not is_shared and before.awaits_reminder and game.termination != "time":
        return
    told: list[Notice] = []
    there = seats_there(game.id)
    if not is_live:
        told += _turns(game, people, before, now, there if is_shared else None)
    if has_ended and (is_shared or game.termination == "time"):
        told += (
            _end(game, user, now, now if seat in there else None) for seat, user in people.items()
        )
    notices.write(told, renews=True)


def _turns(
    game: Game, people: People, before: Turn, now: datetime, there: Collection[Seat | None] | None
) -> Iterator[Notice]:
    """The turn that is over has been read; the next one is told where others wait for it."""
    is_next = there is not None and game.turn in people
    if before.seat in people and not (is_next and before.seat == game.turn):
        yield _turn(game, people[before.seat], now, read_at=now)
    if there is not None and is_next:
        yield _turn(game, people[game.turn], now, read_at=now if game.turn in there else None)


def seats_there(game_id: str) -> set[Seat | None]:
    """The seats of a game whose players have its table open."""
    return {player.seat for player in presence.players.members_now(game_id)}


def _people(seated: Iterable[tuple[Seat, User | None]]) -> dict[Seat | None, User]:
    return {
        seat: user
        for seat, user in seated
        if user is not None and user.is_active and not user.is_computer
    }


def _turn(game: Game, user: User, now: datetime, read_at: datetime | None = None) -> Notice:
    return Notice(
        recipient=user,
        kind=Kind.TURN,
        subject=f"turn.{game.id}",
        game=game,
        happened_at=now,
        read_at=read_at,
    )


def _end(game: Game, user: User, now: datetime, read_at: datetime | None) -> Notice:
    return Notice(
        recipient=user,
        kind=Kind.OVER,
        subject=f"end.{game.id}",
        game=game,
        happened_at=now,
        read_at=read_at,
    )


def tell_time_runs_out(game: Game, now: datetime) -> None:
    """Who is to move is reminded; an open page may have been forgotten, and says nothing."""
    people = _people((player.seat, player.user) for player in game.players.all())
    if game.turn in people:
        notice = _turn(game, people[game.turn], now)
        notice.kind = Kind.TIME
        notices.write([notice], renews=True)


def tell_reviewed(game_id: str, now: datetime) -> None:
    """The review of a game among people is complete: told once, by whichever process ends it."""
    players = list(Player.objects.filter(game=game_id).select_related("user"))
    if sum(not player.is_computer for player in players) < 2:
        return
    there = seats_there(game_id)
    people = _people((player.seat, player.user) for player in players)
    notices.write(
        [
            Notice(
                recipient=user,
                kind=Kind.REVIEWED,
                subject=f"review.{game_id}",
                game_id=game_id,
                happened_at=now,
                read_at=now if seat in there else None,
            )
            for seat, user in people.items()
        ]
    )


def tell_invited(invitation: Invitation, people: Sequence[User], now: datetime) -> None:
    """Those are told for whom seats are kept; who is at the table of the game before sees it."""
    before = invitation.rematch_of_id
    there = _at_table(before) if before is not None and people else set()
    notices.write(
        [
            _about(
                invitation,
                user,
                kind=Kind.INVITED if before is None else Kind.REMATCH,
                person=invitation.inviter,
                subject=f"invited.{invitation.id}",
                happened_at=now,
                read_at=now if user.pk in there else None,
            )
            for user in people
        ]
    )


def _at_table(game_id: str) -> set[int | None]:
    """The users who sit at a table and have it open."""
    there = presence.players.members_now(game_id)
    seats = Player.objects.filter(game=game_id, seat__in={player.seat for player in there})
    return set(seats.values_list("user", flat=True)) if there else set()


def tell_accepted(
    invitation: Invitation, user: User, seats: Iterable[InvitationSeat], now: datetime
) -> None:
    """Somebody sat down: the inviter is told, and all who sit if that began the game.

    The page of a seek goes to its game by itself.
    """
    settle_invited(invitation, user, now)
    if invitation.is_seek:
        return
    told = {invitation.inviter_id: invitation.inviter}
    if invitation.game is not None:
        told |= {seat.user.pk: seat.user for seat in seats if seat.user is not None}
    told.pop(user.pk, None)
    _tell_answer(invitation, told.values(), user, Kind.ACCEPTED, now)


def tell_declined(invitation: Invitation, user: User, now: datetime) -> None:
    """Somebody said no, or gave a seat back: the inviter is told.

    The page of a seek shows it by itself.
    """
    settle_invited(invitation, user, now)
    if invitation.is_seek:
        return
    _tell_answer(invitation, [invitation.inviter], user, Kind.DECLINED, now)


def _tell_answer(
    invitation: Invitation, people: Iterable[User], user: User, kind: Kind, now: datetime
) -> None:
    before = invitation.rematch_of_id
    there = _at_table(before) if before is not None else set()
    notices.write(
        [
            _about(
                invitation,
                other,
                kind=kind,
                game=invitation.game,
                person=user,
                subject=f"answer.{invitation.id}.{user.pk}",
                happened_at=now,
                read_at=now if other.pk in there else None,
            )
            for other in people
        ],
        renews=True,
    )


def _about(invitation: Invitation, recipient: User, **more: object) -> Notice:
    return Notice(recipient=recipient, invitation=invitation, **more)


def settle_invited(invitation: Invitation, user: User, now: datetime) -> None:
    """Who has answered an invitation has read it."""
    notices.mark_read(user.pk, now, Q(invitation=invitation))


def withdraw_invited(invitation: Invitation) -> None:
    """Nobody is invited any more."""
    if not invitation.is_seek:
        notices.withdraw(Q(invitation=invitation, kind__in=(Kind.INVITED, Kind.REMATCH)))
