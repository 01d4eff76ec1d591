"""Each request has a name, which stands in every line that is logged while it is answered."""

import logging
import re
import secrets
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from time import perf_counter
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from prometheus_client import Histogram

EDGES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)  # seconds

REQUESTS = Histogram("numerica_request_seconds", "Answers, by view", ["view"], buckets=EDGES)

HEADER = "X-Request-ID"
NOBODY = "-"

_WELL_FORMED = re.compile(r"[A-Za-z0-9-]{8,64}", re.ASCII)

_request_id = ContextVar("request_id", default=NOBODY)


class RequestIds:
    """Names the request, as a proxy did or afresh, and says the name in the answer.

    The name stays with the thread until its next request: Django logs faults after all middleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = perf_counter()
        request_id = read_id(request.headers.get(HEADER, ""))
        _request_id.set(request_id)
        response = self.get_response(request)
        response.headers[HEADER] = request_id
        REQUESTS.labels(_view_of(request)).observe(perf_counter() - begun)
        return response


def read_id(given: str) -> str:
    """The id that came with a request, if it is one; else a new one: no text of others is logged.

    >>> read_id("4bf92f3577b34da6"), len(read_id("two words"))
    ('4bf92f3577b34da6', 16)
    """
    return given if _WELL_FORMED.fullmatch(given) else secrets.token_hex(8)


def _view_of(request: HttpRequest) -> str:
    """The name of its address; there are as many as there are kinds of pages."""
    found = request.resolver_match
    return (found.view_name or "unnamed") if found is not None else "none"


class Line(logging.Formatter):
    """A line of the log: when, how grave, from where, of which request, and what."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} {request_id}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = _request_id.get()
        return super().format(record)

    def formatException(self, ei: Any) -> str:
        """The traceback; of what PostgreSQL said the first line: others quote what is stored."""
        told = super().formatException(ei)
        for fault in _underway(ei[1]):
            if isinstance(fault, DatabaseError) or hasattr(fault, "sqlstate"):
                told = told.replace(str(fault), str(fault).partition("\n")[0])
        return told


def _underway(fault: BaseException | None) -> Iterator[BaseException]:
    """A fault, and those of which it came or during which it happened."""
    waiting, seen = [fault], set[int]()
    while waiting:
        fault = waiting.pop()
        if fault is not None and id(fault) not in seen:
            seen.add(id(fault))
            yield fault
            waiting += [fault.__cause__, fault.__context__]
