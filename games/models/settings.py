"""What the people of a game agree on before it starts."""

from dataclasses import dataclass

from games.rules.clock import DEFAULT_DAYS_PER_MOVE


@dataclass(frozen=True)
class GameSettings:
    """The settings of a game: an invitation offers them, and a rematch has the same."""

    key: str  # of the kind of game
    options: str = ""  # of that game alone, as a record writes them: `players=3`
    rated: bool = False
    is_private: bool = False
    days_per_move: int = DEFAULT_DAYS_PER_MOVE
