"""Practice: what there is, and exercises."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import sign_in_guest
from accounts.limits import limited
from accounts.readers import current_user_id
from accounts.responses import wants_json
from games.models import PracticeTry
from games.practice.exercises import ASKED, SEAT, Exercise
from games.rules.messages import Json
from games.selectors import practice, practice_pages, retries
from games.services.practice import (
    try_exercise,
)
from games.store import site_time
from games.views.lookups import tells_denied
from games.views.practice_drafts import (
    exercise_or_404,
    exercise_page,
    judge,
    page_of_draft,
    refusal_of,
    theme_chosen,
)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games that can be practised, and one's own misses that are due."""
    user_id = current_user_id(request)
    context = {"rows": practice_pages.rows(user_id), "due": _due(user_id)}
    return render(request, "games/practice/index.html", context)


def _due(user_id: int | None) -> int:
    return retries.due_misses(user_id, site_time.now()) if user_id is not None else 0


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """What can be practised in a game, and what the reader is good at."""
    user_id = current_user_id(request)
    context = {"page": practice_pages.page(user_id, key), "due": _due(user_id)}
    return render(request, "games/practice/game.html", context)


@require_safe
@never_cache
def next_one(request: HttpRequest, key: str) -> HttpResponse:
    """Lead on to an exercise that fits; `?theme=` to one of that theme."""
    theme = request.GET.get("theme", "")
    if theme and theme not in practice.themes_of(key):
        raise Http404
    found = practice.choose_next(current_user_id(request), key, theme)
    if found is None:
        return _all_met(request, key)
    address = reverse("games:exercise", args=[key, found.name])
    return redirect(f"{address}?{urlencode({'theme': theme})}" if theme else address)


def _all_met(request: HttpRequest, key: str) -> HttpResponse:
    messages.info(request, _("You have met all of these positions."))
    return redirect("games:practice", key)


@require_safe
@never_cache
def next_question(request: HttpRequest, key: str, asked: str) -> HttpResponse:
    """Lead on to a position in which something is there or not."""
    if asked not in ASKED[key]:
        raise Http404
    found = practice.choose_asked(current_user_id(request), key, asked)
    if found is None:
        return _all_met(request, key)
    return redirect("games:question", key, found.name, asked)


@require_safe
@exercise_or_404
def exercise(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """An exercise; after the answer `?text=` tries a move more, `?show=1` shows the solution."""
    return exercise_page(request, exercise)


@require_POST
@limited("preview")
@exercise_or_404
def check(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """What the referee says of a draft, as at a table; nothing is answered."""
    verdict = judge(request, exercise)
    if wants_json(request):
        return JsonResponse(verdict.to_json())
    if request.headers.get("HX-Request"):
        return render(request, "games/table/_verdict.html", {"verdict": verdict})
    return page_of_draft(request, exercise, verdict)


@require_POST
@limited("guest", newcomers_only=True)
@limited("move")
@exercise_or_404
@tells_denied
def make_try(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """The answer to an exercise; what is not legal is none, and after the first none counts."""
    verdict = judge(request, exercise)
    if refused := refusal_of(request, exercise, verdict):
        return refused
    made = exercise.state.check(SEAT, verdict.move)
    theme = theme_chosen(request, exercise)
    row = try_exercise(
        user=sign_in_guest(request),
        exercise=exercise,
        made=made,
        is_rated=not theme,
        now=site_time.now(),
    )
    if wants_json(request):
        return JsonResponse(_as_json(row, is_solved=exercise.is_solved_by(made)))
    asked = {"theme": theme} if theme else {}
    if row.move != made.text:
        asked["text"] = made.text
    return _back(exercise, asked)


def _as_json(row: PracticeTry, *, is_solved: bool) -> Json:
    """Whether this move solves it, and what the answer that counts has done."""
    return {"ok": True, "is_solved": is_solved, "counted": row.move, "change": row.change}


def _back(exercise: Exercise, asked: dict[str, str]) -> HttpResponse:
    address = reverse("games:exercise", args=[exercise.state.key, exercise.name])
    query = f"?{urlencode(asked)}" if asked else ""
    return redirect(f"{address}{query}#answered")


@require_POST
@limited("guest", newcomers_only=True)
@limited("move")
@exercise_or_404
@tells_denied
def show_solution(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """Show the solution; who has not answered yet has missed it."""
    theme = theme_chosen(request, exercise)
    try_exercise(
        user=sign_in_guest(request),
        exercise=exercise,
        made=None,
        is_rated=not theme,
        now=site_time.now(),
    )
    return _back(exercise, {"show": "1"} | ({"theme": theme} if theme else {}))
