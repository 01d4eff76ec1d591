"""Sockets that are open: whose they are, and how many of each person and address open and are."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, parse_cookie

from accounts import shared_counts
from accounts.database_threads import in_database_thread
from accounts.limits import consume, network
from accounts.sessions import SessionStore, person_of
from accounts.shared_counts import SharedCount

MOST = 60  # open at once, for each person and for each address
MOST_OF_NETWORK = 240  # the same for a /48 of IPv6, which holds 65,536 addresses as we count them
TOO_MANY = 4429  # the code of closing

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger(__name__)

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
    """The same for no more than `MOST` sockets of a person and of an address at once.

    Nor does any network open more of them than the limit `sockets` allows: each takes 27 ms of
    processor, as it is sent the table. 120 in ten seconds are twice as many as an address may
    have open: all may come back at once after a restart, and once more. 500 in a minute are a page
    every four seconds for each of a class of thirty, and a quarter of one processor.

    Those beyond are accepted first, so that the page sees the code and does not try again.
    """

    async def asgi(scope: Scope, receive: Receive, send: Send) -> None:
        most = _most_at_once(scope)
        keys = list(most)
        try:
            with opened.one_more(keys):
                totals = await opened.totals(keys) if keys else {}
                are_too_many = any(total > most[key] for key, total in totals.items())
                if settings.LIMITS_ARE_ON and (are_too_many or await _open_too_often(scope)):
                    await send({"type": "websocket.accept"})
                    await send({"type": "websocket.close", "code": TOO_MANY})
                else:
                    await application(scope, receive, send)
        finally:
            if keys:
                opened.tell()

    return asgi


def _most_at_once(scope: Scope) -> dict[str, int]:
    """How many may be open of the person, the address and its network; nowhere is not counted."""
    user, address = scope["user"], address_of(scope)
    most = {f"person.{user.pk}": MOST} if user.is_authenticated else {}
    if address:
        most[f"address.{address}"] = MOST
    if ":" in address:
        most[f"network.{network(_request(scope))}"] = MOST_OF_NETWORK
    return most


async def _open_too_often(scope: Scope) -> bool:
    """Whether a network has opened very many sockets of late; where the cache is away, none has."""
    if not address_of(scope):
        return False
    request = _request(scope)
    count = partial(consume, request, "sockets", network(request))
    try:
        async with asyncio.timeout(shared_counts.PATIENCE):
            return await shared_counts.in_thread(count) is None
    except Exception as fault:  # whatever kind of cache it is
        log.warning("how often sockets open is not known: %s", fault)
        return False


def address_of(scope: Scope) -> str:
    """Whence a socket comes, as limits by address count it; empty where that is not known."""
    try:
        address: str = get_ip(_request(scope))
    except (PermissionDenied, ImproperlyConfigured):
        return ""
    return address


def _request(scope: Scope) -> HttpRequest:
    """What tells the library of limits where a socket comes from."""
    request = HttpRequest()
    if scope.get("client"):
        request.META["REMOTE_ADDR"] = scope["client"][0]
    passed_on = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if passed_on:
        request.META["HTTP_X_FORWARDED_FOR"] = b",".join(passed_on).decode("latin-1")
    return request
