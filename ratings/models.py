"""Standings, every change of a rating with its inputs, and plays to remember."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ratings.elo import START_RATING


class Standing(models.Model):
    """Where somebody stands in one list: a game's key, or another list such as against computers.

    A copy, kept for leaderboards and profiles: `verify --ratings` recomputes it from the games.
    `rating` is in hundredths; it and `total_score`, the sum of the scores of games in a list that
    has such scores, count rated games only. The tallies count every finished game.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="standings")
    key = models.CharField(max_length=32)
    rating = models.IntegerField(default=START_RATING)
    total_score = models.PositiveIntegerField(default=0)
    rated_games = models.PositiveIntegerField(default=0)
    last_rated_at = models.DateTimeField(null=True)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    ties = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    best_score = models.IntegerField(null=True)
    bingos = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_standing_a_list"),
        ]
        indexes = [
            models.Index(fields=["key", "-rating", "user"], name="standing_by_rating"),
            models.Index(
                fields=["key", "-total_score", "-rating", "user"], name="standing_by_score"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.key}"


class RatingChange(models.Model):
    """What one rated game did to one rating, with all inputs (see `elo.Step`). Never edited.

    `match_score` is what the game earned beside it, in a list that has such scores.
    In the order of their ids the changes of a person follow one another: a change is inserted
    under the lock on the standing it changes.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes"
    )
    key = models.CharField(max_length=32)
    before = models.IntegerField()
    k = models.PositiveSmallIntegerField()
    expected = models.PositiveIntegerField()
    result = models.PositiveSmallIntegerField()
    after = models.IntegerField()
    match_score = models.PositiveSmallIntegerField(null=True)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_change_a_game"),
        ]
        indexes = [
            models.Index(fields=["user", "key", "-id"], name="change_by_person"),
            models.Index(fields=["user", "key", "-changed_at"], name="change_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.user} by {self.game_id}: {self.before} to {self.after}"


class Highlight(models.Model):
    """A play to remember: the points of a best play, the sides of a longest chain."""

    class Kind(models.TextChoices):
        PLAY = "play", _("best play")
        CHAIN = "chain", _("longest chain")

    KEPT = 3  # of each kind

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="highlights")
    key = models.CharField(max_length=32)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    value = models.PositiveIntegerField()
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="highlights")
    ply = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["user", "key", "kind", "-value"], name="highlight_best")]

    def __str__(self) -> str:
        return f"{self.kind} {self.value} of {self.user}"
