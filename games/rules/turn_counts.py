"""How many turns in a row went by without a play: what scoreless endings count."""

from dataclasses import dataclass
from typing import Protocol, Self

from games.rules.messages import Json
from games.rules.moves import Seat


class TurnCounts(Protocol):
    """Counters that a turn moves on; `kind` is that of its verdict: `play`, `swap`, `pass`."""

    @classmethod
    def at_start(cls, seats: int) -> Self:
        """Return the counters before the first turn."""

    def after(self, seat: Seat, kind: str) -> Self:
        """Return the counters after a turn of this seat."""

    def to_json(self) -> Json:
        """Return the counters as plain values, by the keys that State and view have."""

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Return the counters that `to_json` wrote among other things."""


@dataclass(frozen=True)
class TurnsInARow:
    """The passes, and the turns without a play, in a row, of all seats together."""

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

    def to_json(self) -> Json:
        return {"passes": self.passes, "idle": self.scoreless_turns}

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(data["passes"], data["idle"])


@dataclass(frozen=True)
class PassesBySeat:
    """For each seat its own passes in a row, whatever the others do in between."""

    passes: tuple[int, ...]

    @classmethod
    def at_start(cls, seats: int) -> Self:
        return cls((0,) * seats)

    def after(self, seat: Seat, kind: str) -> Self:
        own = self.passes[seat] + 1 if kind == "pass" else 0
        return type(self)((*self.passes[:seat], own, *self.passes[seat + 1 :]))

    def to_json(self) -> Json:
        return {"passes": list(self.passes)}

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(tuple(data["passes"]))
