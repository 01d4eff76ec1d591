"""Finished games, found by who played, what, how it ended, how high and when."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Q

from accounts.models import users_named, whatever_the_case
from games.models import Game, Player
from games.presentation.models.lists import ArchivePage, GameRow
from games.selectors import lists
from games.selectors.archive_walks import LONGEST_WALK, Place, Walk, down_to, follow
from games.store.queries import Reader

PAGE = 30


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
    """A page of the finished games that this reader may know of, the newest first.

    A page may have less than it has room for, or nothing, and be followed by another: see
    `archive_walks`.
    """
    walks = [follow(walk, after, reader, PAGE + 1) for walk in _walks(wanted)]
    end = max((last for _, last in walks if last is not None), default=None)
    found = Game.objects.filter(pk__in={game_id for ids, _ in walks for game_id in ids})
    if end is not None:
        found = found.filter(down_to(end))
    rows = lists.game_lines(found.order_by("-ended_at", "-id"), PAGE + 1)
    following = _place_of(rows[PAGE - 1]) if len(rows) > PAGE else end
    return ArchivePage(
        games=tuple(rows[:PAGE]),
        next=str(following or ""),
        is_first_page=after is None,
    )


def _place_of(row: GameRow) -> Place:
    assert row.ended_at is not None
    return Place(row.ended_at, row.id)


def _walks(wanted: ArchiveSearch) -> Iterator[Walk]:
    """Walks that lead past all games that fit: one, or two for a name."""
    if wanted.player:
        yield from _walks_of_player(wanted)
    else:
        yield _walk_of_games(wanted)


def _walks_of_player(wanted: ArchiveSearch) -> Iterator[Walk]:
    """Past the seats of the user of this name, and those of imported games."""
    players = Player.objects.filter(_days(wanted))
    tried = Q(**_asked(wanted, "game__")) & _counting(wanted, "game__")
    if wanted.score is not None:
        tried &= Q(score__gte=wanted.score)
    user = users_named(wanted.player).first()
    if user is not None:
        yield Walk(players.filter(user=user), tried, "game")
    name = whatever_the_case(wanted.player)
    yield Walk(players.filter(user=None, name__lower=name), tried, "game")


def _walk_of_games(wanted: ArchiveSearch) -> Walk:
    """By the index that leads to the fewest games: of a rare score, or the ending and the game."""
    games, asked, counting = Game.objects.filter(_days(wanted)), _asked(wanted), _counting(wanted)
    if (few := _games_with(wanted.score)) is not None:
        return Walk(games.filter(pk__in=few), Q(**asked) & counting)
    for column in ("termination", "key"):
        if column in asked:
            games = games.filter(**{column: asked.pop(column)})
    high = Q(best_score__gte=wanted.score) if wanted.score is not None else Q()
    return Walk(games, Q(**asked) & counting & high)


def _games_with(score: int | None) -> list[str] | None:
    """The finished games in which somebody had these points; None if that is no small number."""
    if score is None:
        return None
    found = Game.objects.filter(ended_at__isnull=False, best_score__gte=score)
    ids = list(found.order_by("-best_score").values_list("id", flat=True)[:LONGEST_WALK])
    return ids if len(ids) < LONGEST_WALK else None


def _asked(wanted: ArchiveSearch, path: str = "") -> dict[str, object]:
    """The columns of a game, by the path to it, that must have one value."""
    asked: dict[str, object] = {}
    if wanted.game:
        asked[f"{path}key"] = wanted.game
    if wanted.rated:
        asked[f"{path}rated"] = wanted.rated == "yes"
    if wanted.ending:
        asked[f"{path}termination"] = wanted.ending
    return asked


def _counting(wanted: ArchiveSearch, path: str = "") -> Q:
    """A rated game that was called off or annulled counts for nobody: it is no rated one."""
    if wanted.rated != "yes":
        return Q()
    return ~Q(**{f"{path}termination": "aborted"}) & Q(**{f"{path}annulled_at": None})


def _days(wanted: ArchiveSearch) -> Q:
    """Games and players alike know when the game ended."""
    days = Q()
    if wanted.since:
        days &= Q(ended_at__gte=_start_of(wanted.since))
    if wanted.until:
        days &= Q(ended_at__lt=_start_of(wanted.until) + timedelta(days=1))
    return days


def _start_of(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=UTC)
