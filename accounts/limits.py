"""Limits on how often somebody may do something; the amounts stand in the settings."""

import ipaddress
import math
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import Any, TypeVar

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from accounts import devices
from accounts.models import User
from accounts.responses import error_response

View = Callable[..., HttpResponse]
Response = TypeVar("Response", bound=HttpResponseBase)

LONGEST_STREAM = 300  # seconds after which a stream that was never closed is forgotten
NEXT_STREAM = 10  # seconds; most archives are sent within one


def limited(
    action: str, *, newcomers_only: bool = False
) -> Callable[[Callable[..., Response]], Callable[..., Response | HttpResponse]]:
    """Refuse a request with 429 and Retry-After when `action` was done too often of late.

    Limits "by key" go by the network here. Limits by user do not count strangers: what only users
    may do, the view refuses them anyway.
    With `newcomers_only` those alone are counted who come as strangers and are made guests.
    """

    def decorate(view: Callable[..., Response]) -> Callable[..., Response | HttpResponse]:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> Response | HttpResponse:
            is_known = request.user.is_authenticated
            if newcomers_only and not is_known:
                return _answer_newcomer(request, action, partial(view, request, *args, **kwargs))
            counts = not newcomers_only and (is_known or not _is_by_user(action))
            if counts and not consume(request, action, network(request)):
                return too_often(request, action, network(request))
            return view(request, *args, **kwargs)

        return wrapped

    return decorate


def _answer_newcomer(
    request: HttpRequest, action: str, answer: Callable[[], Response]
) -> Response | HttpResponse:
    """Answer a stranger who may become a guest by that; of who stays one nothing is counted.

    It is counted first and taken back then: of many who come at once no more become guests than
    may, and who may not is told so before anything is done.
    """
    counted = ratelimit.RateLimitUsage(usage=[])
    try:
        for limit in (action, "newcomers"):
            usage = consume(request, limit, network(request))
            if usage is None:
                return too_often(request, limit, network(request))
            counted.usage.extend(usage.usage)
        return answer()
    finally:
        if not request.user.is_authenticated:
            counted.rollback()


def one_at_a_time(
    view: Callable[..., HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Refuse with 429 who is being sent such a stream already, by whichever process.

    Guests and strangers are counted by their network, people by account. The next may be asked for
    when all is sent, or its client has gone.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.LIMITS_ARE_ON:
            return view(request, *args, **kwargs)
        name = f"limits.stream.{payers(request)[-1]}"
        if not cache.add(name, True, LONGEST_STREAM):
            sentence = _("Such a file is on its way to you already. When it has come, ask again.")
            headers = {"Retry-After": str(NEXT_STREAM)}
            return error_response(request, 429, sentence, headers=headers)
        response: HttpResponseBase | None = None
        try:
            response = view(request, *args, **kwargs)
        finally:
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = _Ending(response, lambda: cache.delete(name))
            else:
                cache.delete(name)
        return response

    return wrapped


class _Ending(Iterator[bytes]):
    """What a response streams; when the response is closed, begun or not, something is done."""

    def __init__(self, response: StreamingHttpResponse, close: Callable[[], object]) -> None:
        self._pieces: Iterator[bytes] = iter(response)
        self.close = close

    def __next__(self) -> bytes:
        return next(self._pieces)


def payers(request: HttpRequest) -> tuple[int | str, ...]:
    """By whom it is counted what somebody costs: an account, a network of strangers, or both.

    A guest is made by one press, so the network of a guest is asked as well, and comes last.
    """
    if not request.user.is_authenticated:
        return (network(request),)
    is_guest = getattr(request.user, "is_guest", False)
    return (request.user.pk, f"guests.{network(request)}") if is_guest else (request.user.pk,)


def _rates(action: str) -> list[ratelimit.Rate]:
    rates: list[ratelimit.Rate] = ratelimit.parse_rates(app_settings.RATE_LIMITS.get(action))
    return rates


def consume(request: HttpRequest, action: str, key: str = "") -> ratelimit.RateLimitUsage | None:
    """Count it, if it may be done once more; the library's public function never counts a GET.

    `key` is what limits "by key" go by.
    """
    app = "allauth.account"
    return ratelimit.consume(request, app=app, action=action, key=key, limit_get=True)


def network(request: HttpRequest) -> str:
    """Where somebody comes from: an address of IPv4; of IPv6 the /48, which one site has."""
    said = get_adapter().get_client_ip(request)
    try:
        address = ipaddress.ip_address(said)
    except ValueError:
        return str(said)
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network(f"{address}/48", strict=False))


def count_guests(request: HttpRequest, action: str) -> ratelimit.RateLimitUsage | None:
    """Count what is limited by network for guests and strangers, if it may be done once more.

    A limit by guest stops nobody: a new one is made in a moment. Nothing is counted of people
    with an account.
    """
    user = request.user
    if isinstance(user, User) and not user.is_guest:
        return ratelimit.RateLimitUsage(usage=[])
    return consume(request, action, network(request))


def attempt_key(request: HttpRequest, login: str) -> str:
    """Wrong passwords are counted by who is meant and from where."""
    return f"{login.lower()}|{network(request)}"


def count_attempt(request: HttpRequest, login: str) -> ratelimit.RateLimitUsage | None:
    """Count a try to sign in, if one more may be made; it is taken back when it succeeds.

    A browser in which the same person signed in before has tries of its own, so that strangers
    cannot lock anybody out of it.
    """
    if device := devices.known_name(request, login):
        return consume(request, "login_failed_device", _device_key(device, login))
    here = consume(request, "login_failed", attempt_key(request, login))
    anywhere = here and consume(request, "login_failed_anywhere", login.lower())
    if here is None or anywhere is None:
        return None
    return ratelimit.RateLimitUsage(usage=[*here.usage, *anywhere.usage])


def forget_attempts(request: HttpRequest, user: User) -> None:
    """Forget the tries from here to sign in by name or address: the password is a new one."""
    for login in filter(None, (user.username, user.email)):
        _clear(request, "login_failed", attempt_key(request, login))
        if device := devices.known_name(request, login):
            _clear(request, "login_failed_device", _device_key(device, login))


def _device_key(device: str, login: str) -> str:
    return f"{device}|{login.lower()}"


def _clear(request: HttpRequest, action: str, key: str) -> None:
    ratelimit.clear(request, app="allauth.account", action=action, key=key)


def _is_by_user(action: str) -> bool:
    return any(rate.per == "user" for rate in _rates(action))


def too_often(request: HttpRequest, action: str, key: str = "") -> HttpResponse:
    """The answer to who does something too often; the wait named is the longest possible.

    Of several limits it is that of the ones that are used up; `key` is as for `consume`.
    """
    seconds = _wait_of_used_up(request, action, key)
    hours = math.ceil(seconds / 3600)
    sentence = _("That was too often. Try again in %(seconds)s seconds.") % {"seconds": seconds}
    if hours > 1:
        sentence = _("That was too often. Try again in %(hours)s hours.") % {"hours": hours}
    return error_response(request, 429, sentence, headers={"Retry-After": str(seconds)})


def longest_wait(action: str) -> int:
    """Seconds after which a limit has forgotten all that was counted."""
    return max((int(rate.duration) for rate in _rates(action)), default=0)


def _wait_of_used_up(request: HttpRequest, action: str, key: str) -> int:
    """Seconds until the limits that are used up allow it again for sure; all, if none is known."""
    asked = {"app": "allauth.account", "action": action, "key": key, "limit_get": True}
    rates = app_settings.RATE_LIMITS.get(action, "").split(",")
    used_up = [
        rate
        for rate in rates
        if not ratelimit.consume(request, config={action: rate}, dry_run=True, **asked)
    ]
    found = ratelimit.parse_rates(",".join(used_up or rates))
    return max(int(rate.duration) for rate in found)
