"""Invitations to play, and the seats that they offer."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.models.settings import GameSettings
from games.models.values import unguessable_name
from games.rules import GAMES, clock
from games.rules.interface import State

GRACE = timedelta(seconds=20)
"""How long a seek outlives its page: one that is reloaded, or on a line that breaks."""


class Invitation(models.Model):
    """An offer to play: by link, to people by name, or to anyone who finds it listed.

    All its seats are there from the start; the inviter sits on the first. Anyone who
    has the link may look at it, also where the game will be private.

    A seek is a live game that is offered to anyone: it lives while the inviter's page does, which
    was there at `seen_at`. A quick one is rated if all who sit have accounts, which is known when
    it starts; two of them may meet, and both lead to the game.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        CANCELLED = "cancelled", _("withdrawn")

    id = models.CharField(primary_key=True, max_length=20, default=unguessable_name)
    key = models.CharField(max_length=16)
    options = models.CharField(max_length=200, blank=True)
    rated = models.BooleanField(default=False)
    time_control = models.CharField(max_length=24)
    inviter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations_sent"
    )
    rematch_of = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="rematch_offers")
    is_listed = models.BooleanField(default=False)
    is_private = models.BooleanField(default=False)
    is_quick = models.BooleanField(default=False)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    game = models.ForeignKey(
        Game,
        models.CASCADE,
        null=True,
        related_name="invitations",
        related_query_name="invitation",
    )

    class Meta:
        indexes = [
            models.Index(fields=["status", "-created_at"], name="invitation_by_status"),
            models.Index(
                fields=["created_at"],
                condition=models.Q(status="open", seen_at__isnull=False),
                name="open_seek",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(is_private=False) | models.Q(rated=False, is_listed=False),
                name="no_rated_or_listed_invitation_is_private",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.id}"

    @property
    def is_seek(self) -> bool:
        """Whether it ends when the inviter's page does."""
        return self.seen_at is not None

    @property
    def is_live(self) -> bool:
        """Whether the game offered has a live clock."""
        return clock.parse(self.time_control).is_live

    def is_left(self, now: datetime) -> bool:
        """Whether it is a seek whose page has gone."""
        return self.seen_at is not None and self.seen_at <= now - GRACE

    @property
    def settings(self) -> GameSettings:
        """The settings of the game offered."""
        return GameSettings.of(self)

    @property
    def rules(self) -> type[State]:
        """The State class of the game offered."""
        return GAMES[self.key]


class InvitationSeat(models.Model):
    """A seat that is offered: free without a user, kept for the user until `accepted_at`.

    Who took one in somebody else's seek keeps it while their page is open, which was there at
    `seen_at`.
    """

    invitation = models.ForeignKey(Invitation, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats_offered"
    )
    accepted_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["invitation", "seat"], name="one_offer_a_seat"),
            models.UniqueConstraint(fields=["invitation", "user"], name="one_offered_seat_a_user"),
            models.CheckConstraint(
                condition=models.Q(accepted_at=None) | models.Q(user__isnull=False),
                name="somebody_took_a_taken_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat + 1} of {self.invitation_id}"
