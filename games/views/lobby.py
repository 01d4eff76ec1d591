"""The lobby: what is open to anyone, and a game at one press."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import sign_in_guest
from accounts.limits import limited
from accounts.readers import current_user
from accounts.relations import apart_from
from accounts.responses import error_response
from games.forms.base import game_choices
from games.forms.lobby import LobbyForm
from games.models import USUAL_TIME, Invitation
from games.presentation.models.lobby import QuickButton
from games.rules import GAMES
from games.selectors import lobby as offers
from games.services.errors import NotAllowed
from games.services.quick_pairing import TIMES, press_quick
from games.services.seeks import play_computer_instead
from games.store import site_time
from games.views.guest_offers import refused, seat_with_anyone
from games.views.lookups import invitation_or_404


def quick_buttons() -> list[QuickButton]:
    """The live times of which each has a button."""
    return [QuickButton(time) for time in TIMES]


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Offers to anyone that are open now, as far as they are asked for."""
    reader, form = current_user(request), LobbyForm(request.GET)
    is_asked = form.is_valid()
    is_registered = reader is not None and not reader.is_guest
    everything = offers.lobby(site_time.now(), is_registered=is_registered)
    found = everything.without(apart_from(reader.pk)) if reader is not None else everything
    left_out = {row.id for row in found.rows.values() if not form.asks_for(row)}
    context = {
        "form": form,
        "lobby": found,
        "left_out": left_out,
        "some_seeks": any(row.id not in left_out for row in found.seeks),
        "some_offers": any(row.id not in left_out for row in found.offers),
        "games": game_choices(),
        "buttons": [*quick_buttons(), QuickButton(USUAL_TIME)],
    }
    return render(request, "games/lobby/page.html", context, status=200 if is_asked else 422)


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """A seat at a game and a time; a button of the first page names the time in the address.

    One in the row of somebody's seek names that as well.
    """
    key = request.POST.get("key", "")
    time = request.POST.get("time", request.GET.get("time", ""))
    if key not in GAMES or time not in (*TIMES, USUAL_TIME):
        wrong = _("There is no such game or no such time. Choose one in the lobby.")
        return error_response(request, 422, wrong)
    action = "invitation" if time == USUAL_TIME else "quick"
    return limited(action)(_seat_quickly)(request, key, time)


@limited("guest", newcomers_only=True)
def _seat_quickly(request: HttpRequest, key: str, time: str) -> HttpResponse:
    try:
        found = _seat(request, key, time)
    except NotAllowed as denied:
        return refused(request, denied)
    if found.game_id is None:
        return redirect("games:invitation", found.id)
    return redirect("games:table", found.game_id)


def _seat(request: HttpRequest, key: str, time: str) -> Invitation:
    if time == USUAL_TIME:
        return seat_with_anyone(request, key)
    user, wanted = sign_in_guest(request), request.GET.get("seek", "")
    return press_quick(key=key, time=time, user=user, now=site_time.now(), wanted=wanted)


@require_POST
@limited("computer")
@invitation_or_404
def computer_instead(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Seek no longer, and play a computer; or whom one has met meanwhile."""
    user = current_user(request)
    if user is None:
        raise Http404
    game = play_computer_instead(invitation_id=invitation_id, user=user, now=site_time.now())
    return redirect("games:table", game.id)
