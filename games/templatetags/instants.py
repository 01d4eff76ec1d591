"""Moments as HTML writes them."""

from datetime import UTC, datetime

from django import template

register = template.Library()


@register.filter
def instant(moment: datetime) -> str:
    """What a `datetime` attribute holds: the second, in UTC. HTML knows no microseconds.

    >>> instant(datetime(2026, 11, 22, 9, 5, 51, 743873, tzinfo=UTC))
    '2026-11-22T09:05:51+00:00'
    """
    return moment.astimezone(UTC).isoformat(timespec="seconds")
