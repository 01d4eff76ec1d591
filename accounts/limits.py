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

from accounts.answers import problem

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
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> Response | HttpResponse:
            is_known = request.user.is_authenticated
            counts = not is_known if newcomers_only else is_known or not _is_by_user(action)
            if counts and not _consume(request, action):
                return too_often(request, action)
            return view(request, *args, **kwargs)

        return counted

    return decorate


def _rates(action: str) -> list[ratelimit.Rate]:
    return ratelimit.parse_rates(app_settings.RATE_LIMITS.get(action))


def _consume(request: HttpRequest, action: str) -> bool:
    """Whether it may be done once more; the library's public function never counts a GET."""
    counted = ratelimit.consume(request, app="allauth.account", action=action, limit_get=True)
    return counted is not None


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


def _is_by_user(action: str) -> bool:
    return any(rate.per == "user" for rate in _rates(action))


def too_often(request: HttpRequest, action: str) -> HttpResponse:
    """The answer to who does something too often; the wait named is the longest possible."""
    seconds = max(int(rate.duration) for rate in _rates(action))
    sentence = _("That was too often. Try again in %(seconds)s seconds.") % {"seconds": seconds}
    return problem(request, 429, sentence, headers={"Retry-After": str(seconds)})
