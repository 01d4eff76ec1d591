"""The analysis board: a position of a finished game or one set up, and what its moves are worth."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.limits import limited
from accounts.models import User
from accounts.readers import current_user
from accounts.responses import error_response
from games.engine.position_fields import FieldError, reading
from games.engine.position_links import read_link
from games.engine.set_positions import SetPosition, own_options
from games.practice.exercises import has_exercises
from games.presentation import rules_pages, sentences
from games.presentation.models.analysis import AnalysisPage
from games.rules import GAMES
from games.rules.record import format_options
from games.rules.refusals import NotationError
from games.selectors import analysis_pages
from games.selectors.analyses import running_game_like
from games.services import analyses, computer_games
from games.services.errors import NotAllowed
from games.store import history, site_time
from games.views.lookups import (
    game_or_404,
    move_not_found,
    parse_whole_number,
    requested_ply,
    tells_denied,
)

View = Callable[..., HttpResponse]

FIELDS = (
    "options",
    "board",
    "rack",
    "turn",
    "scores",
    "left",
    "quiet",
    "frozen",
    "taken1",
    "taken2",
)
LONGEST_TILE = 8  # characters
MANY_WAIT = 30  # seconds after which who was turned away may ask again


def _for_members(view: View) -> View:
    """The game by its key, 404 without it; guests and strangers are told who this is for."""

    @wraps(view)
    def checked(request: HttpRequest, key: str) -> HttpResponse:
        if key not in GAMES:
            raise Http404
        reader = current_user(request)
        if reader is None or reader.is_guest:
            return _sign_in_page(request, key)
        return view(request, key, reader)

    return checked


def _sign_in_page(request: HttpRequest, key: str) -> HttpResponse:
    """Why nothing is analysed here for this reader, and what to do about it."""
    came_for = _address_of_board(request) if request.method in ("GET", "HEAD") else ""
    context = {
        "key": key,
        "name": GAMES[key].name,
        "has_exercises": has_exercises(key),
        "sign_in": f"?{urlencode({'next': came_for})}" if came_for else "",
    }
    return render(request, "games/analysis/sign_in.html", context, status=403)


def _address_of_board(request: HttpRequest) -> str:
    """This page with the position that it was asked for, and nothing else of its query."""
    known = {name: request.GET[name] for name in FIELDS if name in request.GET}
    return f"{request.path}?{urlencode(known)}" if known else request.path


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games whose positions can be analysed."""
    return render(request, "games/analysis/index.html", {"games": rules_pages.overview()})


@require_safe
@never_cache
@vary_on_headers("HX-Request")
@_for_members
def board(request: HttpRequest, key: str, reader: User) -> HttpResponse:
    """A position, as the address has it; htmx asks for what was found about it alone."""
    given = {name: request.GET.get(name, "") for name in FIELDS}
    try:
        position = read_link(key, given)
    except NotationError as refusal:
        return _unread(request, key, reader, given, refusal)
    tile, is_blank = request.GET.get("tile", "")[:LONGEST_TILE], request.GET.get("blank") == "1"
    opponent = request.GET.get("computer", "")
    shown = analysis_pages.page(
        position, reader.pk, tile=tile, is_blank=is_blank, opponent=opponent
    )
    is_part = bool(request.headers.get("HX-Request"))
    context = {"page": shown, "table": shown.form.table, "is_part": is_part}
    template = "_answer.html" if is_part else "page.html"
    return render(request, f"games/analysis/{template}", context)


def _unread(
    request: HttpRequest,
    key: str,
    reader: User,
    typed: Mapping[str, str],
    refusal: NotationError,
) -> HttpResponse:
    """The form again as it was typed, with what is wrong."""
    shown = analysis_pages.page(
        _legible(key, typed),
        reader.pk,
        typed=typed,
        problem=sentences.sentence(refusal.message),
        fault=refusal.field if isinstance(refusal, FieldError) else "",
        opponent=_opponent(request),
    )
    return _board_again(request, shown, {name: typed.get(name, "") for name in FIELDS}, 422)


def _legible(key: str, typed: Mapping[str, str]) -> SetPosition:
    """As much of a position as can be read: its board, its options, or the empty board."""
    for names in (("options", "board"), ("options",)):
        try:
            return read_link(key, {name: typed.get(name, "") for name in names})
        except NotationError:
            continue
    return read_link(key, {})


def _refused(
    request: HttpRequest,
    position: SetPosition,
    reader: User,
    problem: str,
    status: int,
    *,
    fault: str = "",
) -> HttpResponse:
    """The position again, and why nothing was done about it."""
    opponent = request.POST.get("computer", "")
    shown = analysis_pages.page(
        position, reader.pk, problem=problem, fault=fault, opponent=opponent
    )
    response = _board_again(request, shown, position.link, status)
    if status in (429, 503):
        response["Retry-After"] = str(MANY_WAIT)
    return response


def _opponent(request: HttpRequest) -> str:
    """The computer that is chosen to play on against, in the form or in the address."""
    return request.POST.get("computer", "") or request.GET.get("computer", "")


def _board_again(
    request: HttpRequest,
    shown: AnalysisPage,
    texts: Mapping[str, str],
    status: int,
) -> HttpResponse:
    """The board after a refusal: its choices of a language lead to what is set up there."""
    opponent = analysis_pages.chosen_opponent(_opponent(request))
    context = {
        "page": shown,
        "table": shown.form.table,
        "page_address": analysis_pages.address_with(shown.key, {**texts, "computer": opponent}),
    }
    return render(request, "games/analysis/page.html", context, status=status)


# --- the form ---


def _texts(request: HttpRequest, key: str) -> dict[str, str]:
    """The position in a form, as a link has it."""
    said = {name: request.POST.get(name, "") for name in FIELDS}
    options = [(each.name, request.POST.get(f"option_{each.name}")) for each in own_options(key)]
    chosen = " ".join(f"{name}={value}" for name, value in options if value)
    scores = [request.POST.get(f"score{seat}", "") for seat in range(1, 5)]
    return said | {
        "options": chosen or said["options"],
        "scores": said["scores"] or _scores(scores, key, chosen),
    }


def _scores(scores: list[str], key: str, options: str) -> str:
    """A score for each seat; what is not said is 0, and more than there are seats is left out."""
    try:
        given = {"options": options}
        seats = read_link(key, given).start.seats
    except NotationError:
        return ""
    said = [score.strip() or "0" for score in scores[:seats]]
    return " ".join(said) if GAMES[key].has_racks else ""


def _with_form(view: View) -> View:
    """The view is given the position of a posted form; one that cannot be read comes back."""

    @wraps(view)
    def read(request: HttpRequest, key: str, reader: User) -> HttpResponse:
        texts = _texts(request, key)
        try:
            position = _asked_for(request, key, texts)
        except NotationError as refusal:
            options = {n: str(v) for n, v in request.POST.items() if n.startswith("option_")}
            put = {"put": request.POST.get("put", "")[:120]}
            return _unread(request, key, reader, texts | options | put, refusal)
        return view(request, position, reader)

    return read


def _asked_for(request: HttpRequest, key: str, texts: Mapping[str, str]) -> SetPosition:
    """The position of a form. Raises NotationError, but not for a board that is to be emptied."""
    if request.POST.get("clear"):
        return read_link(key, {"options": texts["options"]})
    return _edited(request, read_link(key, texts))


def _edited(request: HttpRequest, position: SetPosition) -> SetPosition:
    """The position with what a press or a typed line changes. Raises NotationError."""
    asked = request.POST
    if asked.get("put", "").strip():
        with reading("put"):
            position = position.with_line(asked["put"])
    tile = asked.get("tile", "")
    if square := asked.get("at"):
        position = _pressed(position, square, tile, is_blank=bool(asked.get("blank")))
    if asked.get("to_rack") and tile and tile != LOCK:
        position = replace(position, rack=(*position.rack, tile))
    if off := parse_whole_number(asked.get("off", "")):
        rack = tuple(t for place, t in enumerate(position.rack, 1) if place != off)
        position = replace(position, rack=rack)
    return read_link(position.key, position.link)


LOCK = "lock"
"""What is chosen to freeze a tile of Numeria instead of laying one."""


def _pressed(position: SetPosition, name: str, tile: str, *, is_blank: bool) -> SetPosition:
    """The position after a press on a square with a tile chosen, or none to take one away."""
    square = position.layout.squares_by_name.get(name)
    if square is None:
        return position
    if tile == LOCK:
        return replace(position, frozen=None if position.frozen == square else square)
    changed = position.with_face(square, f"?{tile}" if tile and is_blank else tile)
    if changed.frozen is not None and changed.frozen not in changed.board:
        return replace(changed, frozen=None)
    return changed


@require_POST
@limited("preview")
@_for_members
@_with_form
def set_up(request: HttpRequest, position: SetPosition, reader: User) -> HttpResponse:
    """Lead to the position of the form, changed by what was pressed; what is chosen stays so."""
    return redirect(_address_of(request, position))


def _address_of(request: HttpRequest, position: SetPosition) -> str:
    """The address of the position, with the tile and the computer that are chosen in the form."""
    chosen = {name: request.POST.get(name, "")[:LONGEST_TILE] for name in ("tile", "blank")}
    opponent = analysis_pages.chosen_opponent(request.POST.get("computer", ""))
    return analysis_pages.address_of(position, **chosen, computer=opponent)


@require_POST
@limited("analysis")
@_for_members
@_with_form
def ask(request: HttpRequest, position: SetPosition, reader: User) -> HttpResponse:
    """Let the position be analysed, unless it is that of a running game of who asks."""
    if problem := _forbidden(position, reader):
        return _refused(request, position, reader, problem, 403)
    if GAMES[position.key].has_racks and not position.rack:
        problem = _("Say first which tiles are on the rack.")
        return _refused(request, position, reader, problem, 422, fault="rack")
    try:
        analyses.ask(position.state, user_id=reader.pk, now=site_time.now())
    except NotAllowed as denied:
        problem = sentences.sentence(denied.message)
        return _refused(request, position, reader, problem, denied.status)
    return redirect(f"{_address_of(request, position)}#answer")


def _forbidden(position: SetPosition, reader: User) -> str:
    """Why nothing is said of this position to this reader; empty where something may be."""
    if running_game_like(reader.pk, position.key, position.board) is None:
        return ""
    return _("That is the board of a game of yours that still runs, or much like it.")


@require_POST
@limited("computer")
@_for_members
@_with_form
@tells_denied
def play(request: HttpRequest, position: SetPosition, reader: User) -> HttpResponse:
    """Play on from the position against computers, on the seat to move."""
    if problem := _forbidden(position, reader):
        return _refused(request, position, reader, problem, 403)
    game = computer_games.play_position(
        position.state,
        options=format_options(own_options(position.key), position.options),
        user=reader,
        computer=request.POST.get("computer", ""),
        now=site_time.now(),
    )
    return redirect("games:table", game.id)


# --- from a game ---


@require_safe
@game_or_404
def of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Lead to a position of a finished game, as who was to move saw it: after `?ply=` moves."""
    if not history.has_ended(game_id):
        return error_response(request, 409, _("This game is not over yet."), code="running")
    ply = requested_ply(request) if "ply" in request.GET else 0
    if ply is None or not history.has_ply(game_id, ply):
        return move_not_found(request)
    found = analysis_pages.position_in(game_id, ply)
    if found is None:
        return error_response(
            request, 409, _("Nobody is to move there, or it is not known who held which tiles.")
        )
    return redirect(analysis_pages.address_of(found))
