"""Pages of one account that join several apps: its data, its deletion, the games of a guest."""

from itertools import chain

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import session_memory
from accounts.archives import zip_response
from accounts.deletion import DeletionForm
from accounts.limits import limited, one_at_a_time
from accounts.models import User, users_named
from accounts.readers import signed_in
from accounts.responses import error_response
from accounts.view_lanes import served_in
from games.selectors import exports, guests
from games.store import site_time
from numerica_site import account_services


@require_safe
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Where to take everything along, and where to go for good."""
    return render(request, "people/data.html")


@served_in("archives")
@require_POST
@limited("export")
@one_at_a_time
def export(request: HttpRequest) -> HttpResponseBase:
    """Everything about who asks, as one file; there is no address for anybody else's."""
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("account_data"))
    files = account_services.export_files(request.user, _table_address(request), site_time.now())
    return zip_response(files, f"numerica-{request.user.username}.zip")


@served_in("archives")
@require_safe
@limited("records")
@one_at_a_time
def records(request: HttpRequest, name: str) -> HttpResponseBase:
    """The records of a person's last finished games as one file; as public as the games."""
    person = users_named(name).filter(is_active=True).first()
    if person is None:
        return error_response(request, 404, _("There is nobody of this name."))
    named = {"name": person.username}
    if not person.shows_games and person != request.user:
        return error_response(request, 403, _("%(name)s does not list games for others.") % named)
    files = exports.records_of(person.pk, request.user, _table_address(request))
    first = next(files, None)
    if first is None:
        return error_response(request, 404, _("There is no record of a game of %(name)s.") % named)
    return zip_response(chain([first], files), f"numerica-{person.username}-records.zip")


@served_in("slow")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """What deletion does, and the form for it."""
    if request.method == "POST":
        return _delete(request)
    return _deletion_page(request, DeletionForm(person=signed_in(request)))


@limited("delete_account")
def _delete(request: HttpRequest) -> HttpResponse:
    person = signed_in(request)
    form = DeletionForm(request.POST, person=person)
    if not form.is_valid():
        return _deletion_page(request, form, status=422)
    account_services.delete_account(person, site_time.now())
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for the games, and farewell."))
    return redirect("home")


def _deletion_page(request: HttpRequest, form: forms.Form, status: int = 200) -> HttpResponse:
    context = {"form": form, "running": exports.running_of(signed_in(request).pk)}
    return render(request, "people/delete.html", context, status=status)


def _table_address(request: HttpRequest) -> exports.Address:
    return lambda game_id: request.build_absolute_uri(reverse("games:table", args=[game_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_along(request: HttpRequest) -> HttpResponse:
    """What the guest has, and the choice; taken along or left, it is not asked again."""
    guest, user = session_memory.guest_before(request), request.user
    wanted = _next_page(request)
    if guest is None or not isinstance(user, User) or user.is_guest:
        return redirect(wanted)
    if request.method == "POST":
        session_memory.forget_guest(request)
        if "take" in request.POST:
            _take_along(request, guest, user)
        return redirect(wanted)
    owned = guests.count_seats(guest.pk, user.pk, site_time.now())
    if owned.is_empty:
        session_memory.forget_guest(request)
        return redirect(wanted)
    context = {"guest": guest.username, "owned": owned, "next": wanted}
    return render(request, "people/take_along.html", context)


def _take_along(request: HttpRequest, guest: User, user: User) -> None:
    """Who takes no game, but what was practised, is told of no number of games."""
    taken = account_services.take_along(guest, user, site_time.now())
    if taken:
        messages.success(request, _games_moved_sentence(taken))


def _games_moved_sentence(taken: int) -> str:
    said = ngettext(
        "%(count)s game of the guest is yours now.",
        "%(count)s games of the guest are yours now.",
        taken,
    )
    return said % {"count": taken}


def _next_page(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if wanted.startswith("/") and is_ours else reverse("home")
