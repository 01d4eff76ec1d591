"""Whose push messages go first, so that nobody's browsers keep those of everybody else waiting.

Who subscribes names the address that messages go to, and with it how long each takes. So at most
MOST_OF_ONE of a person are on their way; all addresses but those of the makers of browsers share
MOST_ELSEWHERE of the threads, and one of their hosts has MOST_OF_ONE; and what waits goes in this
order: browsers at which nothing is being tried again, people with an account, the oldest.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlsplit

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber

from accounts.models import PushMessage

MOST_OF_ONE = 2
"""Messages of one person, and to one host that is no maker's, that a process sends at once: of
somebody with three browsers the third is told a second later."""

MOST_ELSEWHERE = 4
"""Messages to hosts that are no maker's, together: half of what a process sends at once. Nearly
all honest browsers are told by their makers, whose services nobody else can slow down."""

_LOOKED_AT = 100
"""Messages to hosts that are no maker's of which those that go next are chosen."""

_MAKERS = (
    r"^https://(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com"
    r"|[a-z0-9-]+\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)(:443)?/"
)
_IS_MAKERS = Q(subscription__endpoint__regex=_MAKERS)


class Underway(NamedTuple):
    """A message that a process sends at this moment: to whom, and where it is posted to."""

    person_id: int
    endpoint: str
    is_elsewhere: bool


def next_ones(now: datetime, most: int, underway: Sequence[Underway]) -> list[int]:
    """The messages to send next while these are underway, at most `most`; a plain read."""
    due = _in_order(now, underway)
    told = list(due.filter(_IS_MAKERS).values_list("pk", flat=True)[:most])
    elsewhere = sum(one.is_elsewhere for one in underway)
    room = min(most - len(told), MOST_ELSEWHERE - elsewhere)
    return told + _elsewhere(due, room, underway) if room > 0 else told


def underway(message: PushMessage) -> Underway:
    """What is to be known of a message while it is sent; it has `is_elsewhere` by `marked`."""
    browser = message.subscription
    return Underway(browser.user_id, browser.endpoint, getattr(message, "is_elsewhere", True))


def marked(messages: QuerySet[PushMessage]) -> QuerySet[PushMessage]:
    """The same with `is_elsewhere`: whether it goes to a host that is no maker's."""
    is_elsewhere = Case(When(_IS_MAKERS, then=Value(False)), default=Value(True))
    return messages.annotate(is_elsewhere=is_elsewhere)


def _in_order(now: datetime, underway: Sequence[Underway]) -> QuerySet[PushMessage]:
    """What is due, of each person the first ones; nothing of those who have enough underway."""
    tried = PushMessage.objects.filter(subscription=OuterRef("subscription"), attempts__gt=0)
    due = PushMessage.objects.filter(due_at__lte=now).annotate(is_again=Exists(tried))
    person, order = F("subscription__user"), ("is_again", "due_at", "pk")
    place = Window(RowNumber(), partition_by=person, order_by=order)
    sent = Counter(one.person_id for one in underway)
    full = [who for who, count in sent.items() if count >= MOST_OF_ONE]
    mine = due.exclude(subscription__user__in=full).annotate(place=place)
    room = Case(*(_room(who, count) for who, count in sent.items()), default=Value(MOST_OF_ONE))
    chosen = mine.filter(place__lte=room if sent else MOST_OF_ONE)
    return chosen.order_by("is_again", "subscription__user__is_guest", "due_at", "pk")


def _room(person_id: int, count: int) -> When:
    return When(subscription__user=person_id, then=Value(MOST_OF_ONE - count))


def _elsewhere(due: QuerySet[PushMessage], room: int, underway: Sequence[Underway]) -> list[int]:
    """The first of what goes elsewhere, of each host a few."""
    hosts = Counter(urlsplit(one.endpoint).hostname for one in underway)
    found = due.exclude(_IS_MAKERS).values_list("pk", "subscription__endpoint")
    chosen: list[int] = []
    for pk, endpoint in found[:_LOOKED_AT]:
        host = urlsplit(endpoint).hostname
        if len(chosen) < room and hosts[host] < MOST_OF_ONE:
            hosts[host] += 1
            chosen.append(pk)
    return chosen
