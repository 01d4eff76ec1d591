"""Practice: runs against the clock."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import sign_in_guest
from accounts.limits import limited
from accounts.readers import current_user
from accounts.responses import error_response, wants_json
from accounts.view_lanes import served_in
from games.practice.exercises import SEAT, Exercise
from games.selectors import practice
from games.services.practice import (
    answer_in_run,
    begin_run,
)
from games.store import site_time
from games.views.lookups import parse_whole_number, tells_denied
from games.views.practice_drafts import (
    exercise_or_404,
    judge,
    refusal_of,
    run_page,
)


@require_safe
@never_cache
def run(request: HttpRequest, key: str) -> HttpResponse:
    """The run that is on, or how the last one ended."""
    return run_page(request, key)


@require_POST
@limited("guest", newcomers_only=True)
@limited("move")
@served_in("slow")
@tells_denied
def begin(request: HttpRequest, key: str) -> HttpResponse:
    """Begin a run, or go on with the one that is on."""
    user = sign_in_guest(request)
    names = practice.new_run(user.pk, key)
    begin_run(user=user, key=key, names=names, now=site_time.now())
    return redirect("games:run", key)


@require_POST
@limited("preview")
@exercise_or_404
@tells_denied
def answer_run(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """A play for the exercise that is on, or none to leave it out; then comes the next."""
    reader, place = current_user(request), _place(request)
    if reader is None:
        return error_response(request, 403, _("Begin a run first."))
    if place is None:
        return error_response(request, 422, _("Say which position of the run you answer."))
    is_solved = False
    if request.POST.get("skip") != "1":
        verdict = judge(request, exercise)
        if refused := refusal_of(request, exercise, verdict):
            return refused
        is_solved = exercise.is_solved_by(exercise.state.check(SEAT, verdict.move))
    row = answer_in_run(
        user=reader,
        exercise=exercise,
        place=place,
        is_solved=is_solved,
        now=site_time.now(),
    )
    if wants_json(request):
        is_counted = row.results[place] == row.SOLVED
        return JsonResponse({"ok": True, "is_solved": is_counted, "solved": row.solved})
    return redirect("games:run", exercise.state.key)


def _place(request: HttpRequest) -> int | None:
    """Which exercise of the run is answered, counted from 0; None for what is no number."""
    said = request.POST.get("place", "")
    return parse_whole_number(said) if said.isascii() and said.isdigit() else None
