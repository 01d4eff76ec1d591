"""What lies on the desk of the staff: reports, what was done about people, and appeals."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST = 500  # characters of anything that is written here


class Report(models.Model):
    """Somebody has told the staff about somebody; while it is open, what comes is added to it.

    It goes with the account of either, and is counted among the `GoneReports`.
    """

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports_made", db_index=False
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports_about"
    )
    opened_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "about"],
                condition=models.Q(closed_at__isnull=True),
                name="one_open_report_a_pair",
            ),
        ]
        indexes = [
            models.Index(fields=["reporter", "-opened_at"], name="report_by_reporter"),
            models.Index(
                fields=["-changed_at"],
                condition=models.Q(closed_at__isnull=True),
                name="open_report",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"


class ReportEntry(models.Model):
    """What was told once: why, in which words, and what was said at the table, as it was then.

    `lines` is canonical JSON: of each line who said it, where, when and what.
    """

    class Reason(models.TextChoices):
        WORDS = "words", _("insults, threats or harassment")
        NAME = "name", _("an offensive name")
        HELP = "help", _("plays with the help of a program")
        SPOILS = "spoils", _("loses on purpose, or lets the clock run to annoy")
        OTHER = "other", _("something else")

    report = models.ForeignKey(Report, models.CASCADE, related_name="entries")
    reason = models.CharField(max_length=8, choices=Reason.choices)
    words = models.CharField(max_length=LONGEST, blank=True, default="")
    game = models.ForeignKey(
        "games.Game", models.SET_NULL, null=True, related_name="+", db_index=False
    )
    lines = models.TextField(default="[]")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"entry {self.pk} of report {self.report_id}"


class GoneReports(models.Model):
    """How many reports of a year went with one account when it was deleted.

    The page of transparency counts them on; whose they were nobody knows any more.
    """

    year = models.PositiveSmallIntegerField()  # in which they were opened
    opened = models.PositiveIntegerField()
    closed = models.PositiveIntegerField()  # of these

    def __str__(self) -> str:
        return f"{self.opened} gone reports of {self.year}"


class Action(models.Model):
    """What the staff did about somebody, and why. Rows are added and never changed nor deleted.

    An action is undone by another one, which `lifts` it. A hint that is put aside is nothing that
    was done to the person, who is not told. When the account of the person is deleted
    the row stays, without words: they may name somebody. `detail` is what undoing takes.
    """

    class Kind(models.TextChoices):
        WARN = "warn", _("warning")
        MUTE = "mute", _("silence in the chat")
        SUSPEND = "suspend", _("suspension")
        CLOSE = "close", _("closed account")
        RENAME = "rename", _("new name")
        ANNUL = "annul", _("annulled game")
        ASIDE = "aside", _("hint put aside")
        REOPEN = "reopen", _("reopened game")
        LIFT = "lift", _("undone")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="actions_about", db_index=False
    )
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="actions_taken", db_index=False
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    reason = models.CharField(max_length=LONGEST)
    detail = models.TextField(blank=True, default="")
    game = models.ForeignKey(
        "games.Game", models.PROTECT, null=True, related_name="+", db_index=False
    )
    made_at = models.DateTimeField()
    until = models.DateTimeField(null=True)
    lifts = models.OneToOneField("self", models.PROTECT, null=True, related_name="lifted_by")

    class Meta:
        indexes = [
            models.Index(fields=["person", "-id"], name="action_by_person"),
            models.Index(fields=["game"], name="action_by_game"),
        ]

    def __str__(self) -> str:
        return f"action {self.pk}: {self.kind}"


class Appeal(models.Model):
    """What somebody says against what was done about them: once, and it is answered once.

    When the account of the person is deleted the row stays, without words.
    """

    action = models.OneToOneField(Action, models.PROTECT, related_name="appeal")
    words = models.CharField(max_length=LONGEST)
    made_at = models.DateTimeField()
    answer = models.CharField(max_length=LONGEST, blank=True, default="")
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False
    )

    def __str__(self) -> str:
        return f"appeal {self.pk}"
