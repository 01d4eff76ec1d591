"""Days and moments as all pages write them, and as HTML does."""

from datetime import UTC, datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def instant(moment: datetime, precision: str = "seconds") -> str:
    """What a `datetime` attribute holds, in UTC. HTML knows no microseconds.

    >>> instant(datetime(2026, 11, 22, 9, 5, 51, 743873, tzinfo=UTC))
    '2026-11-22T09:05:51+00:00'
    >>> instant(datetime(2026, 11, 22, 9, 5, 51, 743873, tzinfo=UTC), "milliseconds")
    '2026-11-22T09:05:51.743+00:00'
    """
    return moment.astimezone(UTC).isoformat(timespec=precision)


@register.filter
def day(moment: datetime) -> SafeString:
    """A day: `22 November 2026`, or `22. November 2026`.

    >>> day(datetime(2026, 11, 22, 23, 59, tzinfo=UTC))
    '<time datetime="2026-11-22">22 November 2026</time>'
    """
    return _as_html(f"{moment.astimezone(UTC):%Y-%m-%d}", moment, _("j F Y"))


@register.filter
def month(moment: datetime) -> SafeString:
    """The month, where the day is nobody's business.

    >>> month(datetime(2026, 11, 22, tzinfo=UTC))
    '<time datetime="2026-11">November 2026</time>'
    """
    return _as_html(f"{moment.astimezone(UTC):%Y-%m}", moment, _("F Y"))


def _as_html(machines: str, moment: datetime, pattern: str) -> SafeString:
    written = date_format(moment.astimezone(UTC), pattern)
    return format_html('<time datetime="{}">{}</time>', machines, written)


@register.filter(name="moment")
def day_and_time(moment: datetime) -> SafeString:
    """A day and a time, which live pages turn to the time of the reader's own clock.

    >>> day_and_time(datetime(2026, 11, 22, 9, 5, tzinfo=UTC))
    '<time datetime="2026-11-22T09:05:00+00:00" data-local>22 November 2026, 09:05 UTC</time>'
    """
    written = date_format(moment.astimezone(UTC), _("j F Y, H:i"))
    return format_html('<time datetime="{}" data-local>{} UTC</time>', instant(moment), written)
