"""The puzzles of the days, what somebody did with them, and how all others fared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Max

from games.daily import days
from games.daily.puzzles import Puzzle, puzzles
from games.daily.series import SERIES, Series
from games.daily.shares import ALL, MOST_TRIES
from games.models import DailyTry, SeenAnswer

WINDOW = 30  # days in which those are counted on which somebody played


def today(now: datetime) -> int:
    """The number of the day; 0 and less before the first one."""
    return days.day_number(now, settings.DAILY_BEGINS_ON)


def begin_of(day: int) -> datetime:
    """The moment at which a day begins, everywhere."""
    return days.start_of(day, settings.DAILY_BEGINS_ON)


def find_puzzle(series: Series, day: int) -> Puzzle | None:
    """The puzzle of a day, whether or not it has come; None where none was chosen."""
    return _all(series).get(day)


def past_days(series: Series, now: datetime, before: int | None = None) -> list[int]:
    """The days with a puzzle that are over, the latest first; those before a day."""
    last = min(today(now), before if before is not None else today(now))
    return sorted((day for day in _all(series) if day < last), reverse=True)


def last_day(series: Series) -> int:
    """The last day that has a puzzle; 0 where there is none."""
    return max(_all(series), default=0)


def _all(series: Series) -> Mapping[int, Puzzle]:
    return puzzles(series.key, settings.DAILY_PUZZLES)


@dataclass(frozen=True)
class Progress:
    """What somebody did with a puzzle."""

    tries: Sequence[DailyTry] = ()
    has_seen: bool = False

    @property
    def best(self) -> DailyTry | None:
        """The try that counts: the best, of equal ones the first."""
        return max(self.tries, key=lambda each: each.percent, default=None)

    @property
    def best_in_time(self) -> DailyTry | None:
        """The best of those that were made on the day itself."""
        in_time = (each for each in self.tries if each.is_in_time)
        return max(in_time, key=lambda each: each.percent, default=None)

    @property
    def is_over(self) -> bool:
        """Whether no further try counts: then the answer may be shown."""
        is_found = self.best is not None and self.best.percent == ALL
        return self.has_seen or is_found or len(self.tries) >= MOST_TRIES


def progress(user_id: int | None, series: Series, day: int) -> Progress:
    """What this user did with the puzzle of a day; nothing for nobody."""
    if user_id is None:
        return Progress()
    own = {"user": user_id, "series": series.key, "day": day}
    return Progress(
        tuple(DailyTry.objects.filter(**own).order_by("number")),
        SeenAnswer.objects.filter(**own).exists(),
    )


def best_percents_of(user_id: int | None, series: Series) -> Mapping[int, int]:
    """The best of somebody's tries at each day of a series, in per cent."""
    own = DailyTry.objects.filter(user=user_id, series=series.key) if user_id else None
    rows = own.values("day").annotate(best=Max("percent")) if own is not None else ()
    return {row["day"]: row["best"] for row in rows}


def days_played(user_id: int | None, series: Series, day: int) -> int:
    """On how many of the last WINDOW days, this one included, somebody tried in time.

    Both series of a game count.
    """
    if user_id is None:
        return 0
    own = DailyTry.objects.filter(user=user_id, series__in=series.of_game, is_in_time=True)
    window = own.filter(day__gt=day - WINDOW, day__lte=day)
    return window.values("day").distinct().count()


def distribution(series: Series, day: int) -> list[int]:
    """What all who tried in time reached, each the best of their tries; in ascending order."""
    in_time = DailyTry.objects.filter(series=series.key, day=day, is_in_time=True)
    rows = in_time.values("user").annotate(best=Max("percent")).order_by("best")
    return list(rows.values_list("best", flat=True))


def better_than(percent: int, everybody: Sequence[int]) -> int | None:
    """Than how many of the others this is better, in per cent; None where there are no others.

    `everybody` includes who asks.
    """
    others = len(everybody) - 1
    below = sum(each < percent for each in everybody)
    return below * ALL // others if others > 0 else None


def of_today(user_id: int | None, now: datetime) -> list[tuple[Series, int | None]]:
    """Every series with a puzzle today, and what somebody has reached at it."""
    day = today(now)
    own = DailyTry.objects.filter(user=user_id, day=day) if user_id else DailyTry.objects.none()
    reached = dict(own.values_list("series").annotate(best=Max("percent")))
    return [
        (series, reached.get(series.key))
        for series in SERIES.values()
        if find_puzzle(series, day) is not None
    ]
