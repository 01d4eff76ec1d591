"""What people practised: what they are rated, their tries, and their runs against the clock."""

from datetime import datetime

from django.conf import settings
from django.db import models

from games.practice.runs import TIME
from ratings.glicko import Strength


class Rated(models.Model):
    """Something with a strength by Glicko-2, and what came of all tries that are in it."""

    rating = models.PositiveIntegerField()  # hundredths
    deviation = models.PositiveIntegerField()  # hundredths
    volatility = models.PositiveIntegerField()  # millionths
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def strength(self) -> Strength:
        """What the next try is reckoned with."""
        return Strength(self.rating, self.deviation, self.volatility)

    def count(self, strength: Strength, *, is_solved: bool) -> None:
        """Take over the strength after one try more."""
        self.rating, self.deviation = strength.rating, strength.deviation
        self.volatility = strength.volatility
        self.tried += 1
        self.solved += is_solved


class PracticeRating(Rated):
    """What somebody is rated at the exercises of a game; apart from the ratings of games."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="practice")
    key = models.CharField(max_length=20)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_practice_rating_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at exercises of {self.key}"


class ExerciseRating(Rated):
    """What an exercise is rated, which lies in a file; one that nobody tried has no row."""

    key = models.CharField(max_length=20)
    exercise = models.CharField(max_length=12)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key", "exercise"], name="one_rating_an_exercise"),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.exercise}"


class PracticeTry(models.Model):
    """Somebody's first answer to an exercise: the one that counts.

    `asked` is empty where the best play is looked for; else it is what is perhaps there, and
    `has_said_yes` what was answered. `move` is empty where no play was made. `rating` is what the
    exercise was rated then, and `change` what the answer did to the user's rating, both in
    hundredths; None where it was not rated.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="practised")
    key = models.CharField(max_length=20)
    exercise = models.CharField(max_length=12)
    asked = models.CharField(max_length=12, blank=True)
    has_said_yes = models.BooleanField(null=True)
    theme = models.CharField(max_length=16)
    move = models.CharField(max_length=200, blank=True)
    is_solved = models.BooleanField()
    rating = models.PositiveIntegerField()
    change = models.IntegerField(null=True)
    tried_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "key", "exercise", "asked"], name="one_answer_an_exercise"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.exercise} tried by {self.user_id}"


class PracticeRun(models.Model):
    """Exercises of rising difficulty against the clock.

    `exercises` are their names with blanks between them, in order; `results` has a letter for each
    that is over, `1` for a solved one and `0` for another.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="practice_runs")
    SOLVED, MISSED = "1", "0"

    key = models.CharField(max_length=20)
    exercises = models.TextField()
    results = models.CharField(max_length=60, blank=True)
    solved = models.PositiveSmallIntegerField(default=0)
    begun_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["user", "key", "-id"], name="practice_runs_of_somebody"),
            models.Index(fields=["user", "key", "-solved"], name="best_practice_runs"),
        ]

    def __str__(self) -> str:
        return f"run {self.pk} of {self.user_id} at {self.key}"

    @property
    def names(self) -> list[str]:
        """The names of its exercises, the easiest first."""
        return self.exercises.split()

    @property
    def met(self) -> list[str]:
        """The names of those that the user has seen."""
        return self.names[: len(self.results) + 1]

    @property
    def ends_at(self) -> datetime:
        """When its time is over."""
        return self.begun_at + TIME

    def is_on(self, now: datetime) -> bool:
        """Whether the next answer counts."""
        return self.begun_at <= now < self.ends_at and len(self.results) < len(self.names)
