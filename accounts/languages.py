"""Which language a reader is spoken to in: the account says, else a cookie, else the browser.

What comes into an open page is in the language of that page, whatever was chosen since.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers


def is_spoken(language: str) -> bool:
    """Whether the site speaks this language."""
    return language in dict(settings.LANGUAGES)


def of_account(user: Any) -> str:
    """The language that somebody has set; empty where nobody has set one."""
    language: str = getattr(user, "language", "")
    return language if is_spoken(language) else ""


def of_socket(scope: Mapping[str, Any]) -> str:
    """The language of the page that opened a socket; where it says none, found as for a page."""
    query: bytes = scope["query_string"]
    [said] = parse_qs(query.decode("latin-1")).get("lang", [""])[:1]
    if is_spoken(said):
        return said
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    accepted = dict(scope["headers"]).get(b"accept-language", b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted.decode("latin-1")
    return of_account(scope["user"]) or translation.get_language_from_request(request)


def remember(response: HttpResponse, language: str) -> None:
    """Keep a choice in this browser; none leaves it to the browser again."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )


class ReadersLanguage(LocaleMiddleware):
    """Django's choice by cookie and header, unless an open page or the account says another."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        said = request.headers.get("Page-Language", "")
        if language := said if is_spoken(said) else of_account(request.user):
            translation.activate(language)
            request.LANGUAGE_CODE = language

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        patch_vary_headers(response, ("Cookie",))
        return super().process_response(request, response)
