"""Practice: the first answer to an exercise counts, and is rated; runs against the clock."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from accounts.services import lock_people
from games.models import ExerciseRating, PracticeRating, PracticeRun, PracticeTry
from games.practice.exercises import Exercise
from games.rules.messages import gettext_noop
from games.rules.moves import Verdict
from games.services.errors import ACCOUNT_GONE, NotAllowed
from games.store.practice import latest_run, runs_with
from games.store.transactions import writing
from ratings import glicko
from ratings.glicko import Strength

_NOT_SAID = gettext_noop("say first whether there is one")
_IN_RUN = gettext_noop("your run asks for this position: answer it there first")
_NOT_BEGUN = gettext_noop("no run has begun")
ANOTHER = gettext_noop("your run is at another position now")
OVER = gettext_noop("the three minutes are over: what comes after them does not count")

START_DEVIATION = 15_000  # of an exercise, in hundredths: eight levels have tried it
KNOWN_DEVIATION = 15_000  # of a person's rating, in hundredths: some ten answers
LONGEST_WAIT = timedelta(seconds=10)  # of a press for another one of the same person
RUNS_KEPT = 50  # of each user and game, and the best one


def try_exercise(
    *, user: User, exercise: Exercise, made: Verdict | None, is_rated: bool, now: datetime
) -> PracticeTry:
    """Count a legal move as this user's answer to an exercise, or that the answer was shown.

    The first one counts, and is returned for every later one. It is rated unless the user knew
    what to look for, which `is_rated` tells, or has met the position elsewhere in practice.
    """
    is_solved = made is not None and exercise.is_solved_by(made)
    with writing():
        _lock(user)
        known = _tries(user, exercise).filter(asked="").first()
        if known is not None:
            return known
        if _is_asked_in_run(user, exercise, now):
            raise NotAllowed(409, _IN_RUN)
        row = PracticeTry(
            user=user,
            key=exercise.state.key,
            exercise=exercise.name,
            theme=exercise.theme,
            move=made.text if made is not None else "",
            is_solved=is_solved,
            rating=_rating_of_exercise(exercise),
            tried_at=now,
        )
        if is_rated and not _has_met(user, exercise):
            row.change = _rate(user, exercise, is_solved=is_solved, now=now)
        row.save()
        return row


def _lock(user: User) -> None:
    """Nobody else writes for the user until the end."""
    if not lock_people([user.pk]):
        raise NotAllowed(409, ACCOUNT_GONE)


def _tries(user: User, exercise: Exercise) -> QuerySet[PracticeTry]:
    return PracticeTry.objects.filter(user=user, key=exercise.state.key, exercise=exercise.name)


def _has_met(user: User, exercise: Exercise) -> bool:
    """Whether the user has seen the position in a run, or was asked what is in it."""
    return _tries(user, exercise).exists() or any(
        exercise.name in run.met for run in runs_with(user.pk, exercise)
    )


def _is_asked_in_run(user: User, exercise: Exercise, now: datetime) -> bool:
    """Whether a run of the user is at this exercise now."""
    run = latest_run(user.pk, exercise.state.key)
    return run is not None and run.is_on(now) and run.met[-1] == exercise.name


def _rating_of_exercise(exercise: Exercise) -> int:
    rows = ExerciseRating.objects.filter(key=exercise.state.key, exercise=exercise.name)
    return rows.values_list("rating", flat=True).first() or exercise.start_rating


def _rate(user: User, exercise: Exercise, *, is_solved: bool, now: datetime) -> int:
    """Both after the answer, as after a game between them; what it does to the user's rating.

    The exercise learns nothing from somebody of whom little is known.
    """
    own, its = _rating_of(user, exercise, now), _exercise_rating(exercise)
    before, other = own.strength, its.strength
    result = glicko.WON if is_solved else glicko.LOST
    own.count(glicko.after_results(before, [(other, result)]), is_solved=is_solved)
    is_known = before.deviation <= KNOWN_DEVIATION
    after = glicko.after_results(other, [(before, glicko.WON - result)]) if is_known else other
    its.count(after, is_solved=is_solved)
    own.save()
    its.save()
    return own.rating - before.rating


def _rating_of(user: User, exercise: Exercise, now: datetime) -> PracticeRating:
    key = exercise.state.key
    own = PracticeRating.objects.filter(user=user, key=key).first()
    if own is None:
        own = PracticeRating(user=user, key=key, **vars(Strength()))
    own.changed_at = now
    return own


def _exercise_rating(exercise: Exercise) -> ExerciseRating:
    """The row of an exercise, which nobody else changes until the end."""
    names = {"key": exercise.state.key, "exercise": exercise.name}
    start = Strength(exercise.start_rating, START_DEVIATION)
    ExerciseRating.objects.bulk_create(
        [ExerciseRating(**names, **vars(start))], ignore_conflicts=True
    )
    return ExerciseRating.objects.select_for_update().get(**names)


# --- is there one? ---


def answer_question(
    *, user: User, exercise: Exercise, asked: str, has_said_yes: bool, now: datetime
) -> PracticeTry:
    """Keep whether this user thinks that there is one; the first answer counts.

    Raises NotAllowed for the exercise at which a run of the user is.
    """
    with writing():
        _lock(user)
        known = _tries(user, exercise).filter(asked=asked).first()
        if known is not None:
            return known
        if _is_asked_in_run(user, exercise, now):
            raise NotAllowed(409, _IN_RUN)
        return PracticeTry.objects.create(
            user=user,
            key=exercise.state.key,
            exercise=exercise.name,
            asked=asked,
            has_said_yes=has_said_yes,
            theme=exercise.theme,
            is_solved=has_said_yes == exercise.holds[asked],
            rating=_rating_of_exercise(exercise),
            tried_at=now,
        )


def find_one(*, user: User, exercise: Exercise, asked: str, made: Verdict) -> bool:
    """Whether this move is one; the first found is kept. Raises NotAllowed before the answer."""
    with writing():
        _lock(user)
        known = _tries(user, exercise).filter(asked=asked).first()
        if known is None:
            raise NotAllowed(409, _NOT_SAID)
        is_found = exercise.is_there(asked, made)
        if is_found and not known.move:
            known.move = made.text
            known.save(update_fields=["move"])
        return is_found


# --- runs ---


def begin_run(*, user: User, key: str, names: Sequence[str], now: datetime) -> PracticeRun:
    """Begin a run with these exercises; where one is on already, that one goes on."""
    with writing():
        _lock(user)
        latest = latest_run(user.pk, key)
        if latest is not None and _goes_on(latest, now):
            return latest
        _forget_old_runs(user, key)
        return PracticeRun.objects.create(
            user=user, key=key, exercises=" ".join(names), begun_at=now
        )


def _goes_on(run: PracticeRun, now: datetime) -> bool:
    """Whether a run is on, or was begun a moment after this press, which had to wait for it."""
    is_waited_for = now < run.begun_at <= now + LONGEST_WAIT
    return run.is_on(run.begun_at if is_waited_for else now)


def answer_in_run(
    *, user: User, exercise: Exercise, place: int, is_solved: bool, now: datetime
) -> PracticeRun:
    """Count the answer to the exercise at this place of the run, counted from 0.

    One that was answered already stays as it is, also after the time. Raises NotAllowed when the
    time is over, and for another exercise than the one that is on.
    """
    with writing():
        _lock(user)
        run = latest_run(user.pk, exercise.state.key)
        if run is None:
            raise NotAllowed(409, _NOT_BEGUN)
        is_there = run.names[place : place + 1] == [exercise.name]
        if is_there and place < len(run.results):
            return run
        if not run.is_on(now):
            raise NotAllowed(409, OVER)
        if not is_there or place > len(run.results):
            raise NotAllowed(409, ANOTHER)
        run.results += run.SOLVED if is_solved else run.MISSED
        run.solved += is_solved
        run.save(update_fields=["results", "solved"])
        return run


def _forget_old_runs(user: User, key: str) -> None:
    """Keep the last runs and the best one."""
    runs = PracticeRun.objects.filter(user=user, key=key)
    kept = set(runs.order_by("-id").values_list("id", flat=True)[: RUNS_KEPT - 1])
    kept |= set(runs.order_by("-solved", "id").values_list("id", flat=True)[:1])
    runs.exclude(id__in=kept).delete()


# --- people who come and go ---


def take_along(*, guest: User, user: User, now: datetime) -> None:
    """Give this user what the guest practised, where the user has not; the rest is forgotten.

    A rating is kept where the user has none in that game. The rows of both people are locked.
    """
    same = PracticeTry.objects.filter(
        user=user, key=OuterRef("key"), exercise=OuterRef("exercise"), asked=OuterRef("asked")
    )
    PracticeTry.objects.filter(user=guest).exclude(Exists(same)).update(user=user)
    rated = PracticeRating.objects.filter(user=user).values_list("key", flat=True)
    PracticeRating.objects.filter(user=guest).exclude(key__in=list(rated)).update(user=user)
    _take_runs(guest, user, now)
    forget(user=guest)


def _take_runs(guest: User, user: User, now: datetime) -> None:
    """All runs are kept; of two that are on, the one with more answers goes on, or the user's."""
    came = PracticeRun.objects.filter(user=guest)
    for key in came.order_by("key").values_list("key", flat=True).distinct():
        latest = [latest_run(who.pk, key) for who in (user, guest)]
        on = [run for run in latest if run is not None and run.is_on(now)]
        if on:
            _make_latest(max(on, key=lambda run: len(run.results)))
    came.update(user=user)


def _make_latest(run: PracticeRun) -> None:
    """Write the run once more, after all others: the latest one is that which goes on."""
    run.delete()  # it has no id after this, and gets another
    run.save()


def forget(*, user: User) -> None:
    """Drop what somebody practised who goes; the ratings of the exercises stay as they are."""
    for model in (PracticeTry, PracticeRating, PracticeRun):
        model.objects.filter(user=user).delete()
