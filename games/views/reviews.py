"""What was missed in finished games: reviews, misses to try again, positions to play on."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.guests import sign_in_guest
from accounts.limits import limited
from accounts.readers import current_user
from accounts.responses import error_response, wants_json
from games.presentation import sentences
from games.presentation.models.retries import Attempt, TriedBefore
from games.presentation.models.reviews import ReviewPage, ReviewPosition
from games.rules.messages import Json
from games.selectors import retries, retry_pages, reviews
from games.selectors.private_games import Glance
from games.selectors.retries import Retry
from games.selectors.reviews import Asked
from games.services import computer_games
from games.services.retries import keep_try
from games.services.reviews import NOT_FINISHED, request_review
from games.store import history, site_time
from games.views.lookups import (
    LONGEST_TEXT,
    game_or_404,
    look_at_notices,
    move_not_found,
    parse_whole_number,
    requested_ply,
    seen_or_404,
    tells_denied,
)


@require_safe
@vary_on_headers("HX-Request")
@seen_or_404
def review(request: HttpRequest, seen: Glance) -> HttpResponse:
    """The review of a finished game; of one that runs there is none. `?ply=` is what it shows.

    A page that is there gets the position alone, and with `whole` also what may be new besides.
    """
    game_id = seen.game_id
    look_at_notices(request, seen)
    if not history.has_ended(game_id):
        return error_response(request, 409, sentences.sentence(NOT_FINISHED), code="running")
    asked = Asked(
        ply=requested_ply(request) if "ply" in request.GET else None,
        show=parse_whole_number(request.GET.get("show", "")),
        is_answered="answer" in request.GET,
    )
    if asked.ply is None and "ply" in request.GET:
        return move_not_found(request)
    is_asked_by_page = request.headers.get("HX-Request")
    is_whole = "whole" in request.GET or not is_asked_by_page
    if not is_whole:
        position = reviews.reviewed_position(game_id, asked)
        return _position_page(request, "games/review/_position.html", position)
    shown = reviews.review(game_id, asked)
    template = "games/review/_whole.html" if is_asked_by_page else "games/review/page.html"
    return _position_page(request, template, shown.position, review=shown)


def _position_page(
    request: HttpRequest, template: str, position: ReviewPosition | None, **more: ReviewPage
) -> HttpResponse:
    if position is None:
        return move_not_found(request)
    return render(request, template, {"position": position, **more})


@require_POST
@limited("review")
@game_or_404
@tells_denied
def ask_for_review(request: HttpRequest, game_id: str) -> HttpResponse:
    """Let a game be reviewed that ended before there were reviews, or has an old one."""
    request_review(game_id=game_id, now=site_time.now())
    return redirect("games:review", game_id)


@require_safe
@game_or_404
def retry(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """A position of a finished game to be tried again; `?text=` tries a move."""
    found = retries.retry(game_id, ply)
    if found is None:
        return error_response(request, 404, _("There is no such position to try again."))
    text = request.GET.get("text", "")[:LONGEST_TEXT]
    return _retry_page(request, found, text, retry_pages.attempt(found, text) if text else None)


def _retry_page(
    request: HttpRequest, found: Retry, text: str, attempt: Attempt | None
) -> HttpResponse:
    shown = retry_pages.page(found, text, attempt)
    context = {"page": shown, "table": shown.table, "tried": _earlier_try(request, found)}
    return render(request, "games/review/retry.html", context)


def _earlier_try(request: HttpRequest, found: Retry) -> TriedBefore | None:
    reader = current_user(request)
    if reader is None or not found.is_missed_by(reader.pk):
        return None
    return retries.find_earlier_try(reader.pk, found.game.id, found.row.ply)


@require_POST
@limited("preview")
@game_or_404
def retry_move(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """What a move tried again earns beside the best; of one's own miss it is remembered."""
    found = retries.retry(game_id, ply)
    if found is None:
        return error_response(request, 404, _("There is no such position to try again."))
    text = request.POST.get("text", "")
    attempt = retry_pages.attempt(found, text)
    is_kept = _keep_try(request, found, attempt)
    if wants_json(request):
        return JsonResponse(_as_json(attempt))
    if request.headers.get("HX-Request"):
        context = {"attempt": attempt, "is_solved": is_kept and attempt.is_best}
        return render(request, "games/review/_retry_verdict.html", context)
    return _retry_page(request, found, text[:LONGEST_TEXT], attempt)


def _as_json(attempt: Attempt) -> Json:
    """The referee's verdict as for any draft, and how the move stands beside the best."""
    return {**attempt.verdict.to_json(), "share": attempt.share, "is_best": attempt.is_best}


def _keep_try(request: HttpRequest, found: Retry, attempt: Attempt) -> bool:
    """Whether it is remembered: the reader's own miss, and a play that was put beside the best."""
    reader = current_user(request)
    if reader is None or not attempt.share or not found.is_missed_by(reader.pk):
        return False
    keep_try(
        user=reader,
        game_id=found.game.id,
        ply=found.row.ply,
        seat=found.row.seat,
        is_solved=attempt.is_best,
        now=site_time.now(),
    )
    return True


@require_POST
@limited("guest", newcomers_only=True)
@limited("computer")
@game_or_404
@tells_denied
def play_on(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play on from a position of a finished game against computers; a newcomer plays as a guest."""
    if not history.has_ended(game_id):
        return error_response(request, 409, _("This game is not over yet."), code="running")
    game = computer_games.play_on(
        game_id=game_id,
        ply=parse_whole_number(request.POST.get("from", "")),
        user=sign_in_guest(request),
        computer=request.POST.get("computer", ""),
        now=site_time.now(),
    )
    return redirect("games:table", game.id)


@require_safe
def misses(request: HttpRequest) -> HttpResponse:
    """One's own misses of the last games, to be tried again."""
    reader = current_user(request)
    found = retries.misses_of(reader.pk, site_time.now()) if reader is not None else None
    return render(request, "games/review/misses.html", {"misses": found})
