"""What was missed in finished games: reviews, misses to try again, positions to play on."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import problem, wants_json
from accounts.limits import limited
from accounts.views import sign_in_guest
from games import clocks, retries, selectors, services, words
from games.services import Denied
from games.views.asked import LONGEST_TEXT, known_game, signed_in, whole_number


@require_safe
@known_game
def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """The review of a finished game; of one that runs there is none."""
    shown = selectors.review(game_id)
    if shown is None:
        return problem(request, 409, words.sentence(services.RUNNING))
    return render(request, "games/review.html", {"review": shown})


@require_POST
@limited("review")
@known_game
def ask_for_review(request: HttpRequest, game_id: str) -> HttpResponse:
    """Let a game be reviewed that ended before there were reviews, or has an old one."""
    try:
        services.ask_for_review(game_id=game_id, now=clocks.now())
    except Denied as denied:
        return problem(request, denied.status, words.sentence(denied.message))
    return redirect("games:review", game_id)


@require_safe
@known_game
def retry(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """A position of a finished game to be tried again; `?text=` tries a move."""
    found = selectors.retry(game_id, ply)
    if found is None:
        return problem(request, 404, _("There is no such position to try again."))
    text = request.GET.get("text", "")[:LONGEST_TEXT]
    shown = retries.page(found, text)
    return render(request, "games/retry.html", {"page": shown, "table": shown["table"]})


@require_POST
@limited("preview")
@known_game
def retry_move(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """What a move tried again earns beside the best."""
    found = selectors.retry(game_id, ply)
    if found is None:
        return problem(request, 404, _("There is no such position to try again."))
    verdict = retries.tried(found, request.POST.get("text", ""))
    if wants_json(request):
        return JsonResponse(verdict)
    return render(request, "games/_retry_verdict.html", {"verdict": verdict})


@require_POST
@limited("guest", newcomers_only=True)
@limited("computer")
@known_game
def play_on(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play on from a position of a finished game against computers; a newcomer plays as a guest."""
    if not selectors.has_ended(game_id):
        return problem(request, 409, _("This game is not over yet."))
    try:
        game = services.play_on(
            game_id=game_id,
            ply=whole_number(request.POST.get("from", "")),
            user=sign_in_guest(request),
            computer=request.POST.get("computer", ""),
            now=clocks.now(),
        )
    except ValueError:
        return problem(request, 422, _("There is no such computer. Choose one of the list."))
    except Denied as denied:
        return problem(request, denied.status, words.sentence(denied.message))
    return redirect("games:table", game.id)


@require_safe
def misses(request: HttpRequest) -> HttpResponse:
    """One's own misses of the last games, to be tried again."""
    reader = signed_in(request)
    found = selectors.misses_of(reader.pk) if reader is not None else []
    return render(request, "games/misses.html", {"misses": found})
