"""Who sends a request."""

from django.http import HttpRequest

from accounts.models import User


def current_user(request: HttpRequest) -> User | None:
    """Who asks, if it is anybody we know."""
    return request.user if isinstance(request.user, User) else None


def current_user_id(request: HttpRequest) -> int | None:
    """The number of who asks; None for a stranger."""
    reader = current_user(request)
    return reader.pk if reader is not None else None


def signed_in(request: HttpRequest) -> User:
    """Who asks, behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user
