"""How people stand to one another: who follows whom, who has blocked whom, and private notes.

Who follows or blocks holds both rows of people first, so that a block and whatever brings the two
together (a seat, an invitation, a follow) come one after the other.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import desk_models, notices, notifications
from accounts.models import Block, Follow, Note, Notice, User
from accounts.plain_text import cleaned
from accounts.services import lock_people

Kind = Notice.Kind

MOST = 1000
"""How many people somebody may follow, block, and keep notes about."""


class Refused(Exception):
    """Something that is not done between these two, in a sentence. Nothing has changed."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status, self.sentence = status, sentence
        super().__init__(sentence)


def brief(words: str) -> str:
    """The words without what is no text; raises Refused where they are more than is kept."""
    said = cleaned(words)
    if len(said) > desk_models.LONGEST:
        raise Refused(422, _("Use %(most)s characters at most.") % {"most": desk_models.LONGEST})
    return said


# --- follow ---


def follow(*, follower: User, followed: User, now: datetime) -> bool:
    """Follow somebody; whether that is new. Raises Refused.

    This is the only place where a follow begins: a notice of it is written in the same transaction.
    """
    _require_another_person(follower, followed)
    if follower.is_guest:
        raise Refused(403, _("Following is for registered players. Sign up first."))
    if followed.is_guest:
        raise Refused(422, _("%(name)s is a guest, and guests are not followed.") % _name(followed))
    with transaction.atomic():
        _lock_both(follower, followed)
        if are_apart([follower.pk, followed.pk]):
            raise Refused(403, _("You cannot follow %(name)s.") % _name(followed))
        own = Follow.objects.filter(follower=follower)
        if own.filter(followed=followed).exists():
            return False
        _require_room(own)
        Follow.objects.create(follower=follower, followed=followed, created_at=now)
        _tell_followed(follower, followed, now)
        return True


def _tell_followed(follower: User, followed: User, now: datetime) -> None:
    """Once for each who follows, however often."""
    subject = f"followed:{follower.pk}"
    told = Notice(recipient=followed, kind=Kind.FOLLOWED, subject=subject, person=follower)
    told.happened_at = now
    notices.write([told])


def _tell_no_more(follower: User, followed: User, now: datetime) -> None:
    """No mail and no browser tells who is followed any more. The notice stays: it is told once."""
    notices.mark_read(followed.pk, now, Q(kind=Kind.FOLLOWED, person=follower))


def unfollow(*, follower: User, followed: User) -> None:
    """Follow somebody no longer."""
    Follow.objects.filter(follower=follower, followed=followed).delete()


# --- block ---


def block(*, blocker: User, blocked: User, now: datetime) -> bool:
    """Keep the two apart from now on, and undo that they follow each other; whether that is new.

    Both rows of people are locked for the rest of the caller's transaction. Raises Refused.
    """
    _require_another_person(blocker, blocked)
    with transaction.atomic():
        _lock_both(blocker, blocked)
        own = Block.objects.filter(blocker=blocker)
        if own.filter(blocked=blocked).exists():
            return False
        _require_room(own)
        Block.objects.create(blocker=blocker, blocked=blocked, created_at=now)
        _end_follows(blocker.pk, blocked.pk)
        _tell_no_more(blocker, blocked, now)
        _tell_no_more(blocked, blocker, now)
        return True


def unblock(*, blocker: User, blocked: User) -> None:
    """Let the two meet again, unless the other one has blocked as well."""
    with transaction.atomic():
        Block.objects.filter(blocker=blocker, blocked=blocked).delete()


def apart_from(user_id: int) -> frozenset[int]:
    """All who have blocked this person or are blocked by them."""
    pairs = _blocks_of(user_id).values_list("blocker", "blocked")
    return frozenset(other for pair in pairs for other in pair if other != user_id)


def kept_apart(user_id: int, column: str) -> Exists:
    """The same as a condition on the person in a column of other rows."""
    return Exists(
        Block.objects.filter(
            Q(blocker=user_id, blocked=OuterRef(column))
            | Q(blocked=user_id, blocker=OuterRef(column))
        )
    )


def are_apart(user_ids: Collection[int]) -> bool:
    """Whether some two of these people do not meet."""
    return Block.objects.filter(blocker__in=user_ids, blocked__in=user_ids).exists()


def pairs_apart(user_ids: Collection[int]) -> set[tuple[int, int]]:
    """The pairs of these people who do not meet, each both ways round."""
    found = Block.objects.filter(blocker__in=user_ids, blocked__in=user_ids)
    pairs = set(found.values_list("blocker", "blocked"))
    return pairs | {(blocked, blocker) for blocker, blocked in pairs}


def _blocks_of(user_id: int) -> QuerySet[Block]:
    return Block.objects.filter(Q(blocker=user_id) | Q(blocked=user_id))


def _end_follows(one: int, other: int) -> None:
    Follow.objects.filter(
        Q(follower=one, followed=other) | Q(follower=other, followed=one)
    ).delete()


# --- notes ---


def write_note(*, writer: User, about: User, text: str, now: datetime) -> str:
    """Write down something about somebody in place of what was there; the text as it is kept.

    Without text the note is gone. Raises Refused, and nothing is cut off what is too long.
    """
    _require_another_person(writer, about)
    kept = cleaned(text)
    if len(kept) > Note.LONGEST:
        said = _("A note has %(most)s characters at most; this one has %(count)s.")
        raise Refused(422, said % {"most": Note.LONGEST, "count": len(kept)})
    with transaction.atomic():
        _lock_both(writer, about)
        own = Note.objects.filter(writer=writer)
        if not kept:
            own.filter(about=about).delete()
        elif not own.filter(about=about).update(text=kept, changed_at=now):
            _require_room(own)
            Note.objects.create(writer=writer, about=about, text=kept, changed_at=now)
    return kept


# --- people who go ---


def forget(user: User) -> None:
    """Delete whatever this person has to do with others: theirs, and others' with them."""
    Follow.objects.filter(Q(follower=user) | Q(followed=user)).delete()
    _blocks_of(user.pk).delete()
    Note.objects.filter(Q(writer=user) | Q(about=user)).delete()


def take_along(*, guest: User, user: User) -> None:
    """Let the account have what the guest had: blocks and notes of either side.

    A note that somebody has of the account, or the account of somebody, stays as it is. Open pages
    look whom they do not meet by now. The rows of both are locked.
    """
    for kept in _blocks_of(guest.pk):
        blocker, blocked = (
            user.pk if one == guest.pk else one for one in (kept.blocker_id, kept.blocked_id)
        )
        if blocker != blocked:
            Block.objects.get_or_create(
                blocker_id=blocker,
                blocked_id=blocked,
                defaults={"created_at": kept.created_at},
            )
            _end_follows(blocker, blocked)
            for person in (blocker, blocked):
                notifications.tell_person(person)
    told = Note.objects.filter(writer=user).values("about")
    Note.objects.filter(writer=guest).exclude(about__in=told).exclude(about=user).update(
        writer=user
    )
    known = Note.objects.filter(about=user).values("writer")
    Note.objects.filter(about=guest).exclude(writer__in=known).exclude(writer=user).update(
        about=user
    )
    forget(guest)


def _require_another_person(one: User, other: User) -> None:
    if one.pk == other.pk:
        raise Refused(422, _("That is you. Choose somebody else."))
    if other.is_computer:
        raise Refused(422, _("%(name)s is a computer: this is for people.") % _name(other))


def _lock_both(one: User, other: User) -> None:
    if len(lock_people([one.pk, other.pk])) < 2:
        raise Refused(409, _("%(name)s has left the site.") % _name(other))


def _require_room(own: QuerySet[Follow] | QuerySet[Block] | QuerySet[Note]) -> None:
    if own.count() >= MOST:
        if own.model is Note:
            said = _("%(count)s notes are the most. Empty another one first.")
        else:
            said = _("%(count)s people are the most. Take somebody else off the list first.")
        raise Refused(409, said % {"count": MOST})


def _name(person: User) -> dict[str, str]:
    return {"name": person.username}
