"""The staff's pages: for staff alone, and only with a second factor that this session was shown."""

import base64
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import segno
from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sealing import Unreadable, seal, unseal

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

_QUIET = 4  # modules of light around the code, as its standard asks for


class SecondFactors(DefaultMFAAdapter):
    """Keys of apps, and the seeds of recovery codes, lie sealed in the database. The code for an
    app is drawn into the page: the house loads no pictures of data.
    """

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The key or the seed; another one, which nobody has, where it cannot be read any more."""
        try:
            return unseal(encrypted_text)
        except Unreadable:
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def build_totp_svg(self, url: str) -> SafeString:
        drawn = segno.make_qr(url, error="m").svg_inline(
            border=_QUIET, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
        )
        return mark_safe(drawn)  # noqa: S308  (only modules are drawn, and no text of anybody's)


def has_second_factor(user: User) -> bool:
    """Whether somebody has an app that makes codes; recovery codes alone are none."""
    return _app_of(user) is not None


def _app_of(user: User | AnonymousUser) -> Authenticator | None:
    found = Authenticator.objects.filter(user=user.pk, type=Authenticator.Type.TOTP)
    app: Authenticator | None = found.first()
    return app


def was_second_factor_used(request: HttpRequest) -> bool:
    """Whether a code was given in this session, when signing in or later.

    One from before the present app was set up counts no more: the device may have been lost.
    """
    app = _app_of(request.user)
    records = get_authentication_records(request, request.user)
    used = [one["at"] for one in records if one.get("method") == "mfa"]
    return app is not None and max(used, default=0) >= app.created_at.timestamp()


def staff_only(view: View) -> View:
    """A page of the staff. Who is staff without a second factor is led to set one up, or to use it;
    for everybody else who is signed in there is no such page.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return _led_away(request) or view(request, *args, **kwargs)

    return cast(View, wrapped)


def _led_away(request: HttpRequest) -> HttpResponse | None:
    is_page = request.method in ("GET", "HEAD")
    wanted = request.get_full_path() if is_page else reverse("desk")
    if not isinstance(request.user, User):
        return redirect_to_login(wanted)
    if not (request.user.is_staff and request.user.is_active):
        raise Http404
    if not has_second_factor(request.user):
        messages.info(request, _("The pages of the staff need a second factor. Set it up here."))
        return redirect("mfa_activate_totp")
    if not was_second_factor_used(request):
        return redirect_to_login(wanted, reverse("mfa_reauthenticate"))
    return None


class StaffSite(AdminSite):
    """The administration. The staff sign in like everybody: a second form would be one without
    limits.
    """

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        return staff_only(super().admin_view(view, cacheable))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        if request.user.is_authenticated:
            return redirect("admin:index")
        return redirect_to_login(request.GET.get("next", reverse("admin:index")))
