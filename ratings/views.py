"""Leaderboards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.responses import error_response
from ratings import selectors
from ratings.lists import LISTS
from ratings.selectors import Place


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """The first of the lists; from there a tab leads to each of the others."""
    return redirect("ratings:leaderboard", next(iter(LISTS)))


@require_safe
def leaderboard(request: HttpRequest, key: str) -> HttpResponse:
    """Who is best at a game, a page at a time."""
    if key not in LISTS:
        raise Http404
    text = request.GET.get("after", "")
    try:
        after = Place.read(text, key) if text else None
    except ValueError:
        return error_response(request, 422, _("There is no such page of the leaderboard."))
    shown = selectors.leaderboard(
        key,
        timezone.now(),
        all_time=request.GET.get("all") == "1",
        after=after,
        reader_id=request.user.pk,
    )
    context = {"board": shown, "name": LISTS[key].name, "ways": selectors.lists_near(key)}
    return render(request, "ratings/leaderboard.html", context)
