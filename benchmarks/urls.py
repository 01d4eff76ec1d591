"""The site's addresses, the empty view, what was drawn, and a header with a page's queries."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from games.live import game_rooms

EMPTY = "benchmarks/empty/"
DRAWN = "benchmarks/drawn/"


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing: what Django, its middleware and daphne cost by themselves."""
    return HttpResponse("")


class Drawings:
    """Counts how often a view of a game is drawn for open pages."""

    def __init__(self, draw: Callable[..., str]) -> None:
        self.draw = draw
        self.count = 0

    def __call__(self, *what: Any) -> str:
        self.count += 1
        return self.draw(*what)


drawings = Drawings(game_rooms.draw_view)
game_rooms.draw_view = drawings


def drawn(request: HttpRequest) -> HttpResponse:
    """How many views this process has drawn."""
    return HttpResponse(str(drawings.count))


class QueryCount:
    """Counts what a request asks the database, through the whole of the site's middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        queries = 0

        def count(execute: Callable[..., Any], *arguments: Any) -> Any:
            nonlocal queries
            queries += 1
            return execute(*arguments)

        with connection.execute_wrapper(count):
            response = self.get_response(request)
        response["X-Queries"] = str(queries)
        return response


urlpatterns = [path(EMPTY, empty), path(DRAWN, drawn), path("", include("numerica_site.urls"))]
handler400 = "numerica_site.views.bad_request"
handler403 = "numerica_site.views.forbidden"
handler404 = "numerica_site.views.not_found"
