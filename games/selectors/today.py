"""What the first page offers besides games: puzzles of the day, and misses that are due."""

from datetime import datetime

from games.presentation.models.daily import Offer
from games.selectors import daily, daily_pages, retries
from games.store.queries import Reader


def offer(reader: Reader, now: datetime) -> Offer | None:
    """What is on today for this reader; None for who has switched it off."""
    if not getattr(reader, "is_offered_puzzles", True):
        return None
    return Offer(
        puzzles=tuple(
            (daily_pages.series_link(series), percent)
            for series, percent in daily.of_today(reader.pk, now)
            if not series.is_small
        ),
        due=retries.due_misses(reader.pk, now) if reader.pk is not None else 0,
    )
