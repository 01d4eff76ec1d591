"""What the people of a game agree on before it starts."""

from dataclasses import dataclass, fields
from typing import Self

from django.db.models import Model

from games.rules import clock

USUAL_TIME = str(clock.TimeControl.of_days(clock.USUAL_DAYS))


@dataclass(frozen=True)
class GameSettings:
    """The settings of a game: an invitation offers them, and a rematch has the same."""

    key: str  # of the kind of game
    options: str = ""  # of that game alone, as a record writes them: `players=3`
    rated: bool = False
    is_private: bool = False
    time_control: str = USUAL_TIME  # as a record writes its clock: `300+5`, `3d+2d`

    @classmethod
    def of(cls, row: Model) -> Self:
        """The settings that a row keeps in columns of their names."""
        return cls(**{field.name: getattr(row, field.name) for field in fields(cls)})
