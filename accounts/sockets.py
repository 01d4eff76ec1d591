"""Sockets that are open: whose they are, and how many each person and each address has."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, parse_cookie

from accounts.database_threads import in_database_thread
from accounts.sessions import SessionStore, person_of
from accounts.shared_counts import SharedCount

MOST = 60  # open at once, for each person and for each address
TOO_MANY = 4429  # the code of closing

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

opened = SharedCount("sockets")


def has_page_open(person_id: int) -> bool:
    """Whether this person has a live page open, at any process; for a thread that may wait."""
    return opened.total(f"person.{person_id}") > 0


def with_person(application: Application) -> Application:
    """The same, told who opened the socket, as `user`, by which `session_key`, and the `cookies`.

    Of a stranger without a session nothing is read. A socket changes no session: it needs none of
    what channels wraps round every message for that.
    """

    async def asgi(scope: Scope, receive: Receive, send: Send) -> None:
        cookies = _cookies(scope)
        key = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME)).session_key
        user = await in_database_thread(person_of)(key) if key else None
        who = {"cookies": cookies, "session_key": key, "user": user or AnonymousUser()}
        await application({**scope, **who}, receive, send)

    return asgi


def _cookies(scope: Scope) -> dict[str, str]:
    """What the browser sent along, as Django reads it."""
    sent = [value for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie(sent[0].decode("latin-1")) if sent else {}


def limit_connections(application: Application) -> Callable[..., Any]:
    """The same for no more than `MOST` sockets of a person and of an address.

    Those beyond are accepted first, so that the page sees the code and does not try again.
    """

    async def asgi(scope: Scope, receive: Receive, send: Send) -> None:
        keys = _limit_keys(scope)
        try:
            with opened.one_more(keys):
                totals = await opened.totals(keys) if keys else {}
                if settings.LIMITS_ARE_ON and any(total > MOST for total in totals.values()):
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
