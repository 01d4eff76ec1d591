"""The site's addresses, the empty view, and a header that says how many queries a page took."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

EMPTY = "benchmarks/empty/"


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing: what Django, its middleware and daphne cost by themselves."""
    return HttpResponse("")


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


urlpatterns = [path(EMPTY, empty), path("", include("numerica_site.urls"))]
handler400 = "numerica_site.views.bad_request"
handler403 = "numerica_site.views.forbidden"
handler404 = "numerica_site.views.not_found"
