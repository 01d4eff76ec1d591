"""Reviews of finished games, and misses that were tried again."""

from datetime import timedelta

from django.conf import settings
from django.db import models

from games.models.games import Game
from games.models.work import WaitingWork

REPEATS = tuple(timedelta(days) for days in (1, 3, 7, 21))
"""A miss comes again so long after its game was over, and then after each time it was solved."""


class Review(WaitingWork):
    """The review of a finished game: what it was made with, and of how many moves."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="review")
    edition = models.PositiveSmallIntegerField()
    is_among_people = models.BooleanField()
    moves = models.PositiveIntegerField()

    class Meta:
        indexes = [
            models.Index(
                fields=["-is_among_people", "asked_at"],
                condition=models.Q(done_at=None),
                name="review_to_be_made",
            ),
        ]

    def __str__(self) -> str:
        return f"review of {self.game_id}"


class ReviewedMove(models.Model):
    """A move beside the best of its position; `detail` is what `games.review` found, as canonical
    JSON, and empty where nothing could be found.
    """

    review = models.ForeignKey(Review, models.CASCADE, related_name="reviewed")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    loss = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=12, blank=True)
    puzzle = models.CharField(max_length=12, blank=True)
    detail = models.TextField(blank=True)

    class Meta:
        ordering = ["ply"]
        constraints = [
            models.UniqueConstraint(fields=["review", "ply"], name="one_review_a_ply"),
        ]

    def __str__(self) -> str:
        return f"ply {self.ply} in the {self.review}"


class DeepReview(WaitingWork):
    """The second stage of a review: chances to win, and the luck of the draws.

    `edition` is that of what weighs; the rest is as in Review.
    """

    review = models.OneToOneField(Review, models.CASCADE, primary_key=True, related_name="deep")
    edition = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField()

    class Meta:
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=models.Q(done_at=None),
                name="deep_review_to_be_made",
            ),
        ]

    def __str__(self) -> str:
        return f"deep review of {self.review_id}"


class WeighedMove(models.Model):
    """A move weighed by the chance to win, and the draw before it.

    - `lost`: the chance that it lost beyond doubt, in thousandths
    - `chances`: what `games.review.weigh_move` found, as canonical JSON; empty for nothing
    - `worth`: what the rack was worth that was drawn, in points; None where nothing was drawn, or
      where that could not be told
    - `others`, `draws`: what all racks of that many random draws were worth together
    - `squares`: the sum of the squares of what they were worth; None in older rows
    """

    deep = models.ForeignKey(DeepReview, models.CASCADE, related_name="weighed")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField(default=0)
    chances = models.TextField(blank=True)
    worth = models.PositiveIntegerField(null=True)
    others = models.PositiveIntegerField(null=True)
    draws = models.PositiveSmallIntegerField(null=True)
    squares = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["ply"]
        constraints = [
            models.UniqueConstraint(fields=["deep", "ply"], name="one_weighing_a_ply"),
        ]

    def __str__(self) -> str:
        return f"ply {self.ply} in the {self.deep}"


class TriedMiss(models.Model):
    """A player's own miss that the player tried again: since when, and since when it is solved.

    It comes again after some days: `repeats` counts how often it was solved when it was due, and
    `due_at` is when it is due next; None after the last time. It outlives the review, which may be
    made again.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="tried_misses")
    ply = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tried_misses")
    tried_at = models.DateTimeField()
    solved_at = models.DateTimeField(null=True)
    repeats = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "ply"], name="one_try_kept_a_miss"),
        ]
        indexes = [models.Index(fields=["user", "due_at"], name="miss_that_is_due")]

    def __str__(self) -> str:
        return f"ply {self.ply} of {self.game_id} tried by {self.user_id}"
