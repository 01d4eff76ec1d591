"""What a mail tells its reader."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LineInMail:
    """A sentence, and the address it leads to."""

    text: str
    link: str


@dataclass(frozen=True)
class BoardInMail:
    """A board as strangers see it: words beside its picture, and what it is in plain text."""

    words: str
    last: str  # the move that led there, in a sentence; empty before the first
    text: str


@dataclass(frozen=True, kw_only=True)
class Letter:
    """A mail about one thing, or about what came in a day."""

    name: str  # of the reader
    lines: tuple[LineInMail, ...]
    more: int  # that have no line here, but stand in the list of notices …
    notices: str  # … at this address
    is_digest: bool
    board: BoardInMail | None
    off: str  # where mails of this kind are switched off
    settings: str
    language: str
