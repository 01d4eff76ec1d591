"""Playing as a guest, settings, light and dark, languages."""

from collections.abc import Collection
from typing import cast
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests, languages
from accounts.context import (
    CHAT,
    CHAT_COOKIE,
    LETTERS,
    LETTERS_COOKIE,
    STEPS,
    STEPS_COOKIE,
    THEME_COOKIE,
    THEMES,
)
from accounts.forms import GuestNameForm, SettingsForm
from accounts.limits import limited
from accounts.models import User

ONE_YEAR = 60 * 60 * 24 * 365  # seconds


@require_POST
@limited("guest", newcomers_only=True)
def guest(request: HttpRequest) -> HttpResponse:
    """Play at once, under a generated name."""
    guests.sign_in_guest(request)
    return back(request)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def guest_name(request: HttpRequest) -> HttpResponse:
    """The name that a guest plays under; that of an account is for good."""
    person = cast(User, request.user)
    if not person.is_guest:
        return redirect("accounts:settings")
    form = GuestNameForm(request.POST or None)
    return _rename(request, person, form) if request.method == "POST" else _name_page(request, form)


@limited("guest_name")
def _rename(request: HttpRequest, person: User, form: GuestNameForm) -> HttpResponse:
    if form.is_valid():
        try:
            chosen = form.cleaned_data["name"]
            guests.rename_guest(guest=person, chosen=chosen, now=timezone.now())
        except ValidationError as refused:
            form.add_error("name", refused)
        else:
            messages.success(request, _("You are %(name)s now.") % {"name": person.username})
            return back(request)
    return _name_page(request, form, status=422)


def _name_page(request: HttpRequest, form: GuestNameForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "next": request.POST.get("next", request.GET.get("next", ""))}
    return render(request, "people/name.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """What others see on one's page, and the language of all pages."""
    person = cast(User, request.user)
    form = SettingsForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        wishes = User.objects.filter(pk=person.pk, is_active=True)
        wishes.update(**form.cleaned_data)  # these alone: the rest of the row may have changed
        response = redirect("accounts:settings")
        languages.remember(response, form.cleaned_data["language"])
        messages.success(request, _("Saved."))
        return response
    return render(request, "people/settings.html", {"form": form})


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Light, dark, or as the system has it; remembered in a cookie, so no page flashes."""
    return _with_wish(request, THEME_COOKIE, request.POST.get("theme", ""), THEMES)


@require_POST
def set_steps(request: HttpRequest) -> HttpResponse:
    """When a move is sent in two steps: played by touch, always, or never."""
    return _saved(request, STEPS_COOKIE, request.POST.get("steps", ""), STEPS)


@require_POST
def set_letters(request: HttpRequest) -> HttpResponse:
    """Whether single letters are commands at the table."""
    return _saved(request, LETTERS_COOKIE, request.POST.get("letters", ""), LETTERS)


@require_POST
def set_chat(request: HttpRequest) -> HttpResponse:
    """The chat at all tables, on or off: kept in the account, a stranger's in a cookie."""
    wish = request.POST.get("chat", "")
    if isinstance(request.user, User):
        if wish in CHAT:
            User.objects.filter(pk=request.user.pk, is_active=True).update(reads_chat=wish == "on")
            messages.success(request, _("Saved."))
        return back(request)
    return _saved(request, CHAT_COOKIE, wish, CHAT)


def _saved(request: HttpRequest, cookie: str, wish: str, wishes: Collection[str]) -> HttpResponse:
    """The same as `_with_wish`, and told: nothing else on the page shows it."""
    if wish in wishes:
        messages.success(request, _("Saved."))
    return _with_wish(request, cookie, wish, wishes)


def _with_wish(
    request: HttpRequest, cookie: str, wish: str, wishes: Collection[str]
) -> HttpResponse:
    """Back, with a cookie that remembers what was wished for, if that can be had."""
    response = back(request)
    if wish in wishes:
        response.set_cookie(
            cookie, wish, max_age=ONE_YEAR, samesite="Lax", secure=request.is_secure()
        )
    return response


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """The language of all pages; kept in a cookie, and in the account of who is signed in."""
    response = back(request)
    language = request.POST.get("language", "")
    if languages.is_spoken(language):
        languages.remember(response, language)
        if isinstance(request.user, User):
            User.objects.filter(pk=request.user.pk, is_active=True).update(language=language)
    return response


def back(request: HttpRequest) -> HttpResponse:
    """To the page the form stood on, if it is one of ours, and to the same query."""
    wanted = request.POST.get("next", "")
    is_ours = wanted.startswith("/") and _is_own_address(request, wanted)
    return HttpResponseRedirect(_with_query(request, wanted) if is_ours else reverse("home"))


def _is_own_address(request: HttpRequest, address: str) -> bool:
    return url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())


def _with_query(request: HttpRequest, path: str) -> str:
    """The path, with the query that the browser says it has: pages themselves repeat none."""
    page = request.headers.get("Referer", "")
    if not _is_own_address(request, page):
        return path
    address = urlsplit(page)
    return f"{path}?{address.query}" if address.query and address.path == path else path
