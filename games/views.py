"""Tables, moves, invitations and rules: one short function an address."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    conditional_page,
    require_http_methods,
    require_POST,
    require_safe,
)

from accounts.answers import problem, wants_json
from accounts.limits import limited
from accounts.models import User
from accounts.views import sign_in_guest
from games import (
    fragments,
    opponents,
    pictures,
    retries,
    rules_pages,
    selectors,
    services,
    thinking,
    verdicts,
    words,
)
from games.archive import ArchiveForm, Place, found_games
from games.forms import ComputerForm, InvitationForm, game_key, remembered
from games.models import Game, Invitation
from games.rules import GAMES
from games.rules.base import Refusal
from games.services import Denied

CONFLICTS = frozenset({"not-your-turn", "game-over", "stale"})
LONGEST_TEXT = 2000  # characters; what is longer is no move and is not even shown again

PICTURES_KEPT = "public, max-age=600"  # names beside a board may change

LAST_INVITATION = "last_invitation"  # in the session: what the form was filled in with
LAST_COMPUTER_GAME = "last_computer_game"

View = Callable[..., HttpResponse]


def known_game(view: View) -> View:
    """404 for a game that is not there; whoever touches a game settles its deadline first."""

    @wraps(view)
    def checked(request: HttpRequest, game_id: str, **kwargs: Any) -> HttpResponse:
        now = timezone.now()
        if selectors.is_overdue(game_id, now):
            services.flag_fallen(game_id=game_id, now=now)
        try:
            return view(request, game_id, **kwargs)
        except Game.DoesNotExist:
            raise Http404 from None

    return checked


def known_invitation(view: View) -> View:
    """404 for an invitation that is not there; one sentence for one that is not open to you."""

    @wraps(view)
    def checked(request: HttpRequest, invitation_id: str, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, invitation_id, **kwargs)
        except Invitation.DoesNotExist:
            raise Http404 from None
        except Denied as denied:
            return problem(request, denied.status, words.sentence(denied.message))

    return checked


# --- the table ---


@require_safe
@known_game
def table(request: HttpRequest, game_id: str) -> HttpResponse:
    """The table, for players and for everybody who watches; `?ply=` is an earlier position."""
    if "ply" not in request.GET:
        return _table_page(request, game_id)
    shown = _earlier_table(request, game_id)
    if shown is None:
        return _no_such_move(request)
    return render(request, "games/table.html", {"table": shown})


def _earlier_table(request: HttpRequest, game_id: str) -> selectors.Shown | None:
    """The position that `?ply=` asks for, if the game has it."""
    ply = _ply_asked(request)
    if ply is None:
        return None
    seat, show = selectors.seat_of(game_id, request.user), request.GET.get("show", "")
    return selectors.earlier_table(game_id, seat, ply, _whole_number(show))


def _no_such_move(request: HttpRequest) -> HttpResponse:
    return problem(request, 404, _("The game has no such move."))


def _ply_asked(request: HttpRequest) -> int | None:
    """The number in `?ply=`; None if it is none."""
    wanted = request.GET["ply"]
    return int(wanted) if wanted == "0" or _whole_number(wanted) else None


def _table_page(
    request: HttpRequest, game_id: str, status: int = 200, refusal: str = "", typed: str = ""
) -> HttpResponse:
    shown = selectors.table(game_id, selectors.seat_of(game_id, request.user))
    context: dict[str, Any] = {"table": shown, "refusal": refusal, "typed": typed[:LONGEST_TEXT]}
    if shown["is_over"] and shown["hand"]:
        context["offer"] = selectors.rematch_offered(game_id, request.user, timezone.now())
    return render(request, "games/table.html", context, status=status)


@require_safe
@known_game
def live(request: HttpRequest, game_id: str) -> HttpResponse:
    """The zones of the table for a page that lost the thread, or of an earlier position."""
    if "ply" in request.GET:
        shown = _earlier_table(request, game_id)
        if shown is None:
            return _no_such_move(request)
        return HttpResponse(fragments.earlier_fragment(shown))
    version = selectors.current_version(game_id)
    if version is None:
        raise Game.DoesNotExist
    ply, offers = version
    seat = selectors.seat_of(game_id, request.user)
    zones = fragments.live_fragment(game_id, ply, seat, "whole", offers=offers)
    review = {"id": game_id, "review": selectors.review_progress(game_id), "lesson": None}
    return HttpResponse(zones + fragments.review_fragment(review))


@require_safe
@known_game
def text(request: HttpRequest, game_id: str) -> HttpResponse:
    """The position and the game so far as plain text, to be copied; `?ply=` as for the table."""
    if "ply" in request.GET and _ply_asked(request) is None:
        return _no_such_move(request)
    ply = _ply_asked(request) if "ply" in request.GET else None
    written = selectors.position_text(game_id, ply)
    if written is None:
        return _no_such_move(request)
    return HttpResponse(written, content_type="text/plain; charset=utf-8")


@conditional_page
@require_safe
@limited("picture")
@known_game
def picture(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The board after so many moves as a picture, which other sites show beside a link."""
    version = selectors.current_version(game_id)
    if version is None:
        raise Game.DoesNotExist
    if ply > version[0]:
        return _no_such_move(request)
    return HttpResponse(
        pictures.of_game(game_id, ply),
        content_type="image/png",
        headers={"Cache-Control": PICTURES_KEPT},
    )


@require_POST
@limited("move")
@known_game
def move(request: HttpRequest, game_id: str) -> HttpResponse:
    """Make the move that was posted: one line of notation, for one ply."""
    text = request.POST.get("text", "")
    try:
        played = services.play_move(
            game_id=game_id,
            user=_reader(request),
            ply=_whole_number(request.POST.get("ply", "")),
            text=text,
            now=timezone.now(),
        )
    except Denied as denied:
        return problem(request, denied.status, words.sentence(denied.message))
    except Refusal as refusal:
        return _refused(request, game_id, refusal, text)
    if wants_json(request):
        answer = {"ok": True, "ply": played.ply, "move": played.text, "points": played.points}
        return JsonResponse(answer)
    if request.headers.get("HX-Request"):
        return HttpResponse(fragments.live_fragment(game_id, played.ply, played.seat, "change"))
    return redirect("games:table", game_id)


@require_POST
@limited("move")
@known_game
def draw(request: HttpRequest, game_id: str) -> HttpResponse:
    """Offer a draw in the position that was looked at; refusing one is moving on."""
    try:
        player = services.offer_draw(
            game_id=game_id,
            user=_reader(request),
            ply=_whole_number(request.POST.get("ply", "")),
            now=timezone.now(),
        )
    except Denied as denied:
        return problem(request, denied.status, words.sentence(denied.message))
    except Refusal as refusal:
        return _refused(request, game_id, refusal, "")
    game, is_agreed = player.game, player.game.ended_at is not None
    if wants_json(request):
        return JsonResponse({"ok": True, "ply": game.ply, "agreed": is_agreed})
    if request.headers.get("HX-Request"):
        extent: fragments.Extent = "change" if is_agreed else "offer"
        offers = len(selectors.offers(game))
        zones = fragments.live_fragment(game_id, game.ply, player.seat, extent, offers=offers)
        return HttpResponse(zones)
    return redirect("games:table", game_id)


@require_POST
@limited("hint")
@known_game
def hint(request: HttpRequest, game_id: str) -> HttpResponse:
    """Tell one step more about the best play, in a game against computers."""
    try:
        services.take_hint(
            game_id=game_id,
            user=_reader(request),
            ply=_whole_number(request.POST.get("ply", "")),
            seek=thinking.best_play,
        )
    except Denied as denied:
        return problem(request, denied.status, words.sentence(denied.message))
    except Refusal as refusal:
        return _refused(request, game_id, refusal, "")
    except thinking.Unanswered:
        return problem(request, 503, _("No hint came in time. Ask again."))
    shown = selectors.table(game_id, selectors.seat_of(game_id, request.user))
    if wants_json(request):
        return JsonResponse(shown["hint"])
    if request.headers.get("HX-Request"):
        return render(request, "games/_hint.html", {"table": shown})
    return redirect("games:table", game_id)


def _reader(request: HttpRequest) -> User | None:
    """Who asks, if it is anybody we know."""
    return request.user if isinstance(request.user, User) else None


def _whole_number(text: str) -> int:
    """A number from a form; 0, which is no ply, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _refused(request: HttpRequest, game_id: str, refusal: Refusal, text: str) -> HttpResponse:
    """A refused move changes nothing and keeps what was typed."""
    status = 409 if refusal.code in CONFLICTS else 422
    sentence = words.sentence(refusal.message)
    if wants_json(request):
        return problem(request, status, sentence, code=refusal.code)
    if request.headers.get("HX-Request"):
        context = {"verdict": verdicts.refused(type(selectors.position(game_id)), refusal)}
        return render(request, "games/_verdict.html", context, status=status)
    return _table_page(request, game_id, status, sentence, text)


@require_POST
@limited("preview")
@known_game
def check(request: HttpRequest, game_id: str) -> HttpResponse:
    """What the drafted move would earn, or why it would be refused; it is not made."""
    seat = selectors.seat_of(game_id, request.user)
    if seat is None:
        return problem(request, 403, _("Only the players of a game can try moves in it."))
    verdict = verdicts.of_draft(selectors.position(game_id), seat, request.POST.get("text", ""))
    if wants_json(request):
        return JsonResponse(verdict)
    return render(request, "games/_verdict.html", {"verdict": verdict})


@require_safe
@known_game
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record of a finished game as a file."""
    url = request.build_absolute_uri(reverse("games:table", args=[game_id]))
    text = selectors.record(game_id, url)
    if text is None and selectors.began_elsewhere(game_id):
        sentence = _("A game that began from a position of another one has no record.")
        return problem(request, 409, sentence)
    if text is None:
        return problem(request, 409, _("The record can be had when the game is over."))
    headers = {"Content-Disposition": f'attachment; filename="{game_id}.game"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@require_POST
@limited("invitation")
@known_game
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Invite the others of a finished game to another one like it; computers play at once."""
    user, now = _reader(request), timezone.now()
    try:
        game = services.play_computers_again(game_id=game_id, user=user, now=now)
        if game is not None:
            return redirect("games:table", game.id)
        offered = services.offer_rematch(game_id=game_id, user=user, now=now)
    except Denied as denied:
        return problem(request, denied.status, words.sentence(denied.message))
    return redirect("games:invitation", offered.id)


@require_safe
@known_game
def next_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """To the next of one's own games in which it is one's turn, if there is another."""
    found = selectors.next_on_turn(request.user, game_id)
    if wants_json(request):
        return JsonResponse({"url": reverse("games:table", args=[found]) if found else None})
    if found is None:
        messages.info(request, _("No other game waits for you."))
    return redirect("games:table", found or game_id)


# --- what was missed ---


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
        services.ask_for_review(game_id=game_id, now=timezone.now())
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
            ply=_whole_number(request.POST.get("from", "")),
            user=sign_in_guest(request),
            computer=request.POST.get("computer", ""),
            now=timezone.now(),
        )
    except ValueError:
        return problem(request, 422, _("There is no such computer. Choose one of the list."))
    except Denied as denied:
        return problem(request, denied.status, words.sentence(denied.message))
    return redirect("games:table", game.id)


@require_safe
def misses(request: HttpRequest) -> HttpResponse:
    """One's own misses of the last games, to be tried again."""
    reader = _reader(request)
    found = selectors.misses_of(reader.pk) if reader is not None else []
    return render(request, "games/misses.html", {"misses": found})


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Running games to watch, and the last ones that ended."""
    context = {"running": selectors.running_games(40), "ended": selectors.finished_games(20)}
    return render(request, "games/watch.html", context)


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Finished games, searched and paged."""
    form = ArchiveForm(request.GET)
    try:
        after = Place.read(request.GET.get("after", ""))
    except ValueError:
        return problem(request, 422, _("There is no such page of the archive."))
    if not form.is_valid():
        return render(request, "games/archive.html", {"form": form}, status=422)
    asked = {name: value for name, value in request.GET.items() if name in form.fields and value}
    context = {
        "form": form,
        "found": found_games(form.cleaned_data, after),
        "query": urlencode(asked),
    }
    return render(request, "games/archive.html", context)


# --- against the computer ---


@require_http_methods(["GET", "HEAD", "POST"])
def computer(request: HttpRequest) -> HttpResponse:
    """Choose a game and the computers to play against, and play; a newcomer plays as a guest."""
    reader = _reader(request)
    if request.method != "POST":
        form = ComputerForm(person=reader, **_computers_first_shown(request))
        return render(request, "games/computer.html", {"form": form})
    form = ComputerForm(request.POST, game=game_key(request.POST.get("key")), person=reader)
    if not form.is_valid():
        return render(request, "games/computer.html", {"form": form}, status=422)
    return _start_against_computers(request, form)


def _computers_first_shown(request: HttpRequest) -> dict[str, Any]:
    """The game of the form and its values: as the address wishes, else as chosen last."""
    last = request.session.get(LAST_COMPUTER_GAME, {})
    game = game_key(request.GET.get("key"), last.get("key"))
    values = {"computers": [opponents.USUAL]} | remembered(last, game)
    if request.GET.get("computer") in opponents.OPPONENTS:
        values["computers"] = [request.GET["computer"]]
    return {"game": game, "initial": values}


@limited("guest", newcomers_only=True)
@limited("computer")
def _start_against_computers(request: HttpRequest, form: ComputerForm) -> HttpResponse:
    chosen = form.cleaned_data
    try:
        game = services.start_against_computers(
            key=chosen["key"],
            user=sign_in_guest(request),
            computers=chosen["computers"],
            now=timezone.now(),
            options=chosen["options"],
            rated=chosen["rated"],
        )
    except Denied as denied:
        return problem(request, denied.status, words.sentence(denied.message))
    request.session[LAST_COMPUTER_GAME] = form.to_remember()
    return redirect("games:table", game.id)


# --- invitations ---


@require_http_methods(["GET", "HEAD", "POST"])
def new_invitation(request: HttpRequest) -> HttpResponse:
    """Choose the settings of a game and who is invited; a guest is made of a newcomer."""
    reader = _reader(request)
    if request.method != "POST":
        form = InvitationForm(person=reader, **_first_shown(request))
        return render(request, "games/new_invitation.html", {"form": form})
    form = InvitationForm(request.POST, game=game_key(request.POST.get("key")), person=reader)
    if not form.is_valid():
        return render(request, "games/new_invitation.html", {"form": form}, status=422)
    return _create_invitation(request, form)


def _first_shown(request: HttpRequest) -> dict[str, Any]:
    """The game of the new form and its values: as the address wishes, else as chosen last."""
    last = request.session.get(LAST_INVITATION, {})
    game = game_key(request.GET.get("key"), last.get("key"))
    wanted = {name: request.GET[name] for name in ("to", "name") if name in request.GET}
    return {"game": game, "initial": {"to": "link"} | remembered(last, game) | wanted}


@limited("guest", newcomers_only=True)
@limited("invitation")
def _create_invitation(request: HttpRequest, form: InvitationForm) -> HttpResponse:
    try:
        created = _offer(request, form.cleaned_data)
    except Denied as denied:
        return problem(request, denied.status, words.sentence(denied.message))
    request.session[LAST_INVITATION] = form.to_remember()
    return redirect("games:invitation", created.id)


def _offer(request: HttpRequest, chosen: dict[str, Any]) -> Invitation:
    return services.create_invitation(
        key=chosen["key"],
        inviter=sign_in_guest(request),
        now=timezone.now(),
        options=chosen["options"],
        invitees=chosen["invitees"],
        is_listed=chosen["to"] == "anyone",
        rated=chosen["rated"],
        days_per_move=chosen["days_per_move"],
    )


@require_safe
@known_invitation
def invitation(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Every setting of the game, before anybody accepts it."""
    shown = selectors.invitation(invitation_id, request.user, timezone.now())
    link = request.build_absolute_uri(reverse("games:invitation", args=[invitation_id]))
    return render(request, "games/invitation.html", {"invitation": shown, "link": link})


@require_POST
@limited("guest", newcomers_only=True)
@known_invitation
def accept(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Sit down, and play when all sit; whoever has no account plays as a guest."""
    now = timezone.now()
    if _reader(request) is None:
        services.require_open_to_newcomers(invitation_id=invitation_id, now=now)
    user = sign_in_guest(request)
    game = services.accept_invitation(invitation_id=invitation_id, user=user, now=now)
    if game is None:
        return redirect("games:invitation", invitation_id)
    return redirect("games:table", game.id)


@require_POST
@known_invitation
def decline(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Say no, or give back the seat that was taken."""
    services.decline_invitation(
        invitation_id=invitation_id, user=_reader(request), now=timezone.now()
    )
    return redirect("home")


@require_POST
@known_invitation
def cancel(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Take the invitation back."""
    services.cancel_invitation(
        invitation_id=invitation_id, user=_reader(request), now=timezone.now()
    )
    return redirect("home")


# --- rules ---


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """The games of the site, each with its board and where to read on."""
    return render(request, "games/all_rules.html", {"games": rules_pages.overview()})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of a game, with boards drawn from the rules' own data; `?text=` tries a move."""
    if key not in GAMES:
        raise Http404
    text = request.GET.get("text", "")[:LONGEST_TEXT]
    return render(request, f"games/{key}/rules.html", {"page": rules_pages.page(key, text)})


@require_safe
def blank_board(request: HttpRequest, key: str) -> HttpResponse:
    """The empty board of a game, to be printed."""
    if key not in GAMES:
        raise Http404
    return render(request, "games/blank_board.html", {"page": rules_pages.blank_board(key)})


@require_POST
@limited("preview")
def try_move(request: HttpRequest, key: str) -> HttpResponse:
    """What the referee says of a move tried on the board of the rules page."""
    if key not in GAMES:
        raise Http404
    verdict = rules_pages.tried(key, request.POST.get("text", ""))
    if wants_json(request):
        return JsonResponse(verdict)
    return render(request, "games/_verdict.html", {"verdict": verdict})
