"""Refusals that cost next to nothing: made once a language, from the head of the request."""

from functools import cache
from itertools import product

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext_lazy as _

from accounts.responses import HEADINGS, wants_json

SENTENCES = {
    429: _("That was more than one reader's share of the server. Wait a little, then go on."),
    503: _("The site cannot answer just now. Every move it acknowledged is safe. Try again soon."),
}


def reject_request(request: HttpRequest, status: int, seconds: int) -> HttpResponse:
    """Return a refusal in the visitor's language, as JSON or as a page; `status` is 429 or 503.

    Its Retry-After header says to come again in this many seconds. It needs no database, no session
    and no user, and costs next to nothing.
    """
    language = get_language_from_request(request)
    if wants_json(request):
        with override(language):
            body = {"ok": False, "code": str(status), "message": str(SENTENCES[status])}
        response: HttpResponse = JsonResponse(body, status=status)
    else:
        is_live = bool(request.headers.get("HX-Request"))
        response = HttpResponse(_page(language, status, is_live), status=status)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response


def prepare() -> None:
    """Make all refusals that are pages: when they are needed, no file may be open to read one."""
    for (language, _name), status, is_live in product(settings.LANGUAGES, SENTENCES, (False, True)):
        _page(language, status, is_live)


@cache
def _page(language: str, status: int, is_live: bool) -> str:
    shown = {"status": status, "heading": HEADINGS[status], "sentence": SENTENCES[status]}
    with override(language):
        return render_to_string("_problem.html" if is_live else "turned_away.html", shown)
