"""Which running games are shown unasked: one on each channel, and up to 24 on a wall.

Nothing here reads a clock or the database: what runs, what was shown before, and the time now are
arguments. What is shown stays as long as it may, so that no board is taken away under a reader.
"""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.rules import GAMES

ALL = ""
"""The channel and the wall of all games; the others have the key of their game."""

CHANNELS = (ALL, *GAMES)
MOST_ON_WALL = 24

STAYS = timedelta(seconds=10)
"""How long the end of a game is shown before another game may take its place."""

TAKEN_DOWN = timedelta(minutes=5)
"""How long a game that is over may wait on a wall for one that takes its place."""

MOVING = timedelta(minutes=3)
"""A game moves as long as its last move is not longer ago."""


@dataclass(frozen=True)
class Candidate:
    """A game that may be shown to everybody; `rating` is the mean of its players, 0 for none."""

    game_id: str
    key: str
    ply: int
    is_live: bool
    is_among_people: bool
    rating: int
    changed_at: datetime
    ended_at: datetime | None = None

    @property
    def token(self) -> str:
        """Which board is shown, and in which position."""
        return f"{self.game_id}.{self.ply}{'e' if self.ended_at else ''}"

    def liveliness(self, now: datetime) -> tuple[bool, bool, bool]:
        """What takes another game off the air; ratings alone do not."""
        return now - self.changed_at < MOVING, self.is_among_people, self.is_live

    def has_been_over(self, long: timedelta, now: datetime) -> bool:
        """Whether it ended so long ago."""
        return self.ended_at is not None and now - self.ended_at >= long


Candidates = Mapping[str, Candidate]
"""By the games' ids: all that run, and those that were shown until now."""


@dataclass(frozen=True)
class Programme:
    """What all readers are shown: the game on each channel, and the games of each wall."""

    at: datetime
    games: Candidates
    channels: Mapping[str, str]  # none where nothing was to be shown yet
    walls: Mapping[str, tuple[str, ...]]

    @property
    def shown(self) -> set[str]:
        """All games that are shown somewhere."""
        return {*self.channels.values(), *(one for wall in self.walls.values() for one in wall)}

    @property
    def runs(self) -> str:
        """What tells two programmes apart on whose channels other games run, or end."""
        games = [self.games.get(self.channels.get(key, "")) for key in CHANNELS]
        said = [game and (game.game_id, game.ended_at is None) for game in games]
        return str(zlib.crc32(repr(said).encode()))

    def tokens(self, key: str) -> tuple[str, ...]:
        """The boards of a wall in their order."""
        return tuple(self.games[game_id].token for game_id in self.walls[key])


def next_programme(before: Programme | None, games: Candidates, now: datetime) -> Programme:
    """What is shown after what was shown before."""
    channels, walls = (before.channels, before.walls) if before else ({}, {})
    on_air, hung = {}, {}
    for key in CHANNELS:
        best = best_first(games.values(), key, now)
        if chosen := _on_air(games.get(channels.get(key, "")), best, now):
            on_air[key] = chosen.game_id
        shown = [games[game_id] for game_id in walls.get(key, ()) if game_id in games]
        hung[key] = tuple(one.game_id for one in _wall(shown, best, now))
    return Programme(now, games, on_air, hung)


def best_first(games: Iterable[Candidate], key: str, now: datetime) -> list[Candidate]:
    """The running games of a kind, or all.

    Those that move come first, then those among people, then live ones; then ratings decide.
    """
    running = [game for game in games if game.ended_at is None and key in (ALL, game.key)]
    running.sort(
        key=lambda game: (*game.liveliness(now), game.rating, game.changed_at, game.game_id),
        reverse=True,
    )
    return running


def _on_air(before: Candidate | None, best: list[Candidate], now: datetime) -> Candidate | None:
    """The game of a channel: the one before, until it is over for a while or one is livelier."""
    if not best:
        return before
    if before is None or before.has_been_over(STAYS, now):
        return best[0]
    is_livelier = best[0].liveliness(now) > before.liveliness(now)
    return best[0] if is_livelier and before.ended_at is None else before


def _wall(before: list[Candidate], best: list[Candidate], now: datetime) -> list[Candidate]:
    """The games of a wall: each keeps its place, and one that is over leaves it to the next."""
    waiting = [game for game in best if game not in before]
    hung = [
        waiting.pop(0) if waiting and game.has_been_over(STAYS, now) else game for game in before
    ]
    while hung and hung[-1].has_been_over(TAKEN_DOWN, now):
        hung.pop()
    return [*hung, *waiting[: max(0, MOST_ON_WALL - len(hung))]]
