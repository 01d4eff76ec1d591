"""What somebody practised, which exercise comes next, and what somebody is good at."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from games.models import ExerciseRating, PracticeRating, PracticeRun, PracticeTry
from games.practice.exercises import Exercise, exercises
from games.practice.runs import choose_run, rating_of
from games.store.practice import runs_with
from ratings.glicko import Strength, expected

NEAREST = 12  # exercises of about somebody's strength, of which one comes by chance
EASIER = 10_000  # hundredths below the own rating: more are solved than missed
FIRST = 110_000  # hundredths: of about this rating are those for who has none yet
ENOUGH = 6  # tries at a theme, before anything is said of it
THOUSANDTHS = 1000
SURE = 10_000  # hundredths: the deviation of an exercise, where it is not asked for exactly


def themes_of(key: str) -> Mapping[str, int]:
    """How many exercises each theme of a game has, the largest first."""
    counts: dict[str, int] = {}
    for exercise in exercises(key).values():
        counts[exercise.theme] = counts.get(exercise.theme, 0) + 1
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def find_rating(user_id: int | None, key: str) -> PracticeRating | None:
    """What somebody is rated at the exercises of a game; None before the first rated try."""
    return PracticeRating.objects.filter(user=user_id, key=key).first() if user_id else None


def find_try(user_id: int | None, exercise: Exercise, asked: str = "") -> PracticeTry | None:
    """Somebody's answer to an exercise, or to what is asked of its position."""
    if user_id is None:
        return None
    return PracticeTry.objects.filter(
        user=user_id, key=exercise.state.key, exercise=exercise.name, asked=asked
    ).first()


def rating_now(exercise: Exercise) -> int:
    """What an exercise is rated, in hundredths."""
    rows = ExerciseRating.objects.filter(key=exercise.state.key, exercise=exercise.name)
    return rating_of(exercise, dict(rows.values_list("exercise", "rating")))


def ratings_of_exercises(key: str) -> Mapping[str, int]:
    """The ratings of exercises that have been tried, in hundredths."""
    return dict(ExerciseRating.objects.filter(key=key).values_list("exercise", "rating"))


def met_by(user_id: int | None, key: str) -> set[str]:
    """The names of the exercises whose positions somebody has seen in practice."""
    if user_id is None:
        return set()
    tried = PracticeTry.objects.filter(user=user_id, key=key)
    runs = PracticeRun.objects.filter(user=user_id, key=key)
    return set(tried.values_list("exercise", flat=True)).union(*(run.met for run in runs))


# --- what comes next ---


def choose_next(user_id: int | None, key: str, theme: str = "") -> Exercise | None:
    """One by chance of those nearest to somebody's strength; None where all have been met."""
    met = met_by(user_id, key)
    open_ones = [
        each
        for each in exercises(key).values()
        if theme in ("", each.theme) and each.name not in met
    ]
    if not open_ones:
        return None
    own = find_rating(user_id, key)
    wanted = own.rating - EASIER if own is not None else FIRST
    ratings = ratings_of_exercises(key)
    open_ones.sort(key=lambda each: abs(rating_of(each, ratings) - wanted))
    return secrets.choice(open_ones[:NEAREST])


def choose_asked(user_id: int | None, key: str, asked: str) -> Exercise | None:
    """An exercise in which it is as likely as not that there is what is asked for."""
    met = met_by(user_id, key)
    found: dict[bool, list[Exercise]] = {True: [], False: []}
    for each in exercises(key).values():
        if asked in each.holds and each.name not in met:
            found[each.holds[asked]].append(each)
    left = [each for each in found.values() if each]
    return secrets.choice(secrets.choice(left)) if left else None


def new_run(user_id: int | None, key: str) -> Sequence[str]:
    """The names of the exercises for a run."""
    return choose_run(exercises(key), ratings_of_exercises(key), met_by(user_id, key))


# --- runs ---


def most_solved(user_id: int, key: str) -> int:
    """How many somebody has solved in the best run."""
    found = PracticeRun.objects.filter(user=user_id, key=key).aggregate(most=Max("solved"))
    return found["most"] or 0


def was_in_run(user_id: int | None, exercise: Exercise, now: datetime) -> bool:
    """Whether a run of somebody has gone past it: its answer may be shown."""
    if user_id is None:
        return False
    return any(
        exercise.name in (run.met[:-1] if run.is_on(now) else run.met)
        for run in runs_with(user_id, exercise)
    )


# --- strong and weak ---


@dataclass(frozen=True)
class Tally:
    """What somebody solved of a theme, beside what was to be expected of this strength.

    `expected` is in thousandths of a solved one; `variance` in millionths, that of chance alone.
    """

    theme: str
    tried: int
    solved: int
    expected: int
    variance: int

    @property
    def is_known(self) -> bool:
        """Whether there are enough tries to say something."""
        return self.tried >= ENOUGH

    @property
    def more(self) -> int:
        """1 where clearly more was solved than expected, -1 for less, 0 for neither.

        Clear is what chance alone brings once in twenty times: two standard deviations.
        """
        difference = self.solved * THOUSANDTHS - self.expected
        if difference * difference <= 2 * 2 * self.variance:
            return 0
        return 1 if difference > 0 else -1


def tallies(user_id: int | None, key: str) -> Sequence[Tally]:
    """What somebody solved of every theme that was tried, where it was not known beforehand.

    What was to be expected is reckoned with what is known of the strength by now.
    """
    if user_id is None:
        return ()
    own = find_rating(user_id, key)
    strength = own.strength if own is not None else Strength()
    rows = PracticeTry.objects.filter(user=user_id, key=key, asked="", change__isnull=False)
    by_theme: dict[str, list[tuple[bool, int]]] = {}
    for theme, is_solved, rating in rows.values_list("theme", "is_solved", "rating"):
        share = expected(strength, Strength(rating, SURE))
        by_theme.setdefault(theme, []).append((is_solved, share))
    return [_tally(theme, by_theme[theme]) for theme in themes_of(key) if theme in by_theme]


def _tally(theme: str, tries: Collection[tuple[bool, int]]) -> Tally:
    """The tally of a theme: whether each was solved, and the share that was to be expected."""
    shares = [share for _is_solved, share in tries]
    return Tally(
        theme=theme,
        tried=len(tries),
        solved=sum(is_solved for is_solved, _share in tries),
        expected=sum(shares),
        variance=sum(share * (THOUSANDTHS - share) for share in shares),
    )


def questions_answered(user_id: int | None, key: str, asked: Iterable[str]) -> Mapping[str, str]:
    """How many of somebody's answers were right, as `7/10`, by what was asked."""
    if user_id is None:
        return {}
    rows = PracticeTry.objects.filter(user=user_id, key=key, asked__in=list(asked))
    found: dict[str, list[bool]] = {}
    for what, is_solved in rows.values_list("asked", "is_solved"):
        found.setdefault(what, []).append(is_solved)
    return {what: f"{sum(answers)}/{len(answers)}" for what, answers in found.items()}
