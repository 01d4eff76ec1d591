"""Steps of lessons that people have done."""

from django.conf import settings
from django.db import models


class LearnedStep(models.Model):
    """A step of the lesson of a game that somebody has done, by its name."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="learned_steps")
    key = models.CharField(max_length=20)
    step = models.CharField(max_length=20)
    learned_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key", "step"], name="one_step_learned_once"),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.step} learned by {self.user_id}"
