"""What every answer carries: headers for safety, and a sentence where Django would send none."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _

from accounts.context import page_above
from accounts.responses import error_response

WAITS = {429: "60", 503: "5"}  # seconds, where nobody said; allauth counts by the minute

PERMISSIONS = ", ".join(
    f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb")
)


class SafetyHeaders:
    """Refuses what is too large or no text, keeps personal pages out of caches, fills refusals."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _announced_length(request) > settings.LONGEST_BODY:
            response = _too_large(request)
        else:
            response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            response = _wrong_way(request, response)
        if response.status_code in WAITS:
            response.headers.setdefault("Retry-After", WAITS[response.status_code])
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        """A NUL, which no page sends, is found by PostgreSQL wherever it is asked for: no fault."""
        if isinstance(error, DataError) and "NUL" in str(error):
            raise BadRequest("a NUL in what was sent") from error


def _too_large(request: HttpRequest) -> HttpResponse:
    """Answered before anything is known but the headers."""
    with override(get_language_from_request(request)):
        return error_response(request, 413, _("This request is too large. Send less of it."))


def _announced_length(request: HttpRequest) -> int:
    length = request.headers.get("Content-Length", "0")
    return int(length) if length.isascii() and length.isdigit() else 0


def _wrong_way(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The 405 that Django's decorators answer has no words.

    A browser whose reader opens the address of a form, as by a way back to a page that answered
    one, is led to the page of that form.
    """
    if _is_opened(request) and (page := page_above(request)):
        return redirect(page)
    sentence = _("This address takes %(methods)s only.") % {"methods": response["Allow"]}
    return error_response(request, 405, sentence, headers={"Allow": response["Allow"]})


def _is_opened(request: HttpRequest) -> bool:
    """Whether a reader opens this address as a page; programs and scripts do not name HTML."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", "")
