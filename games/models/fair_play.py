"""What reviews say of the players of rated games, in numbers, and hints for the staff from them."""

from django.conf import settings
from django.db import models

from games.models.reviews import Review
from games.review.fair_play import Quartiles, Share


class FairPlay(models.Model):
    """How many judged moves of a player were best plays in one rated game among people.

    `key` is the list of ratings and `rating` the player's in it before the game, in hundredths, as
    it was when the review was done. `lower`, `median` and `upper` are quartiles of the time that
    the judged moves took, in milliseconds; None where no time is known.
    """

    # Neither key has an index of its own: others begin with it.
    review = models.ForeignKey(Review, models.CASCADE, related_name="fair_play", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="fair_play", db_index=False
    )
    key = models.CharField(max_length=32)
    rating = models.IntegerField()
    judged = models.PositiveIntegerField()
    best = models.PositiveIntegerField()
    lower = models.PositiveBigIntegerField(null=True)
    median = models.PositiveBigIntegerField(null=True)
    upper = models.PositiveBigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["review", "user"], name="one_fair_play_a_player"),
        ]
        indexes = [
            models.Index(fields=["user", "key", "-id"], name="fair_play_by_person"),
            models.Index(fields=["key", "rating"], name="fair_play_by_rating"),
        ]

    def __str__(self) -> str:
        return f"{self.best} of {self.judged} by {self.user_id} in the {self.review_id}"

    @property
    def share(self) -> Share:
        """The share of best plays."""
        return Share(self.best, self.judged)

    @property
    def times(self) -> Quartiles | None:
        """The quartiles of the times, in milliseconds."""
        if self.lower is None or self.median is None or self.upper is None:
            return None
        return Quartiles(self.lower, self.median, self.upper)


class FairPlayHint(models.Model):
    """Somebody's share of best plays stood out in one list: for the staff to look at, no verdict.

    The evidence are the games up to the row `up_to` of `FairPlay`. Who puts a hint aside says so
    in the log; it comes again when the person has `games_needed` judged games and stands out.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    key = models.CharField(max_length=32)
    found_at = models.DateTimeField()
    up_to = models.PositiveBigIntegerField()
    is_open = models.BooleanField(default=True)
    games_needed = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_hint_a_list"),
        ]
        indexes = [
            models.Index(
                fields=["-found_at"], condition=models.Q(is_open=True), name="open_hint_by_time"
            ),
        ]

    def __str__(self) -> str:
        return f"hint about {self.user_id} in {self.key}"
