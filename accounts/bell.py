"""The bell on every page of who is signed in: how much is unread, and what a page settles."""

from datetime import datetime
from functools import partial

from django.db import Error
from django.db.models import Q
from django.http import HttpRequest

from accounts import notices
from accounts.models import User
from accounts.notices import Unread


def bell(request: HttpRequest) -> dict[str, object]:
    """How many notices are unread, asked where it is shown, once a page."""
    return {"unread_notices": partial(_count, request)}


def _count(request: HttpRequest) -> int:
    """0 where the database cannot tell: a page that says so needs nothing else of it."""
    try:
        return len(_unread(request))
    except Error:
        return 0


def look_at(
    request: HttpRequest,
    now: datetime,
    *,
    game_id: str = "",
    invitation_id: str = "",
    person_id: int | None = None,
) -> None:
    """What is told about a game, an invitation or a person is read when its page is opened.

    One query, the same that the bell asks; it is written only where there is something unread.
    Where that is more than the bell counts, what it counted may lack what the page is about.
    """
    unread = _unread(request)
    found = [
        one
        for one in unread
        if (game_id and one.game_id == game_id)
        or (invitation_id and one.invitation_id == invitation_id)
        or (person_id and one.is_about_person and one.person_id == person_id)
    ]
    is_all = len(unread) < notices.MOST_COUNTED
    if isinstance(request.user, User) and (found or not is_all):
        notices.mark_read(request.user.pk, now, _about(game_id, invitation_id, person_id))
        _keep(request, [one for one in unread if one not in found] if is_all else None)


def _about(game_id: str, invitation_id: str, person_id: int | None) -> Q:
    """What is told about this game, or else this invitation, or else this person."""
    if game_id:
        return Q(game=game_id)
    if invitation_id:
        return Q(invitation=invitation_id)
    return Q(person=person_id, game=None, invitation=None)


def _unread(request: HttpRequest) -> list[Unread]:
    """What its reader has not looked at; read once a request."""
    kept: list[Unread] | None = getattr(request, "unread_notices", None)
    if kept is None:
        user = getattr(request, "user", None)
        kept = notices.unread_of(user.pk) if isinstance(user, User) else []
        _keep(request, kept)
    return kept


def _keep(request: HttpRequest, unread: list[Unread] | None) -> None:
    """For the rest of the request; None is asked again."""
    request.unread_notices = unread  # type: ignore[attr-defined]  # requests take attributes
