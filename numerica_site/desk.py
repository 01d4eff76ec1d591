"""What the desk of the staff shows: reports by person, appeals, what was done; never a position."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, Max, Q, QuerySet, Sum, When

from accounts import moderation
from accounts.models import Action, Appeal, GoneReports, Report, ReportEntry, User
from games.models import Player
from games.rules import GAMES
from games.services.reopenings import games_ended_by

Kind = Action.Kind

MOST = 100  # rows of a list
MOST_GAMES = 20


@dataclass(frozen=True)
class Reported:
    """Somebody about whom reports are open."""

    user_id: int
    name: str
    count: int
    last_at: datetime
    is_by_guests: bool  # alone


@dataclass(frozen=True)
class ReportedPage:
    """Some of those about whom reports are open; `earlier` is where the next page begins."""

    people: Sequence[Reported]
    count: int  # of people on all pages
    earlier: int | None


@dataclass(frozen=True)
class Entry:
    """What was told once, as it was kept."""

    reporter_id: int
    reporter: str
    reason: str
    words: str
    game_id: str | None
    lines: Sequence[dict[str, Any]]
    made_at: datetime
    is_open: bool


@dataclass(frozen=True)
class GameRow:
    """A game by what everybody may know of it."""

    id: str
    name: str
    others: str
    started_at: datetime
    has_ended: bool
    is_annulled: bool


@dataclass(frozen=True)
class PersonFile:
    """All about one person that the desk shows."""

    person: User
    is_open: bool
    last_entry: int | None  # what comes later was not read here
    entries: Sequence[Entry]
    actions: Sequence[Action]
    games: Sequence[GameRow]
    told: int  # reports that the person has made
    unfinished: Collection[int]  # closings that are undone, whose games did not all go on


def reported_people(moderator: User, start: int = 0) -> ReportedPage:
    """Whom open reports are about; not the reader, from whom these are hidden.

    Those whom somebody with an account has reported come first, then those whom guests alone have:
    a guest is made in a moment. Of either the latest first. `start` says how many to leave out.
    """
    found = Report.objects.filter(closed_at=None).exclude(about=moderator)
    by_accounts = Count("id", filter=Q(reporter__is_guest=False))
    rows = found.values("about", "about__username").annotate(
        n=Count("id"), last=Max("changed_at"), by_accounts=by_accounts
    )
    rows = rows.annotate(by_guests=Case(When(by_accounts=0, then=1), default=0))
    rows = rows.order_by("by_guests", "-last", "about")
    count = found.values("about").distinct().count()
    people = [
        Reported(r["about"], r["about__username"], r["n"], r["last"], bool(r["by_guests"]))
        for r in rows[start : start + MOST]
    ]
    return ReportedPage(people, count, start + MOST if start + MOST < count else None)


def open_appeals(moderator: User) -> QuerySet[Appeal]:
    """What others say against actions and is not answered, the oldest first."""
    found = moderation.waiting_appeals().exclude(action__person=moderator)
    return found.select_related("action__person").order_by("id")[:MOST]


def last_actions() -> QuerySet[Action]:
    """What was done last, about anybody."""
    return _actions().order_by("-id")[:MOST_GAMES]


def _actions() -> QuerySet[Action]:
    return Action.objects.select_related("person", "moderator", "lifted_by", "lifts", "appeal")


def has_games_to_go_on(action: Action) -> bool:
    """Whether this is a closing that is undone, while games stay ended that ended by it."""
    is_closing = action.kind == Action.Kind.CLOSE
    return is_closing and action.person.is_active and bool(games_ended_by(action))


def file_of(person: User) -> PersonFile:
    """What the desk knows of somebody; `entries` are the latest.

    Of `actions` too, beside those against which something was said that waits for an answer.
    """
    found = ReportEntry.objects.filter(report__about=person).select_related("report__reporter")
    latest = list(found.order_by("-id")[:MOST])
    entries = [_entry(one) for one in latest]
    actions = _shown_actions(person)
    return PersonFile(
        person=person,
        is_open=any(one.is_open for one in entries),
        last_entry=latest[0].pk if latest else None,
        entries=entries,
        actions=actions,
        games=_games_of(person),
        told=Report.objects.filter(reporter=person).count(),
        unfinished={action.pk for action in actions if has_games_to_go_on(action)},
    )


def _shown_actions(person: User) -> list[Action]:
    done = _actions().filter(person=person).order_by("-id")
    waiting = done.filter(appeal__in=moderation.waiting_appeals())
    last = list(done[:MOST])
    return last + list(waiting.filter(pk__lt=last[-1].pk)) if last else []


def _entry(one: ReportEntry) -> Entry:
    return Entry(
        reporter_id=one.report.reporter_id,
        reporter=one.report.reporter.username,
        reason=one.get_reason_display(),
        words=one.words,
        game_id=one.game_id,
        lines=json.loads(one.lines),
        made_at=one.made_at,
        is_open=one.report.closed_at is None,
    )


def _games_of(person: User) -> list[GameRow]:
    """The person's last games that anybody may know of: names and times, nothing of a position."""
    own = Player.objects.filter(user=person, game__is_private=False, game__is_imported=False)
    last = own.order_by("-game__started_at").values_list("game", flat=True)[:MOST_GAMES]
    rows = Player.objects.filter(game__in=list(last)).order_by("-game__started_at", "seat")
    names = ("game", "game__key", "game__started_at", "game__ended_at", "game__annulled_at")
    games: dict[str, GameRow] = {}
    for game_id, key, started_at, ended_at, annulled_at, name in rows.filter(
        ~Q(user=person)
    ).values_list(*names, "user__username"):
        known = games.get(game_id)
        others = f"{known.others}, {name}" if known else str(name)
        games[game_id] = GameRow(
            id=game_id,
            name=GAMES[key].name,
            others=others,
            started_at=started_at,
            has_ended=ended_at is not None,
            is_annulled=annulled_at is not None,
        )
    return list(games.values())


@dataclass
class Year:
    """How many of what happened in one year."""

    year: int
    reports: int = 0
    reports_answered: int = 0
    appeals: int = 0
    appeals_answered: int = 0
    actions: dict[str, int] = field(default_factory=dict)

    @property
    def done(self) -> list[tuple[str, int]]:
        """Every kind of action about people in words, and how many there were."""
        kinds = [one for one in Kind.choices if one[0] != Kind.ASIDE]
        return [(str(label), self.actions.get(kind, 0)) for kind, label in kinds]


def years() -> list[Year]:
    """How many of what happened, the last year first: for everybody, and about nobody."""
    found: dict[int, Year] = {}
    counted = (Count("id"), Count("closed_at"))
    for year, n, answered in _by_year(Report.objects.all(), "opened_at", *counted):
        of = found.setdefault(year, Year(year))
        of.reports, of.reports_answered = n, answered
    gone = GoneReports.objects.values_list("year").annotate(Sum("opened"), Sum("closed"))
    for year, opened, closed in gone:
        of = found.setdefault(year, Year(year))
        of.reports += opened
        of.reports_answered += closed
    counted = (Count("id"), Count("answered_at"))
    for year, n, answered in _by_year(Appeal.objects.all(), "made_at", *counted):
        of = found.setdefault(year, Year(year))
        of.appeals, of.appeals_answered = n, answered
    about_people = Action.objects.exclude(Q(kind=Kind.ASIDE) | Q(lifts__kind=Kind.ASIDE))
    for kind in Kind.values:
        for year, n in _by_year(about_people.filter(kind=kind), "made_at", Count("id")):
            found.setdefault(year, Year(year)).actions[kind] = n
    return [found[year] for year in sorted(found, reverse=True)]


def _by_year(rows: QuerySet[Any], when: str, *counted: Count) -> Iterable[tuple[int, ...]]:
    names = {f"n{place}": count for place, count in enumerate(counted)}
    by_year = rows.order_by().values(f"{when}__year").annotate(**names)
    return list(by_year.values_list(f"{when}__year", *names))
