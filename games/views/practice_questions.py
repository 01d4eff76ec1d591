"""Practice: is there one in this position?"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import sign_in_guest
from accounts.limits import limited
from accounts.readers import current_user
from accounts.responses import error_response, wants_json
from games.practice.exercises import SEAT, Exercise
from games.services.practice import (
    answer_question,
    find_one,
)
from games.store import site_time
from games.views.lookups import tells_denied
from games.views.practice_drafts import judge, question_or_404, question_page, refusal_of

_ANSWERS = {"yes": True, "no": False}


@require_safe
@question_or_404
def question(request: HttpRequest, exercise: Exercise, asked: str) -> HttpResponse:
    """A position, and whether something is there; `?other=1` after a move that was not it."""
    return question_page(request, exercise, asked)


@require_POST
@limited("guest", newcomers_only=True)
@limited("move")
@question_or_404
@tells_denied
def answer(request: HttpRequest, exercise: Exercise, asked: str) -> HttpResponse:
    """Yes or no; the first answer counts."""
    said = _ANSWERS.get(request.POST.get("said", ""))
    if said is None:
        return error_response(request, 422, _("Answer with yes or no."))
    row = answer_question(
        user=sign_in_guest(request),
        exercise=exercise,
        asked=asked,
        has_said_yes=said,
        now=site_time.now(),
    )
    if wants_json(request):
        told = {"ok": True, "is_right": row.is_solved, "is_there": exercise.holds[asked]}
        return JsonResponse(told)
    return redirect("games:question", exercise.state.key, exercise.name, asked)


@require_POST
@limited("preview")
@question_or_404
@tells_denied
def find(request: HttpRequest, exercise: Exercise, asked: str) -> HttpResponse:
    """A move that is what was asked for: any of them."""
    reader = current_user(request)
    if reader is None:
        return error_response(request, 403, _("Say first whether there is one."))
    verdict = judge(request, exercise)
    if refused := refusal_of(request, exercise, verdict):
        return refused
    made = exercise.state.check(SEAT, verdict.move)
    is_found = find_one(user=reader, exercise=exercise, asked=asked, made=made)
    if wants_json(request):
        return JsonResponse({"ok": True, "is_found": is_found})
    address = reverse("games:question", args=[exercise.state.key, exercise.name, asked])
    return redirect(address if is_found else f"{address}?other=1")
