"""Push messages: who is told in which browsers, what waits to be sent, and what came of it.

A message is stored with the notice it is about, in one transaction. Who sends it claims it for
a while first: what a process that dies had claimed is sent by another.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, F, OuterRef

from accounts import languages, notice_choices, push_turns
from accounts.models import Notice, PushMessage, PushSubscription, User
from accounts.push_turns import Underway

SOON = timedelta(seconds=5)
"""A message waits for so long: a page that is being loaded will have been opened by then."""

TOLD_WITHIN = timedelta(seconds=45)
"""A page that stays open for so long has told its reader: by its heartbeat, if not at once."""

KEPT_FOR = timedelta(days=1)
"""What could not be sent for so long, by this site or the push service, is told no more."""

LEASE = timedelta(seconds=60)
"""It is with who claimed it for that time, longer than sending can take."""

PAUSES = (30, 120, 600, 3600)
"""Seconds before it is tried again; after as many failures and one more it is given up."""

MOST_FAILURES = 10
"""Messages given up one after the other, after which nothing more is sent to a browser."""

ON_TRIAL = MOST_FAILURES - 1
"""What a browser begins with: one that never took a message is forgotten with the first that
is given up, five tries and more than an hour after it asked. No push service is away so long on
the day on which somebody turns it on, and an address that never answers costs no more."""

_GONE = (404, 410)
_PRUNED_AT_ONCE = 500  # rows
_RENEWED = ("user", "p256dh", "auth", "language", "session_key", "made_at", "failures")


class Browser(NamedTuple):
    """What a browser hands out: where messages for it are taken, and how to encrypt them."""

    endpoint: str
    p256dh: str
    auth: str


def is_offered() -> bool:
    """Whether the site has a key of its own to sign messages with."""
    return bool(settings.PUSH_KEY)


def endpoints_of(person_id: int) -> list[str]:
    """Where messages go that are for this person."""
    own = PushSubscription.objects.filter(user=person_id).order_by("id")
    return list(own.values_list("endpoint", flat=True))


class Claimed(NamedTuple):
    """A message that is being sent, and which attempt that is."""

    message_id: int
    attempt: int
    subscription_id: int


def subscribe(
    person: User, browser: Browser, *, session_key: str, language: str, now: datetime
) -> None:
    """From now on this person is told in this browser, and nobody else who was before.

    Nothing happens where the account is being deleted.
    """
    made = PushSubscription(
        user=person, session_key=session_key, language=language, made_at=now, **browser._asdict()
    )
    made.failures = ON_TRIAL
    with transaction.atomic():
        people = User.objects.select_for_update(no_key=True)
        if not people.filter(pk=person.pk, is_active=True):
            return
        before = PushSubscription.objects.filter(endpoint=browser.endpoint)
        before.exclude(user=person).delete()
        PushSubscription.objects.bulk_create(
            [made], update_conflicts=True, unique_fields=["endpoint"], update_fields=_RENEWED
        )
        own = PushSubscription.objects.filter(user=person).order_by("-made_at", "-id")
        too_many = list(own.values_list("id", flat=True)[PushSubscription.MOST :])
        PushSubscription.objects.filter(id__in=too_many).delete()


def unsubscribe(person: User, endpoint: str) -> None:
    """Nothing more is told this person in this browser."""
    PushSubscription.objects.filter(user=person, endpoint=endpoint).delete()


def forget(person_id: int) -> None:
    """Who goes for good is told nothing more."""
    PushSubscription.objects.filter(user=person_id).delete()


def prune(_now: datetime) -> int:
    """Drop some of the browsers that are not signed in any more; how many."""
    held = Session.objects.filter(session_key=OuterRef("session_key"))
    ended = PushSubscription.objects.filter(~Exists(held)).values_list("id", flat=True)
    ids = list(ended[:_PRUNED_AT_ONCE])
    PushSubscription.objects.filter(id__in=ids).delete()
    return len(ids)


def queue(notices: Sequence[Notice]) -> None:
    """Let unread notices be sent to the browsers of those who want such; in their transaction.

    What waits already begins again: it has happened once more.
    """
    told = {(one.recipient_id, one.subject): one for one in notices if one.read_at is None}
    if not told or not is_offered():
        return
    browsers: dict[int, list[int]] = {}
    found = PushSubscription.objects.filter(user__in={recipient for recipient, _subject in told})
    for user_id, pk in found.order_by("id").values_list("user", "id"):
        browsers.setdefault(user_id, []).append(pk)
    wanted = {
        person: notice_choices.kinds_on(person, notice_choices.Channel.PUSH) for person in browsers
    }
    told = {key: one for key, one in told.items() if one.kind in wanted.get(one.recipient_id, ())}
    if told:
        _queue(told, browsers)


def _queue(told: Mapping[tuple[int, str], Notice], browsers: Mapping[int, list[int]]) -> None:
    """Of what was there before, and stays as it is, nothing is told again."""
    subjects = {subject for _recipient, subject in told}
    stored = Notice.objects.filter(recipient__in=browsers, subject__in=subjects, read_at=None)
    written = [
        one
        for one in stored.order_by("id")
        if (new := told.get((one.recipient_id, one.subject))) and new.happened_at == one.happened_at
    ]
    PushMessage.objects.bulk_create(
        [
            PushMessage(subscription_id=browser, notice=one, due_at=one.happened_at + SOON)
            for one in written
            for browser in browsers[one.recipient_id]
        ],
        update_conflicts=True,
        unique_fields=["subscription", "notice"],
        update_fields=["due_at", "attempts"],
    )


def is_any_due(now: datetime) -> bool:
    """Whether anything is to be sent: a plain read."""
    return PushMessage.objects.filter(due_at__lte=now).exists()


def claim(now: datetime, most: int, underway: Sequence[Underway] = ()) -> list[int]:
    """Take some of what is due, in a transaction; nobody else sends it until the lease is over.

    `underway` is what this process sends already: nobody has all of its threads.
    """
    chosen = push_turns.next_ones(now, most, underway)
    found = PushMessage.objects.filter(id__in=chosen, due_at__lte=now).order_by("due_at")
    ids = list(found.select_for_update(skip_locked=True).values_list("id", flat=True))
    PushMessage.objects.filter(id__in=ids).update(due_at=now + LEASE, attempts=F("attempts") + 1)
    return ids


def claimed_messages(ids: Sequence[int]) -> list[PushMessage]:
    """What was claimed, with all that is to be known of it; what has lost its browser goes."""
    found = PushMessage.objects.filter(id__in=ids, subscription__user__is_active=True)
    messages = list(
        push_turns.marked(found).select_related("subscription__user", "notice").order_by("id")
    )
    lost = set(ids) - {one.pk for one in messages}
    if lost:
        PushMessage.objects.filter(id__in=lost).delete()
    return messages


def language_of(subscription: PushSubscription) -> str:
    """The one of the account; where none is set, of the page on which it was asked for."""
    return languages.of_account(subscription.user) or subscription.language


def drop(claimed: Sequence[Claimed]) -> None:
    """These need not be sent."""
    for one in claimed:
        PushMessage.objects.filter(id=one.message_id, attempts=one.attempt).delete()


def leave_to_pages(claimed: Sequence[Claimed], now: datetime) -> None:
    """Whom these are for has a page open, which may not have told anything yet.

    A message waits once until it has; if a page is open then as well, it need not be sent: that
    page was open all the time, or told what is unread when it came.
    """
    drop([one for one in claimed if one.attempt > 1])
    for one in claimed:
        message = PushMessage.objects.filter(id=one.message_id, attempts=one.attempt)
        message.update(due_at=now + TOLD_WITHIN)


def settle(claimed: Claimed, status: int | None, now: datetime) -> None:
    """Keep what the push service answered, if anything.

    What has happened once more meanwhile is sent again. A browser of which the service says that
    it is gone, or that has failed for long, is forgotten.
    """
    browser = PushSubscription.objects.filter(id=claimed.subscription_id)
    message = PushMessage.objects.filter(id=claimed.message_id, attempts=claimed.attempt)
    if status in _GONE:
        browser.delete()
    elif status is not None and status // 100 == 2:
        message.delete()
        browser.filter(failures__gt=0).update(failures=0)
    elif claimed.attempt <= len(PAUSES):
        message.update(due_at=now + timedelta(seconds=PAUSES[claimed.attempt - 1]))
    else:
        message.delete()
        browser.update(failures=F("failures") + 1)
        browser.filter(failures__gte=MOST_FAILURES).delete()
