"""The table: its page, its live parts, moves, previews, the record."""

from dataclasses import asdict
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_POST, require_safe

from accounts.context import reads_chat
from accounts.limits import limited
from accounts.readers import current_user
from accounts.responses import error_response, wants_json
from accounts.view_lanes import served_in
from games.computers import process
from games.live import fragments
from games.models import Game
from games.presentation import sentences, verdicts
from games.presentation.models.table import ReviewZone, TableView
from games.rules.refusals import Refusal
from games.selectors import (
    invitations,
    kept_tables,
    lists,
    preview_images,
    private_games,
    records,
    review_progress,
    tables,
)
from games.selectors.private_games import Glance
from games.services import takebacks
from games.services.errors import NotAllowed
from games.services.hints import take_hint
from games.services.moves import play_move
from games.services.rematches import want_rematch
from games.store import draw_offers, hints, history, presence, queries, round_trips, site_time
from games.views.lookups import (
    LONGEST_TEXT,
    View,
    game_or_404,
    hides_chat,
    look_at_notices,
    move_not_found,
    parse_whole_number,
    players_game_or_404,
    requested_ply,
    seen_or_404,
)

CONFLICTS = frozenset({"not-your-turn", "game-over", "stale"})
PICTURES_KEPT = "public, max-age=600"  # names beside a board may change


@require_safe
@seen_or_404
def table(request: HttpRequest, seen: Glance) -> HttpResponse:
    """The table, for players and for everybody who watches; `?ply=` is an earlier position."""
    look_at_notices(request, seen)
    if seen.seat is not None and not seen.has_ended:
        presence.came(seen.game_id, seen.seat)
    if "ply" not in request.GET:
        return _table_page(request, seen)
    shown = _earlier_table(request, seen)
    if shown is None:
        return move_not_found(request)
    return render(request, "games/table/page.html", _whole(request, shown))


def _earlier_table(request: HttpRequest, seen: Glance) -> TableView | None:
    """The position that `?ply=` asks for, if the game has it."""
    ply = requested_ply(request)
    if ply is None:
        return None
    show = parse_whole_number(request.GET.get("show", ""))
    return tables.replay_table(seen.game_id, seen.seat, ply, show)


def _table_page(
    request: HttpRequest, seen: Glance, status: int = 200, refusal: str = "", typed: str = ""
) -> HttpResponse:
    shown = kept_tables.table(seen)
    if "lay" in request.GET and shown.hint:
        typed = shown.hint.lay
    context = {"refusal": refusal, "typed": typed[:LONGEST_TEXT]}
    return render(request, "games/table/page.html", _whole(request, shown) | context, status=status)


def _whole(request: HttpRequest, shown: TableView) -> dict[str, object]:
    """The table, and what has become of a rematch when the game is over."""
    context = {
        "table": shown,
        "hides_chat": not reads_chat(request) or hides_chat(request, shown.id),
    }
    if not shown.has_ended:
        return context
    seat, now = shown.seat, site_time.now()
    return {**context, "rematch": invitations.rematch(shown.id, seat, request.user, now)}


@require_safe
@seen_or_404
def live(request: HttpRequest, seen: Glance) -> HttpResponse:
    """The zones of the table for a page that lost the thread, or of an earlier position."""
    look_at_notices(request, seen)
    if "ply" in request.GET:
        shown = _earlier_table(request, seen)
        if shown is None:
            return move_not_found(request)
        return HttpResponse(fragments.earlier_fragment(shown))
    zones = fragments.live_fragment(seen.game_id, seen.ply, seen.seat, "whole", offers=seen.offers)
    review = ReviewZone(seen.game_id, review_progress.review_progress(seen.game_id))
    return HttpResponse(zones + fragments.review_fragment(review))


@require_safe
@game_or_404
def text(request: HttpRequest, game_id: str) -> HttpResponse:
    """The position and the game so far as plain text, to be copied; `?ply=` as for the table."""
    if "ply" in request.GET and requested_ply(request) is None:
        return move_not_found(request)
    ply = requested_ply(request) if "ply" in request.GET else None
    written = tables.position_text(game_id, ply)
    if written is None:
        return move_not_found(request)
    return HttpResponse(written, content_type="text/plain; charset=utf-8")


@served_in("slow")
@conditional_page
@require_safe
@limited("picture")
@game_or_404
def picture(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """Return the board after `ply` moves as a PNG, which other sites show beside a link."""
    version = draw_offers.current_version(game_id)
    if version is None:
        raise Game.DoesNotExist
    if ply > version[0]:
        return move_not_found(request)
    return HttpResponse(
        preview_images.of_game(game_id, ply),
        content_type="image/png",
        headers={"Cache-Control": PICTURES_KEPT},
    )


def show_refusals(view: View) -> View:
    """What is denied or refused changes nothing, says why and keeps what was typed."""

    @wraps(view)
    def checked(request: HttpRequest, game_id: str) -> HttpResponse:
        try:
            return view(request, game_id)
        except NotAllowed as denied:
            return error_response(request, denied.status, sentences.sentence(denied.message))
        except Refusal as refusal:
            return _refusal_response(request, game_id, refusal, request.POST.get("text", ""))

    return checked


def refused_in_verdict(view: View) -> View:
    """A live page says in the place of the verdict why not, though it shows no other answer."""

    @wraps(view)
    def checked(request: HttpRequest, game_id: str) -> HttpResponse:
        response = view(request, game_id)
        if response.status_code >= 400:
            response["HX-Retarget"], response["HX-Reswap"] = "#verdict", "innerHTML"
        return response

    return checked


def _refusal_response(
    request: HttpRequest, game_id: str, refusal: Refusal, text: str
) -> HttpResponse:
    status = 409 if refusal.code in CONFLICTS else 422
    sentence = sentences.sentence(refusal.message)
    if wants_json(request) or request.headers.get("HX-Request"):
        verdict = verdicts.of_refusal(type(tables.position(game_id)), refusal)
        if wants_json(request):
            more = {"squares": verdict.squares}
            return error_response(request, status, sentence, code=refusal.code, more=more)
        context = {"verdict": verdict}
        return render(request, "games/table/_verdict.html", context, status=status)
    seen = private_games.glance(game_id, request.user)
    return _table_page(request, seen, status, sentence, text)


@served_in("moves")
@require_POST
@limited("move")
@players_game_or_404
@show_refusals
def move(request: HttpRequest, game_id: str) -> HttpResponse:
    """Make the move that was posted: one line of notation, for one ply."""
    user, text = current_user(request), request.POST.get("text", "")
    played = play_move(
        game_id=game_id,
        user=user,
        ply=parse_whole_number(request.POST.get("ply", "")),
        text=text,
        now=site_time.now(),
        round_trip=round_trips.of(user),
    )
    if wants_json(request):
        answer = {"ok": True, "ply": played.ply, "move": played.text, "points": played.points}
        return JsonResponse(answer)
    if request.headers.get("HX-Request"):
        return HttpResponse(fragments.live_fragment(game_id, played.ply, played.seat, "change"))
    return redirect("games:table", game_id)


@require_POST
@limited("move")
@game_or_404
@show_refusals
def take_back(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take one's own last move back, the one that is named, in a casual game with computers."""
    played = takebacks.take_back(
        game_id=game_id,
        user=current_user(request),
        ply=parse_whole_number(request.POST.get("move", "")),
        now=site_time.now(),
    )
    if wants_json(request):
        return JsonResponse({"ok": True, "ply": played.ply, "move": played.text, "points": 0})
    return redirect("games:table", game_id)


@served_in("slow")
@require_POST
@refused_in_verdict
@limited("hint")
@game_or_404
@show_refusals
def hint(request: HttpRequest, game_id: str) -> HttpResponse:
    """Tell one step more about an easy play or the best one, in a game against computers."""
    kind: hints.Kind = "best" if request.POST.get("kind") == "best" else "easy"
    try:
        take_hint(
            game_id=game_id,
            user=current_user(request),
            ply=parse_whole_number(request.POST.get("ply", "")),
            kind=kind,
            seek=process.best_play if kind == "best" else process.easy_play,
        )
    except process.Unanswered:
        return error_response(request, 503, _("No hint came in time. Ask again."))
    shown = tables.table(game_id, tables.seat_of(game_id, request.user))
    if wants_json(request):
        return JsonResponse(asdict(shown.hint) if shown.hint is not None else {})
    if request.headers.get("HX-Request"):
        return render(request, "games/table/_hint_told.html", {"table": shown})
    return redirect("games:table", game_id)


@require_POST
@limited("preview")
@seen_or_404
def check(request: HttpRequest, seen: Glance) -> HttpResponse:
    """What the drafted move would earn, or why it would be refused; it is not made."""
    if seen.seat is None:
        return error_response(request, 403, _("Only the players of a game can try moves in it."))
    ply, position = queries.judged_position(
        seen.game_id, seen.ply, seen.has_ended, seen.deadline_at
    )
    verdict = verdicts.of_draft(position, seen.seat, request.POST.get("text", ""))
    if wants_json(request):
        return JsonResponse(verdict.to_json())
    return render(request, "games/table/_verdict.html", {"verdict": verdict, "ply": ply})


@require_safe
@game_or_404
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record of a finished game as a file."""
    url = request.build_absolute_uri(reverse("games:table", args=[game_id]))
    text = records.record(game_id, url)
    if text is None and history.began_elsewhere(game_id):
        sentence = _("A game that began from a position of another one has no record.")
        return error_response(request, 409, sentence)
    if text is None:
        sentence = _("The record can be had when the game is over.")
        return error_response(request, 409, sentence, code="running")
    headers = {"Content-Disposition": f'attachment; filename="{game_id}.game"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@require_POST
@limited("invitation")
@game_or_404
@show_refusals
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Want another game like a finished one: to it when all do, computers at once; else back."""
    game = want_rematch(game_id=game_id, user=current_user(request), now=site_time.now())
    return redirect("games:table", game.id if game is not None else game_id)


@require_safe
@game_or_404
def next_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """To the next of one's own games in which it is one's turn, if there is another."""
    found = lists.next_on_turn(request.user, game_id)
    if wants_json(request):
        return JsonResponse({"url": reverse("games:table", args=[found]) if found else None})
    if found is None:
        messages.info(request, _("No other game waits for you."))
    return redirect("games:table", found or game_id)
