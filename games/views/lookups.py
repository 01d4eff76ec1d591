"""What a request asks for: games and invitations that this reader may see, and whole numbers."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts import bell
from accounts.responses import error_response
from games.models import Game, Invitation
from games.presentation import sentences
from games.selectors import private_games
from games.selectors.private_games import Glance
from games.services.deadlines import flag_fallen
from games.services.errors import NotAllowed
from games.store import site_time

HIDDEN_CHATS = "hidden-chats"  # a cookie: the names of games, the latest last
MOST_HIDDEN = 40  # of them
HIDDEN_FOR = 60 * 60 * 24 * 120  # seconds; lines are not kept for longer
LONGEST_TEXT = 2000  # characters; what is longer is no move and is not even shown again

View = Callable[..., HttpResponse]


def game_or_404(view: View) -> View:
    """404 for a game that is not there, or not for this reader; its deadline is settled first."""

    @seen_or_404
    @wraps(view)
    def checked(request: HttpRequest, seen: Glance, **kwargs: Any) -> HttpResponse:
        return view(request, seen.game_id, **kwargs)

    return checked


def seen_or_404(view: View) -> View:
    """The same, and the view is told how far the game is, and where the reader sits: `seen`."""

    @wraps(view)
    def checked(request: HttpRequest, game_id: str, **kwargs: Any) -> HttpResponse:
        now = site_time.now()
        try:
            seen = private_games.glance(game_id, request.user)
            if seen.is_overdue(now):
                flag_fallen(game_id=game_id, now=now)
                seen = private_games.glance(game_id, request.user)
            response = view(request, seen, **kwargs)
        except Game.DoesNotExist:
            raise Http404 from None
        return _unkept(response) if seen.is_private else response

    return checked


def players_game_or_404(view: View) -> View:
    """404 for a game that is not there, or not for this reader, where the view itself finds that.

    The view settles the deadline as well: nothing is asked before it.
    """

    @wraps(view)
    def checked(request: HttpRequest, game_id: str) -> HttpResponse:
        try:
            return _unkept(view(request, game_id))
        except Game.DoesNotExist:
            raise Http404 from None

    return checked


def _unkept(response: HttpResponse) -> HttpResponse:
    """An answer that nobody on the way may keep."""
    response["Cache-Control"] = "private, no-store"
    return response


def invitation_or_404(view: View) -> View:
    """404 for an invitation that is not there; one sentence for one that is not open to you."""

    @tells_denied
    @wraps(view)
    def checked(request: HttpRequest, invitation_id: str, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, invitation_id, **kwargs)
        except Invitation.DoesNotExist:
            raise Http404 from None

    return checked


def look_at_notices(request: HttpRequest, seen: Glance) -> None:
    """Who opens the page of a game of their own has read what they were told about it."""
    if seen.seat is not None:
        bell.look_at(request, site_time.now(), game_id=seen.game_id)


def parse_whole_number(text: str) -> int:
    """A number from a form; 0, which is no ply, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def requested_ply(request: HttpRequest) -> int | None:
    """The number in `?ply=`; None if it is none."""
    wanted = request.GET["ply"]
    return int(wanted) if wanted == "0" or parse_whole_number(wanted) else None


def move_not_found(request: HttpRequest) -> HttpResponse:
    """The answer where a game is not that long."""
    return error_response(request, 404, _("The game has no such move."))


def hides_chat(request: HttpRequest, game_id: str) -> bool:
    """Whether this browser hides the chat of this table."""
    return game_id in request.COOKIES.get(HIDDEN_CHATS, "").split(".")


def remember_hidden_chat(
    request: HttpRequest, response: HttpResponse, game_id: str, *, is_hidden: bool
) -> None:
    """Let this browser hide the chat of this table from now on, or show it again."""
    others = [name for name in request.COOKIES.get(HIDDEN_CHATS, "").split(".") if name]
    names = [name for name in others if name != game_id and name.isascii() and name.isalnum()]
    kept = (names + [game_id] * is_hidden)[-MOST_HIDDEN:]
    keep_in_browser(request, response, HIDDEN_CHATS, ".".join(kept), seconds=HIDDEN_FOR)


def keep_in_browser(
    request: HttpRequest, response: HttpResponse, name: str, value: str, *, seconds: int
) -> None:
    """Let the browser keep this in a cookie: of strangers the site itself keeps nothing."""
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        samesite="Lax",
        secure=request.is_secure(),
        httponly=True,
    )


def tells_denied(view: View) -> View:
    """What is not allowed is answered in its own words, with its status."""

    @wraps(view)
    def told(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotAllowed as denied:
            return error_response(request, denied.status, sentences.sentence(denied.message))

    return told
