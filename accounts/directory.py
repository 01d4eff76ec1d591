"""Lists of people: found by name, followed, following, blocked. A page goes on by key."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Value

from accounts.identicon import Identicon, identicon
from accounts.models import TO_BE_FOUND, Block, Follow, Note, SmallName, User
from accounts.names import LONGEST_NAME

PAGE = 30

_BEGINNING = re.compile(rf"[a-z0-9_-]{{1,{LONGEST_NAME}}}")
_BEHIND_ALL = "~"  # stands behind every character that a name may have


@dataclass(frozen=True)
class PersonRow:
    """Somebody in a list, and since when, where that is said."""

    user_id: int
    name: str
    picture: Identicon
    since: datetime | None = None
    is_followed: bool = False  # by the reader
    is_blocked: bool = False  # by the reader


@dataclass(frozen=True)
class PeoplePage:
    """A page of a list; `next` is what the next one comes after, empty for the last one."""

    rows: tuple[PersonRow, ...]
    next: str
    is_first_page: bool


@dataclass(frozen=True)
class Standing:
    """How a reader stands to the person whose page it is: what the reader has done."""

    follows: bool = False
    blocks: bool = False
    note: str = ""


def is_beginning(text: str) -> bool:
    """Whether a name can begin so."""
    return _BEGINNING.fullmatch(text.lower()) is not None


def people_named(beginning: str, after: str, reader_id: int | None) -> PeoplePage:
    """The people whose names begin so, whatever the case, by name: behind the name `after`.

    One range of one index, and two queries more for whom the reader follows and has blocked.
    """
    low = beginning.lower()
    found = User.objects.filter(TO_BE_FOUND).alias(low=SmallName("username"))
    found = found.filter(
        low__gte=SmallName(Value(low)), low__lt=SmallName(Value(low + _BEHIND_ALL))
    )
    if after:
        found = found.filter(low__gt=SmallName(Value(after.lower())))
    people = list(found.order_by("low").only("username")[: PAGE + 1])
    ids = [one.pk for one in people]
    followed, barred = _followed_among(ids, reader_id), _blocked_among(ids, reader_id)
    rows = tuple(
        PersonRow(
            one.pk,
            one.username,
            identicon(one.username),
            is_followed=one.pk in followed,
            is_blocked=one.pk in barred,
        )
        for one in people[:PAGE]
    )
    return PeoplePage(rows, rows[-1].name if len(people) > PAGE else "", not after)


def followed_by(user_id: int, after: int | None) -> PeoplePage:
    """Whom this person follows, the last one first; behind the row `after`."""
    found = Follow.objects.filter(follower=user_id).select_related("followed")
    return _page(found, after, "followed", user_id)


def followers_of(user_id: int, after: int | None) -> PeoplePage:
    """Who follows this person, the last one first."""
    found = Follow.objects.filter(followed=user_id).select_related("follower")
    return _page(found, after, "follower", user_id)


def blocked_by(user_id: int, after: int | None) -> PeoplePage:
    """Whom this person has blocked, the last one first."""
    found = Block.objects.filter(blocker=user_id).select_related("blocked")
    return _page(found, after, "blocked", None)


def _page(
    found: QuerySet[Any], after: int | None, column: str, reader_id: int | None
) -> PeoplePage:
    here = found.filter(**{f"{column}__is_active": True})
    behind = here if after is None else here.filter(pk__lt=after)
    rows = list(behind.order_by("-pk")[: PAGE + 1])
    people = [(getattr(row, column), row.created_at) for row in rows[:PAGE]]
    followed = _followed_among([one.pk for one, _ in people], reader_id)
    shown = tuple(
        PersonRow(one.pk, one.username, identicon(one.username), since, one.pk in followed)
        for one, since in people
    )
    return PeoplePage(shown, str(rows[PAGE - 1].pk) if len(rows) > PAGE else "", after is None)


def _followed_among(user_ids: list[int], reader_id: int | None) -> set[int]:
    if reader_id is None:
        return set()
    own = Follow.objects.filter(follower=reader_id, followed__in=user_ids)
    return set(own.values_list("followed", flat=True))


def _blocked_among(user_ids: list[int], reader_id: int | None) -> set[int]:
    if reader_id is None:
        return set()
    own = Block.objects.filter(blocker=reader_id, blocked__in=user_ids)
    return set(own.values_list("blocked", flat=True))


def count_followed(user_id: int) -> int:
    """How many people this person follows; like the list, without closed accounts."""
    return Follow.objects.filter(follower=user_id, followed__is_active=True).count()


def count_followers(user_id: int) -> int:
    """How many people follow this person; like the list, without closed accounts."""
    return Follow.objects.filter(followed=user_id, follower__is_active=True).count()


def standing_to(person_id: int, reader_id: int) -> Standing:
    """What the reader has done about a person; nobody else is shown any of it."""
    note = Note.objects.filter(writer=reader_id, about=person_id).values_list("text", flat=True)
    return Standing(
        follows=Follow.objects.filter(follower=reader_id, followed=person_id).exists(),
        blocks=Block.objects.filter(blocker=reader_id, blocked=person_id).exists(),
        note=note.first() or "",
    )
