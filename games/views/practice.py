"""Practice: exercises, what is perhaps in a position, runs against the clock."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any
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
from accounts.responses import error_response, wants_json
from accounts.view_lanes import served_in
from games.models import PracticeTry
from games.practice.exercises import ASKED, NAME_LENGTH, SEAT, Exercise, exercises
from games.presentation import sentences, verdicts
from games.presentation.models.verdict import VerdictView
from games.rules import GAMES
from games.rules.messages import Json, Message
from games.selectors import practice, practice_pages, retries
from games.services.errors import NotAllowed
from games.services.practice import (
    ANOTHER,
    answer_in_run,
    answer_question,
    begin_run,
    find_one,
    try_exercise,
)
from games.store import site_time
from games.views.lookups import LONGEST_TEXT, current_user, parse_whole_number

View = Callable[..., HttpResponse]

_NAME = re.compile(f"[0-9a-f]{{{NAME_LENGTH}}}")
_ANSWERS = {"yes": True, "no": False}


def _game_or_404(view: View) -> View:
    """404 for a game that is not there."""

    @wraps(view)
    def checked(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponse:
        if key not in GAMES:
            raise Http404
        return view(request, key, **kwargs)

    return checked


def _exercise_or_404(view: View) -> View:
    """One sentence for an exercise that is not there any more, 404 for what is no name of one."""

    @_game_or_404
    @wraps(view)
    def checked(request: HttpRequest, key: str, name: str, **kwargs: Any) -> HttpResponse:
        found = exercises(key).get(name)
        if found is not None:
            return view(request, found, **kwargs)
        if not _NAME.fullmatch(name):
            raise Http404
        return error_response(request, 410, _("This position is not here any more."))

    return checked


def _question_or_404(view: View) -> View:
    """404 for what nobody asks of this position."""

    @_exercise_or_404
    @wraps(view)
    def checked(request: HttpRequest, exercise: Exercise, asked: str) -> HttpResponse:
        if asked not in exercise.holds:
            raise Http404
        return view(request, exercise, asked)

    return checked


def _user_id(request: HttpRequest) -> int | None:
    reader = current_user(request)
    return reader.pk if reader is not None else None


def _denied(request: HttpRequest, denied: NotAllowed) -> HttpResponse:
    return error_response(request, denied.status, sentences.sentence(denied.message))


# --- what there is ---


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games that can be practised, and one's own misses that are due."""
    user_id = _user_id(request)
    context = {"rows": practice_pages.rows(user_id), "due": _due(user_id)}
    return render(request, "games/practice/index.html", context)


def _due(user_id: int | None) -> int:
    return retries.due_misses(user_id, site_time.now()) if user_id is not None else 0


@require_safe
@_game_or_404
def game(request: HttpRequest, key: str) -> HttpResponse:
    """What can be practised in a game, and what the reader is good at."""
    user_id = _user_id(request)
    context = {"page": practice_pages.page(user_id, key), "due": _due(user_id)}
    return render(request, "games/practice/game.html", context)


@require_safe
@never_cache
@_game_or_404
def next_one(request: HttpRequest, key: str) -> HttpResponse:
    """Lead on to an exercise that fits; `?theme=` to one of that theme."""
    theme = request.GET.get("theme", "")
    if theme and theme not in practice.themes_of(key):
        raise Http404
    found = practice.choose_next(_user_id(request), key, theme)
    if found is None:
        return _all_met(request, key)
    address = reverse("games:exercise", args=[key, found.name])
    return redirect(f"{address}?{urlencode({'theme': theme})}" if theme else address)


def _all_met(request: HttpRequest, key: str) -> HttpResponse:
    messages.info(request, _("You have met all of these positions."))
    return redirect("games:practice", key)


@require_safe
@never_cache
@_game_or_404
def next_question(request: HttpRequest, key: str, asked: str) -> HttpResponse:
    """Lead on to a position in which something is there or not."""
    if asked not in ASKED[key]:
        raise Http404
    found = practice.choose_asked(_user_id(request), key, asked)
    if found is None:
        return _all_met(request, key)
    return redirect("games:question", key, found.name, asked)


# --- exercises ---


@require_safe
@_exercise_or_404
def exercise(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """An exercise; after the answer `?text=` tries a move more, `?show=1` shows the solution."""
    return _exercise_page(request, exercise)


def _exercise_page(
    request: HttpRequest,
    exercise: Exercise,
    *,
    verdict: VerdictView | None = None,
    status: int = 200,
) -> HttpResponse:
    shown = practice_pages.exercise_page(
        exercise,
        _user_id(request),
        site_time.now(),
        theme=_theme(request, exercise),
        later=request.GET.get("text", "")[:LONGEST_TEXT],
        is_shown=request.GET.get("show") == "1",
        typed=request.POST.get("text", "")[:LONGEST_TEXT],
        verdict=verdict,
    )
    context = {"page": shown, "table": shown.table}
    return render(request, "games/practice/exercise.html", context, status=status)


def _theme(request: HttpRequest, exercise: Exercise) -> str:
    """The theme that was chosen, if any; its own or not: a page says nothing of that."""
    chosen = request.POST.get("theme", request.GET.get("theme", ""))
    return chosen if chosen in practice.themes_of(exercise.state.key) else ""


@require_POST
@limited("preview")
@_exercise_or_404
def check(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """What the referee says of a draft, as at a table; nothing is answered."""
    verdict = _judge(request, exercise)
    if wants_json(request):
        return JsonResponse(verdict.to_json())
    if request.headers.get("HX-Request"):
        return render(request, "games/table/_verdict.html", {"verdict": verdict})
    return _page_of_draft(request, exercise, verdict)


def _page_of_draft(
    request: HttpRequest, exercise: Exercise, verdict: VerdictView, status: int = 200
) -> HttpResponse:
    """The page from which a draft came, with what the referee says of it."""
    source = request.POST.get("from", "")
    if source == "run":
        return _run_page(request, exercise.state.key, exercise, verdict=verdict, status=status)
    if source in exercise.holds:
        return _question_page(request, exercise, source, verdict=verdict, status=status)
    return _exercise_page(request, exercise, verdict=verdict, status=status)


def _judge(request: HttpRequest, exercise: Exercise) -> VerdictView:
    return verdicts.of_draft(exercise.state, SEAT, request.POST.get("text", ""))


def _refused(request: HttpRequest, exercise: Exercise, verdict: VerdictView) -> HttpResponse | None:
    """Why a text is no answer: the referee's words, or that it is no play; None where it is one."""
    if verdict.ok and verdict.kind == "play" and not verdict.choices:
        return None
    if wants_json(request):
        return JsonResponse(verdict.to_json() | {"ok": False}, status=422)
    if verdict.ok and not verdict.choices:
        return error_response(request, 422, _("Only a play is an answer here."))
    return _page_of_draft(request, exercise, verdict, status=422)


@require_POST
@limited("guest", newcomers_only=True)
@limited("move")
@_exercise_or_404
def make_try(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """The answer to an exercise; what is not legal is none, and after the first none counts."""
    verdict = _judge(request, exercise)
    if refused := _refused(request, exercise, verdict):
        return refused
    made = exercise.state.check(SEAT, verdict.move)
    theme = _theme(request, exercise)
    try:
        row = try_exercise(
            user=sign_in_guest(request),
            exercise=exercise,
            made=made,
            is_rated=not theme,
            now=site_time.now(),
        )
    except NotAllowed as denied:
        return _denied(request, denied)
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
@_exercise_or_404
def show_solution(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """Show the solution; who has not answered yet has missed it."""
    theme = _theme(request, exercise)
    try:
        try_exercise(
            user=sign_in_guest(request),
            exercise=exercise,
            made=None,
            is_rated=not theme,
            now=site_time.now(),
        )
    except NotAllowed as denied:
        return _denied(request, denied)
    return _back(exercise, {"show": "1"} | ({"theme": theme} if theme else {}))


# --- is there one? ---


@require_safe
@_question_or_404
def question(request: HttpRequest, exercise: Exercise, asked: str) -> HttpResponse:
    """A position, and whether something is there; `?other=1` after a move that was not it."""
    return _question_page(request, exercise, asked)


def _question_page(
    request: HttpRequest,
    exercise: Exercise,
    asked: str,
    *,
    verdict: VerdictView | None = None,
    status: int = 200,
) -> HttpResponse:
    shown = practice_pages.question_page(
        exercise,
        asked,
        _user_id(request),
        typed=request.POST.get("text", "")[:LONGEST_TEXT],
        verdict=verdict,
        is_other=request.GET.get("other") == "1",
    )
    context = {"page": shown, "table": shown.table}
    return render(request, "games/practice/question.html", context, status=status)


@require_POST
@limited("guest", newcomers_only=True)
@limited("move")
@_question_or_404
def answer(request: HttpRequest, exercise: Exercise, asked: str) -> HttpResponse:
    """Yes or no; the first answer counts."""
    said = _ANSWERS.get(request.POST.get("said", ""))
    if said is None:
        return error_response(request, 422, _("Answer with yes or no."))
    try:
        row = answer_question(
            user=sign_in_guest(request),
            exercise=exercise,
            asked=asked,
            has_said_yes=said,
            now=site_time.now(),
        )
    except NotAllowed as denied:
        return _denied(request, denied)
    if wants_json(request):
        told = {"ok": True, "is_right": row.is_solved, "is_there": exercise.holds[asked]}
        return JsonResponse(told)
    return redirect("games:question", exercise.state.key, exercise.name, asked)


@require_POST
@limited("preview")
@_question_or_404
def find(request: HttpRequest, exercise: Exercise, asked: str) -> HttpResponse:
    """A move that is what was asked for: any of them."""
    reader = current_user(request)
    if reader is None:
        return error_response(request, 403, _("Say first whether there is one."))
    verdict = _judge(request, exercise)
    if refused := _refused(request, exercise, verdict):
        return refused
    made = exercise.state.check(SEAT, verdict.move)
    try:
        is_found = find_one(user=reader, exercise=exercise, asked=asked, made=made)
    except NotAllowed as denied:
        return _denied(request, denied)
    if wants_json(request):
        return JsonResponse({"ok": True, "is_found": is_found})
    address = reverse("games:question", args=[exercise.state.key, exercise.name, asked])
    return redirect(address if is_found else f"{address}?other=1")


# --- runs ---


@require_safe
@never_cache
@_game_or_404
def run(request: HttpRequest, key: str) -> HttpResponse:
    """The run that is on, or how the last one ended."""
    return _run_page(request, key)


def _run_page(
    request: HttpRequest,
    key: str,
    asked: Exercise | None = None,
    *,
    verdict: VerdictView | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a run; with a verdict only while the run asks for that exercise."""
    shown = practice_pages.run_page(
        _user_id(request),
        key,
        site_time.now(),
        typed=request.POST.get("text", "")[:LONGEST_TEXT],
        verdict=verdict,
    )
    if asked is not None and (shown.position is None or shown.position.exercise != asked.name):
        return error_response(request, 409, sentences.sentence(Message(ANOTHER, {})))
    context: dict[str, object] = {"run": shown, "page": shown.position}
    if shown.position is not None:
        context["table"] = shown.position.table
    return render(request, "games/practice/run.html", context, status=status)


@require_POST
@limited("guest", newcomers_only=True)
@limited("move")
@_game_or_404
@served_in("slow")
def begin(request: HttpRequest, key: str) -> HttpResponse:
    """Begin a run, or go on with the one that is on."""
    user = sign_in_guest(request)
    names = practice.new_run(user.pk, key)
    try:
        begin_run(user=user, key=key, names=names, now=site_time.now())
    except NotAllowed as denied:
        return _denied(request, denied)
    return redirect("games:run", key)


@require_POST
@limited("preview")
@_exercise_or_404
def answer_run(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """A play for the exercise that is on, or none to leave it out; then comes the next."""
    reader, place = current_user(request), _place(request)
    if reader is None:
        return error_response(request, 403, _("Begin a run first."))
    if place is None:
        return error_response(request, 422, _("Say which position of the run you answer."))
    is_solved = False
    if request.POST.get("skip") != "1":
        verdict = _judge(request, exercise)
        if refused := _refused(request, exercise, verdict):
            return refused
        is_solved = exercise.is_solved_by(exercise.state.check(SEAT, verdict.move))
    try:
        row = answer_in_run(
            user=reader,
            exercise=exercise,
            place=place,
            is_solved=is_solved,
            now=site_time.now(),
        )
    except NotAllowed as denied:
        return _denied(request, denied)
    if wants_json(request):
        is_counted = row.results[place] == row.SOLVED
        return JsonResponse({"ok": True, "is_solved": is_counted, "solved": row.solved})
    return redirect("games:run", exercise.state.key)


def _place(request: HttpRequest) -> int | None:
    """Which exercise of the run is answered, counted from 0; None for what is no number."""
    said = request.POST.get("place", "")
    return parse_whole_number(said) if said.isascii() and said.isdigit() else None
