"""Days of the daily puzzles in tests: the day is decided by the setting of the first one."""

from datetime import UTC, timedelta
from urllib.parse import urlencode

from django.test import Client
from django.utils import timezone

from games.daily.puzzles import SEAT, Puzzle, puzzles
from games.daily.shares import share
from games.engine import best_moves

DAY = 5


def begin_days(settings, today: int) -> None:
    """Let today be the day with this number."""
    settings.DAILY_BEGINS_ON = timezone.now().astimezone(UTC).date() - timedelta(days=today - 1)


def of(series: str, day: int = DAY) -> Puzzle:
    return puzzles(series)[day]


def lesser_plays(puzzle: Puzzle, count: int) -> list[str]:
    """Plays that are not the best, the better first; each reaches something else."""
    found = {}
    for text, _points in best_moves(puzzle.state, SEAT, 400).plays:
        made = puzzle.state.check(SEAT, text)
        found.setdefault(share(puzzle, made), made.text)
    return [text for percent, text in sorted(found.items(), reverse=True) if percent < 100][:count]


def post(client: Client, series: str, what: str, day: int = DAY, text: str | None = None, **more):
    """Post a draft (`check`), a try (`try`) or the wish to see the answer (`answer`)."""
    posted = {} if text is None else {"text": text}
    return client.post(f"/daily/{series}/{day}/{what}/", posted, **more)


def address(series: str, day: int = DAY, **asked: str) -> str:
    return f"/daily/{series}/{day}/" + (f"?{urlencode(asked)}" if asked else "")
