"""One clear sentence with the right status, in the form the asker can read."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

HEADINGS: dict[int | str, Promise] = {
    "token": _("This form is too old"),
    "running": _("Not yet"),  # it can be had when the game is over
    400: _("That could not be read"),
    403: _("Not for you"),
    404: _("Nothing here"),
    405: _("Not this way"),
    409: _("Not as things stand"),  # too early or too late: the sentence says it
    410: _("Not here any more"),
    413: _("Too large"),
    422: _("That is not possible"),
    429: _("Slow down a little"),
    503: _("Back in a moment"),
}


def wants_json(request: HttpRequest) -> bool:
    """Whether the asker is a program that asked for JSON."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def error_response(
    request: HttpRequest,
    status: int,
    sentence: str,
    *,
    code: str = "",
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Say what is wrong: as JSON to a program, as a line to a live page, else as a page.

    A program is told `more` besides.
    """
    if wants_json(request):
        body = {"ok": False, "code": code or str(status), "message": sentence, **(more or {})}
        return JsonResponse(body, status=status, headers=headers)
    context = {
        "status": status,
        "heading": HEADINGS.get(code, HEADINGS.get(status, "")),
        "sentence": sentence,
        "came_from": "" if status == 400 else came_from(request),
    }
    template = "_problem.html" if request.headers.get("HX-Request") else "problem.html"
    response = render(request, template, context, status=status)
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def came_from(request: HttpRequest) -> str:
    """The other page of this site that led here, if the browser tells."""
    page = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure())
    return page if is_ours and page != request.build_absolute_uri() else ""
