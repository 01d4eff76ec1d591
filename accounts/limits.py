"""Limits on how often somebody may do something; the amounts stand in the settings."""

import ipaddress
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from accounts import devices
from accounts.responses import error_response

View = Callable[..., HttpResponse]
Response = TypeVar("Response", bound=HttpResponseBase)


def limited(
    action: str, *, newcomers_only: bool = False
) -> Callable[[Callable[..., Response]], Callable[..., Response | HttpResponse]]:
    """Refuse a request with 429 and Retry-After when `action` was done too often of late.

    Limits by user do not count strangers: what only users may do, the view refuses them anyway.
    With `newcomers_only` those who are signed in are not counted.
    """

    def decorate(view: Callable[..., Response]) -> Callable[..., Response | HttpResponse]:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> Response | HttpResponse:
            is_known = request.user.is_authenticated
            counts = not is_known if newcomers_only else is_known or not _is_by_user(action)
            if counts and not consume(request, action):
                return too_often(request, action)
            if counts and newcomers_only and not consume(request, "newcomers", network(request)):
                return too_often(request, "newcomers")
            return view(request, *args, **kwargs)

        return wrapped

    return decorate


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


def attempt_key(request: HttpRequest, login: str) -> str:
    """Wrong passwords are counted by who is meant and from where."""
    return f"{login.lower()}|{network(request)}"


def count_attempt(request: HttpRequest, login: str) -> ratelimit.RateLimitUsage | None:
    """Count a try to sign in, if one more may be made; it is taken back when it succeeds.

    A browser in which the same person signed in before has tries of its own, so that strangers
    cannot lock anybody out of it.
    """
    if device := devices.known_name(request, login):
        return consume(request, "login_failed_device", f"{device}|{login.lower()}")
    here = consume(request, "login_failed", attempt_key(request, login))
    anywhere = here and consume(request, "login_failed_anywhere", login.lower())
    if here is None or anywhere is None:
        return None
    return ratelimit.RateLimitUsage(usage=[*here.usage, *anywhere.usage])


def _is_by_user(action: str) -> bool:
    return any(rate.per == "user" for rate in _rates(action))


def too_often(request: HttpRequest, action: str) -> HttpResponse:
    """The answer to who does something too often; the wait named is the longest possible."""
    seconds = max(int(rate.duration) for rate in _rates(action))
    sentence = _("That was too often. Try again in %(seconds)s seconds.") % {"seconds": seconds}
    return error_response(request, 429, sentence, headers={"Retry-After": str(seconds)})
