"""What players ask of one another at a table, and claims of those who are left alone at one."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.limits import limited
from accounts.readers import current_user
from accounts.responses import wants_json
from games.live import fragments
from games.models import Player
from games.services import aborts, absences, draw_offers, more_time
from games.store import draw_offers as offers
from games.store import site_time
from games.views.lookups import game_or_404, parse_whole_number
from games.views.tables import refused_in_verdict, show_refusals


@require_POST
@refused_in_verdict
@limited("move")
@game_or_404
@show_refusals
def draw(request: HttpRequest, game_id: str) -> HttpResponse:
    """Offer a draw in the position that was looked at; refusing one is moving on."""
    player = draw_offers.offer_draw(
        game_id=game_id,
        user=current_user(request),
        ply=parse_whole_number(request.POST.get("ply", "")),
        now=site_time.now(),
    )
    return _answer(request, player, agreed=player.game.ended_at is not None)


@require_POST
@refused_in_verdict
@limited("move")
@game_or_404
@show_refusals
def time(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask for more time in the position that was looked at, or `give` it to who asks."""
    do = more_time.give_time if "give" in request.POST else more_time.ask_for_time
    player = do(
        game_id=game_id,
        user=current_user(request),
        ply=parse_whole_number(request.POST.get("ply", "")),
        now=site_time.now(),
    )
    return _answer(request, player)


def _answer(request: HttpRequest, player: Player, **said: bool) -> HttpResponse:
    """What was asked for has been written: `said` is what programs are told beside the ply.

    A page gets what is asked at the table now, or the game's end.
    """
    game = player.game
    if wants_json(request):
        return JsonResponse({"ok": True, "ply": game.ply} | said)
    if request.headers.get("HX-Request"):
        extent: fragments.Extent = "offer" if game.ended_at is None else "change"
        made = offers.made(game)
        zones = fragments.live_fragment(game.id, game.ply, player.seat, extent, offers=made)
        return HttpResponse(zones)
    return redirect("games:table", game.id)


@require_POST
@limited("move")
@game_or_404
@show_refusals
def call_off(request: HttpRequest, game_id: str) -> HttpResponse:
    """Call the game off in the position that was looked at, or agree to it among several."""
    player = aborts.call_off(
        game_id=game_id,
        user=current_user(request),
        ply=parse_whole_number(request.POST.get("ply", "")),
        now=site_time.now(),
    )
    if wants_json(request):
        is_off = player.game.ended_at is not None
        return JsonResponse({"ok": True, "ply": player.game.ply, "called_off": is_off})
    return redirect("games:table", game_id)


@require_POST
@limited("move")
@game_or_404
@show_refusals
def claim(request: HttpRequest, game_id: str) -> HttpResponse:
    """Claim the win, or call the game off, where who is to move has left a live table."""
    by: absences.Claim = "aborted" if request.POST.get("by") == "aborted" else "time"
    player = absences.claim(
        game_id=game_id,
        user=current_user(request),
        ply=parse_whole_number(request.POST.get("ply", "")),
        by=by,
        now=site_time.now(),
    )
    if wants_json(request):
        return JsonResponse({"ok": True, "ply": player.game.ply})
    return redirect("games:table", game_id)
