"""Invitations, rematches, and what a guest has."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

from games.presentation import invitation_text, time_text


@dataclass(frozen=True)
class OfferedSeat:
    """A seat of an invitation."""

    number: int  # from 1
    name: str  # of the person for whom it is kept or who has taken it; empty where it is free
    is_free: bool  # kept for nobody
    is_taken: bool
    is_you: bool  # the reader has taken it, or it is kept for the reader

    @property
    def text(self) -> str:
        """Who sits there, or for whom the seat is kept."""
        return invitation_text.seat(self.name, is_taken=self.is_taken, is_you=self.is_you)


@dataclass(frozen=True)
class Search:
    """How long somebody has looked for an opponent, and how far ratings may lie apart by now."""

    seconds: int  # in whole steps
    points: int
    seconds_a_step: int
    points_a_step: int

    @property
    def face(self) -> str:
        """The time, as clocks show it: `0:25`."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


@dataclass(frozen=True)
class InvitationView:
    """An invitation with every setting of the game, and what its reader may do with it."""

    id: str
    key: str  # of the kind of game
    name: str  # of the kind of game
    options: Sequence[Mapping[str, str]]  # the label and the value of each, in words
    inviter: str
    seats: tuple[OfferedSeat, ...]
    more: int  # other invitations of this inviter that are not listed
    is_listed: bool  # on the first page, for anyone
    rated: bool
    is_private: bool
    is_quick: bool  # who wants the same meets its inviter
    is_seek: bool  # it ends with the inviter's page
    is_left: bool  # a seek whose page has gone
    time_control: str  # as it is stored
    is_start_drawn: bool
    expires_at: datetime
    status: str
    is_open: bool  # neither answered nor expired
    is_own: bool  # the reader is the inviter
    needs_account: bool  # the game is rated and the reader has no account
    started_game_id: str | None
    search: Search | None  # for who looks for somebody at one press
    is_kept_from_you: bool = False  # the reader and the inviter do not meet

    @property
    def free(self) -> int:
        """The number of seats that are kept for nobody."""
        return sum(seat.is_free for seat in self.seats)

    @property
    def is_own_search(self) -> bool:
        """Whether the reader looks, or has looked, for somebody at one press."""
        return self.is_own and self.is_quick

    @property
    def kept_for(self) -> str:
        """The names for which seats are kept that are not taken yet."""
        return ", ".join(seat.name for seat in self.seats if not (seat.is_free or seat.is_taken))

    @property
    def is_larger(self) -> bool:
        """Whether more than two play."""
        return len(self.seats) > 2

    @property
    def has_sat_down(self) -> bool:
        """Whether the reader has taken a seat."""
        return any(seat.is_you and seat.is_taken for seat in self.seats)

    @property
    def is_named(self) -> bool:
        """Whether a seat is kept for the reader."""
        return any(seat.is_you and not seat.is_taken for seat in self.seats)

    @property
    def may_accept(self) -> bool:
        """Whether the reader may sit down."""
        return self.is_open and not self.has_sat_down and (self.is_named or self.free > 0)

    @property
    def may_give_back(self) -> bool:
        """Whether the reader may give back a seat."""
        return self.is_open and self.has_sat_down and not self.is_own

    @property
    def is_for_somebody_else(self) -> bool:
        """Whether every seat is taken or kept, none of them for the reader."""
        return self.is_open and not self.has_sat_down and not self.may_accept

    @property
    def game_id(self) -> str | None:
        """The game that has started, for those who sit in it."""
        return self.started_game_id if self.has_sat_down else None

    @property
    def title(self) -> str:
        """The title of its page; that of one's own says what its heading says."""
        if self.is_own:
            return self.heading
        return invitation_text.title(self.name, self.inviter)

    @property
    def heading(self) -> str:
        """The heading of its page, as the reader is concerned."""
        if self.is_for_somebody_else:
            return invitation_text.heading_for_others(self.name, self.kept_for)
        if self.is_quick and self.is_own:
            return invitation_text.heading_of_search()
        return invitation_text.heading(self.name, self.inviter, is_own=self.is_own)

    @property
    def sent(self) -> str:
        """Whom it goes to, or comes from."""
        if not self.is_own:
            return invitation_text.sender_text(self.inviter)
        return invitation_text.recipient_text(self.kept_for, is_listed=self.is_listed)

    @property
    def terms(self) -> list[str]:
        """What a row of a list says of the game."""
        terms = invitation_text.terms(self.time_control, rated=self.rated, is_quick=self.is_quick)
        if self.is_larger:
            terms.append(invitation_text.free_seats(self.free, len(self.seats)))
        if self.more:
            terms.append(invitation_text.more_invitations(self.more))
        return terms

    @property
    def time(self) -> str:
        """The time that each player has."""
        return time_text.time_control(self.time_control)

    @property
    def news(self) -> str:
        """Why the reader cannot accept it; empty while they can, or sit there."""
        if self.is_left:
            return invitation_text.is_gone(self.inviter)
        if not self.is_open:
            return invitation_text.closed_reason(self.status, self.kept_for)
        if not self.is_for_somebody_else:
            return ""
        return invitation_text.for_somebody_else(self.kept_for, is_larger=self.is_larger)

    @property
    def how_to_send(self) -> str:
        """What the inviter does with the link."""
        if self.is_seek:
            return invitation_text.how_to_send_seek()
        return invitation_text.how_to_send(is_listed=self.is_listed, is_larger=self.is_larger)

    @property
    def when_it_starts(self) -> str:
        """What its page waits for."""
        if self.is_quick:
            return invitation_text.when_somebody_is_met()
        return invitation_text.when_it_starts(self.kept_for, is_larger=self.is_larger)

    @property
    def accept_button(self) -> str:
        """What stands on the button for somebody who is signed in."""
        return invitation_text.accept_button(is_larger=self.is_larger)

    @property
    def guest_button(self) -> str:
        """What stands on the button for a newcomer."""
        return invitation_text.guest_button(is_larger=self.is_larger)


@dataclass(frozen=True)
class RematchOffer:
    """A rematch that some of the players want."""

    id: str  # of the invitation
    is_own: bool  # the reader was the first to want it
    wants: bool  # the reader wants it
    is_asked: bool  # a seat is kept for the reader
    takers: int  # the number of those who want it
    wanted_by: str  # their names
    waits_for: str  # the names of the others
    free: int  # seats that are kept for nobody
    absent: str  # the names of those who played before and have no seat, but for the reader
    absentees: int  # the number of these


@dataclass(frozen=True)
class RematchView:
    """What has become of a rematch: a game, an offer, a refusal, or nothing so far."""

    game_id: str = ""  # of the next game, if it has begun
    is_called_off: bool = False  # the next game was aborted
    sits: bool = False  # the reader plays in it
    was_just_wanted: bool = False  # the reader asked for it a moment ago
    offer: RematchOffer | None = None
    declined: str = ""  # the names of those who said no


@dataclass(frozen=True)
class GuestSeats:
    """What a guest could take along into an account: numbers, and whether there is more."""

    running: int  # games
    finished: int  # games
    invitations: int  # open ones
    shared: int  # games in which the user of the account plays too
    has_learned: bool  # steps of lessons
    has_tried: bool  # puzzles of days
    has_practised: bool
    has_relations: bool  # notes and blocks

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to take along."""
        return not any(astuple(self))
