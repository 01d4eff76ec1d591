"""Pages of practice, and drafts that are judged on them."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.readers import current_user_id
from accounts.responses import error_response, wants_json
from games.practice.exercises import NAME_LENGTH, SEAT, Exercise, exercises
from games.presentation import sentences, verdicts
from games.presentation.models.verdict import VerdictView
from games.rules.messages import Message
from games.selectors import practice, practice_pages
from games.services.practice import (
    ANOTHER,
    OVER,
)
from games.store import site_time
from games.views.lookups import LONGEST_TEXT

View = Callable[..., HttpResponse]

_NAME = re.compile(f"[0-9a-f]{{{NAME_LENGTH}}}")


def exercise_or_404(view: View) -> View:
    """One sentence for an exercise that is not there any more, 404 for what is no name of one."""

    @wraps(view)
    def checked(request: HttpRequest, key: str, name: str, **kwargs: Any) -> HttpResponse:
        found = exercises(key).get(name)
        if found is not None:
            return view(request, found, **kwargs)
        if not _NAME.fullmatch(name):
            raise Http404
        return error_response(request, 410, _("This position is not here any more."))

    return checked


def question_or_404(view: View) -> View:
    """404 for what nobody asks of this position."""

    @exercise_or_404
    @wraps(view)
    def checked(request: HttpRequest, exercise: Exercise, asked: str) -> HttpResponse:
        if asked not in exercise.holds:
            raise Http404
        return view(request, exercise, asked)

    return checked


def exercise_page(
    request: HttpRequest,
    exercise: Exercise,
    *,
    verdict: VerdictView | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of an exercise, with what the referee says of a draft, if there is one."""
    shown = practice_pages.exercise_page(
        exercise,
        current_user_id(request),
        site_time.now(),
        theme=theme_chosen(request, exercise),
        later=request.GET.get("text", "")[:LONGEST_TEXT],
        is_shown=request.GET.get("show") == "1",
        typed=request.POST.get("text", "")[:LONGEST_TEXT],
        verdict=verdict,
    )
    context = {"page": shown, "table": shown.table}
    return render(request, "games/practice/exercise.html", context, status=status)


def theme_chosen(request: HttpRequest, exercise: Exercise) -> str:
    """The theme that was chosen, if any; its own or not: a page says nothing of that."""
    chosen = request.POST.get("theme", request.GET.get("theme", ""))
    return chosen if chosen in practice.themes_of(exercise.state.key) else ""


def page_of_draft(
    request: HttpRequest, exercise: Exercise, verdict: VerdictView, status: int = 200
) -> HttpResponse:
    """The page from which a draft came, with what the referee says of it."""
    source = request.POST.get("from", "")
    if source == "run":
        return run_page(request, exercise.state.key, exercise, verdict=verdict, status=status)
    if source in exercise.holds:
        return question_page(request, exercise, source, verdict=verdict, status=status)
    return exercise_page(request, exercise, verdict=verdict, status=status)


def judge(request: HttpRequest, exercise: Exercise) -> VerdictView:
    """What the referee says of the text that was posted."""
    return verdicts.of_draft(exercise.state, SEAT, request.POST.get("text", ""))


def refusal_of(
    request: HttpRequest, exercise: Exercise, verdict: VerdictView
) -> HttpResponse | None:
    """Why a text is no answer: the referee's words, or that it is no play; None where it is one."""
    if verdict.ok and verdict.kind == "play" and not verdict.choices:
        return None
    if wants_json(request):
        return JsonResponse(verdict.to_json() | {"ok": False}, status=422)
    if verdict.ok and not verdict.choices:
        verdict = verdicts.no_play(_("Only a play is an answer here."))
    return page_of_draft(request, exercise, verdict, status=422)


def question_page(
    request: HttpRequest,
    exercise: Exercise,
    asked: str,
    *,
    verdict: VerdictView | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a question, with what the referee says of a draft, if there is one."""
    shown = practice_pages.question_page(
        exercise,
        asked,
        current_user_id(request),
        typed=request.POST.get("text", "")[:LONGEST_TEXT],
        verdict=verdict,
        is_other=request.GET.get("other") == "1",
    )
    context = {"page": shown, "table": shown.table}
    return render(request, "games/practice/question.html", context, status=status)


def run_page(
    request: HttpRequest,
    key: str,
    asked: Exercise | None = None,
    *,
    verdict: VerdictView | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a run; with a verdict only while the run asks for that exercise."""
    shown = practice_pages.run_page(
        current_user_id(request),
        key,
        site_time.now(),
        typed=request.POST.get("text", "")[:LONGEST_TEXT],
        verdict=verdict,
    )
    if asked is not None and (shown.position is None or shown.position.exercise != asked.name):
        why = OVER if shown.run is not None and not shown.is_on else ANOTHER
        return error_response(request, 409, sentences.sentence(Message(why, {})))
    context: dict[str, object] = {"run": shown, "page": shown.position}
    if shown.position is not None:
        context["table"] = shown.position.table
    return render(request, "games/practice/run.html", context, status=status)
