"""Who played as a guest and signs in is asked whether the guest's games come along."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts import remembered, signups
from accounts import services as people
from accounts.models import User
from games.selectors import guests
from games.services.departures import leave_games
from games.services.guest_games import take_seats
from games.store import site_time
from games.store.transactions import writing
from ratings import services as ratings


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_along(request: HttpRequest) -> HttpResponse:
    """What the guest has, and the choice; taken along or left, it is not asked again."""
    guest, user = remembered.guest_before(request), request.user
    wanted = _page_wanted(request)
    if guest is None or not isinstance(user, User) or user.is_guest:
        return redirect(wanted)
    if request.method == "POST":
        remembered.forget_guest(request)
        if "take" in request.POST:
            messages.success(request, _said(take(guest, user, site_time.now())))
        return redirect(wanted)
    owned = guests.seats_counted(guest.pk, user.pk, site_time.now())
    if not any(owned.values()):
        remembered.forget_guest(request)
        return redirect(wanted)
    context = {"guest": guest.username, "owned": owned, "next": wanted}
    return render(request, "people/take_along.html", context)


def _said(taken: int) -> str:
    said = ngettext(
        "%(count)s game of the guest is yours now.",
        "%(count)s games of the guest are yours now.",
        taken,
    )
    return said % {"count": taken}


def _page_wanted(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if wanted.startswith("/") and is_ours else reverse("home")


def take(guest: User, user: User, now: datetime) -> int:
    """Move all that the guest has into the account, and end the guest; how many games came along.

    Whoever is gone meanwhile keeps and gets nothing. At a table of both the guest resigns: that
    is done afterwards, because it locks games and standings of other people.
    """
    with writing():
        found = {person.pk: person for person in people.locked_people([guest.pk, user.pk])}
        if len(found) < 2 or not found[guest.pk].is_guest or found[user.pk].is_guest:
            return 0
        taken = take_seats(guest=found[guest.pk], user=found[user.pk])
        ratings.forget_person(guest.pk)
        signups.forget(found[guest.pk])
        people.forget_person(found[guest.pk], now)
        people.tell_names_changed(user.pk)
    leave_games(user=guest, now=now)
    return len(taken)
