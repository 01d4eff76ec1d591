"""Pages leave compressed. Why that tells nobody what a page hides: docs/architecture.md."""

from django.http import HttpRequest
from django.http.response import HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

LEAST = 1000  # bytes; what is shorter fits into one packet as it is
TEXTS = frozenset(f"application/{kind}" for kind in ("json", "manifest+json", "xml")) | {
    "image/svg+xml"
}
"""Types besides `text/…` that compression makes shorter; pictures and archives it does not."""


class CompressedTexts(GZipMiddleware):
    """Compresses texts for who accepts gzip; a name of random length in front hides their size."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The same answer, compressed if it is a text that is long enough."""
        return super().process_response(request, response) if _is_worth_it(response) else response


def _is_worth_it(response: HttpResponseBase) -> bool:
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    is_text = kind.startswith("text/") or kind in TEXTS
    return is_text and isinstance(response, HttpResponse) and len(response.content) >= LEAST
