"""Lessons: the steps of a game, each answered by a move."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import limited
from accounts.readers import current_user
from accounts.responses import wants_json
from games.computers import roster
from games.presentation import lesson_pages
from games.presentation.models.verdict import VerdictView
from games.presentation.tutorials import TUTORIALS
from games.selectors import learning
from games.services.learning import keep_steps
from games.store import site_time
from games.views.lookups import (
    LONGEST_TEXT,
    keep_in_browser,
    parse_whole_number,
)

LEARNED = "learned"  # a cookie: the names of steps by game, of who is nobody we know yet
PUT_AWAY = "lessons"  # a cookie: "off" where lessons are not offered
KEPT_FOR = 60 * 60 * 24 * 365  # seconds

View = Callable[..., HttpResponse]


def is_offered(request: HttpRequest, key: str = "") -> bool:
    """Whether the lesson of a game is offered: to who has not played any, until it is put away."""
    if request.COOKIES.get(PUT_AWAY) == "off" or (key and key not in TUTORIALS):
        return False
    reader = current_user(request)
    return reader is None or not learning.has_played(reader.pk)


@require_POST
def put_away(request: HttpRequest) -> HttpResponse:
    """Offer no lessons in this browser any more; where they are stays in the rules."""
    response = redirect("home")
    keep_in_browser(request, response, PUT_AWAY, "off", seconds=KEPT_FOR)
    return response


@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """The lessons of all games; `?key=` goes on to that of a game."""
    if (key := request.GET.get("key")) in TUTORIALS:
        return redirect("games:lesson", key)
    learned = _learned(request)
    shown = [lesson_pages.lesson(key, learned.get(key, ())) for key in TUTORIALS]
    return render(request, "games/lessons/all.html", {"lessons": shown})


@require_safe
def lesson(request: HttpRequest, key: str) -> HttpResponse:
    """Where somebody left a lesson; after its first steps the way to a game, and what is left."""
    if key not in TUTORIALS:
        raise Http404
    shown = lesson_pages.lesson(key, _learned(request).get(key, ()))
    if shown.next_open:
        return redirect("games:step", key, shown.next_open)
    context = {"lesson": shown, "opponent": roster.GENTLEST}
    return render(request, "games/lessons/done.html", context)


def _step_or_404(view: View) -> View:
    @wraps(view)
    def checked(request: HttpRequest, key: str, number: int, **kwargs: Any) -> HttpResponse:
        if lesson_pages.step_of(key, number) is None:
            raise Http404
        return view(request, key, number, **kwargs)

    return checked


@require_http_methods(["GET", "HEAD", "POST"])
@_step_or_404
def step(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """A step of a lesson; `?text=` shows what came of a move, `?show=1` an answer."""
    if request.method == "POST":
        return _answer(request, key, number)
    page = lesson_pages.step_page(
        key,
        number,
        _learned(request).get(key, ()),
        text=request.GET.get("text", "")[:LONGEST_TEXT],
        tries=parse_whole_number(request.GET.get("tries", "")),
        is_shown=request.GET.get("show") == "1",
    )
    context = {"page": page, "table": page.table, "opponent": roster.GENTLEST}
    return render(request, "games/lessons/step.html", context)


@limited("preview")
def _answer(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Keep a true answer once, and show what came of this one."""
    text = request.POST.get("text", "")[:LONGEST_TEXT]
    verdict = lesson_pages.judge_answer(key, number, text)
    is_done = verdict.task is not None and verdict.task.is_done
    response = _told(request, key, number, verdict, text)
    if is_done:
        _keep(request, response, key, number)
    return response


def _told(
    request: HttpRequest, key: str, number: int, verdict: VerdictView, text: str
) -> HttpResponse:
    """What came of a move."""
    if wants_json(request):
        return JsonResponse(verdict.to_json())
    is_done = verdict.task is not None and verdict.task.is_done
    tries = parse_whole_number(request.POST.get("tries", "")) + bool(text and not is_done)
    query = urlencode({"text": text} if is_done else {"text": text, "tries": tries})
    return redirect(f"{reverse('games:step', args=[key, number])}?{query}")


@require_POST
@limited("preview")
@_step_or_404
def try_step(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """What the referee says of a draft in a step; nothing is kept."""
    verdict = lesson_pages.judge_draft(key, number, request.POST.get("text", ""))
    if wants_json(request):
        return JsonResponse(verdict.to_json())
    return render(request, "games/table/_verdict.html", {"verdict": verdict})


# --- how far somebody is: in the browser of a stranger, and kept for everybody else ---


def _learned(request: HttpRequest) -> dict[str, set[str]]:
    """The names of the steps that the reader has done, by game."""
    reader = current_user(request)
    kept = learning.steps_of(reader.pk) if reader is not None else {}
    here = _learned_here(request)
    return {key: kept.get(key, set()) | set(here[key]) for key in TUTORIALS}


def _learned_here(request: HttpRequest) -> dict[str, list[str]]:
    """What this browser says by its cookie, as `numerica:equals.true|equate:true`, by game.

    Steps that do not exist are left out: anybody can write what they like there.
    """
    parts = request.COOKIES.get(LEARNED, "").split("|")
    said = {key: names.split(".") for key, _sign, names in (one.partition(":") for one in parts)}
    return {
        key: [step.name for step in tutorial.steps if step.name in said.get(key, ())]
        for key, tutorial in TUTORIALS.items()
    }


def _keep(request: HttpRequest, response: HttpResponse, key: str, number: int) -> None:
    """Remember that a step is done, with what the reader did while a stranger.

    Of strangers nothing is stored here, so that there is nothing to fill up.
    """
    found = lesson_pages.step_of(key, number)
    assert found is not None
    here = _learned_here(request)
    here[key].append(found.name)
    reader = current_user(request)
    if reader is None:
        said = "|".join(f"{key}:{'.'.join(dict.fromkeys(names))}" for key, names in here.items())
        keep_in_browser(request, response, LEARNED, said, seconds=KEPT_FOR)
        return
    for each, names in here.items():
        if names:
            keep_steps(user=reader, key=each, names=names, now=site_time.now())
    if LEARNED in request.COOKIES:
        response.delete_cookie(LEARNED)
