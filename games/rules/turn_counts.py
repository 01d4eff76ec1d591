"""How many turns in a row went by without a play: what scoreless endings count."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

from games.rules.messages import Json, gettext_noop
from games.rules.moves import Seat

NO_QUIET = gettext_noop(
    "a game that goes on has had fewer passes, or turns without a play, in a row"
)


class TurnCounts(Protocol):
    """Counters that a turn moves on; `kind` is that of its verdict: `play`, `swap`, `pass`."""

    are_by_seat: ClassVar[bool]
    """Whether there is one counter for each seat, in the order of the seats."""

    @classmethod
    def at_start(cls, seats: int) -> Self:
        """Return the counters before the first turn."""

    def after(self, seat: Seat, kind: str) -> Self:
        """Return the counters after a turn of this seat."""

    @property
    def quiet_turns(self) -> tuple[int, ...]:
        """The counters as numbers."""

    @classmethod
    def turns_to(cls, quiet: tuple[int, ...]) -> Sequence[tuple[Seat, str]]:
        """Return turns, each a seat and a kind, that lead to these counters, if any turns do."""

    def to_json(self) -> Json:
        """Return the counters as plain values, by the keys that State and view have."""

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Return the counters that `to_json` wrote among other things."""


@dataclass(frozen=True)
class TurnsInARow:
    """The passes, and the turns without a play, in a row, of all seats together."""

    are_by_seat: ClassVar[bool] = False

    passes: int = 0
    scoreless_turns: int = 0

    @classmethod
    def at_start(cls, seats: int) -> Self:
        return cls()

    def after(self, seat: Seat, kind: str) -> Self:
        if kind == "play":
            return type(self)()
        passes = self.passes + 1 if kind == "pass" else 0
        return type(self)(passes, self.scoreless_turns + 1)

    @property
    def quiet_turns(self) -> tuple[int, ...]:
        return self.passes, self.scoreless_turns

    @classmethod
    def turns_to(cls, quiet: tuple[int, ...]) -> Sequence[tuple[Seat, str]]:
        passes, scoreless_turns = quiet
        return [(0, "swap")] * (scoreless_turns - passes) + [(0, "pass")] * passes

    def to_json(self) -> Json:
        return {"passes": self.passes, "idle": self.scoreless_turns}

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(data["passes"], data["idle"])


@dataclass(frozen=True)
class PassesBySeat:
    """For each seat its own passes in a row, whatever the others do in between."""

    are_by_seat: ClassVar[bool] = True

    passes: tuple[int, ...]

    @classmethod
    def at_start(cls, seats: int) -> Self:
        return cls((0,) * seats)

    def after(self, seat: Seat, kind: str) -> Self:
        own = self.passes[seat] + 1 if kind == "pass" else 0
        return type(self)((*self.passes[:seat], own, *self.passes[seat + 1 :]))

    @property
    def quiet_turns(self) -> tuple[int, ...]:
        return self.passes

    @classmethod
    def turns_to(cls, quiet: tuple[int, ...]) -> Sequence[tuple[Seat, str]]:
        return [(seat, "pass") for seat, passes in enumerate(quiet) for _ in range(passes)]

    def to_json(self) -> Json:
        return {"passes": list(self.passes)}

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(tuple(data["passes"]))
