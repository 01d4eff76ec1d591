"""The chat at a table: rooms, and lines with their numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class ChatLineView:
    """A line that somebody said."""

    room: str
    number: int
    author_id: int  # for whom others' words are hidden; it is not shown
    name: str
    phrase: str  # the key of a phrase; empty for own words
    text: str
    said_at: datetime


@dataclass(frozen=True)
class ChatNews:
    """What a page is told of a room that shows all up to `after`: these lines, up to `last`.

    Without lines it is told only how far the room is, and by their `numbers` which lines it would
    be shown.
    """

    room: str
    after: int
    last: int
    lines: tuple[ChatLineView, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class ChatRoomView:
    """A room with its latest lines, and what its reader may do there."""

    news: ChatNews
    may_write: bool  # is signed in, and more may be said
    is_full: bool  # there were more lines than are shown


@dataclass(frozen=True)
class ChatView:
    """All that a reader sees of the chat at a table."""

    game_id: str
    rooms: Sequence[ChatRoomView]
    phrases: Sequence[tuple[str, str]]  # keys, and what is said
    is_closed: bool  # nothing more is said there
    is_player: bool
    is_guest: bool
    says_phrases_only: bool
    longest: int  # characters of a line
