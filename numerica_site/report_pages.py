"""Telling the staff about somebody; what the staff did about oneself; how many of what happened."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import moderation, reports
from accounts.limits import count_guests, limited, too_often
from accounts.models import Action, ReportEntry, User, users_named
from accounts.readers import signed_in
from accounts.relations import Refused
from accounts.responses import error_response
from games.models import Game
from games.selectors import reported
from games.store import site_time
from games.store.transactions import writing
from numerica_site import desk


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report(request: HttpRequest, name: str) -> HttpResponse:
    """The form, and what is sent with it; `game` names where it happened."""
    person = users_named(name).filter(is_active=True).first()
    if person is None or person.is_computer:
        return error_response(request, 404, _("There is nobody of this name."))
    if request.method == "POST":
        return _send(request, person)
    game_id = request.GET.get("game", "")
    lines = _lines(request, game_id)
    return _form(request, person, {"game": game_id, "lines": lines})


def _lines(request: HttpRequest, game_id: str) -> list[dict[str, Any]]:
    try:
        return reported.lines_of(game_id, signed_in(request), site_time.now()) if game_id else []
    except Game.DoesNotExist:
        raise Http404 from None


def _form(
    request: HttpRequest, person: User, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    context = {"person": person, "reasons": ReportEntry.Reason.choices, **more}
    return render(request, "people/report.html", context, status=status)


@limited("report")
def _send(request: HttpRequest, person: User) -> HttpResponse:
    """Guests are counted by network as well: who has sent ten reports is a new guest at once.

    Thirty an hour is one from each of a class behind one address, more than ever is true.
    """
    if not count_guests(request, "guest_report"):
        return too_often(request, "guest_report")
    game_id, now = request.POST.get("game", ""), site_time.now()
    reason, words = request.POST.get("reason", ""), request.POST.get("words", "")
    lines = _lines(request, game_id)
    try:
        with writing():
            reports.report(
                reporter=signed_in(request),
                about=person,
                reason=reason,
                words=words,
                game_id=game_id or None,
                lines=lines,
                now=now,
            )
    except Refused as refused:
        typed = {"reason": reason, "words": words, "refusal": refused.sentence}
        more = {"game": game_id, "lines": lines, **typed}
        return _form(request, person, more, refused.status)
    messages.success(request, _("Thank you. It will be looked at, and you will be told."))
    if game_id:
        return redirect("games:table", game_id)
    return redirect("profile", person.username)


@require_safe
@login_required
def report_at(request: HttpRequest) -> HttpResponse:
    """Whom one may report of a game: who plays, and who said something."""
    game_id = request.GET.get("game", "")
    try:
        people = reported.people_at(game_id, signed_in(request), site_time.now())
    except Game.DoesNotExist:
        raise Http404 from None
    return render(request, "people/report_at.html", {"people": people, "game": game_id})


@require_http_methods(["GET", "HEAD", "POST"])
def action(request: HttpRequest, token: str) -> HttpResponse:
    """What was done about somebody, why, and one form to say something against it."""
    found = moderation.action_by(token)
    if found is None:
        raise Http404
    if request.method == "POST":
        return _appeal(request, found, token)
    return _action_page(request, found, token)


def _action_page(
    request: HttpRequest, found: Action, token: str, status: int = 200, **more: str
) -> HttpResponse:
    appeal = getattr(found, "appeal", None)
    context = {"action": found, "token": token, "appeal": appeal, **more}
    return render(request, "people/action.html", context, status=status)


@limited("appeal")
def _appeal(request: HttpRequest, found: Action, token: str) -> HttpResponse:
    words = request.POST.get("words", "")
    try:
        with writing():
            moderation.appeal(action=found, words=words, now=site_time.now())
    except Refused as refused:
        return _action_page(
            request, found, token, refused.status, refusal=refused.sentence, words=words
        )
    messages.success(request, _("It is sent, and somebody will read it."))
    return redirect("action", token)


@require_safe
def transparency(request: HttpRequest) -> HttpResponse:
    """How many reports there were, what was done, what was undone."""
    return render(request, "transparency.html", {"years": desk.years()})
