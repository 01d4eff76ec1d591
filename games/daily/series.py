"""The series of daily puzzles: each game that has any has one, and one of a smaller form."""

from dataclasses import dataclass

from games.catalogue import Parts
from games.rules import GAMES

SMALL = "-small"


@dataclass(frozen=True)
class Series:
    """One puzzle a day, of this game; a small one is meant for phones and beginners.

    Where tiles are laid a small one has seven of them and a board with few lines; in Numeria it
    is won in one move instead of two.
    """

    game: str  # the key of the game
    is_small: bool

    @property
    def key(self) -> str:
        """The name in addresses, files and rows."""
        return self.game + SMALL * self.is_small

    @property
    def name(self) -> str:
        """The name of the game."""
        return GAMES[self.game].name

    @property
    def of_game(self) -> tuple[str, str]:
        """The keys of both series of the same game."""
        return self.game, self.game + SMALL


SERIES = {
    series.key: series
    for game in Parts[object]("dailies")
    for series in (Series(game, False), Series(game, True))
}
"""Every series by its key, in the order of the games."""
