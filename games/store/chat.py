"""The rules of the chat at a table: who reads and writes where, for how long, and how much is said.

Players talk in a room of their own, which nobody else ever reads. Everybody else who may know of
the game talks in the spectators' room, which players read, and write in, when the game is over.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Literal

from accounts import relations
from accounts.models import User
from games.models import Game

Room = Literal["players", "spectators"]
ROOMS: tuple[Room, ...] = ("players", "spectators")

KEPT_FOR = timedelta(days=90)  # a line, from when it was said
OPEN_FOR = timedelta(days=7)  # a room, from the end of its game
NEWCOMER_FOR = timedelta(days=1)  # an account that says phrases only
MOST, WITHIN = 5, timedelta(seconds=10)  # lines of one person, everywhere

PHRASES = ("hello", "luck", "fun", "nice", "well", "game", "thanks", "sorry", "bye")
"""The keys of the polite phrases, in the order in which they are offered."""


def rooms_of(game: Game, now: datetime) -> tuple[Room, ...]:
    """The rooms that a game has: none for talking to oneself, and none where all is forgotten."""
    if game.is_imported or (game.ended_at and now > game.ended_at + OPEN_FOR + KEPT_FOR):
        return ()
    people = [one for one in game.players.all() if one.user_id and not one.is_computer]
    is_there = {"players": len(people) > 1, "spectators": not game.is_private}
    return tuple(room for room in ROOMS if is_there[room])


def rooms_read(*, is_player: bool, has_ended: bool) -> tuple[Room, ...]:
    """The rooms that somebody reads who may know of the game; to write there is as allowed."""
    if not is_player:
        return ("spectators",)
    return ROOMS if has_ended else ("players",)


def is_open(game: Game, now: datetime) -> bool:
    """Whether more may be said at this table."""
    return game.ended_at is None or now <= game.ended_at + OPEN_FOR


def says_phrases_only(user: User, now: datetime) -> bool:
    """Whether own words are not for this person yet: a guest, or an account of today."""
    return user.is_guest or now < user.date_joined + NEWCOMER_FOR


def hides(readers: Collection[int], authors: Collection[int]) -> set[tuple[int, int]]:
    """Which of these readers are not shown the words of which of these authors.

    Pairs of a reader's and an author's number. This is the one place that decides it for lists,
    counts and pushed lines: at most one query, whatever is asked. Who has blocked whom, in either
    way, reads nothing of the other.
    """
    apart = relations.pairs_apart({*readers, *authors})
    return {(reader, author) for reader, author in apart if reader in readers and author in authors}
