"""Invitations: offered, looked at, answered."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.answers import problem
from accounts.limits import limited
from accounts.views import sign_in_guest
from games import clocks, selectors, services, words
from games.forms import InvitationForm, game_key, remembered
from games.models import Invitation
from games.services import Denied
from games.views.asked import known_invitation, signed_in

LAST_INVITATION = "last_invitation"  # in the session: what the form was filled in with


@require_http_methods(["GET", "HEAD", "POST"])
def new_invitation(request: HttpRequest) -> HttpResponse:
    """Choose the settings of a game and who is invited; a guest is made of a newcomer."""
    reader = signed_in(request)
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
        now=clocks.now(),
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
    shown = selectors.invitation(invitation_id, request.user, clocks.now())
    link = request.build_absolute_uri(reverse("games:invitation", args=[invitation_id]))
    return render(request, "games/invitation.html", {"invitation": shown, "link": link})


@require_POST
@limited("guest", newcomers_only=True)
@known_invitation
def accept(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Sit down, and play when all sit; whoever has no account plays as a guest."""
    now = clocks.now()
    if signed_in(request) is None:
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
        invitation_id=invitation_id, user=signed_in(request), now=clocks.now()
    )
    return redirect("home")


@require_POST
@known_invitation
def cancel(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Take the invitation back."""
    services.cancel_invitation(
        invitation_id=invitation_id, user=signed_in(request), now=clocks.now()
    )
    return redirect("home")
