"""Every address of the site."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def every_route(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Routes as the files of addresses write them, such as `games/<slug:game_id>/`."""
    for one in (resolver or get_resolver()).url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield route
        else:
            yield from every_route(one, route)
