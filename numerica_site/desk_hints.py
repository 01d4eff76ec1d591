"""Hints of fair play as the desk of the staff shows them: numbers of games that are over."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.levels import LEVELS
from games.models import FairPlay, FairPlayHint, Player
from games.presentation.time_text import time_left
from games.review.fair_play import LEVEL_SHARES, Quartiles, Share, likely_share, quartiles, zeros_of
from games.store.fair_play import Evidence, evidence
from ratings.lists import LISTS, RatingList, game_of
from ratings.selectors import format_rating

MOST = 20  # hints on one page


@dataclass(frozen=True)
class JudgedGame:
    """One game of the evidence."""

    id: str
    others: str
    ended_at: datetime
    share: Share
    times: tuple[str, str, str] | None  # quartiles


@dataclass(frozen=True)
class OthersShown:
    """What others did: the shares in per cent, the times a move in words, both as quartiles.

    `expected` is what nine in ten of them do not exceed, in per cent.
    """

    people: int
    games: int
    percents: Quartiles
    expected: int
    times: tuple[str, str, str] | None


@dataclass(frozen=True)
class Hint:
    """A hint with its evidence; `zeros` says how rare it is, as a power of ten.

    The ratings are the band of the others, in whole points. `levels` are the measured shares of
    the computer's levels by name.
    """

    id: int
    person: User
    list: RatingList
    found_at: datetime
    looks: int
    share: Share
    times: tuple[str, str, str] | None
    games: Sequence[JudgedGame]
    others: OthersShown
    lowest_rating: int
    highest_rating: int
    zeros: int
    levels: Sequence[tuple[str, Share]]


def open_hints(person: User | None = None) -> list[Hint]:
    """The hints that stand, about anybody or this person, the latest first.

    Not where the games that were annulled since leave nothing that stands out.
    """
    rows = FairPlayHint.objects.filter(is_open=True).select_related("user").order_by("-found_at")
    rows = rows if person is None else rows.filter(user=person)
    found = ((row, evidence(row.user_id, row.key, row.up_to)) for row in rows.iterator())
    stand = (_hint(row, known) for row, known in found if known is not None and known.is_outlier)
    return list(islice(stand, MOST))


def _hint(row: FairPlayHint, known: Evidence) -> Hint:
    shares = [_percent(share) for share in known.others.shares]
    percents = quartiles(shares)
    assert percents is not None
    others = OthersShown(
        people=len(shares),
        games=known.others.games,
        percents=percents,
        expected=int(100 * known.others.expected),
        times=_times(quartiles(known.others.medians)),
    )
    return Hint(
        id=row.pk,
        person=row.user,
        list=LISTS[row.key],
        found_at=row.found_at,
        looks=known.looks,
        share=known.share,
        times=_times(known.times),
        games=_games(row.user_id, known.games),
        others=others,
        lowest_rating=format_rating(known.band),
        highest_rating=format_rating(known.band) + 199,
        zeros=zeros_of(known.rarity),
        levels=_levels(game_of(row.key)),
    )


def _percent(share: Share) -> int:
    return int(100 * likely_share(share))


def _levels(game_key: str) -> list[tuple[str, Share]]:
    return [
        (_(level.name), share)
        for level, share in zip(LEVELS, LEVEL_SHARES.get(game_key, ()), strict=False)
        if share.judged
    ]


def _times(found: Quartiles | None) -> tuple[str, str, str] | None:
    """Milliseconds as people read them, in whole seconds."""
    if found is None:
        return None
    lower, median, upper = (time_left(each // 1000) for each in found)
    return lower, median, upper


def _games(user_id: int, rows: Sequence[FairPlay]) -> list[JudgedGame]:
    seats = Player.objects.filter(game__in=[row.review_id for row in rows]).exclude(user=user_id)
    names: dict[str, list[str]] = defaultdict(list)
    for game_id, name in seats.values_list("game", "user__username"):
        names[game_id].append(name)
    return [
        JudgedGame(
            id=row.review_id,
            others=", ".join(names[row.review_id]),
            ended_at=row.review.game.ended_at or row.review.game.changed_at,
            share=row.share,
            times=_times(row.times),
        )
        for row in rows
    ]
