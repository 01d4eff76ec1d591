"""Positions that somebody wants to know more of, and what was found."""

from django.db import models

from games.models.work import WaitingWork


class Analysis(WaitingWork):
    """A position that was asked about, by nobody in particular: two who ask get one answer.

    `name` follows from the position (`games.store.analyses`), `state` is what the worker is told:
    a State that knows one rack at most. `answer` is what it found, as canonical JSON; empty until
    then, and where nothing could be found.
    """

    name = models.CharField(primary_key=True, max_length=32)
    key = models.CharField(max_length=16)
    state = models.TextField()
    answer = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=models.Q(done_at=None),
                name="analysis_to_be_made",
            ),
            models.Index(fields=["asked_at"], name="analysis_by_age"),
        ]

    def __str__(self) -> str:
        return f"analysis {self.name} of {self.key}"
