"""Pages that join several apps: the first page, health, refusals of the whole site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import bell, session_memory
from accounts.models import users_named
from accounts.readers import current_user
from accounts.responses import error_response
from games.forms.base import game_key
from games.presentation import rules_pages
from games.selectors import invitations, lists, screens, today
from games.selectors.choosing import ALL
from games.store import site_time
from games.views import lessons
from games.views.invitations import LAST_INVITATION
from games.views.lobby import quick_buttons
from numerica_site import privacy, profiles


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """How to start a game, your games, open invitations, a game to watch."""
    now, reader = site_time.now(), current_user(request)
    running = lists.games_to_watch(request.user, limit=6)
    table = screens.table_on_air(ALL, now, running)
    context = {
        "games": rules_pages.overview(),
        "chosen": game_key(request.session.get(LAST_INVITATION, {}).get("key")),
        "quick_buttons": quick_buttons(),
        "offers_lesson": lessons.is_offered(request),
        "today": today.offer(request.user, now),
        "opening": rules_pages.opening,
        "guest_before": guest.username if (guest := session_memory.guest_before(request)) else "",
        "own": lists.own_games(reader) if reader is not None else None,
        "ended_games": lists.finished_games_of(request.user, request.user),
        "invitations": invitations.open_invitations(request.user, now),
        "sent": invitations.own_invitations(request.user, now),
        "running": [row for row in running if table is None or row.id != table.id][:5],
        "table": table,
    }
    return render(request, "home.html", context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What the site is, whose it is, what it asks of people and what it keeps of them."""
    return render(request, "about.html")


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    """How people are asked to treat each other here, and what follows if they do not."""
    return render(request, "conduct.html")


@require_safe
def privacy_page(request: HttpRequest) -> HttpResponse:
    """What is stored of people: each kind with what it is, who sees it and how long it stays."""
    context = {"kept": privacy.ABOUT_PEOPLE, "cookies": privacy.COOKIES}
    return render(request, "privacy.html", context)


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A person's page; names are found whatever their case, and shown as they are written."""
    person = users_named(name).filter(is_active=True).first()
    if person is None:
        return error_response(request, 404, _("There is nobody of this name."))
    if person.username != name:
        return redirect("profile", person.username)
    bell.look_at(request, site_time.now(), person_id=person.pk)
    return render(
        request, "people/profile.html", {"person": profiles.profile(person, request.user)}
    )


def no_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A post without the token of its form."""
    sentence = _("This form was too old or came from somewhere else. Go back, reload, try again.")
    return error_response(request, 403, sentence, code="token")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that leads nowhere."""
    return error_response(
        request, 404, _("There is no such page. Check the address, or start from one of these.")
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that cannot be read."""
    return error_response(
        request, 400, _("The server could not make sense of this request. Go back and try again.")
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something that is not this reader's to see or do."""
    return error_response(
        request,
        403,
        _("This is not yours to see or do. If it should be, sign in with your own account."),
    )


def too_many(request: HttpRequest) -> HttpResponse:
    """Somebody who was too quick for the sign-in pages."""
    return error_response(request, 429, _("That was too often. Try again in a minute."))
