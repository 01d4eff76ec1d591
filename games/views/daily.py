"""The puzzle of the day: its pages, tries at it, its answer, past days, paper, and news of it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import sign_in_guest
from accounts.limits import limited
from accounts.readers import current_user_id
from accounts.responses import error_response, wants_json
from accounts.view_lanes import served_in
from games.daily.puzzles import SEAT, Puzzle
from games.daily.series import SERIES, Series
from games.daily.shares import MOST_TRIES, band
from games.models import DailyTry
from games.presentation import verdicts
from games.presentation.models.verdict import VerdictView
from games.rules.messages import Json
from games.selectors import daily, daily_pages
from games.selectors.daily import Progress
from games.services.daily import see_answer, try_play
from games.store import site_time
from games.views.lookups import LONGEST_TEXT, parse_whole_number, tells_denied

View = Callable[..., HttpResponse]

DAYS_IN_FEED = 30


def series_or_404(view: View) -> View:
    """404 for a series that is not there."""

    @wraps(view)
    def checked(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponse:
        if key not in SERIES:
            raise Http404
        return view(request, SERIES[key], **kwargs)

    return checked


def puzzle_or_404(view: View) -> View:
    """One sentence for a day that has not come, and for a puzzle that is not there any more."""

    @series_or_404
    @wraps(view)
    def checked(request: HttpRequest, series: Series, day: int, **kwargs: Any) -> HttpResponse:
        if day > daily.today(site_time.now()):
            return error_response(request, 404, _("This day has not come yet."))
        puzzle = daily.find_puzzle(series, day)
        if puzzle is not None:
            return view(request, series, puzzle, **kwargs)
        if not day:
            raise Http404
        return error_response(request, 410, _("This puzzle is not here any more."))

    return checked


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What is on today, in every game."""
    now = site_time.now()
    context = {
        "games": daily_pages.todays_games(current_user_id(request), now),
        "today": daily.begin_of(daily.today(now)),
    }
    return render(request, "games/daily/index.html", context)


@require_safe
@series_or_404
def today(request: HttpRequest, series: Series) -> HttpResponse:
    """The puzzle of today; a calm page where none was chosen for today."""
    puzzle = daily.find_puzzle(series, daily.today(site_time.now()))
    if puzzle is None:
        context = {"series": daily_pages.series_link(series)}
        return render(request, "games/daily/none.html", context)
    return _page(request, series, puzzle)


@require_safe
@puzzle_or_404
def day(request: HttpRequest, series: Series, puzzle: Puzzle) -> HttpResponse:
    """The puzzle of a day that has come; `?text=` tries a play without a script."""
    return _page(request, series, puzzle)


def _page(
    request: HttpRequest,
    series: Series,
    puzzle: Puzzle,
    *,
    verdict: VerdictView | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a puzzle; after a play that was only asked about, with what the referee says."""
    shown = daily_pages.page(
        series,
        puzzle,
        current_user_id(request),
        site_time.now(),
        typed=request.POST.get("text", "")[:LONGEST_TEXT],
        verdict=verdict,
    )
    context = {"page": shown, "table": shown.table}
    return render(request, "games/daily/page.html", context, status=status)


@require_POST
@limited("preview")
@puzzle_or_404
def check(request: HttpRequest, series: Series, puzzle: Puzzle) -> HttpResponse:
    """What the referee says of a draft, as at a table; nothing is tried."""
    verdict = _judge(request, puzzle)
    if wants_json(request):
        return JsonResponse(verdict.to_json())
    if request.headers.get("HX-Request"):
        return render(request, "games/table/_verdict.html", {"verdict": verdict})
    return _page(request, series, puzzle, verdict=verdict)


def _judge(request: HttpRequest, puzzle: Puzzle) -> VerdictView:
    return verdicts.of_draft(puzzle.state, SEAT, request.POST.get("text", ""))


@require_POST
@limited("guest", newcomers_only=True)
@limited("move")
@puzzle_or_404
@served_in("slow")
@tells_denied
def make_try(request: HttpRequest, series: Series, puzzle: Puzzle) -> HttpResponse:
    """One try more; what is not legal costs none."""
    verdict = _judge(request, puzzle)
    if not verdict.ok or verdict.kind != "play" or verdict.choices:
        return _refused(request, series, puzzle, verdict)
    now, user = site_time.now(), sign_in_guest(request)
    row = try_play(
        user=user,
        series=series.key,
        puzzle=puzzle,
        made=puzzle.state.check(SEAT, verdict.move),
        today=daily.today(now),
        now=now,
    )
    own = daily.progress(user.pk, series, puzzle.day)
    if wants_json(request):
        return JsonResponse(_as_json(row, own))
    address = reverse("games:daily_day", args=[series.key, puzzle.day])
    if row.tried_at != now:
        messages.info(request, _tried_already(own))
        return redirect(address)
    return redirect(f"{address}#tries")


def _refused(
    request: HttpRequest, series: Series, puzzle: Puzzle, verdict: VerdictView
) -> HttpResponse:
    """Why a play is no try: the referee's words, or that something else than a play is none."""
    if wants_json(request):
        told = verdict.to_json() | {"ok": False}
        return JsonResponse(told, status=422)
    if verdict.ok and not verdict.choices:
        verdict = verdicts.no_play(_("Only a play is a try here."))
    return _page(request, series, puzzle, verdict=verdict, status=422)


def _tried_already(own: Progress) -> str:
    if own.is_over:
        return _("You have tried this already.")
    return _("You have tried this already. Lay something else for a new try.")


def _as_json(row: DailyTry, own: Progress) -> Json:
    """What came of a try, and how many more count now."""
    return {
        "ok": True,
        "number": row.number,
        "left": 0 if own.is_over else MOST_TRIES - len(own.tries),
        "move": row.move,
        "points": row.points,
        "percent": row.percent,
        "band": band(row.percent).key,
        "counts": row.is_in_time,
    }


@require_POST
@limited("guest", newcomers_only=True)
@limited("move")
@puzzle_or_404
@tells_denied
def show_answer(request: HttpRequest, series: Series, puzzle: Puzzle) -> HttpResponse:
    """Show the best plays from now on; no try counts after that."""
    see_answer(
        user=sign_in_guest(request),
        series=series.key,
        day=puzzle.day,
        now=site_time.now(),
    )
    return redirect(reverse("games:daily_day", args=[series.key, puzzle.day]) + "#answer")


@require_safe
@puzzle_or_404
def sheet(request: HttpRequest, series: Series, puzzle: Puzzle) -> HttpResponse:
    """The puzzle on one sheet of paper, without its answer."""
    shown = daily_pages.sheet(series, puzzle)
    return render(request, "games/daily/sheet.html", {"page": shown})


@require_safe
@series_or_404
def past(request: HttpRequest, series: Series) -> HttpResponse:
    """The days that are over, to be played still; `?before=` goes on to earlier ones."""
    before = parse_whole_number(request.GET.get("before", "")) or None
    shown = daily_pages.days_page(series, current_user_id(request), site_time.now(), before)
    return render(request, "games/daily/days.html", {"page": shown})


@require_safe
@series_or_404
def feed(request: HttpRequest, series: Series) -> HttpResponse:
    """The last puzzles for readers of news: their days and addresses, and nothing of an answer."""
    now = site_time.now()
    name = daily_pages.series_link(series).name
    news = Atom1Feed(
        title=_("%(name)s: the puzzle of the day") % {"name": name},
        link=request.build_absolute_uri(reverse("games:daily", args=[series.key])),
        description="",
        language=get_language(),
        feed_url=request.build_absolute_uri(),
    )
    for number in _days_of_news(series, daily.today(now)):
        address = request.build_absolute_uri(reverse("games:daily_day", args=[series.key, number]))
        begins_at = daily.begin_of(number)
        news.add_item(
            title=f"{name} {number}",
            link=address,
            description="",
            unique_id=address,
            pubdate=begins_at,
            updateddate=begins_at,
        )
    response = HttpResponse(content_type=news.content_type)
    news.write(response, "utf-8")
    return response


def _days_of_news(series: Series, last: int) -> list[int]:
    days = range(last, max(last - DAYS_IN_FEED, 0), -1)
    return [number for number in days if daily.find_puzzle(series, number) is not None]
