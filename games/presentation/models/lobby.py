"""The lobby: offers to anyone that are open now, and the buttons of quick pairing."""

import zlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from games.presentation import lobby_text
from games.rules import clock


@dataclass(frozen=True)
class LobbyRow:
    """An offer to anyone, as all readers of a kind are shown it."""

    id: str
    key: str  # of the kind of game
    name: str  # of the kind of game
    inviter: str
    inviter_id: int
    rating: int | None  # of the inviter in such games with people, in whole points
    time_control: str  # as it is stored
    rated: bool  # for readers of this kind
    needs_account: bool  # the game is rated and readers of this kind have no account
    free: int  # seats
    seats: int
    is_seek: bool  # it ends with the inviter's page
    is_quick: bool  # who presses looks for the same, and meets who is near in rating

    @property
    def speed(self) -> str:
        """How fast the game is: `blitz`, `rapid`, `slow`, `days`."""
        return clock.parse(self.time_control).speed

    @property
    def band(self) -> str:
        """The band of ratings to which the inviter's belongs."""
        return lobby_text.band(self.rating)

    @property
    def rating_text(self) -> str:
        """The rating in words."""
        return lobby_text.rating_text(self.rating)

    @property
    def terms(self) -> str:
        """Speed, time, whether it counts, and of larger games how many seats are free."""
        return lobby_text.terms(
            self.time_control,
            rated=self.rated,
            free=self.free,
            seats=self.seats,
            is_quick=self.is_quick,
        )


@dataclass(frozen=True)
class Lobby:
    """All offers to anyone, the oldest first: those that end with a page, and those that stay."""

    seeks: tuple[LobbyRow, ...]
    offers: tuple[LobbyRow, ...]

    @cached_property
    def rows(self) -> dict[str, LobbyRow]:
        """Every row by its name."""
        return {row.id: row for row in (*self.seeks, *self.offers)}

    @cached_property
    def version(self) -> int:
        """Another number for other rows; the same in every process."""
        return zlib.crc32(repr((self.seeks, self.offers)).encode())

    def without(self, user_ids: Collection[int]) -> "Lobby":
        """The same without the offers of these people; itself if there are none of theirs."""
        if self.inviters.isdisjoint(user_ids):
            return self
        return Lobby(
            tuple(row for row in self.seeks if row.inviter_id not in user_ids),
            tuple(row for row in self.offers if row.inviter_id not in user_ids),
        )

    @cached_property
    def inviters(self) -> frozenset[int]:
        """Whose offers these are."""
        return frozenset(row.inviter_id for row in self.rows.values())


@dataclass(frozen=True)
class LobbyChanges:
    """What brings pages from one lobby to the next; no row that stays moves."""

    came: Lobby
    changed: tuple[LobbyRow, ...]
    went: tuple[LobbyRow, ...]

    @classmethod
    def between(cls, before: Lobby, now: Lobby) -> "LobbyChanges":
        """The rows that are new, other than before, and gone."""
        known, left = before.rows, now.rows
        return cls(
            Lobby(
                tuple(row for row in now.seeks if row.id not in known),
                tuple(row for row in now.offers if row.id not in known),
            ),
            tuple(row for row in left.values() if known.get(row.id, row) != row),
            tuple(row for row in known.values() if row.id not in left),
        )


@dataclass(frozen=True)
class QuickButton:
    """A time that a game can be played at, at one press."""

    time_control: str

    @property
    def figures(self) -> str:
        """The time in figures."""
        return lobby_text.time_in_figures(self.time_control)

    @property
    def caption(self) -> str:
        """How fast that is."""
        return lobby_text.caption(self.time_control)
