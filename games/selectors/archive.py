"""Finished games, found by who played, what, how it ended, how high and when."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.models import Game, Player
from games.presentation.models.lists import ArchivePage, GameRow
from games.selectors import lists, private_games
from games.store.queries import Reader

PAGE = 30


@dataclass(frozen=True)
class Place:
    """Where a page starts: behind the game that ended then and has this id."""

    ended_at: datetime
    game_id: str

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """Read what `str` wrote; raises ValueError for anything else."""
        if not text:
            return None
        moment, _dash, game_id = text.partition("_")
        ended_at = parse_datetime(moment)
        if ended_at is None or timezone.is_naive(ended_at) or not game_id.isalnum():
            raise ValueError(text)
        try:
            return cls(ended_at.astimezone(UTC), game_id)
        except OverflowError:
            raise ValueError(text) from None

    def __str__(self) -> str:
        return f"{self.ended_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}_{self.game_id}"


@dataclass(frozen=True)
class ArchiveSearch:
    """What to look for; what is empty or None is left open."""

    player: str = ""  # a name, whatever its case
    game: str = ""  # the key of a game
    rated: str = ""  # `yes` or `no`
    ending: str = ""  # how the game ended, as `Game.termination` has it
    score: int | None = None  # points, at least: the player's, or anybody's
    since: date | None = None
    until: date | None = None  # this day included


def find_games(wanted: ArchiveSearch, after: Place | None, reader: Reader) -> ArchivePage:
    """A page of the finished games that this reader may know of, the newest first."""
    games = _matching(wanted, private_games.games_seen_by(reader)).order_by("-ended_at", "-id")
    if after is not None:
        # The plain bound stands apart: with it alone the index is walked and nothing is sorted.
        games = games.filter(ended_at__lte=after.ended_at)
        games = games.filter(Q(ended_at__lt=after.ended_at) | Q(id__lt=after.game_id))
    page = lists.game_lines(games, PAGE + 1)
    more = len(page) > PAGE
    return ArchivePage(
        games=tuple(page[:PAGE]),
        next=_place_of(page[PAGE - 1]) if more else "",
        is_first_page=after is None,
    )


def _place_of(row: GameRow) -> str:
    assert row.ended_at is not None
    return str(Place(row.ended_at, row.id))


def _matching(wanted: ArchiveSearch, games: QuerySet[Game]) -> QuerySet[Game]:
    games = games.filter(ended_at__isnull=False)
    if wanted.game:
        games = games.filter(key=wanted.game)
    if wanted.rated:
        games = games.filter(rated=wanted.rated == "yes")
    if wanted.ending:
        games = games.filter(termination=wanted.ending)
    if wanted.since:
        games = games.filter(ended_at__gte=_start_of(wanted.since))
    if wanted.until:
        games = games.filter(ended_at__lt=_start_of(wanted.until) + timedelta(days=1))
    return _filter_players(games, wanted.player, wanted.score)


def _filter_players(games: QuerySet[Game], name: str, score: int | None) -> QuerySet[Game]:
    """With a name, the score is that player's; without one, anybody's."""
    players = Player.objects.all()
    if name:
        players = players.filter(Q(user__username__iexact=name) | Q(user=None, name__iexact=name))
    if score is not None:
        players = players.filter(score__gte=score)
    # No join: an imported game may seat the same name twice, and is one game.
    return games.filter(pk__in=players.values("game")) if name or score is not None else games


def _start_of(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=UTC)
