"""When the site could take moves, and when it could not."""

from datetime import datetime

from django.db import models


class Heartbeat(models.Model):
    """One row: when the site last could take moves, and since when that goes on undisturbed.

    Also since when more deadlines than can be right are held back, if they are, and when a process
    last began, or could take moves again: some pages were cut off then.
    """

    last_at = models.DateTimeField()
    steady_since = models.DateTimeField()
    held_back_since = models.DateTimeField(null=True)
    returned_at = models.DateTimeField(null=True)
    outages = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"could take moves at {self.last_at}"

    @classmethod
    def first(cls, now: datetime) -> "Heartbeat":
        """The row of a site that has just begun."""
        return cls(pk=1, last_at=now, steady_since=now)


class Outage(models.Model):
    """A time in which no process could take moves; it moved `deadlines_moved` deadlines on."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    deadlines_moved = models.PositiveIntegerField()

    class Meta:
        ordering = ["-began_at"]

    def __str__(self) -> str:
        return f"no moves from {self.began_at} to {self.ended_at}"
