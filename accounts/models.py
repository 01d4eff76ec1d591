"""The user: a registered person, a guest who may become one, or the computer."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST_NAME


class User(AbstractUser):
    """Somebody who plays. A guest is a real user without a password, converted in place.

    A computer is a user to whom nobody can sign in; it is no person in any list of people.
    """

    username = models.CharField(_("name"), max_length=LONGEST_NAME, unique=True)
    is_guest = models.BooleanField(default=False)
    is_computer = models.BooleanField(default=False)
    shows_games = models.BooleanField(_("Others see my games on my page"), default=True)
    shows_history = models.BooleanField(_("Others see how my ratings went"), default=True)

    language = models.CharField(_("Language"), max_length=10, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="name_unique_whatever_the_case"),
        ]
