"""The outbox: mails are stored with what they tell, claimed, sent by nobody else, and settled.

Nothing is lost: a mail waits until a mail server has taken it, has refused it for good, or it is
too late for it. Nothing is sent twice but in one case: a process that dies after the server's
`250` and before `settle`, which follows at once, leaves a mail that another process sends again
when the lease is over. It has the same Message-ID, by which mailboxes know it again.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import Mail, Notice, User

Outcome = Mail.Outcome

KEPT_FOR = timedelta(days=14)
"""So long after its end a mail is still known."""

TRIED_FOR = timedelta(days=2)
"""What could not be sent for so long is told no more."""

PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=2)
"""Before a mail is tried again: twice as long each time, up to the longest."""

WHILE_THERE = timedelta(minutes=15)
"""After so long it is looked again whether somebody who was there has left it unread."""

MOST_A_DAY = 20
"""Mails that somebody gets in 24 hours; what comes besides is told in the mail of the day."""

DIGEST_HOUR = 17
"""Until when the mails of the day gather, in UTC."""

GATHERING = timedelta(minutes=1)
"""After that hour they go."""

_PRUNED_AT_ONCE = 500  # rows


def lease() -> timedelta:
    """How long a mail is with who claimed it: longer than a server may take that answers slowly.

    The timeout is that of one answer, and a mail takes a dozen.
    """
    return timedelta(seconds=20 * settings.EMAIL_TIMEOUT)


def write(notices: Iterable[Notice]) -> None:
    """Let unread notices be mailed to their recipients, in the transaction that writes them.

    Guests and computers have no address. Whether a mail is wanted is looked at when it is due.
    """
    told = [one for one in notices if one.read_at is None and not _is_without_address(one)]
    after = timedelta(seconds=settings.MAIL_AFTER)
    _store([_mail(one.recipient, one.kind, one.subject, one.happened_at, after) for one in told])


def _is_without_address(notice: Notice) -> bool:
    return notice.recipient.is_guest or notice.recipient.is_computer


def _mail(
    recipient: User, kind: str, subject: str, happened_at: datetime, after: timedelta
) -> Mail:
    return Mail(
        recipient=recipient,
        kind=kind,
        subject=subject,
        happened_at=happened_at,
        message_id=f"<{uuid4().hex}@{settings.SITE_HOST}>",
        due_at=happened_at + after,
    )


def _store(mails: Sequence[Mail]) -> None:
    """What is there already stays as it is: of each happening there is one mail."""
    if mails:
        Mail.objects.bulk_create(mails, ignore_conflicts=True)


def is_any_due(now: datetime) -> bool:
    """Whether anything is to be sent: a plain read."""
    return Mail.objects.filter(due_at__lte=now).exists()


def claim(now: datetime) -> Mail | None:
    """Take the mail that is due longest, in a transaction; it is nobody else's for a while."""
    due = Mail.objects.filter(due_at__lte=now).order_by("due_at", "id")
    mail = due.select_for_update(skip_locked=True).first()
    if mail is None:
        return None
    mail.attempts += 1
    mail.due_at = now + lease()
    mail.save(update_fields=["attempts", "due_at"])
    return mail


def address_of(person_id: int) -> str:
    """The confirmed address of somebody who may be mailed, the first one before others; or none."""
    return _first_address(EmailAddress.objects.filter(user=person_id, user__is_active=True))


def address_for(mail: Mail) -> str:
    """Where this mail goes: what the staff did is told to those whose account they closed, too."""
    if mail.kind == Notice.Kind.ACTED:
        return _first_address(EmailAddress.objects.filter(user=mail.recipient_id))
    return address_of(mail.recipient_id)


def _first_address(found: QuerySet[EmailAddress]) -> str:
    found = found.filter(verified=True, user__is_guest=False)
    return found.order_by("-primary", "id").values_list("email", flat=True).first() or ""


def calls(mail: Mail) -> bool:
    """Whether this is the one mail about a turn until its recipient comes back; it is from now on.

    Two processes that ask for two mails at the same moment do not both hear yes.
    """
    free = Q(called_by=None) | Q(called_by=mail.pk)
    return bool(User.objects.filter(free, pk=mail.recipient_id).update(called_by=mail.pk))


def is_call_under_way(mail: Mail) -> bool:
    """Whether the mail that calls instead of this one was not taken yet, and may never be."""
    caller = User.objects.filter(pk=mail.recipient_id).values("called_by")
    return Mail.objects.filter(pk__in=caller, ended_at=None).exists()


def is_too_late(mail: Mail, now: datetime) -> bool:
    """Whether it is told no more, tried or not."""
    return now > mail.happened_at + TRIED_FOR


def settle(mail: Mail, outcome: str, now: datetime) -> None:
    """It is over with this mail, if it is still ours. What did not reach anybody has not called.

    The user's row is locked before the mail's, as by who deletes the account.
    """
    if outcome != Outcome.SENT:
        called = User.objects.filter(Exists(_ours(mail)), pk=mail.recipient_id, called_by=mail.pk)
        called.update(called_by=None)
    _ours(mail).update(outcome=outcome, ended_at=now, due_at=None)


def try_again(mail: Mail, now: datetime) -> None:
    """The server did not take it, this time."""
    pause = min(PAUSE * 2 ** min(mail.attempts - 1, 10), LONGEST_PAUSE)
    if is_too_late(mail, now + pause):
        settle(mail, Outcome.GIVEN_UP, now)
    else:
        _ours(mail).update(due_at=now + pause)


def wait_while_there(mail: Mail, now: datetime) -> None:
    """Who is there is told by the page; what is left unread is mailed when nobody is any more."""
    _ours(mail).update(due_at=now + WHILE_THERE, attempts=F("attempts") - 1)


def has_had_enough(person_id: int, now: datetime) -> bool:
    """Whether this person got as many mails of late as anybody may want: others write them."""
    got = Mail.objects.filter(recipient=person_id, outcome=Outcome.SENT)
    return got.filter(ended_at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY


def gather(mail: Mail, now: datetime) -> None:
    """It is told in the mail of the day, which is written if it is the first.

    That goes a little after its hour: what began to be gathered before it is stored by then.
    """
    hour = next_digest(now)
    with transaction.atomic():
        gathered = _ours(mail).update(outcome=Outcome.GATHERED, ended_at=hour, due_at=None)
        if gathered:
            _store([_mail(mail.recipient, Mail.DIGEST, Mail.DIGEST, hour, GATHERING)])


def next_digest(now: datetime) -> datetime:
    """When the mails of the day go next."""
    today = now.astimezone(UTC).replace(hour=DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return today if today > now else today + timedelta(days=1)


def gathered_for(digest: Mail) -> Q:
    """The notices that a mail of the day tells, as a condition."""
    found = Mail.objects.filter(
        recipient=digest.recipient_id, outcome=Outcome.GATHERED, ended_at=digest.happened_at
    )
    told = found.filter(subject=OuterRef("subject"), happened_at=OuterRef("happened_at"))
    return Q(Exists(told))


def _ours(mail: Mail) -> QuerySet[Mail]:
    """The row, as long as nobody else has claimed it."""
    return Mail.objects.filter(pk=mail.pk, attempts=mail.attempts, ended_at=None)


def forget(person_id: int) -> None:
    """Drop what waits for somebody who goes for good, and what is known of mails that went."""
    Mail.objects.filter(recipient=person_id).delete()


def prune(now: datetime) -> int:
    """Drop some of those that ended long ago; how many. There may be more."""
    old = Mail.objects.filter(ended_at__lt=now - KEPT_FOR).order_by("ended_at")
    ids = list(old.values_list("id", flat=True)[:_PRUNED_AT_ONCE])
    return Mail.objects.filter(id__in=ids).delete()[0] if ids else 0
