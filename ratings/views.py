"""Leaderboards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.answers import problem
from ratings import selectors
from ratings.selectors import Place

LISTS: dict[str, str] = {}
"""The lists there are, by key, and how people call them; the games enter theirs."""


@require_safe
def leaderboard(request: HttpRequest, key: str) -> HttpResponse:
    """Who is best at a game, a page at a time."""
    if key not in LISTS:
        raise Http404
    try:
        after = _place(request.GET.get("after", ""))
    except ValueError:
        return problem(request, 422, _("There is no such page of the leaderboard."))
    shown = selectors.leaderboard(
        key,
        timezone.now(),
        all_time=request.GET.get("all") == "1",
        after=after,
        reader_id=request.user.pk,
    )
    return render(request, "ratings/leaderboard.html", {"board": shown, "name": LISTS[key]})


def _place(text: str) -> Place | None:
    """`121600-17` is behind rating 1216.00 and user 17; raises ValueError."""
    if not text:
        return None
    rating, _dash, user_id = text.partition("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in (rating, user_id)):
        raise ValueError(text)
    return Place(int(rating), int(user_id))
