"""Browsers in which somebody signed in before: a stranger's wrong passwords do not lock them out.

After OWASP's device cookies: who has such a cookie has tries of their own.
"""

import secrets
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.models import User

COOKIE = "device"
_SALT = "accounts.devices"
_LASTS = 60 * 60 * 24 * 365  # seconds
_MOST = 10  # logins of one browser: the names and addresses of five people


def known_name(request: HttpRequest, login: str) -> str | None:
    """The name of this browser if somebody signed in here with this name or address before."""
    said = _read(request)
    return said["id"] if _digest(login) in said["logins"] else None


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Know this browser again when this person signs in by name or address."""
    said = _read(request)
    own = [_digest(login) for login in (user.username, user.email) if login]
    logins = [*own, *(each for each in said["logins"] if each not in own)][:_MOST]
    response.set_cookie(
        COOKIE,
        signing.dumps({"id": said["id"], "logins": logins}, salt=_SALT),
        max_age=_LASTS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def _read(request: HttpRequest) -> dict[str, Any]:
    """What the cookie says; a new name and nobody, if there is none that is ours."""
    try:
        said: dict[str, Any] = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_LASTS
        )
    except signing.BadSignature:
        return {"id": secrets.token_urlsafe(12), "logins": []}
    return said


def _digest(login: str) -> str:
    """A name or address that cannot be read from the cookie."""
    return salted_hmac(_SALT, login.lower(), algorithm="sha256").hexdigest()[:32]
