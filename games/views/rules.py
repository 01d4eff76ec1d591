"""Rules pages with boards to try a move on, and blank boards to print."""

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import limited
from accounts.responses import wants_json
from games.presentation import rules_pages
from games.rules import GAMES
from games.views.lookups import LONGEST_TEXT


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """The games of the site, each with its board; `?key=` goes on to the rules of that game."""
    if (key := request.GET.get("key")) in GAMES:
        return redirect("games:rules", key)
    return render(request, "games/rules/all.html", {"games": rules_pages.overview})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of a game, with boards drawn from the rules' own data; `?text=` tries a move."""
    if key not in GAMES:
        raise Http404
    text = request.GET.get("text", "")[:LONGEST_TEXT]
    page = rules_pages.page(key, text)
    return render(request, f"games/{key}/rules.html", {"page": page, **_drawn(key)})


def _drawn(key: str) -> dict[str, Callable[[], object]]:
    """The boards of a rules page, each asked for only by a part of it that is not kept."""
    return {
        "figures": partial(rules_pages.figures, key),
        "tables": partial(rules_pages.tile_tables, key),
        "try_board": partial(rules_pages.try_board, key),
    }


@require_safe
def blank_board(request: HttpRequest, key: str) -> HttpResponse:
    """The empty board of a game, to be printed."""
    if key not in GAMES:
        raise Http404
    context = {"game": rules_pages.game_link(key), "board": partial(rules_pages.blank_board, key)}
    return render(request, "games/rules/blank_board.html", context)


@require_POST
@limited("preview")
def try_move(request: HttpRequest, key: str) -> HttpResponse:
    """What the referee says of a move tried on the board of the rules page."""
    if key not in GAMES:
        raise Http404
    verdict = rules_pages.judge_try(key, request.POST.get("text", ""))
    if wants_json(request):
        return JsonResponse(verdict.to_json())
    return render(request, "games/table/_verdict.html", {"verdict": verdict})
