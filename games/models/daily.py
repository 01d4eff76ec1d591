"""What people did with the puzzles of the days: their tries, and whose answers they have seen."""

from django.conf import settings
from django.db import models


class DailyTry(models.Model):
    """A play in the position of a day; it is in time on that day itself, by UTC.

    `series` and `day` name the puzzle, which lies in a file. Plays of later days are kept for
    their player alone: the distribution of the day has those in time.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="daily_tries")
    series = models.CharField(max_length=24)
    day = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    move = models.CharField(max_length=200)
    points = models.PositiveIntegerField()
    percent = models.PositiveSmallIntegerField()
    is_in_time = models.BooleanField()
    tried_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "series", "day", "number"], name="one_daily_try_a_number"
            ),
        ]
        indexes = [
            models.Index(
                fields=["series", "day", "user", "percent"],
                condition=models.Q(is_in_time=True),
                name="daily_tries_in_time",
            ),
        ]

    def __str__(self) -> str:
        return f"try {self.number} of {self.user_id} at {self.series} {self.day}"


class SeenAnswer(models.Model):
    """Somebody has had the answer of a puzzle shown: tries after that do not count."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seen_answers")
    series = models.CharField(max_length=24)
    day = models.PositiveIntegerField()
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "series", "day"], name="one_answer_seen"),
        ]

    def __str__(self) -> str:
        return f"the answer of {self.series} {self.day} seen by {self.user_id}"
