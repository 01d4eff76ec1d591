"""Offers to anyone: those of guests are counted by network, as games.selectors.lobby says why.

A class that plays itself is not stopped by that: a press finds a seat that is open, and what is
sent as a link is not counted.
"""

from django.http import HttpRequest, HttpResponse

from accounts.guests import sign_in_guest
from accounts.limits import count_guests, longest_wait
from accounts.responses import error_response
from games.models import GameSettings, Invitation
from games.presentation import sentences
from games.rules import clock
from games.services.errors import NotAllowed
from games.services.invitations import create_invitation
from games.services.play_anyone import play_anyone, refuse_offer
from games.store import site_time

_LIMIT = "guest_offer"


def seat_with_anyone(request: HttpRequest, key: str) -> Invitation:
    """Where the reader sits now; a seat is found also where no more may be offered.

    Raises NotAllowed.
    """
    usage, now, found = count_guests(request, _LIMIT), site_time.now(), None
    try:
        user = sign_in_guest(request)
        found = play_anyone(key=key, user=user, now=now, may_offer=usage is not None)
    finally:
        is_offered = found and found.inviter_id == user.pk and found.created_at == now
        if usage is not None and not is_offered:
            usage.rollback()
    return found


def offer_to_anyone(request: HttpRequest, settings: GameSettings) -> Invitation:
    """An offer of the reader; a live one lasts as long as its page and is not counted.

    Raises NotAllowed.
    """
    is_counted = not clock.parse(settings.time_control).is_live
    usage = count_guests(request, _LIMIT) if is_counted else None
    if is_counted and usage is None:
        refuse_offer()
    try:
        user, now = sign_in_guest(request), site_time.now()
        return create_invitation(settings, inviter=user, now=now, is_listed=True)
    except NotAllowed:
        if usage is not None:
            usage.rollback()
        raise


def refused(request: HttpRequest, denied: NotAllowed) -> HttpResponse:
    """Why somebody does not sit down, and where that is a limit when it ends."""
    wait = {"Retry-After": str(longest_wait(_LIMIT))} if denied.status == 429 else None
    sentence = sentences.sentence(denied.message)
    return error_response(request, denied.status, sentence, headers=wait)
