"""Steps through a game."""

from dataclasses import dataclass


@dataclass(frozen=True)
class StepsView:
    """The plies that the buttons of a replay lead to; None where there is nowhere to go."""

    start: int | None
    back: int | None
    next: int | None
    end: int | None
    last: int

    @classmethod
    def at(cls, ply: int, last: int) -> "StepsView":
        """Return the steps from the position after `ply` moves of a game with `last` moves."""
        return cls(
            start=0 if ply > 0 else None,
            back=ply - 1 if ply > 0 else None,
            next=ply + 1 if ply < last - 1 else None,
            end=last if ply < last else None,
            last=last,
        )
