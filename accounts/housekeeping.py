"""What is forgotten when its time has come."""

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef

from accounts.models import PendingSignup

AT_ONCE = 500  # rows: a writer holds the others up for moments only


def forget_ended_sessions(now: datetime) -> int:
    """Delete sessions that have expired, with the address and browser of each; how many of them.

    At most AT_ONCE: who calls in a transaction of its own calls again while there are more.
    """
    ended = list(
        Session.objects.filter(expire_date__lte=now).values_list("pk", flat=True)[:AT_ONCE]
    )
    UserSession.objects.filter(session_key__in=ended).delete()
    Session.objects.filter(pk__in=ended).delete()
    return len(ended)


def forget_what_sessions_left(_now: datetime) -> int:
    """Delete the address and browser of sessions that are gone; how many, at most AT_ONCE.

    A session that ends takes them along; these are of before it did.
    """
    held = Session.objects.filter(session_key=OuterRef("session_key"))
    left = list(UserSession.objects.filter(~Exists(held)).values_list("pk", flat=True)[:AT_ONCE])
    UserSession.objects.filter(pk__in=left).delete()
    return len(left)


def forget_expired_signups(now: datetime) -> int:
    """Delete sign-ups whose address was not confirmed in time; how many, at most AT_ONCE."""
    expired = PendingSignup.objects.filter(expires_at__lte=now).values_list("pk", flat=True)
    expired_now = list(expired[:AT_ONCE])
    PendingSignup.objects.filter(pk__in=expired_now).delete()
    return len(expired_now)
