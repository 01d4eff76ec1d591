"""Who is at a table now: the same for everybody who looks."""

from dataclasses import dataclass, field
from datetime import datetime

from games.rules.moves import Seat


@dataclass(frozen=True)
class AbsenceView:
    """A player on turn who has left a live game, and until when."""

    name: str
    until: datetime
    is_due: bool  # it may be claimed now
    seconds: int = field(compare=False)  # until then

    @property
    def face(self) -> str:
        """These as a clock."""
        minutes, seconds = divmod(self.seconds, 60)
        return f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class HereView:
    """Who watches, with some of their names; who of the players is seen to be there, or is gone."""

    viewers: int = 0
    names: tuple[str, ...] = ()
    there: tuple[Seat, ...] = ()
    absence: AbsenceView | None = None

    @property
    def unnamed(self) -> int:
        """How many watch beside those named."""
        return max(0, self.viewers - len(self.names))
