"""A second reading of the clocks: banks, turns and deadlines in whole seconds."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

LOOKING = timedelta(seconds=5)  # until the first turn of a live game begins
PATIENCE = timedelta(milliseconds=500)  # for who has moved in time on a slow line
MINUTE = timedelta(minutes=1)
NONE = timedelta()


@dataclass
class Clock:
    """The time of a table: what is left to each seat, and when the turn began that runs."""

    text: str
    seats: int
    began: datetime
    banks: list[timedelta] = field(default_factory=list)

    def __post_init__(self) -> None:
        days = re.fullmatch(r"(\d+)d(?:\+(\d+)d)?", self.text)
        live = re.fullmatch(r"(\d+)\+(\d+)", self.text)
        self.is_live = live is not None
        self.free = timedelta(days=int(days[1])) if days else NONE
        self.gain = timedelta(seconds=int(live[2])) if live else NONE
        bank = timedelta(days=int(days[2] or 0)) if days else timedelta(seconds=int(live[1]))
        self.banks = [bank] * self.seats
        if self.is_live:
            self.began += LOOKING

    def deadline(self, seat: int) -> datetime:
        return self.began + self.free + self.banks[seat]

    def has_fallen(self, seat: int, now: datetime, *, is_mover: bool) -> bool:
        patience = PATIENCE if self.is_live and not is_mover else NONE
        return now - patience >= self.deadline(seat)

    def stop(self, seat: int, now: datetime, *, gains: bool) -> None:
        """The turn of this seat is over."""
        used = max(NONE, now - self.began - self.free)
        self.banks[seat] = max(NONE, self.banks[seat] - used)
        if gains:
            self.banks[seat] += self.gain

    def take_back(self, seat: int) -> None:
        """What was gained goes with the move; nobody is left less than one gain by that."""
        bank = self.banks[seat]
        self.banks[seat] = max(min(bank, self.gain), bank - self.gain)
