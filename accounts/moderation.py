"""What the staff do about people: each time with a reason, logged for good, told in words.

What holds:
- an action and what it does are one transaction; the log is only ever added to (`log`), but for the
  words, which go with the account (`forget`);
- an action is in force while it is not lifted and its time is not over: nothing else says who is
  silent or suspended, so that lifting one leaves another in force;
- who is suspended or closed is signed out everywhere and told why at the next sign-in.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import guests, notices, services, signups
from accounts.models import Action, Appeal, Notice, User, users_named
from accounts.names import GUEST_PREFIX, TAKEN, USERNAME_VALIDATORS
from accounts.plain_text import cleaned
from accounts.relations import Refused, brief

Kind = Action.Kind

_SALT = "accounts.moderation"
_BARS = (Kind.SUSPEND, Kind.CLOSE)
_TWO_PRESSES = timedelta(minutes=1)  # within which the same is not meant twice


# --- what is in force ---


def in_force(user_id: int, now: datetime, *kinds: str) -> Action | None:
    """What holds for somebody now, the longest first; None if nothing does."""
    found = _in_force(now, kinds).filter(person=user_id)
    return max(found, key=lambda one: (one.until is None, one.until or now), default=None)


def bar_of(user: User, now: datetime) -> Action | None:
    """Why somebody cannot sign in, if that is by the staff's doing."""
    return in_force(user.pk, now, *_BARS)


def barred_among(user_ids: Collection[int], now: datetime) -> set[int]:
    """Who of these cannot sign in by the staff's doing."""
    found = _in_force(now, _BARS).filter(person__in=user_ids)
    return set(found.values_list("person", flat=True))


def mute_of(user: User, now: datetime) -> Action | None:
    """Why somebody says nothing in chats."""
    return in_force(user.pk, now, Kind.MUTE)


def _in_force(now: datetime, kinds: Collection[str]) -> QuerySet[Action]:
    not_lifted = Action.objects.filter(lifted_by=None, kind__in=kinds)
    return not_lifted.filter(Q(until=None) | Q(until__gt=now))


# --- doing ---


def log(
    *,
    person: User,
    moderator: User,
    kind: str,
    reason: str,
    now: datetime,
    until: datetime | None = None,
    detail: str = "",
    game_id: str | None = None,
    lifts: Action | None = None,
) -> Action:
    """The one place that writes the log, in the transaction of what is done; the person is told,
    but not of hints, nor who is gone.

    Raises Refused.
    """
    said = brief(reason)
    if person.is_deleted and Kind.ANNUL not in (kind, lifts and lifts.kind):
        raise Refused(409, _("There is nobody of this name."))
    if not said:
        raise Refused(422, _("Give a reason: the person reads it."))
    is_about_hint = Kind.ASIDE in (kind, lifts and lifts.kind)
    _require_another(person, moderator, may_be_staff=is_about_hint)
    action = Action.objects.create(
        person=person,
        moderator=moderator,
        kind=kind,
        reason=said,
        made_at=now,
        until=until,
        detail=detail,
        game_id=game_id,
        lifts=lifts,
    )
    if not (is_about_hint or person.is_deleted):
        _tell(action, now)
    return action


def was_just_done(
    person: User, moderator: User, kind: str, reason: str, now: datetime, until: datetime
) -> bool:
    """Whether this is a second press of the same; for who has the person's row locked.

    For another time, or after the first was undone, it is something else.
    """
    if kind not in (Kind.WARN, Kind.MUTE, Kind.SUSPEND):
        return False
    lifted = Action.objects.filter(lifts__isnull=False).values("lifts")
    same = Action.objects.filter(person=person, moderator=moderator, kind=kind)
    lately = same.filter(reason=cleaned(reason), made_at__gt=now - _TWO_PRESSES)
    return any(
        one.until is None or one.until - one.made_at == until - now
        for one in lately.exclude(pk__in=lifted)
    )


def _require_another(person: User, moderator: User, *, may_be_staff: bool) -> None:
    if person.pk == moderator.pk or (person.is_staff and not may_be_staff):
        raise Refused(403, _("Nothing is done here about the staff."))
    if person.is_computer:
        raise Refused(422, _("Nothing is done here about computers."))


def _tell(action: Action, now: datetime) -> None:
    told = Notice(recipient_id=action.person_id, kind=Notice.Kind.ACTED, happened_at=now)
    told.subject = f"action:{action.pk}"
    notices.write([told])


def warn(person: User, moderator: User, reason: str, now: datetime) -> Action:
    """Tell somebody what not to do again."""
    return log(person=person, moderator=moderator, kind=Kind.WARN, reason=reason, now=now)


def mute(person: User, moderator: User, reason: str, now: datetime, until: datetime) -> Action:
    """Let somebody say nothing in chats for a time."""
    return log(
        person=person, moderator=moderator, kind=Kind.MUTE, reason=reason, now=now, until=until
    )


def suspend(person: User, moderator: User, reason: str, now: datetime, until: datetime) -> Action:
    """Sign somebody out everywhere until then.

    The clocks of running games go on: who waits at a live table may claim the game as soon as
    the person has been away as long as anybody may.
    """
    if person.is_guest:
        raise Refused(422, _("A guest could not come back: warn, or close the account."))
    action = log(
        person=person, moderator=moderator, kind=Kind.SUSPEND, reason=reason, now=now, until=until
    )
    services.end_sessions(person.pk)
    return action


def close(person: User, moderator: User, reason: str, now: datetime) -> Action:
    """Close an account. Its seats in running games are the caller's to give up."""
    if not person.is_active:
        raise Refused(409, _("This account is closed already."))
    action = log(person=person, moderator=moderator, kind=Kind.CLOSE, reason=reason, now=now)
    services.ban([person.pk])
    return action


def rename(person: User, moderator: User, reason: str, now: datetime, name: str) -> Action:
    """Give somebody another name; the one before is kept for who undoes it.

    The name of a guest keeps its mark, whether it was typed or not. What is pressed twice is done
    once: the second time it is the name already.
    """
    before = person.username
    if person.is_guest:
        name = GUEST_PREFIX + name.removeprefix(GUEST_PREFIX)
    if name == before:
        raise Refused(409, _("This is the name already."))
    if person.is_guest:
        _require_free_for_guest(name.removeprefix(GUEST_PREFIX), person, now)
    else:
        _require_free(name, person, now)
    action = log(
        person=person, moderator=moderator, kind=Kind.RENAME, reason=reason, now=now, detail=before
    )
    _set_name(person, name)
    return action


def _require_free_for_guest(name: str, guest: User, now: datetime) -> None:
    try:
        guests.require_free(name, now, but=guest.pk)
    except ValidationError as refused:
        status = 409 if refused.code == "taken" else 422
        raise Refused(status, " ".join(refused.messages)) from None


def _require_free(name: str, person: User, now: datetime) -> None:
    try:
        for validator in USERNAME_VALIDATORS:
            validator(name)
    except ValidationError as refused:
        raise Refused(422, " ".join(refused.messages)) from None
    if users_named(name).exclude(pk=person.pk).exists() or signups.keeps_name(name, now):
        raise Refused(409, _("This name is taken."))
    if signups.looks_like_account(name, but=person.pk):
        raise Refused(409, str(TAKEN))


def _set_name(person: User, name: str) -> None:
    """Of guests no two have names that look alike."""
    try:
        with transaction.atomic():
            User.objects.filter(pk=person.pk).update(username=name)
    except IntegrityError:
        sentence = _("Somebody else has this name, or a guest one that looks like it.")
        raise Refused(409, sentence) from None
    services.tell_names_changed(person.pk)


# --- undoing ---


def lift(action: Action, moderator: User, reason: str, now: datetime) -> Action:
    """Undo what was done, in the transaction at hand. Raises Refused."""
    if action.kind == Kind.LIFT:
        raise Refused(422, _("What was undone is done again by doing it."))
    if Action.objects.filter(lifts=action).exists():
        raise Refused(409, _("This is undone already."))
    lifted = log(
        person=action.person,
        moderator=moderator,
        kind=Kind.LIFT,
        reason=reason,
        now=now,
        game_id=action.game_id,
        lifts=action,
    )
    if undo := _UNDOING.get(action.kind):
        undo(action, now)
    return lifted


def _open_again(action: Action, _now: datetime) -> None:
    User.objects.filter(pk=action.person_id).update(is_active=True)
    services.tell_names_changed(action.person_id)


def _name_again(action: Action, now: datetime) -> None:
    if action.detail.startswith(GUEST_PREFIX) and not action.person.is_guest:
        raise Refused(409, _("This was the name of a guest, who has an account by now."))
    is_taken = users_named(action.detail).exclude(pk=action.person_id).exists()
    is_taken = is_taken or signups.keeps_name(action.detail, now)
    if is_taken or signups.looks_like_account(action.detail, but=action.person_id):
        raise Refused(409, _("Somebody else has this name by now, or one that looks like it."))
    _set_name(action.person, action.detail)


_UNDOING: dict[str, Callable[[Action, datetime], None]] = {
    Kind.CLOSE: _open_again,
    Kind.RENAME: _name_again,
}


# --- appeals ---


def token_of(action: Action) -> str:
    """What opens the page of an action, for the person alone: also for who cannot sign in."""
    return token_for(action.pk)


def token_for(action_id: int) -> str:
    """The same by the number of the action."""
    return signing.dumps(action_id, salt=_SALT)


def action_by(token: str) -> Action | None:
    """The action that was meant; None too for one about somebody who is gone."""
    try:
        pk = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    action = Action.objects.select_related("person", "lifted_by").filter(pk=pk).first()
    return None if action is None or action.person.is_deleted else action


def appeal(*, action: Action, words: str, now: datetime) -> Appeal:
    """Say something against what was done: once, in the transaction at hand. Raises Refused."""
    said = brief(words)
    if not said:
        raise Refused(422, _("Say in some words what is wrong with it."))
    if action.kind == Kind.LIFT:
        raise Refused(422, _("Nothing holds here that could be undone."))
    person = User.objects.select_for_update(no_key=True).get(pk=action.person_id)
    if person.is_deleted:
        raise Refused(404, _("This account is deleted."))
    if Action.objects.filter(lifts=action).exists():
        raise Refused(409, _("This is undone already."))
    made, is_new = Appeal.objects.get_or_create(
        action=action, defaults={"words": said, "made_at": now}
    )
    if not is_new:
        raise Refused(409, _("You have said something already; it is read."))
    return made


def waiting_appeals() -> QuerySet[Appeal]:
    """What nobody has answered; of who is gone no words are left that could be."""
    return Appeal.objects.filter(answered_at=None).exclude(words="")


def answer_appeal(*, found: Appeal, moderator: User, answer: str, now: datetime) -> None:
    """Answer it, in the transaction at hand; the person is told. Raises Refused."""
    said = brief(answer)
    if not said:
        raise Refused(422, _("Give an answer: the person reads it."))
    if found.action.person_id == moderator.pk:
        raise Refused(403, _("This is about you: somebody else of the staff answers it."))
    open_one = waiting_appeals().filter(pk=found.pk)
    if not open_one.update(answer=said, answered_at=now, answered_by=moderator):
        raise Refused(409, _("This was answered already."))
    told = Notice(recipient_id=found.action.person_id, kind=Notice.Kind.ACTED, happened_at=now)
    told.subject = f"action:{found.action_id}"
    notices.write([told], renews=True)


# --- accounts that go ---


def forget(user: User) -> None:
    """The log stays without words about who goes: they may hold the name.

    What undoing an annulment takes is kept: the ratings of others hang on it, and it holds no name.
    """
    Appeal.objects.filter(action__person=user).update(words="", answer="")
    about = Action.objects.filter(person=user)
    about.update(reason="")
    changed = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User))
    changed.filter(object_id=str(user.pk)).update(object_repr="", change_message="")
    about.exclude(kind=Kind.ANNUL).update(detail="")


def take_along(*, guest: User, user: User) -> None:
    """What was done about a guest holds for the account that the guest becomes part of."""
    Action.objects.filter(person=guest).update(person=user)


def rows_about(user: User) -> list[dict[str, object]]:
    """What was done about somebody, for the person's archive; not by whom."""
    found = Action.objects.filter(person=user).select_related("appeal").order_by("id")
    return [
        {
            "kind": one.kind,
            "reason": one.reason,
            "game": one.game_id,
            "made_at": one.made_at,
            "until": one.until,
            "appeal": one.appeal.words if hasattr(one, "appeal") else None,
            "answer": one.appeal.answer if hasattr(one, "appeal") else None,
        }
        for one in found
    ]
