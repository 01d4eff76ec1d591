"""Clocks: how long a turn may last, and what it takes from a player's bank of time.

The time now is always an argument. A turn has a free time of its own (correspondence), and beyond
it lasts as long as the player's bank does, which gains the increment after it (live).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.refusals import NotationError

DAYS_PER_MOVE = (1, 3, 7, 14)
"""The lengths of a turn that a game by correspondence may have, in days."""

USUAL_DAYS = 3  # the 72 hours of the rules (N13)

RESERVE_DAYS = range(6)
"""The days that a player by correspondence may have in reserve for the whole game."""

LIVE_MINUTES = (3, 5, 10, 15, 25)
"""The banks with which a live game may begin, in minutes."""

INCREMENTS = (0, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60)
"""What a live clock may gain after each move, in seconds."""

LAG_A_MOVE = timedelta(milliseconds=500)
LAG_A_GAME = timedelta(seconds=3)
"""The most that is given back to a player of a live game for a slow line."""

Speed = Literal["blitz", "rapid", "slow", "days"]

_NONE = timedelta()
_MILLISECOND = timedelta(milliseconds=1)
_EXPECTED_MOVES = 20  # of a player, to tell how fast a game is
_BLITZ, _RAPID = timedelta(minutes=8), timedelta(minutes=20)

_SHORTEST_ABSENCE, _LONGEST_ABSENCE = timedelta(seconds=30), timedelta(seconds=120)

_LIVE = re.compile(r"([0-9]{1,9})\+([0-9]{1,9})")
_DAYS = re.compile(r"([0-9]{1,9})d(?:\+([0-9]{1,9})d)?")
_NO_CLOCK = gettext_noop("%(text)s is no clock; a clock reads 300+5, 3d or 3d+2d")


@dataclass(frozen=True)
class TimeControl:
    """What is agreed about time: free for each move, in the bank at first, gained after a move.

    Its text is that of the header `Clock`, which `parse` reads.

    >>> str(TimeControl.live(300, 5)), str(TimeControl.of_days(3)), str(TimeControl.of_days(3, 2))
    ('300+5', '3d', '3d+2d')
    """

    per_move: timedelta
    bank: timedelta = _NONE
    increment: timedelta = _NONE

    @classmethod
    def of_days(cls, days: int, reserve: int = 0) -> "TimeControl":
        """By correspondence: days for each move, and days in reserve, which only shrink."""
        return cls(timedelta(days=days), timedelta(days=reserve))

    @classmethod
    def live(cls, seconds: int, increment: int) -> "TimeControl":
        """Live: a bank of seconds, and those that are gained after each move."""
        return cls(_NONE, timedelta(seconds=seconds), timedelta(seconds=increment))

    @property
    def is_live(self) -> bool:
        """Whether the players are at the table together."""
        return not self.per_move

    @property
    def has_banks(self) -> bool:
        """Whether a player has more time than that of the turn."""
        return self.is_live or bool(self.bank)

    @property
    def speed(self) -> Speed:
        """How fast the game is, by the time that a player of twenty moves has."""
        if not self.is_live:
            return "days"
        expected = self.bank + _EXPECTED_MOVES * self.increment
        if expected < _BLITZ:
            return "blitz"
        return "rapid" if expected < _RAPID else "slow"

    @property
    def longest_absence(self) -> timedelta:
        """How long a player on turn may be away from a live game before the others need not wait.

        >>> [TimeControl.live(60 * each, 0).longest_absence.seconds for each in (3, 10, 25)]
        [30, 60, 120]
        """
        return min(max(self.bank // 10, _SHORTEST_ABSENCE), _LONGEST_ABSENCE)

    def __str__(self) -> str:
        if self.is_live:
            return f"{_seconds(self.bank)}+{_seconds(self.increment)}"
        reserve = f"+{self.bank.days}d" if self.bank else ""
        return f"{self.per_move.days}d{reserve}"


def _seconds(time: timedelta) -> int:
    return time // timedelta(seconds=1)


def parse(text: str) -> TimeControl:
    """Read a time control; raises NotationError.

    >>> parse("300+5").increment, parse("3d+2d").bank
    (datetime.timedelta(seconds=5), datetime.timedelta(days=2))
    """
    if found := _LIVE.fullmatch(text):
        return TimeControl.live(int(found[1]), int(found[2]))
    if found := _DAYS.fullmatch(text):
        return TimeControl.of_days(int(found[1]), int(found[2] or 0))
    raise NotationError(Message(_NO_CLOCK, {"text": text}))


@dataclass(frozen=True)
class Clocks:
    """The clocks of a game: by seat what is left in the banks, and what was given back for lag."""

    control: TimeControl
    banks: tuple[timedelta, ...] = ()
    lag: tuple[timedelta, ...] = field(default=())

    @classmethod
    def start(cls, control: TimeControl, seats: int) -> "Clocks":
        """The clocks before the first turn."""
        return cls(control, (control.bank,) * seats, (_NONE,) * seats)

    @classmethod
    def read(cls, control: TimeControl, stored: Mapping[str, Sequence[int]]) -> "Clocks":
        """The clocks as `stored` wrote them; without banks where it wrote nothing."""
        banks, lag = stored.get("banks", ()), stored.get("lag", ())
        return cls(
            control,
            tuple(each * _MILLISECOND for each in banks),
            tuple(each * _MILLISECOND for each in lag),
        )

    @property
    def stored(self) -> dict[str, list[int]]:
        """Banks and lag in milliseconds; nothing where no player has a bank."""
        if not self.control.has_banks:
            return {}
        return {
            "banks": [milliseconds(bank) for bank in self.banks],
            "lag": [milliseconds(lag) for lag in self.lag],
        }

    def bank(self, seat: Seat) -> timedelta:
        """What is left in a player's bank."""
        return self.banks[seat] if self.banks else _NONE

    def deadline(self, seat: Seat, began: datetime) -> datetime:
        """The moment at which a turn that began then is lost (N13).

        >>> Clocks(TimeControl.of_days(3)).deadline(0, datetime(2026, 11, 20))
        datetime.datetime(2026, 11, 23, 0, 0)
        """
        return began + self.control.per_move + self.bank(seat)

    def reminder(self, seat: Seat, began: datetime) -> datetime | None:
        """The moment at which a quarter of a turn by correspondence is left; None in a live game.

        >>> Clocks(TimeControl.of_days(3)).reminder(0, datetime(2026, 11, 20))
        datetime.datetime(2026, 11, 22, 6, 0)
        """
        if self.control.is_live:
            return None
        deadline = self.deadline(seat, began)
        return deadline - (deadline - began) / 4

    @property
    def patience(self) -> timedelta:
        """How long after a deadline a move may still arrive that was made before it."""
        return LAG_A_MOVE if self.control.is_live else _NONE

    def lag_returned(self, seat: Seat, measured: timedelta) -> timedelta:
        """How much of the lag that was measured a player gets back for this move."""
        if not self.control.is_live:
            return _NONE
        return max(_NONE, min(measured, LAG_A_MOVE, LAG_A_GAME - self.lag[seat]))

    def after_turn(
        self, seat: Seat, used: timedelta, lag: timedelta = _NONE, *, gains: bool = True
    ) -> "Clocks":
        """The clocks after a turn that took as long as `used`, without the lag given back for it.

        It `gains` the increment with a move, not by giving up or running out of time. A bank that
        is overdrawn, because nobody could move for a while, is empty.
        """
        if not self.control.has_banks:
            return self
        left = max(_NONE, self.banks[seat] - max(_NONE, used - self.control.per_move))
        gained = self.control.increment if gains else _NONE
        return replace(
            self,
            banks=_with(self.banks, seat, left + gained),
            lag=_with(self.lag, seat, self.lag[seat] + lag),
        )

    def after_takeback(self, seat: Seat) -> "Clocks":
        """The clocks when a move of this player is taken back: what it gained goes with it.

        So nobody gains by moving and taking back; no bank is brought below one increment by it.

        >>> five = Clocks.start(TimeControl.live(300, 5), 2)
        >>> [replace(five, banks=(timedelta(0, each),) * 2).after_takeback(0).bank(0).seconds
        ...  for each in (300, 8, 3)]
        [295, 5, 3]
        """
        if not self.control.increment:
            return self
        bank, increment = self.bank(seat), self.control.increment
        left = max(min(bank, increment), bank - increment)
        return replace(self, banks=_with(self.banks, seat, left))

    def with_more(self, seat: Seat, more: timedelta) -> "Clocks":
        """The clocks when a player was given more time, within a turn as well as beside it."""
        return replace(self, banks=_with(self.banks, seat, self.banks[seat] + more))


def _with(times: tuple[timedelta, ...], seat: Seat, time: timedelta) -> tuple[timedelta, ...]:
    return (*times[:seat], time, *times[seat + 1 :])


def time_used(began: datetime, now: datetime, lag: timedelta = _NONE) -> timedelta:
    """How long a turn took in whole milliseconds, without the lag given back for it.

    None before it began.
    """
    return max(_NONE, now - began - lag) // _MILLISECOND * _MILLISECOND


def milliseconds(time: timedelta) -> int:
    """A time in whole milliseconds, rounded down."""
    return time // _MILLISECOND


def has_fallen(at: datetime | None, now: datetime) -> bool:
    """Tell whether the deadline `at` is reached; without a deadline (None) it never is."""
    return at is not None and now >= at
