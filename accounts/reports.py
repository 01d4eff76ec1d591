"""Telling the staff about somebody, with what was said at the table; and the answer.

An open report of the same reporter about the same person grows: `one_open_report_a_pair`. It is
closed once, and its reporter is told in the same transaction.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import notices
from accounts.models import GoneReports, Notice, Report, ReportEntry, User
from accounts.relations import Refused, brief
from accounts.services import lock_people

MOST_ENTRIES = 20  # of one open report

LINES_KEPT_FOR = timedelta(days=90)
"""So long after its report was closed a copy of what was said is kept."""

_NO_LINES = "[]"
_PRUNED_AT_ONCE = 500  # entries


def report(
    *,
    reporter: User,
    about: User,
    reason: str,
    words: str,
    game_id: str | None = None,
    lines: Sequence[dict[str, Any]] = (),
    now: datetime,
) -> Report:
    """Tell the staff about somebody. The same told again counts once. Raises Refused."""
    said = _checked(reporter, about, reason, words)
    kept = _written(lines)
    with transaction.atomic():
        if len(lock_people([reporter.pk, about.pk])) < 2:
            raise Refused(404, _("There is nobody of this name."))
        found = Report.objects.filter(reporter=reporter, about=about, closed_at=None).first()
        if found is None:
            found = Report.objects.create(
                reporter=reporter, about=about, opened_at=now, changed_at=now
            )
        told = found.entries.filter(reason=reason, words=said, game=game_id)
        if told.exists():
            return found
        if found.entries.count() >= MOST_ENTRIES:
            raise Refused(429, _("You have told enough about this person: it will be looked at."))
        found.entries.create(reason=reason, words=said, game_id=game_id, lines=kept, made_at=now)
        found.changed_at = now
        found.save(update_fields=["changed_at"])
        return found


def _checked(reporter: User, about: User, reason: str, words: str) -> str:
    """The words as they are kept; raises Refused."""
    if reporter.pk == about.pk:
        raise Refused(422, _("You cannot report yourself."))
    if about.is_computer:
        raise Refused(422, _("A computer cannot be reported."))
    if reason not in ReportEntry.Reason.values:
        raise Refused(422, _("Choose one of the reasons."))
    said = brief(words)
    if reason == ReportEntry.Reason.OTHER and not said:
        raise Refused(422, _("Say in some words what happened."))
    return said


def _written(lines: Iterable[dict[str, Any]]) -> str:
    return json.dumps(list(lines), ensure_ascii=False, separators=(",", ":"))


def close_reports(*, about: User, moderator: User, now: datetime, last: int | None = None) -> int:
    """Close what is open about somebody, and tell who reported; in the transaction at hand.

    A report to which something was added after the entry `last` stays open: nobody has read it.
    """
    open_ones = Report.objects.filter(about=about, closed_at=None).select_related("reporter")
    open_ones = open_ones.select_for_update(of=("self",))
    if last is not None:
        later = ReportEntry.objects.filter(report=OuterRef("pk"), pk__gt=last)
        open_ones = open_ones.filter(~Exists(later))
    found = list(open_ones)
    for one in found:
        one.closed_at, one.closed_by = now, moderator
    Report.objects.bulk_update(found, ["closed_at", "closed_by"])
    kind = Notice.Kind.ANSWERED
    notices.write(
        [
            Notice(recipient=one.reporter, kind=kind, subject=f"report:{one.pk}", happened_at=now)
            for one in found
        ]
    )
    return len(found)


def forget(user: User) -> None:
    """Drop what somebody has reported who goes, what was reported about them, and their lines.

    How many reports there were stays known.
    """
    gone = Report.objects.filter(Q(reporter=user) | Q(about=user))
    counts = {"opened": Count("id"), "closed": Count("closed_at")}
    by_year = gone.values(year=F("opened_at__year")).annotate(**counts)
    GoneReports.objects.bulk_create([GoneReports(**of_year) for of_year in by_year])
    gone.delete()
    for entry in _with_lines_of(user):
        entry.lines = _written(line for line in json.loads(entry.lines) if line["by_id"] != user.pk)
        entry.save(update_fields=["lines"])


def _with_lines_of(user: User) -> QuerySet[ReportEntry]:
    return ReportEntry.objects.filter(lines__contains=f'"by_id":{user.pk},')


def prune(now: datetime) -> int:
    """Drop some of the copies of what was said whose reports were closed long ago; how many."""
    old = ReportEntry.objects.filter(report__closed_at__lte=now - LINES_KEPT_FOR)
    ids = list(old.exclude(lines=_NO_LINES).values_list("id", flat=True)[:_PRUNED_AT_ONCE])
    return ReportEntry.objects.filter(id__in=ids).update(lines=_NO_LINES) if ids else 0


def take_along(*, guest: User, user: User) -> None:
    """What a guest has reported, what was reported about the guest, and what the guest has said,
    is the account's.
    """
    _hand_over(Report.objects.filter(reporter=guest).exclude(about=user), reporter=user)
    _hand_over(Report.objects.filter(about=guest).exclude(reporter=user), about=user)
    for entry in _with_lines_of(guest):
        ids = {guest.pk: user.pk}
        entry.lines = _written(
            line | {"by_id": ids.get(line["by_id"], line["by_id"])}
            for line in json.loads(entry.lines)
        )
        entry.save(update_fields=["lines"])


def _hand_over(reports: QuerySet[Report], **to: User) -> None:
    """Let these be by, or about, somebody else; of a pair one is open still, with all that was."""
    for one in reports.filter(closed_at=None):
        pair = {"reporter": one.reporter, "about": one.about} | to
        kept = Report.objects.filter(closed_at=None, **pair).first()
        if kept is not None:
            one.entries.update(report=kept)
            kept.changed_at = max(kept.changed_at, one.changed_at)
            kept.save(update_fields=["changed_at"])
            one.delete()
    reports.update(**to)


def reports_of(user: User) -> list[dict[str, Any]]:
    """What somebody has reported, for the person's archive."""
    entries = ReportEntry.objects.filter(report__reporter=user).order_by("id")
    return [
        {
            "about": one.report.about.username,
            "reason": one.reason,
            "words": one.words,
            "game": one.game_id,
            "made_at": one.made_at,
            "closed_at": one.report.closed_at,
        }
        for one in entries.select_related("report__about")
    ]
