"""Invitations: offered, looked at, answered."""

from functools import partial

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import bell, guests
from accounts.guests import sign_in_guest
from accounts.limits import consume, limited, too_often
from accounts.models import User
from accounts.names import GUEST_PREFIX
from accounts.readers import current_user
from accounts.responses import error_response, wants_json
from games.forms.base import game_choices, game_key, initial_values
from games.forms.invitation import InvitationForm
from games.models import Game, Invitation
from games.presentation import link_codes
from games.rules import GAMES
from games.rules.messages import Json
from games.selectors import invitations
from games.services.errors import NotAllowed
from games.services.invitations import (
    accept_invitation,
    cancel_invitation,
    create_invitation,
    decline_invitation,
    lock_who_meet,
    require_open_to_newcomers,
)
from games.services.open_offers import NOT_OPEN
from games.services.seeks import waiting_for
from games.store import site_time
from games.store.transactions import writing
from games.views.guest_offers import offer_to_anyone, refused, seat_with_anyone
from games.views.lookups import LONGEST_TEXT, invitation_or_404

LAST_INVITATION = "last_invitation"  # in the session: what the form was filled in with


@require_http_methods(["GET", "HEAD", "POST"])
def new_invitation(request: HttpRequest) -> HttpResponse:
    """Choose the settings of a game and who is invited; a guest is made of a newcomer."""
    reader = current_user(request)
    if request.method != "POST":
        game, values = _first_values(request)
        form = InvitationForm(person=reader, game=game, initial=values)
        return render(request, "games/invitation/new.html", {"form": form})
    form = InvitationForm(request.POST, game=game_key(request.POST.get("key")), person=reader)
    if not form.is_valid():
        return render(request, "games/invitation/new.html", {"form": form}, status=422)
    return _create_invitation(request, form)


def _first_values(request: HttpRequest) -> tuple[str, Json]:
    """The game of the new form and its values: as the address wishes, else as chosen last."""
    last = request.session.get(LAST_INVITATION, {})
    game = game_key(request.GET.get("key"), last.get("key"))
    wanted = {name: request.GET[name] for name in ("to", "name") if name in request.GET}
    return game, {"to": "link", **initial_values(last, game), **wanted}


@limited("guest", newcomers_only=True)
@limited("invitation")
def _create_invitation(request: HttpRequest, form: InvitationForm) -> HttpResponse:
    try:
        created = _offer(request, form)
    except NotAllowed as denied:
        return refused(request, denied)
    request.session[LAST_INVITATION] = form.to_remember()
    return redirect("games:invitation", created.id)


def _offer(request: HttpRequest, form: InvitationForm) -> Invitation:
    chosen = form.cleaned_data
    if chosen["to"] == "anyone" and not chosen["invitees"]:
        return offer_to_anyone(request, form.settings())
    return create_invitation(
        form.settings(),
        inviter=sign_in_guest(request),
        now=site_time.now(),
        invitees=chosen["invitees"],
        is_listed=chosen["to"] == "anyone",
    )


@require_http_methods(["GET", "HEAD", "POST"])
def play_anyone(request: HttpRequest) -> HttpResponse:
    """Which game, and then a seat at it; a newcomer plays as a guest."""
    context = {"games": game_choices()}
    if request.method != "POST":
        return render(request, "games/invitation/anyone.html", context)
    if request.POST.get("key") not in GAMES:
        return render(
            request, "games/invitation/anyone.html", context | {"is_wrong": True}, status=422
        )
    return _seat_with_anyone(request)


@limited("guest", newcomers_only=True)
@limited("invitation")
def _seat_with_anyone(request: HttpRequest) -> HttpResponse:
    try:
        found = seat_with_anyone(request, request.POST["key"])
    except NotAllowed as denied:
        return refused(request, denied)
    if found.game_id is None:
        return redirect("games:invitation", found.id)
    return redirect("games:table", found.game_id)


@require_safe
@invitation_or_404
def invitation(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Every setting of the game, before anybody accepts it.

    To look at one's own seek, or at one's seat in another, keeps it. A page that comes when the
    game has just begun goes on to it, as its clocks run; and so does one that waits without script.
    """
    bell.look_at(request, site_time.now(), invitation_id=invitation_id)
    return _page(request, invitation_id)


def _page(
    request: HttpRequest, invitation_id: str, refusal: str = "", typed: str = ""
) -> HttpResponse:
    """The page of an invitation; with the name that was typed if that was refused."""
    reader, now = current_user(request), site_time.now()
    instead = waiting_for(invitation_id, reader, now) if reader is not None else None
    shown = invitations.invitation(invitation_id, request.user, now)
    if shown.is_kept_from_you:
        raise NotAllowed(403, NOT_OPEN)
    if shown.game_id and ("waits" in request.GET or invitations.has_just_begun(shown, now)):
        return redirect("games:table", shown.game_id)
    link = request.build_absolute_uri(reverse("games:invitation", args=[invitation_id]))
    context = {
        "invitation": shown,
        "instead": instead,
        "link": link,
        "code": partial(link_codes.link_code, link),
        "refusal": refusal,
        "typed": typed[:LONGEST_TEXT],
    }
    status = 422 if refusal else 200
    return render(request, "games/invitation/page.html", context, status=status)


@require_POST
@limited("guest", newcomers_only=True)
@invitation_or_404
def accept(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Sit down, and play when all sit; a visitor without an account plays as a guest.

    The guest may choose a name.
    """
    name, reader = request.POST.get("guest_name", "").strip(), guests.known_reader(request)
    if reader is not None and (not reader.is_guest or reader.username == GUEST_PREFIX + name):
        name = ""
    if name and reader is not None and not consume(request, "guest_name"):
        return too_often(request, "guest_name")
    try:
        game = _sit_down(request, reader, invitation_id, name)
    except ValidationError as refused:
        return _name_refused(request, invitation_id, refused.messages[0], name)
    if game is None:
        return redirect("games:invitation", invitation_id)
    return redirect("games:table", game.id)


def _name_refused(
    request: HttpRequest, invitation_id: str, sentence: str, name: str
) -> HttpResponse:
    """Nothing was done: the name stands where it was typed, with what is wrong with it."""
    if wants_json(request):
        return error_response(request, 422, sentence)
    return _page(request, invitation_id, sentence, name)


def _sit_down(
    request: HttpRequest, reader: User | None, invitation_id: str, name: str
) -> Game | None:
    """The game, if it has started. Raises ValidationError for a name that cannot be had."""
    now = site_time.now()
    if reader is None:
        try:
            require_open_to_newcomers(invitation_id=invitation_id, now=now)
        except NotAllowed:
            if guests.known_reader(request) is None:  # who may have sat down meanwhile
                raise
        user = sign_in_guest(request, name)
        return accept_invitation(invitation_id=invitation_id, user=user, now=now)
    with writing():
        lock_who_meet(invitation_id=invitation_id, user=reader)
        if name:
            guests.rename_guest(guest=reader, chosen=name, now=now)
        return accept_invitation(invitation_id=invitation_id, user=reader, now=now)


@require_POST
@invitation_or_404
def decline(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Say no, or give back the seat that was taken."""
    declined = decline_invitation(
        invitation_id=invitation_id, user=current_user(request), now=site_time.now()
    )
    return _back(declined)


@require_POST
@invitation_or_404
def cancel(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Take the invitation back."""
    cancelled = cancel_invitation(
        invitation_id=invitation_id, user=current_user(request), now=site_time.now()
    )
    return _back(cancelled)


def _back(invitation: Invitation) -> HttpResponse:
    """To the table whose rematch was offered, or where it was listed, else to the first page."""
    if invitation.is_seek:
        return redirect("games:lobby")
    if invitation.rematch_of_id is not None:
        return redirect("games:table", invitation.rematch_of_id)
    return redirect("home")
