"""Who comes back: a mail that called somebody is answered by any page; and in which language."""

from collections.abc import Callable

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from accounts import languages
from accounts.models import User


class Returns:
    """Notes with a request that somebody is here again; written only where that is news.

    The language is kept for mails to those who have set none: the one they were answered in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User) and not request.user.is_guest:
            _note(request.user)
        return self.get_response(request)


def _note(person: User) -> None:
    news: dict[str, object] = {}
    if person.called_by is not None:
        news["called_by"] = None
    spoken = get_language() or ""
    if not languages.of_account(person) and spoken != mail_language(person):
        news["read_in"] = spoken
    if not news:
        return
    try:
        User.objects.filter(pk=person.pk).update(**news)
    except Error:  # a page that can be shown without that is shown
        return


def mail_language(person: User) -> str:
    """The language in which this person is written to."""
    said = languages.of_account(person) or person.read_in
    return said if languages.is_spoken(said) else settings.LANGUAGE_CODE
