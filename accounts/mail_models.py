"""What people chose to be told, and how; and the outbox: mails that wait, and those that went."""

from django.db import models
from django.utils.translation import gettext_lazy as _

USER = "accounts.User"


class NoticeChoice(models.Model):
    """What somebody chose for a kind of notice on a channel; without a row it is as usual."""

    class Channel(models.TextChoices):
        EMAIL = "email", _("E-mail")
        PUSH = "push", _("Browser")

    user = models.ForeignKey(USER, models.CASCADE, related_name="notice_choices", db_index=False)
    kind = models.CharField(max_length=8)
    channel = models.CharField(max_length=8)
    is_on = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "channel"], name="one_notice_choice"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel}: {self.is_on}"


class Mail(models.Model):
    """A mail about a notice, or one of the day; written with what happened.

    `due_at` is when it is sent, or tried again; who sends it moves that on first, and has it until
    then. One that is over has none. Its Message-ID never changes: who gets a mail twice, because a
    process died between the server's word and ours, can tell that it is the same.
    """

    DIGEST = "digest"
    """The kind of a mail that tells the day, beside the kinds of notices."""

    class Outcome(models.TextChoices):
        WAITS = "", "waits"
        SENT = "sent", "sent"
        NEEDLESS = "needless", "needless"  # it was read before, or nobody wanted it
        GATHERED = "gathered", "gathered"  # for the mail of the day at `ended_at`
        REFUSED = "refused", "refused"  # by the mail server, for good
        GIVEN_UP = "given up", "given up"

    recipient = models.ForeignKey(USER, models.CASCADE, related_name="mails", db_index=False)
    kind = models.CharField(max_length=8)
    subject = models.CharField(max_length=50)  # of the notice
    happened_at = models.DateTimeField()  # by the notice; of a mail of the day its hour
    message_id = models.CharField(max_length=300)
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    outcome = models.CharField(max_length=8, choices=Outcome.choices, blank=True, default="")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["recipient", "subject", "happened_at"], name="one_mail_a_happening"
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(due_at__isnull=False), name="mail_that_waits"
            ),
            models.Index(
                fields=["ended_at"],
                condition=models.Q(ended_at__isnull=False),
                name="mail_that_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}: {self.kind} for user {self.recipient_id}"
