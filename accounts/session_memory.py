"""What the session of a browser remembers from one page to the next about who is in it."""

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlencode

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from accounts.models import PendingSignup, User

_SIGNUP = "signup"
_GUEST = "guest_before"
_DAY = "day"
RENEWED = timedelta(days=30)
"""After this a session that is used begins its time once more: a guest's games hang on it."""


class LastingSessions:
    """Who is here stays signed in, however long ago they signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            begun = request.session.get(_DAY, 0)
            if timezone.now().toordinal() - begun >= RENEWED.days:
                _begin(request)
        return self.get_response(request)


def _begin(request: HttpRequest) -> None:
    """The session is stored, and sent with a new end, because what it holds has changed."""
    request.session[_DAY] = timezone.now().toordinal()


@receiver(user_logged_in)
def _begun(request: HttpRequest, user: AbstractUser, **_: object) -> None:
    _begin(request)


def remember_signup(request: HttpRequest, signup: PendingSignup, wanted: str) -> None:
    """This browser signs up: it may do so again under the same name, and is let in by the link.

    `wanted` is the page to go on to then.
    """
    request.session[_SIGNUP] = {"id": signup.pk, "next": wanted}


def own_signup(request: HttpRequest) -> int | None:
    """The id of the sign-up that began in this browser."""
    pk: int | None = request.session.get(_SIGNUP, {}).get("id")
    return pk


def forget_signup(request: HttpRequest) -> str:
    """It is confirmed; the page to go on to."""
    wanted: str = request.session.pop(_SIGNUP, {}).get("next", "")
    return wanted


def remember_guest(request: HttpRequest, guest: User) -> None:
    """Who was this guest until now has signed in."""
    request.session[_GUEST] = guest.pk


def guest_before(request: HttpRequest) -> User | None:
    """The guest that somebody was before signing in here, while that guest exists."""
    pk = request.session.get(_GUEST)
    if pk is None:
        return None
    return User.objects.filter(pk=pk, is_guest=True, is_active=True).first()


def forget_guest(request: HttpRequest) -> None:
    """The question about the guest's games is answered."""
    request.session.pop(_GUEST, None)


def ask_about_guest(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Lead who was a guest until now to the question about the guest's games, then on."""
    if _GUEST not in request.session:
        return response
    wanted = urlencode({"next": response.headers.get("Location", "")})
    return HttpResponseRedirect(f"{reverse('take_along')}?{wanted}")
