"""What time it is by the clock that decides, for pages on which a clock runs."""

from datetime import UTC, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.store import site_time

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """The site's time in whole milliseconds since 1970."""
    passed = (site_time.now() - _EPOCH) // _MILLISECOND
    return HttpResponse(
        str(passed), content_type="text/plain", headers={"Cache-Control": "no-store"}
    )
