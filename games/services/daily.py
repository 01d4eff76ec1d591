"""Tries at the puzzles of the days: three of each, until the best is found or the answer seen."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from accounts.services import lock_people
from games.daily.puzzles import Puzzle
from games.daily.shares import ALL, MOST_TRIES, share
from games.models import DailyTry, SeenAnswer
from games.rules.messages import gettext_noop
from games.rules.moves import Verdict
from games.services.errors import ACCOUNT_GONE, NotAllowed
from games.store.transactions import writing

_NO_TRY_LEFT = gettext_noop("you have had your three tries; the best of them counts")
_ANSWER_SEEN = gettext_noop("you have seen the answer: no further try counts")
_BEST_FOUND = gettext_noop("you have found the best already; nothing is left to improve")


def try_play(
    *, user: User, series: str, puzzle: Puzzle, made: Verdict, today: int, now: datetime
) -> DailyTry:
    """Count a legal play as this user's next try; one that was tried before is that try again.

    Raises NotAllowed when no further try counts.
    """
    percent = share(puzzle, made)
    with writing():
        tries = _lock_tries(user, series, puzzle.day)
        known = next((each for each in tries if each.move == made.text), None)
        if known is not None:
            return known
        _require_open(user, series, puzzle.day, tries)
        return DailyTry.objects.create(
            user=user,
            series=series,
            day=puzzle.day,
            number=len(tries) + 1,
            move=made.text,
            points=made.points,
            percent=percent,
            is_in_time=puzzle.day == today,
            tried_at=now,
        )


def _lock_tries(user: User, series: str, day: int) -> Sequence[DailyTry]:
    """What this user has tried, in order; nobody else writes for the user until the end."""
    if not lock_people([user.pk]):
        raise NotAllowed(409, ACCOUNT_GONE)
    return list(DailyTry.objects.filter(user=user, series=series, day=day).order_by("number"))


def _require_open(user: User, series: str, day: int, tries: Sequence[DailyTry]) -> None:
    if any(each.percent == ALL for each in tries):
        raise NotAllowed(409, _BEST_FOUND)
    if SeenAnswer.objects.filter(user=user, series=series, day=day).exists():
        raise NotAllowed(409, _ANSWER_SEEN)
    if len(tries) >= MOST_TRIES:
        raise NotAllowed(409, _NO_TRY_LEFT)


def see_answer(*, user: User, series: str, day: int, now: datetime) -> None:
    """Remember that this user has the answer shown; from then on no try counts."""
    with writing():
        _lock_tries(user, series, day)
        row = SeenAnswer(user=user, series=series, day=day, seen_at=now)
        SeenAnswer.objects.bulk_create([row], ignore_conflicts=True)


def take_along(*, guest: User, user: User) -> None:
    """Give this user the guest's puzzles that the user has not begun; the others are forgotten.

    The rows of both people are locked.
    """
    begun = set(DailyTry.objects.filter(user=user).values_list("series", "day"))
    seen = set(SeenAnswer.objects.filter(user=user).values_list("series", "day"))
    for model in (DailyTry, SeenAnswer):
        for row in model.objects.filter(user=guest):
            if (row.series, row.day) not in begun | seen:
                row.user = user
                row.save(update_fields=["user"])
    forget(user=guest)


def forget(*, user: User) -> None:
    """Drop what somebody tried who goes; the distributions of the days lose it too."""
    DailyTry.objects.filter(user=user).delete()
    SeenAnswer.objects.filter(user=user).delete()
