"""What the pages that join several apps show, field by field."""

from dataclasses import dataclass
from datetime import datetime

from accounts.directory import Standing
from accounts.identicon import Identicon
from games.presentation.models.board import TileView
from games.presentation.models.lists import GameRow, HeadToHead
from ratings.page_models import Chart, ProfileStanding


@dataclass(frozen=True)
class HistoryRow:
    """What one game did to a rating."""

    game_id: str  # empty where the page does not lead there
    when: datetime
    rating: int  # whole points, after the game
    change: str  # with a sign and two decimals: `−16.70`
    score: int | None  # what the game earned, where the list goes by scores


@dataclass(frozen=True)
class RatingHistory:
    """The chart of a rating, and the table of its last games beside it."""

    chart: Chart
    first: int  # the rating at the left end, whole points
    last: int  # the rating now
    rows: tuple[HistoryRow, ...]  # the newest first


@dataclass(frozen=True)
class DrawnPlay:
    """A play to remember, drawn as tiles."""

    value: int  # points of a best play, sides of a chain
    game_id: str  # empty where the page does not lead there
    ply: int
    lines: tuple[tuple[TileView, ...], ...]  # the tiles of each scoring line


@dataclass(frozen=True)
class ProfileList(ProfileStanding):
    """Somebody's standing in a list with the history of the rating and the plays to remember."""

    history: RatingHistory | None  # None before the first rated game, and where it is not shown
    plays: tuple[DrawnPlay, ...]  # the best plays, the best first
    chains: tuple[DrawnPlay, ...]  # the longest chains of equal signs, the longest first


@dataclass(frozen=True)
class ProfilePage:
    """A person's page, as its reader may see it."""

    name: str
    is_guest: bool
    is_computer: bool
    computer: str  # how a computer plays, in words; empty for people
    is_own: bool  # the reader's own page
    joined: datetime
    picture: Identicon
    shows_games: bool
    shows_history: bool
    lists: tuple[ProfileList, ...]  # one for each list in which the person has played
    running: tuple[GameRow, ...]
    finished: tuple[GameRow, ...]
    followers: int  # how many people follow this person
    is_seen: bool  # at a table now, as the reader may know
    may_be_invited: bool  # by the reader: not who is suspended
    standing: Standing | None  # what the reader has done; None for strangers, oneself, computers
    met: tuple[HeadToHead, ...]  # how the reader's games with this person went
