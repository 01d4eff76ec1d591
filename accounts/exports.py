"""What the accounts app stores about a person, for the archive that the person may take along."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F, QuerySet

from accounts import moderation, reports, signups
from accounts.models import (
    Block,
    Follow,
    Mail,
    Note,
    Notice,
    NoticeChoice,
    PushMessage,
    PushSubscription,
    User,
)


def account_rows(person: User) -> dict[str, Any]:
    """Return the person's rows field by field: no keys of sessions or codes, no hashes."""
    addresses = EmailAddress.objects.filter(user=person).order_by("id")
    factors = Authenticator.objects.filter(user=person).order_by("id")
    sessions = UserSession.objects.filter(user=person).order_by("created_at")
    return {
        **_settings(person),
        "email_addresses": list(addresses.values("email", "verified", "primary")),
        "sign_ups": signups.waiting_of(person),
        **_relations(person),
        "reports": reports.reports_of(person),
        "actions": moderation.rows_about(person),
        "notices": [_notice(one) for one in _notices(person)],
        **_mails(person),
        **_pushes(person),
        "second_factors": list(factors.values("type", "created_at", "last_used_at")),
        "sessions": list(sessions.values("created_at", "last_seen_at", "ip", "user_agent")),
    }


def _settings(person: User) -> dict[str, Any]:
    """Who the person is, and what the person has chosen."""
    return {
        "account": {
            "name": person.username,
            "first_name": person.first_name,
            "last_name": person.last_name,
            "email": person.email,
            "is_guest": person.is_guest,
            "is_staff": person.is_staff,
            "date_joined": person.date_joined,
            "last_login": person.last_login,
            "read_in": person.read_in,
            "called_by": person.called_by,
        },
        "preferences": {
            "shows_games": person.shows_games,
            "shows_history": person.shows_history,
            "shows_presence": person.shows_presence,
            "is_named_watching": person.is_named_watching,
            "reads_chat": person.reads_chat,
            "plays_privately": person.plays_privately,
            "is_offered_puzzles": person.is_offered_puzzles,
            "refuses_guests": person.refuses_guests,
            "language": person.language,
            "gets_digest": person.gets_digest,
        },
    }


def _relations(person: User) -> dict[str, Any]:
    """What the person has done about others, and who follows: not who has blocked the person, and
    no note of anybody else.
    """
    following = Follow.objects.filter(follower=person).order_by("id")
    followers = Follow.objects.filter(followed=person).order_by("id")
    blocked = Block.objects.filter(blocker=person).order_by("id")
    notes = Note.objects.filter(writer=person).order_by("id")
    return {
        "following": list(following.values("created_at", name=F("followed__username"))),
        "followers": list(followers.values("created_at", name=F("follower__username"))),
        "blocked": list(blocked.values("created_at", name=F("blocked__username"))),
        "notes": list(notes.values("text", "changed_at", name=F("about__username"))),
    }


def _notices(person: User) -> QuerySet[Notice]:
    found = Notice.objects.filter(recipient=person).order_by("happened_at", "id")
    return found.select_related("person")


def _notice(notice: Notice) -> dict[str, Any]:
    return {
        "kind": notice.kind,
        "game": notice.game_id,
        "invitation": notice.invitation_id,
        "about": notice.person.username if notice.person is not None else None,
        "happened_at": notice.happened_at,
        "read_at": notice.read_at,
    }


def _mails(person: User) -> dict[str, Any]:
    """What the person wants to be told how, and the mails that wait or went."""
    choices = NoticeChoice.objects.filter(user=person).order_by("kind", "channel")
    mails = Mail.objects.filter(recipient=person).order_by("happened_at", "id")
    columns = ("id", "kind", "subject", "happened_at", "message_id", "due_at", "attempts")
    return {
        "notice_choices": list(choices.values("kind", "channel", "is_on")),
        "mails": list(mails.values(*columns, "outcome", "ended_at")),
    }


def _pushes(person: User) -> dict[str, Any]:
    """The browsers that are told what happens, without their keys, and what waits for them."""
    browsers = PushSubscription.objects.filter(user=person).order_by("id")
    waiting = PushMessage.objects.filter(subscription__user=person).order_by("id")
    about = {"kind": F("notice__kind"), "game": F("notice__game")}
    return {
        "push_subscriptions": list(browsers.values("endpoint", "language", "made_at", "failures")),
        "push_messages": list(waiting.values("due_at", "attempts", **about)),
    }
