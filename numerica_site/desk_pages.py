"""The desk of the staff: reports, what can be done about people, appeals."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import NamedTuple

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts import moderation, reports
from accounts.models import Action, Appeal, Report, User
from accounts.readers import signed_in
from accounts.relations import Refused
from accounts.responses import error_response
from accounts.staff import staff_only
from accounts.view_lanes import served_in
from games.models import FairPlayHint, Game, Player
from games.services.annulments import annul_game, count_game_again
from games.services.departures import resign_departed
from games.services.fair_play import put_hint_aside, take_hint_up
from games.services.invitations import withdraw_offers
from games.services.reopenings import end_again, reopen_ended_by, reopen_game
from games.store import site_time
from games.store.transactions import writing
from games.views.lookups import parse_whole_number
from numerica_site import desk, desk_hints

Kind = Action.Kind

TIMES = (1, 24, 72, 168, 720, 8760)
"""For how long somebody may be silenced or suspended, in hours."""

CHOICES = (
    (Kind.WARN, gettext_lazy("Warn")),
    (Kind.MUTE, gettext_lazy("Silence in the chat for a time")),
    (Kind.SUSPEND, gettext_lazy("Suspend for a time")),
    (Kind.CLOSE, gettext_lazy("Close the account")),
    (Kind.RENAME, gettext_lazy("Give another name")),
    (Kind.ANNUL, gettext_lazy("Annul a game")),
    (Kind.REOPEN, gettext_lazy("Reopen a game")),
)


class Said(NamedTuple):
    """What the form says about what is to be done."""

    person: User
    moderator: User
    reason: str
    now: datetime
    until: datetime
    name: str
    game_id: str


@staff_only
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Whom reports are about, appeals, hints, and what was done last; `?from=` reads on."""
    start = parse_whole_number(request.GET.get("from", ""))
    context = {
        "reported": desk.reported_people(signed_in(request), start),
        "appeals": desk.open_appeals(signed_in(request)),
        "hints": desk_hints.open_hints(),
        "actions": desk.last_actions(),
    }
    return render(request, "desk/index.html", context)


@staff_only
@require_safe
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """All that is on the desk about somebody."""
    found = _another(request, pk)
    context = {
        "file": desk.file_of(found),
        "hints": desk_hints.open_hints(found),
        "choices": CHOICES,
        "times": _times(),
    }
    return render(request, "desk/person.html", context)


def _another(request: HttpRequest, pk: int) -> User:
    """Somebody by number; nobody of the staff reads or answers what was reported about oneself."""
    return get_object_or_404(User.objects.exclude(pk=signed_in(request).pk), pk=pk)


def _times() -> list[tuple[int, str]]:
    """How long each of them is, in words."""
    days = [(hours, hours // 24) for hours in TIMES if hours >= 24]
    told = [(h, ngettext("%(days)s day", "%(days)s days", n) % {"days": n}) for h, n in days]
    return [(1, _("one hour")), *told]


def _refusals_told(
    view: Callable[..., HttpResponse],
) -> Callable[..., HttpResponse]:
    """What cannot be done is said in a sentence, and nothing has changed."""

    @wraps(view)
    def wrapped(request: HttpRequest, pk: int) -> HttpResponse:
        try:
            return view(request, pk)
        except Refused as refused:
            return error_response(request, refused.status, refused.sentence)
        except Game.DoesNotExist:
            return error_response(request, 422, _("There is no such game."))

    return wrapped


@served_in("slow")
@staff_only
@require_POST
@_refusals_told
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """Do something about somebody, which answers what was reported.

    Who is shut out for good leaves every game after that, one by one.
    """
    kind = request.POST.get("kind", "")
    if kind not in _DOING:
        raise Refused(422, _("Choose what is to be done."))
    with writing():
        said = _said(request, hold_person(pk, _game_meant(request, kind)))
        if not moderation.was_just_done(
            said.person, said.moderator, kind, said.reason, said.now, said.until
        ):
            _DOING[kind](said)
        reports.close_reports(
            about=said.person, moderator=said.moderator, now=said.now, last=_last_seen(request)
        )
    if kind == Kind.CLOSE:
        resign_departed(site_time.now(), said.person)
    is_told = not said.person.is_deleted
    messages.success(request, _("Done, and told to the person.") if is_told else _("Done."))
    return redirect("desk_person", pk)


def hold_person(pk: int, game_id: str | None = None) -> User:
    """Lock the row of a person: what two of the staff do about one person comes in order.

    With a game, all who play it are held, in the order in which others hold them. Raises Http404
    where there is no such person.
    """
    people = Q(pk=pk)
    if game_id:
        people |= Q(pk__in=Player.objects.filter(game=game_id, user__isnull=False).values("user"))
    held = User.objects.select_for_update(no_key=True).filter(people).order_by("pk")
    found = next((person for person in held if person.pk == pk), None)
    if found is None:
        raise Http404
    return found


def _game_meant(request: HttpRequest, kind: str) -> str | None:
    return request.POST.get("game", "").strip() if kind in (Kind.ANNUL, Kind.REOPEN) else None


def _last_seen(request: HttpRequest) -> int | None:
    """The last entry that stood on the page; None where the form does not say."""
    last = request.POST.get("last", "")
    if last and not (last.isascii() and last.isdigit() and len(last) < 19):
        raise Refused(422, _("Look at the page again: it does not say which reports were read."))
    return int(last) if last else None


def _said(request: HttpRequest, about: User) -> Said:
    now, hours = site_time.now(), request.POST.get("hours", "24")
    if hours not in map(str, TIMES):
        raise Refused(422, _("Choose one of the times."))
    return Said(
        person=about,
        moderator=signed_in(request),
        reason=request.POST.get("reason", ""),
        now=now,
        until=now + timedelta(hours=int(hours)),
        name=request.POST.get("name", ""),
        game_id=request.POST.get("game", "").strip(),
    )


def _with_game(do: Callable[..., Action]) -> Callable[[Said], Action]:
    """What is done about a game."""
    return lambda said: do(
        game_id=said.game_id,
        person=said.person,
        moderator=said.moderator,
        reason=said.reason,
        now=said.now,
    )


def _suspend(said: Said) -> Action:
    withdraw_offers(user=said.person, now=said.now)
    return moderation.suspend(*said[:5])


def _close(said: Said) -> Action:
    withdraw_offers(user=said.person, now=said.now, is_for_good=True)
    return moderation.close(*said[:4])


_DOING: dict[str, Callable[[Said], Action]] = {
    Kind.WARN: lambda s: moderation.warn(*s[:4]),
    Kind.MUTE: lambda s: moderation.mute(*s[:5]),
    Kind.SUSPEND: _suspend,
    Kind.CLOSE: _close,
    Kind.RENAME: lambda s: moderation.rename(*s[:4], s.name),
    Kind.ANNUL: _with_game(annul_game),
    Kind.REOPEN: _with_game(reopen_game),
}


@staff_only
@require_POST
@_refusals_told
def answer_reports(request: HttpRequest, pk: int) -> HttpResponse:
    """Nothing is to be done: who reported is told that it was looked at.

    A report that has grown since the page was opened stays open, and the moderator hears of it.
    """
    about = _another(request, pk)
    with writing():
        reports.close_reports(
            about=about,
            moderator=signed_in(request),
            now=site_time.now(),
            last=_last_seen(request),
        )
        has_grown = Report.objects.filter(about=about, closed_at=None).exists()
    if has_grown:
        messages.warning(request, _("More was reported meanwhile: what is open was not read yet."))
    else:
        messages.success(request, _("The reports are closed, and those who made them are told."))
    return redirect("desk_person", pk)


@staff_only
@require_POST
@_refusals_told
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo what was done. A closing that is undone is tried again in games that did not go on."""
    found = get_object_or_404(Action, pk=pk)
    moderator, reason, now = signed_in(request), request.POST.get("reason", ""), site_time.now()
    undo = _UNDOING.get(found.kind, moderation.lift)
    with writing():
        hold_person(found.person_id, found.game_id)
        action = Action.objects.select_related("person").get(pk=pk)  # as it is by now
        if not desk.has_games_to_go_on(action):
            undo(action=action, moderator=moderator, reason=reason, now=now)
    is_told = action.kind != Kind.ASIDE and not action.person.is_deleted
    messages.success(request, _("Undone, and told to the person.") if is_told else _("Undone."))
    if action.kind == Kind.CLOSE:
        _say_reopened(
            request,
            *reopen_ended_by(closing=action, moderator=moderator, reason=reason, now=now),
        )
    return redirect("desk_person", action.person_id)


_UNDOING: dict[str, Callable[..., Action]] = {
    Kind.ANNUL: count_game_again,
    Kind.ASIDE: take_hint_up,
    Kind.REOPEN: end_again,
}


def _say_reopened(request: HttpRequest, count: int, refusals: list[str]) -> None:
    """What became of the games that had ended by a closing."""
    if count:
        said = ngettext(
            "%(count)s game that had ended by it goes on.",
            "%(count)s games that had ended by it go on.",
            count,
        )
        messages.success(request, said % {"count": count})
    for refusal in refusals:
        said = _("A game that had ended by it stays so: %(why)s")
        messages.warning(request, said % {"why": refusal})


@staff_only
@require_POST
@_refusals_told
def put_aside(request: HttpRequest, pk: int) -> HttpResponse:
    """A hint means nothing: it goes from the desk until there is more to see."""
    hint = get_object_or_404(FairPlayHint.objects.select_related("user"), pk=pk)
    put_hint_aside(
        hint=hint,
        moderator=signed_in(request),
        reason=request.POST.get("reason", ""),
        now=site_time.now(),
    )
    messages.success(request, _("The hint is put aside."))
    return redirect("desk_person", hint.user_id)


@staff_only
@require_POST
@_refusals_told
def answer_appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer an appeal; who wants to undo what was done does so as well."""
    with_words = Appeal.objects.exclude(words="").select_related("action__person")
    appeal = get_object_or_404(with_words, pk=pk)
    with writing():
        moderation.answer_appeal(
            found=appeal,
            moderator=signed_in(request),
            answer=request.POST.get("answer", ""),
            now=site_time.now(),
        )
    messages.success(request, _("The appeal is answered."))
    return redirect("desk_person", appeal.action.person_id)
