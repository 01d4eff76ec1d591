"""What belongs to a person: everything in one archive, and the end of the account."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import services as people
from accounts import signups
from accounts.answers import problem
from accounts.lanes import served_in
from accounts.limits import limited
from accounts.models import User
from games.selectors import exports
from games.services.departures import leave_games
from games.services.invitations import forget_invitations
from games.services.tries import forget_tries
from games.store import site_time
from games.store.transactions import writing
from ratings import selectors as ratings_kept
from ratings import services as ratings

Shown = dict[str, Any]

ABOUT = (
    "Everything that Numerica knows about you. Times are UTC, ratings in hundredths of a point."
    " Seats are counted from 1; inside `view`, which is what your table shows, from 0."
)


# --- pages ---


@require_safe
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Where to take everything along, and where to go for good."""
    return render(request, "people/data.html")


@served_in("slow")
@require_POST
@limited("export")
def export(request: HttpRequest) -> HttpResponseBase:
    """Everything about who asks, as one file; there is no address for anybody else's."""
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("account_data"))
    files = export_files(request.user, _table_address(request), site_time.now())
    return _zip(files, f"numerica-{request.user.username}.zip")


@served_in("slow")
@require_safe
@limited("records")
def records(request: HttpRequest, name: str) -> HttpResponseBase:
    """The records of a person's last finished games as one file; as public as the games."""
    person = User.objects.filter(username__iexact=name, is_active=True).first()
    if person is None:
        return problem(request, 404, _("There is nobody of this name."))
    named = {"name": person.username}
    if not person.shows_games and person != request.user:
        return problem(request, 403, _("%(name)s does not list games for others.") % named)
    files = exports.records_of(person.pk, request.user, _table_address(request))
    first = next(files, None)
    if first is None:
        return problem(request, 404, _("%(name)s has not finished a game yet.") % named)
    return _zip(chain([first], files), f"numerica-{person.username}-records.zip")


@served_in("slow")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """What deletion does, and the form for it."""
    if request.method == "POST":
        return _delete(request)
    return _deletion_page(request, DeletionForm(person=_person(request)))


@limited("delete_account")
def _delete(request: HttpRequest) -> HttpResponse:
    person = _person(request)
    form = DeletionForm(request.POST, person=person)
    if not form.is_valid():
        return _deletion_page(request, form, status=422)
    forget(person, site_time.now())
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for the games, and farewell."))
    return redirect("home")


def _deletion_page(request: HttpRequest, form: forms.Form, status: int = 200) -> HttpResponse:
    context = {"form": form, "running": exports.running_of(_person(request).pk)}
    return render(request, "people/delete.html", context, status=status)


def _person(request: HttpRequest) -> User:
    """Who asks, behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


def _table_address(request: HttpRequest) -> exports.Address:
    return lambda game_id: request.build_absolute_uri(reverse("games:table", args=[game_id]))


def _zip(files: Iterable[tuple[str, str]], name: str) -> StreamingHttpResponse:
    """Files as one archive, sent while it is made."""
    headers = {"Content-Disposition": content_disposition_header(True, name) or "attachment"}
    return StreamingHttpResponse(_packed(files), content_type="application/zip", headers=headers)


class _Outbox(io.RawIOBase):
    """Takes what is written and gives it away; it cannot be gone back in, and zip knows how."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def take(self) -> bytes:
        taken, self._pieces = b"".join(self._pieces), []
        return taken


def _packed(files: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    outbox = _Outbox()
    with zipfile.ZipFile(outbox, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files:
            archive.writestr(path, text)
            yield outbox.take()
    yield outbox.take()


# --- everything about a person ---


def export_files(
    person: User, address: exports.Address, now: datetime
) -> Iterable[tuple[str, str]]:
    """The files of somebody's archive: each game's own, and `account.json` last."""
    lines = []
    for game in exports.own_games(person.pk, address):
        lines.append(game.line)
        yield game.path, game.text
    about = {"about": ABOUT, "exported_at": now, **_account(person)}
    about |= ratings_kept.kept_about(person.pk)
    about |= {"invitations": exports.invitations_of(person.pk), "games": lines}
    about |= {"misses_tried": exports.tries_of(person.pk)}
    yield "account.json", exports.to_text(about)


def _account(person: User) -> Shown:
    """The person's own rows, field by field; a session's key and a password's hash stay here."""
    addresses = EmailAddress.objects.filter(user=person).order_by("id")
    sessions = UserSession.objects.filter(user=person).order_by("created_at")
    return {
        "account": {
            "name": person.username,
            "first_name": person.first_name,
            "last_name": person.last_name,
            "email": person.email,
            "is_guest": person.is_guest,
            "is_staff": person.is_staff,
            "date_joined": person.date_joined,
            "last_login": person.last_login,
        },
        "preferences": {
            "shows_games": person.shows_games,
            "shows_history": person.shows_history,
            "plays_privately": person.plays_privately,
            "refuses_guests": person.refuses_guests,
            "language": person.language,
        },
        "email_addresses": list(addresses.values("email", "verified", "primary")),
        "sign_ups": signups.waiting_of(person),
        "sessions": list(sessions.values("created_at", "last_seen_at", "ip", "user_agent")),
    }


# --- the end of an account ---


class DeletionForm(forms.Form):
    """The password once more; who has none, as guests, types the name."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Your name"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        del self.fields["name" if person.has_usable_password() else "password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise forms.ValidationError(_("This is not your password. Nothing was deleted."))
        return password

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.lower() != self.person.username.lower():
            raise forms.ValidationError(_("This is not your name. Nothing was deleted."))
        return name


def forget(person: User, now: datetime) -> None:
    """Delete the account at once: games stay, without the name; everything else goes.

    The row of the user stays too, empty, because games and the opponents' ratings hang on it.
    Locked in this order: the user, games, standings; nobody else locks the user's row.
    """
    with writing():
        locked = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        forget_invitations(user=locked)
        forget_tries(user=locked)
        leave_games(user=locked, now=now)
        ratings.forget_person(locked.pk)
        signups.forget(locked)
        people.forget_person(locked, now)
        people.tell_names_changed(locked.pk)
