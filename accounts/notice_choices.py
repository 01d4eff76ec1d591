"""Which kinds of notices reach somebody by which channel: what was chosen, or else the usual."""

from collections.abc import Collection

from django.db import transaction

from accounts.models import Notice, NoticeChoice, User

Kind = Notice.Kind
Channel = NoticeChoice.Channel

Choice = tuple[str, str]
"""A kind of notice and a channel."""

USUALLY_OFF: dict[str, Collection[str]] = {
    Channel.EMAIL: (Kind.DECLINED, Kind.REVIEWED, Kind.FOLLOWED),
}
"""What is told by a channel only to those who ask for it; everything else is, until they do not."""


def all_choices() -> list[Choice]:
    """Every kind on every channel."""
    return [(kind, channel) for kind in Kind.values for channel in Channel.values]


def is_usual(kind: str, channel: str) -> bool:
    """Whether it is told by this channel to somebody who has chosen nothing."""
    return kind not in USUALLY_OFF.get(channel, ())


def chosen(person_id: int) -> dict[Choice, bool]:
    """What reaches this person, by kind and channel."""
    own = NoticeChoice.objects.filter(user=person_id).values_list("kind", "channel", "is_on")
    set_by_hand = {(kind, channel): is_on for kind, channel, is_on in own}
    return {choice: set_by_hand.get(choice, is_usual(*choice)) for choice in all_choices()}


def kinds_on(person_id: int, channel: str) -> set[str]:
    """The kinds that reach this person by a channel."""
    return {kind for (kind, one), is_on in chosen(person_id).items() if one == channel and is_on}


def choose(person_id: int, wishes: dict[Choice, bool]) -> None:
    """From now on these are as wished; in a transaction."""
    rows = [
        NoticeChoice(user_id=person_id, kind=kind, channel=channel, is_on=is_on)
        for (kind, channel), is_on in sorted(wishes.items())
    ]
    same = ("user", "kind", "channel")
    NoticeChoice.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=same, update_fields=["is_on"]
    )


def switch_off(person_id: int, channel: str, kinds: Collection[str]) -> None:
    """These kinds come by this channel no more; of all of them, nor does a mail of the day."""
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).filter(pk=person_id).first()
        if person is None or person.is_deleted:
            return
        choose(person_id, {(kind, channel): False for kind in kinds})
        if channel == Channel.EMAIL and set(kinds) == set(Kind.values):
            User.objects.filter(pk=person_id).update(gets_digest=False)


def forget(person_id: int) -> None:
    """Drop what was chosen by somebody who goes for good."""
    NoticeChoice.objects.filter(user=person_id).delete()
