"""The user: a registered person, a guest who may become one, or the computer; and sign-ups."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST_NAME, LONGEST_USERNAME, look_expression

models.CharField.register_lookup(Lower)  # `…__lower`: found by an index, as `…__iexact` is not


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
    refuses_guests = models.BooleanField(_("Guests cannot invite me"), default=False)
    language = models.CharField(_("Language"), max_length=10, blank=True, default="")

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
        ]


def users_named(name: str) -> models.QuerySet[User]:
    """Who has this name, whatever its case: one user or none."""
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
