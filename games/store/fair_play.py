"""The evidence of fair play: somebody's last games beside those of others of the same strength.

The statistic and its limits stand in `games.review.fair_play`; here are the rows it is taken from.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.db.models import QuerySet

from games.models import FairPlay
from games.review import fair_play
from games.review.fair_play import Quartiles, Share, quartiles

MOST_ROWS = 2000  # of others, the latest


@dataclass(frozen=True)
class Others:
    """What other people did in games of the same list and band: `shares` by person."""

    games: int
    shares: Sequence[Share]
    medians: Sequence[int]  # of the time a move, in milliseconds, by game

    @property
    def are_enough(self) -> bool:
        """Whether there is anything to compare with."""
        return self.games >= fair_play.GAMES_OF_OTHERS and len(self.shares) >= fair_play.OTHERS

    @cached_property
    def expected(self) -> Fraction:
        """The share that nine in ten of them do not exceed."""
        return fair_play.expectation(self.shares)


@dataclass(frozen=True)
class Evidence:
    """Somebody's last games in a list, the latest first, and what others did there.

    `looks` is how many games of the person were judged in this list, these and earlier ones.
    """

    games: Sequence[FairPlay]
    looks: int
    band: int
    others: Others

    @cached_property
    def share(self) -> Share:
        """The person's share in all of these games."""
        return _sum(game.share for game in self.games)

    @cached_property
    def rarity(self) -> Fraction:
        """How rarely somebody who plays as expected stands out as much, by chance."""
        return fair_play.rarity(self.share, self.others.expected, self.looks)

    @property
    def is_outlier(self) -> bool:
        """Whether it is worth a hint."""
        enough = len(self.games) >= fair_play.LEAST_GAMES
        enough = enough and self.share.judged >= fair_play.LEAST_PLAYS and self.others.are_enough
        return enough and fair_play.is_outlier(self.share, self.others.expected, self.looks)

    @property
    def times(self) -> Quartiles | None:
        """The quartiles of the games' medians of the time a move, in milliseconds."""
        return quartiles([game.median for game in self.games if game.median is not None])


def judged_games(user_id: int, key: str) -> int:
    """How many games of somebody in a list were judged and count."""
    return _counted(key, None).filter(user=user_id).count()


def evidence(user_id: int, key: str, up_to: int | None = None) -> Evidence | None:
    """What there is about somebody in a list, up to this row; None for less than is weighed.

    Games that were annulled since do not count.
    """
    counted = _counted(key, up_to)
    own = counted.filter(user=user_id)
    games = list(own.select_related("review__game").order_by("-id")[: fair_play.MOST_GAMES])
    if len(games) < fair_play.LEAST_GAMES:
        return None
    band = fair_play.band_of(sorted(game.rating for game in games)[len(games) // 2])
    others = counted.exclude(user=user_id).filter(user__is_active=True)
    others = others.filter(rating__gte=band, rating__lt=band + fair_play.BAND)
    return Evidence(games, own.count(), band, _others(others.order_by("-id")[:MOST_ROWS]))


def _counted(key: str, up_to: int | None) -> QuerySet[FairPlay]:
    rows = FairPlay.objects.filter(key=key, review__game__annulled_at=None)
    return rows if up_to is None else rows.filter(pk__lte=up_to)


def _others(rows: QuerySet[FairPlay]) -> Others:
    by_person: dict[int, list[Share]] = defaultdict(list)
    games, medians = set(), []
    for user_id, game_id, best, judged, median in rows.values_list(
        "user", "review", "best", "judged", "median"
    ):
        by_person[user_id].append(Share(best, judged))
        games.add(game_id)
        medians += [] if median is None else [median]
    shares = [_sum(shares) for shares in by_person.values()]
    known = [share for share in shares if share.judged >= fair_play.LEAST_OF_ANOTHER]
    return Others(len(games), known, medians)


def _sum(shares: Iterable[Share]) -> Share:
    known = list(shares)
    return Share(sum(each.best for each in known), sum(each.judged for each in known))
