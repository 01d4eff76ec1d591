"""The user who sends a request."""

from django.http import HttpRequest

from accounts.models import User


def current_user(request: HttpRequest) -> User | None:
    """The user who sends this request; None for a stranger."""
    return request.user if isinstance(request.user, User) else None


def current_user_id(request: HttpRequest) -> int | None:
    """The number of this user; None for a stranger."""
    reader = current_user(request)
    return reader.pk if reader is not None else None


def signed_in(request: HttpRequest) -> User:
    """The user who sends this request, in a view behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user
