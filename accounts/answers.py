"""One clear sentence with the right status, in the form the asker can read."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

HEADINGS = {
    400: _("That could not be read"),
    403: _("Not for you"),
    404: _("Nothing here"),
    405: _("Not this way"),
    409: _("Too late"),
    413: _("Too large"),
    422: _("That is not possible"),
    429: _("Slow down a little"),
    503: _("Back in a moment"),
}


def wants_json(request: HttpRequest) -> bool:
    """Whether the asker is a program that asked for JSON."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def problem(
    request: HttpRequest,
    status: int,
    sentence: str,
    *,
    code: str = "",
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Say what is wrong: as JSON to a program, as a line to a live page, else as a page."""
    if wants_json(request):
        body = {"ok": False, "code": code or str(status), "message": sentence}
        return JsonResponse(body, status=status, headers=headers)
    context = {"status": status, "heading": HEADINGS.get(status, ""), "sentence": sentence}
    template = "_problem.html" if request.headers.get("HX-Request") else "problem.html"
    response = render(request, template, context, status=status)
    for name, value in (headers or {}).items():
        response[name] = value
    return response
