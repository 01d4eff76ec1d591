"""The list of notices, and all of them read at one press."""

import hashlib

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import notices as kept
from accounts import push_delivery, pushes
from accounts.limits import limited
from accounts.models import User
from accounts.readers import signed_in
from accounts.responses import error_response
from games.presentation.models.notices import PushSwitch
from games.selectors.notices import Place, notice_page, parse_moment, write_moment
from games.store import site_time
from games.store.transactions import writing


@require_safe
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """What happened that concerns who asks, the newest first, page by page."""
    try:
        after = Place.read(request.GET.get("after", ""))
    except ValueError:
        return error_response(request, 422, _("There is no such page of your notices."))
    page = notice_page(signed_in(request), after)
    until = write_moment(page.newest) if page.newest is not None else ""
    context = {"page": page, "until": until, "push": _push(signed_in(request))}
    return render(request, "people/notices.html", context)


def _push(person: User) -> PushSwitch | None:
    """What a browser needs to be told what happens; None where the site does not offer it."""
    if not pushes.is_offered():
        return None
    here = [hashlib.sha256(one.encode()).hexdigest() for one in pushes.endpoints_of(person.pk)]
    return PushSwitch(push_delivery.public_key(), " ".join(here))


@require_POST
@login_required
@limited("notices")
def read_all(request: HttpRequest) -> HttpResponse:
    """All that was there when the list was opened is read; what came since is not."""
    try:
        until = parse_moment(request.POST.get("until", ""))
    except ValueError:
        sentence = _("Nothing was marked: open the list again, then press once more.")
        return error_response(request, 422, sentence)
    with writing():
        kept.mark_read(signed_in(request).pk, site_time.now(), Q(happened_at__lte=until))
    return redirect("games:notices")
