"""A browser is told what happens from now on, or no more; and the worker that shows it there."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import push_delivery, pushes
from accounts.limits import limited
from accounts.pushes import Browser
from accounts.readers import signed_in
from accounts.responses import error_response
from games.store import site_time
from games.store.transactions import writing


@require_POST
@login_required
@limited("push")
def subscribe(request: HttpRequest) -> HttpResponse:
    """The browser has handed out an address and keys: its reader is told there."""
    if not pushes.is_offered():
        return error_response(request, 404, _("This site sends no messages to browsers."))
    said = Browser(*(request.POST.get(name, "") for name in Browser._fields))
    try:
        push_delivery.checked(*said)
    except ValueError:
        sentence = _("This browser gave no address to which messages can be sent.")
        return error_response(request, 422, sentence)
    key, language = request.session.session_key or "", get_language()
    with writing():
        pushes.subscribe(
            signed_in(request), said, session_key=key, language=language, now=site_time.now()
        )
    return HttpResponse(status=204)


@require_POST
@login_required
@limited("push")
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Its reader is told nothing more in this browser; also where that was so before."""
    with writing():
        pushes.unsubscribe(signed_in(request), request.POST.get("endpoint", ""))
    return HttpResponse(status=204)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It shows what it is sent and opens its page, and asks for nothing."""
    response = render(request, "push_worker.js", content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
