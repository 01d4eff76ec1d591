"""Work that waits in a table until a process takes it."""

from django.db import models


class WaitingWork(models.Model):
    """Something to be worked out. Until `held_until` the process that works on it has it for
    itself; then another may take it (`services.work_queues`).
    """

    asked_at = models.DateTimeField()
    held_until = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
