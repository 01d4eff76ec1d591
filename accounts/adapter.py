"""How allauth makes users here: a guest who signs up keeps user, games and session."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    def set_password(self, user: User, password: str) -> None:
        """The password alone is written: the rest of the row may have changed meanwhile."""
        user.set_password(password)
        if user.pk is None:
            user.save()
        else:
            user.save(update_fields=["password"])

    def new_user(self, request: HttpRequest) -> Any:
        """The guest at hand, or a new user."""
        user = getattr(request, "user", None)
        if isinstance(user, User) and user.is_guest:
            return user
        return super().new_user(request)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.is_guest = False
        saved: User = super().save_user(request, user, form, commit)
        return saved
