"""Other people: found by name, followed, blocked, noted down."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import directory, moderation, relations
from accounts.limits import limited
from accounts.models import User, users_named
from accounts.readers import signed_in
from accounts.relations import Refused
from accounts.responses import error_response
from accounts.views import back
from games.selectors import friends, lists
from games.services.blocks import block_person, unblock_person
from games.store import site_time
from games.store.transactions import writing

Act = Callable[[User, User, str], str]
"""What one person does about another, with a text where there is one; in words what was done."""


# --- lists ---


@require_safe
@limited("people")
def search(request: HttpRequest) -> HttpResponse:
    """People by how their names begin."""
    asked, after = request.GET.get("q", "").strip(), request.GET.get("after", "")
    context: dict[str, Any] = {"asked": asked}
    if not asked:
        return render(request, "people/search.html", context)
    if not directory.is_beginning(asked) or (after and not directory.is_beginning(after)):
        context["is_wrong"] = True
        return render(request, "people/search.html", context, status=422)
    context |= _shown(directory.people_named(asked, after, request.user.pk))
    return render(request, "people/search.html", context)


@require_safe
@login_required
def following(request: HttpRequest) -> HttpResponse:
    """Whom one follows: their running games, and who of them is at a table."""
    person = signed_in(request)
    try:
        page = directory.followed_by(person.pk, _after(request))
    except ValueError:
        return _no_such_page(request)
    context = {
        **_counts(person),
        **_shown(page),
        "seen": friends.seen_at_tables([row.user_id for row in page.rows]),
        "games": lists.followed_games(person) if page.is_first_page else (),
    }
    return render(request, "people/following.html", context)


@require_safe
@login_required
def followers(request: HttpRequest) -> HttpResponse:
    """Who follows one."""
    person = signed_in(request)
    try:
        page = directory.followers_of(person.pk, _after(request))
    except ValueError:
        return _no_such_page(request)
    return render(request, "people/followers.html", _counts(person) | _shown(page))


@require_safe
@login_required
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom one has blocked, each with a way to undo it."""
    try:
        page = directory.blocked_by(signed_in(request).pk, _after(request))
    except ValueError:
        return _no_such_page(request)
    return render(request, "people/blocked.html", {"page": page})


def _shown(page: directory.PeoplePage) -> dict[str, Any]:
    """A page of people, and whom of them nobody can invite."""
    barred = moderation.barred_among([row.user_id for row in page.rows], site_time.now())
    return {"page": page, "barred": barred}


def _counts(person: User) -> dict[str, Any]:
    return {
        "followed_count": directory.count_followed(person.pk),
        "followers_count": directory.count_followers(person.pk),
    }


def _after(request: HttpRequest) -> int | None:
    """The row behind which the page begins; raises ValueError for what is none."""
    text = request.GET.get("after", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise ValueError(text)
    return int(text)


def _no_such_page(request: HttpRequest) -> HttpResponse:
    return error_response(request, 422, _("There is no such page of this list."))


# --- what is done about somebody ---


def _done_about(action: str) -> Callable[[Act], Callable[..., HttpResponse]]:
    """A view that does it for who is signed in, and says so on the page that it came from."""

    def decorate(act: Act) -> Callable[..., HttpResponse]:
        @require_POST
        @limited(action)
        @wraps(act)
        def view(request: HttpRequest, name: str) -> HttpResponse:
            person = users_named(name).filter(is_active=True).first()
            if person is None:
                return error_response(request, 404, _("There is nobody of this name."))
            page = reverse("profile", args=[person.username])
            if not isinstance(request.user, User):
                return redirect_to_login(page)
            try:
                done = act(request.user, person, request.POST.get("text", ""))
            except Refused as refused:
                return error_response(request, refused.status, refused.sentence)
            messages.success(request, done % {"name": person.username})
            return back(request) if request.POST.get("next") else redirect(page)

        return view

    return decorate


@_done_about("follow")
def follow(reader: User, person: User, text: str) -> str:
    """Follow somebody."""
    with writing():
        relations.follow(follower=reader, followed=person, now=site_time.now())
    return _("You follow %(name)s.")


@_done_about("follow")
def unfollow(reader: User, person: User, text: str) -> str:
    """Follow somebody no longer."""
    with writing():
        relations.unfollow(follower=reader, followed=person)
    return _("You do not follow %(name)s any more.")


@_done_about("block")
def block(reader: User, person: User, text: str) -> str:
    """Meet somebody no more."""
    block_person(blocker=reader, blocked=person, now=site_time.now())
    return _("%(name)s is blocked and is not told. Games that run go on.")


@_done_about("block")
def unblock(reader: User, person: User, text: str) -> str:
    """Take that back."""
    unblock_person(blocker=reader, blocked=person)
    return _("%(name)s is not blocked any more.")


@_done_about("note")
def note(reader: User, person: User, text: str) -> str:
    """Write down something that nobody else reads; nothing, and it is gone."""
    with writing():
        kept = relations.write_note(writer=reader, about=person, text=text, now=site_time.now())
    return _("Your note is saved.") if kept else _("Your note is deleted.")
