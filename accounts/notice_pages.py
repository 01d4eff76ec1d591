"""Pages on which people say what they are told and how; and the way out of mails by one press."""

from typing import NamedTuple, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import notice_choices, outbox, unsubscribing
from accounts.limits import consume, limited, too_often
from accounts.models import Notice, NoticeChoice, User
from accounts.responses import error_response

DIGEST = "digest"  # a field of the form, beside those of kinds and channels


class Box(NamedTuple):
    """A check box of the table: its field, the channel in words, and whether it is ticked."""

    name: str
    label: str
    is_on: bool


class Row(NamedTuple):
    """A kind of notice, with a box for each channel."""

    label: str | Promise
    boxes: list[Box]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def choices(request: HttpRequest) -> HttpResponse:
    """What somebody is told by which channel; one table, one form."""
    person = cast(User, request.user)
    if request.method == "POST":
        return _choose(request, person)
    context = {
        "rows": _rows(person),
        "channels": [channel.label for channel in NoticeChoice.Channel],
        "address": outbox.address_of(person.pk),
        "hour": outbox.DIGEST_HOUR,
    }
    return render(request, "people/notice_choices.html", context)


def _rows(person: User) -> list[Row]:
    chosen = notice_choices.chosen(person.pk)
    return [
        Row(
            kind.label,
            [
                Box(_field(kind, one), str(one.label), chosen[kind, one])
                for one in NoticeChoice.Channel
            ],
        )
        for kind in Notice.Kind
    ]


def _field(kind: str, channel: str) -> str:
    return f"{kind}.{channel}"


@limited("notices")
def _choose(request: HttpRequest, person: User) -> HttpResponse:
    """A box that is not ticked is not sent; a field that the table has not is refused."""
    known = {_field(*choice): choice for choice in notice_choices.all_choices()}
    sent = set(request.POST) - {"csrfmiddlewaretoken"}
    if person.is_guest or not sent <= known.keys() | {DIGEST}:
        sentence = _("Nothing was saved: open the page again, then tick what you want.")
        return error_response(request, 422, sentence)
    with transaction.atomic():
        if User.objects.select_for_update(no_key=True).filter(pk=person.pk, is_active=True):
            wishes = {choice: field in sent for field, choice in known.items()}
            notice_choices.choose(person.pk, wishes)
            User.objects.filter(pk=person.pk).update(gets_digest=DIGEST in sent)
    messages.success(request, _("Saved."))
    return redirect("accounts:notice_choices")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Without a sign-in: a post switches off at once, as mail programs send it; else a button.

    It needs no token against forgery: the address itself is the secret, and does nothing else.
    """
    found = unsubscribing.read(token)
    if found is None:
        sentence = _("This link leads to no mails: it is broken, or the account is deleted.")
        return error_response(request, 404, sentence)
    if not consume(request, "unsubscribe", key=token):
        return too_often(request, "unsubscribe")
    if request.method == "POST":
        unsubscribing.switch_off(found)
    context = {
        "name": found.person.username,
        "label": found.label,
        "all": unsubscribing.token(found.person.pk, unsubscribing.ALL),
        "is_done": request.method == "POST",
    }
    return render(request, "people/unsubscribe.html", context)
