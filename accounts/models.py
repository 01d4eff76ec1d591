"""The user: a registered person, a guest who may become one, or the computer; sign-ups; how people
stand to one another; and what they are told.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Lower
from django.db.models.sql.compiler import SQLCompiler
from django.utils.translation import gettext_lazy as _

from accounts.desk_models import Action, Appeal, GoneReports, Report, ReportEntry
from accounts.mail_models import Mail, NoticeChoice
from accounts.names import DELETED_PREFIX, LONGEST_NAME, LONGEST_USERNAME, look_expression

__all__ = [
    "TO_BE_FOUND",
    "Action",
    "Appeal",
    "Block",
    "Follow",
    "GoneReports",
    "Mail",
    "Note",
    "Notice",
    "NoticeChoice",
    "PendingSignup",
    "PushMessage",
    "PushSubscription",
    "Report",
    "ReportEntry",
    "SmallName",
    "User",
    "users_named",
    "whatever_the_case",
]

models.CharField.register_lookup(Lower)  # `…__lower`: found by an index, as `…__iexact` is not


class SmallName(Lower):
    """A name in small letters, in the order of its bytes: what begins alike stands together."""

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any
    ) -> tuple[str, Sequence[Any]]:
        """Other orders of PostgreSQL pass over signs, and then no range holds a beginning."""
        sql, told = self.as_sql(compiler, connection, **more)
        return f'({sql} COLLATE "C")', told


TO_BE_FOUND = models.Q(is_active=True, is_guest=False, is_computer=False)
"""Who is found by name: people with an account."""


def whatever_the_case(name: str) -> Lower:
    """What `…__lower` is compared with: the database makes both sides small, in one way."""
    return Lower(models.Value(name))


class User(AbstractUser):
    """Somebody who plays. A guest is a real user without a password, converted in place.

    A computer is a user to whom nobody can sign in; it is no person in any list of people.
    """

    username = models.CharField(_("name"), max_length=LONGEST_USERNAME, unique=True)
    is_guest = models.BooleanField(default=False)
    is_computer = models.BooleanField(default=False)
    shows_games = models.BooleanField(_("Others see my games on my page"), default=True)
    shows_history = models.BooleanField(_("Others see how my ratings went"), default=True)
    plays_privately = models.BooleanField(_("My new games are private by default"), default=False)
    shows_presence = models.BooleanField(
        _("Others see when I am at the table of a game that I play"), default=True
    )
    is_named_watching = models.BooleanField(
        _("My name is shown at games that I watch"), default=True
    )
    reads_chat = models.BooleanField(_("I read and write the chat at tables"), default=True)
    is_offered_puzzles = models.BooleanField(
        _("The first page offers today’s equation and practice"), default=True
    )
    refuses_guests = models.BooleanField(_("Guests cannot invite me"), default=False)
    language = models.CharField(_("Language"), max_length=10, blank=True, default="")
    # The language of the last page, for mails to those who have set none; empty: the site's own.
    read_in = models.CharField(max_length=10, blank=True, default="")
    gets_digest = models.BooleanField(default=False)
    # The mail that told of a turn since this person was here last: there is no other until then.
    called_by = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="name_unique_whatever_the_case"),
            models.UniqueConstraint(
                look_expression("username"),
                condition=models.Q(is_guest=True),
                name="no_guest_looks_like_another",
            ),
        ]
        indexes = [
            models.Index(look_expression("username"), name="user_by_look"),
            # Without these PostgreSQL, which knows that both are rare, reads all users for them.
            models.Index(fields=["id"], condition=models.Q(is_computer=True), name="computers"),
            models.Index(fields=["id"], condition=models.Q(is_guest=True), name="guests"),
            models.Index(SmallName("username"), condition=TO_BE_FOUND, name="person_by_name"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Addresses are kept in small letters, as they are looked up, however a user is made."""
        self.email = self.email.lower()
        super().save(*args, **kwargs)

    def become_account(self, now: datetime) -> None:
        """Be no guest any more, or not yet anybody, but an account that begins now; not stored."""
        self.is_guest, self.is_named_watching, self.date_joined = False, True, now

    @property
    def is_deleted(self) -> bool:
        """Whether the account is gone for good; one that the staff closed may come back."""
        return not self.is_active and self.username.startswith(DELETED_PREFIX)


def users_named(name: str) -> models.QuerySet[User]:
    """Who has this name, whatever its case: one user or none.

    No name has other letters than ASCII's. Databases make some of them small in their own ways:
    so asked, one user would have names that limits count as different ones.
    """
    if not name.isascii():
        return User.objects.none()
    return User.objects.filter(username__lower=whatever_the_case(name))


class PendingSignup(models.Model):
    """A sign-up whose address is not confirmed yet: it keeps a name, and there is no account.

    It is made for an address that has an account already as for any other, so that nobody can
    tell; its link is never sent then. `password` is a hash. A `guest` becomes the account.
    """

    name = models.CharField(max_length=LONGEST_NAME)
    email = models.EmailField(max_length=254)
    password = models.CharField(max_length=128)
    guest = models.OneToOneField(User, models.CASCADE, null=True, related_name="pending_signup")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("name"), name="one_pending_signup_a_name"),
        ]

    def __str__(self) -> str:
        return f"sign-up of {self.name}"


class Follow(models.Model):
    """Somebody follows somebody else: both have accounts, and neither has blocked the other."""

    # Neither key has an index of its own: others begin with it.
    follower = models.ForeignKey(User, models.CASCADE, related_name="following", db_index=False)
    followed = models.ForeignKey(User, models.CASCADE, related_name="followers", db_index=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="one_follow_a_pair"),
        ]
        indexes = [
            models.Index(fields=["follower", "-id"], name="follow_by_follower"),
            models.Index(fields=["followed", "-id"], name="follow_by_followed"),
        ]

    def __str__(self) -> str:
        return f"{self.follower} follows {self.followed}"


class Block(models.Model):
    """Somebody has blocked somebody: the two do not meet. It is told to nobody else."""

    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
        ]
        indexes = [models.Index(fields=["blocker", "-id"], name="block_by_blocker")]

    def __str__(self) -> str:
        return f"{self.blocker} has blocked {self.blocked}"


class Note(models.Model):
    """What somebody has written down about somebody else; nobody but the writer ever reads it."""

    LONGEST = 500  # characters

    writer = models.ForeignKey(User, models.CASCADE, related_name="notes", db_index=False)
    about = models.ForeignKey(User, models.CASCADE, related_name="notes_of_others")
    text = models.CharField(max_length=LONGEST)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["writer", "about"], name="one_note_a_pair"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"


class Notice(models.Model):
    """Something that happened and concerns somebody: the game, invitation or person it is about.

    Nothing of it is a sentence: it is told as names and scores are when it is read. `subject` names
    what happened, once for each recipient: a turn has one row for each player of a game, which is
    unread while it is that player's turn and was not looked at. What sends mails hangs on it.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        TIME = "time", _("time running out")
        INVITED = "invited", _("invitation")
        ACCEPTED = "accepted", _("invitation accepted")
        DECLINED = "declined", _("invitation declined")
        REMATCH = "rematch", _("rematch")
        OVER = "over", _("game over")
        REVIEWED = "reviewed", _("review ready")
        FOLLOWED = "followed", _("followed")
        ANSWERED = "answered", _("report answered")
        ACTED = "acted", _("something was done about you")
        REOPENED = "reopened", _("game goes on")

    # No key has an index of its own: those below lead to what is asked for.
    recipient = models.ForeignKey(User, models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    subject = models.CharField(max_length=50)
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, related_name="+", db_index=False
    )
    invitation = models.ForeignKey(
        "games.Invitation", models.CASCADE, null=True, related_name="+", db_index=False
    )
    person = models.ForeignKey(User, models.CASCADE, null=True, related_name="+", db_index=False)
    happened_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["recipient", "subject"], name="one_notice_a_subject"),
        ]
        indexes = [
            models.Index(
                fields=["recipient"], condition=models.Q(read_at__isnull=True), name="unread_notice"
            ),
            models.Index(fields=["recipient", "-happened_at", "-id"], name="notice_by_recipient"),
            models.Index(fields=["happened_at"], name="notice_by_age"),
            models.Index(
                fields=["invitation"],
                condition=models.Q(invitation__isnull=False),
                name="notice_by_invitation",
            ),
            models.Index(
                fields=["person"], condition=models.Q(person__isnull=False), name="notice_by_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for user {self.recipient_id}"


class PushSubscription(models.Model):
    """A browser in which somebody is told what happens, also while no page is open.

    The keys are the browser's: what is sent to `endpoint`, at the push service of its maker, is
    encrypted for it. It holds while the browser is signed in, by the session of `session_key`.
    """

    MOST = 10  # of one person; the one made first gives way

    user = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    language = models.CharField(max_length=10)  # of the page where it was asked for
    session_key = models.CharField(max_length=40, db_index=True)
    made_at = models.DateTimeField()
    # Messages given up since the last sent; it begins with `pushes.ON_TRIAL` of them.
    failures = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"push subscription {self.pk}"


class PushMessage(models.Model):
    """A notice that waits to be sent to a browser; who sends it has it until `due_at` passes."""

    # No constraint: a move does not fail because a browser is forgotten at that moment.
    subscription = models.ForeignKey(
        PushSubscription,
        models.CASCADE,
        related_name="messages",
        db_index=False,
        db_constraint=False,
    )
    notice = models.ForeignKey(Notice, models.CASCADE, related_name="+")
    due_at = models.DateTimeField(db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subscription", "notice"], name="one_push_a_notice"),
        ]

    def __str__(self) -> str:
        return f"push message {self.pk}"
