"""What somebody was told, as the list of notices shows it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Target = Literal["table", "review", "invitation", "profile", "action", ""]
"""The page that a notice leads to, if any."""


@dataclass(frozen=True)
class NoticeLine:
    """One notice: a sentence that leads somewhere."""

    text: str
    target: Target
    name: str  # of what that is the page of: its name in the address
    happened_at: datetime
    is_read: bool


@dataclass(frozen=True)
class NoticePage:
    """A page of somebody's notices."""

    lines: tuple[NoticeLine, ...]  # the newest first
    next: str  # where the next page starts; empty on the last one
    is_first_page: bool

    @property
    def newest(self) -> datetime | None:
        """What is newer was not shown here; None where nothing is shown."""
        return self.lines[0].happened_at if self.lines else None


@dataclass(frozen=True)
class PushSwitch:
    """With what a browser asks to be told what happens, and which of the person's are told."""

    key: str  # the site's, in base64url
    told: str  # hashes of their addresses, with spaces between
