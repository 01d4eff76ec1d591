"""Sockets that are open: whose they are, and how many each person and each address has."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from allauth.core.internal.ratelimit import get_ip
from channels.auth import AuthMiddleware
from channels.sessions import CookieMiddleware, SessionMiddleware
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest

from accounts.database_threads import in_database_thread
from accounts.sessions import person_of
from accounts.shared_counts import SharedCount

MOST = 60  # open at once, for each person and for each address
TOO_MANY = 4429  # the code of closing

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

opened = SharedCount("sockets")


class _Person(AuthMiddleware):
    """Who opened a socket. Channels' own would end the session of an earlier secret key."""

    async def resolve_scope(self, scope: Scope) -> None:
        key = scope["session"].session_key  # none: a stranger, of whom nothing is stored
        found = await in_database_thread(person_of)(key) if key else None
        scope["user"]._wrapped = found or AnonymousUser()


def with_person(application: Application) -> Application:
    """The same, told who opened the socket, as `user`, and by which `session`."""
    told: Application = CookieMiddleware(SessionMiddleware(_Person(application)))
    return told


def limit_connections(application: Application) -> Callable[..., Any]:
    """The same for no more than `MOST` sockets of a person and of an address.

    Those beyond are accepted first, so that the page sees the code and does not try again.
    """

    async def asgi(scope: Scope, receive: Receive, send: Send) -> None:
        keys = _limit_keys(scope) if settings.LIMITS_ARE_ON else []
        try:
            with opened.one_more(keys):
                totals = await opened.totals(keys) if keys else {}
                if any(total > MOST for total in totals.values()):
                    await send({"type": "websocket.accept"})
                    await send({"type": "websocket.close", "code": TOO_MANY})
                else:
                    await application(scope, receive, send)
        finally:
            if keys:
                opened.tell()

    return asgi


def _limit_keys(scope: Scope) -> list[str]:
    """The person, and the address; nobody and nowhere is not counted."""
    user, address = scope["user"], address_of(scope)
    keys = [f"person.{user.pk}"] if user.is_authenticated else []
    return [*keys, f"address.{address}"] if address else keys


def address_of(scope: Scope) -> str:
    """Whence a socket comes, as limits by address count it; empty where that is not known."""
    request = HttpRequest()
    if scope.get("client"):
        request.META["REMOTE_ADDR"] = scope["client"][0]
    passed_on = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if passed_on:
        request.META["HTTP_X_FORWARDED_FOR"] = b",".join(passed_on).decode("latin-1")
    try:
        address: str = get_ip(request)
    except (PermissionDenied, ImproperlyConfigured):
        return ""
    return address
