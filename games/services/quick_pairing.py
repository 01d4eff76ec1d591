"""Quick pairing: one press for a game and a time, and two people who wait for the same meet."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts import relations
from accounts.models import User
from games.models import GameSettings, Invitation
from games.services.errors import NotAllowed, lock_active_users
from games.services.invitations import accept_invitation, create_invitation, lock_who_meet
from games.store import seeks
from games.store.transactions import writing

TIMES = ("180+2", "600+5", "1500+10")
"""The times that a press may ask for."""

SAME_PRESS = timedelta(seconds=10)
"""Who presses once more within this time has pressed twice, and gets the same answer."""


@dataclass(frozen=True)
class Waiting:
    """Somebody who waits for a game: who, for what, since when, and how strong."""

    user: User
    settings: GameSettings
    since: datetime
    rating: int | None  # in hundredths, as in the list

    @classmethod
    def of(cls, seek: Invitation) -> "Waiting":
        """Who waits behind a seek that was read with its rating."""
        settings = GameSettings(seek.key, seek.options, time_control=seek.time_control)
        return cls(seek.inviter, settings, seek.created_at, getattr(seek, "rating", None))

    def would_meet(self, other: "Waiting", now: datetime) -> bool:
        """Whether both want the same, and each lies in the other's reach; guests may be refused."""
        one, two = self.user, other.user
        return (
            one.pk != two.pk
            and self.settings == other.settings
            and self._is_near(other, now)
            and not (one.refuses_guests and two.is_guest)
            and not (two.refuses_guests and one.is_guest)
        )

    def _is_near(self, other: "Waiting", now: datetime) -> bool:
        both = min(seeks.reach(now - self.since), seeks.reach(now - other.since))
        return seeks.distance(self.rating, other.rating) <= both


def press_quick(*, key: str, time: str, user: User, now: datetime, wanted: str = "") -> Invitation:
    """The seek on which the user sits now: of somebody who waits and fits, with a game, or one's
    own.

    The seek that is `wanted` is tried first, then who has waited longest. Two presses for the same
    come one after the other, and get the same answer. Raises NotAllowed for one seek too many.
    """
    settings = GameSettings(key, time_control=time)
    newcomer = Waiting(user, settings, now, seeks.live_rating_of(user, key))
    apart = relations.apart_from(user.pk)
    for seek in sorted(seeks.quick_seeks(now), key=lambda seek: seek.pk != wanted):
        if seek.inviter_id not in apart and newcomer.would_meet(Waiting.of(seek), now):
            try:
                return _meet(seek, newcomer)
            except (NotAllowed, Invitation.DoesNotExist):
                continue  # somebody else was quicker, it was withdrawn, or one blocked the other
    with writing():
        lock_active_users([user])
        return _pressed_already(newcomer) or create_invitation(
            settings, inviter=user, now=now, is_listed=True, is_quick=True
        )


def _meet(seek: Invitation, newcomer: Waiting) -> Invitation:
    """The seek, with the newcomer on its free seat, unless it was another press for the same."""
    with writing():
        lock_who_meet(invitation_id=seek.pk, user=newcomer.user)
        pressed = _pressed_already(newcomer)
        if pressed is not None:
            return pressed
        accept_invitation(invitation_id=seek.pk, user=newcomer.user, now=newcomer.since)
        return Invitation.objects.get(pk=seek.pk)


def _pressed_already(newcomer: Waiting) -> Invitation | None:
    user, settings, now = newcomer.user, newcomer.settings, newcomer.since
    pressed = seeks.quick_press_since(user, settings, now - SAME_PRESS)
    return pressed or seeks.own_quick_seek(user, settings, now)


def pair_waiting(now: datetime) -> int:
    """Let those meet who wait and fit by now, the longest wait first; how many games began."""
    waiting, begun = seeks.quick_seeks(now), 0
    people = {seek.pk: Waiting.of(seek) for seek in waiting}
    apart = relations.pairs_apart([seek.inviter_id for seek in waiting])
    while waiting:
        older, *waiting = waiting
        for newer in waiting:
            if (
                (older.inviter_id, newer.inviter_id) not in apart
                and people[older.pk].would_meet(people[newer.pk], now)
                and _pair(older, newer, now)
            ):
                begun += 1
                gone = {older.inviter_id, newer.inviter_id}
                waiting = [seek for seek in waiting if seek.inviter_id not in gone]
                break
    return begun


def _pair(older: Invitation, newer: Invitation, now: datetime) -> bool:
    """Seat the newer one's inviter at the older one, unless either was taken or left meanwhile.

    Both lead to the game then.
    """
    try:
        with writing():
            lock_active_users([older.inviter, newer.inviter])
            pair = Invitation.objects.filter(pk__in=[older.pk, newer.pk])
            held = {seek.pk: seek for seek in pair.select_for_update().order_by("pk")}
            if not all(_still_waits(seek, held.get(seek.pk), now) for seek in (older, newer)):
                return False
            game = accept_invitation(invitation_id=older.pk, user=newer.inviter, now=now)
            pair.filter(pk=newer.pk).update(game=game, status=Invitation.Status.ACCEPTED)
    except (NotAllowed, Invitation.DoesNotExist):
        return False
    return True


def _still_waits(read: Invitation, held: Invitation | None, now: datetime) -> bool:
    return (
        held is not None
        and held.status == Invitation.Status.OPEN
        and held.inviter_id == read.inviter_id
        and not held.is_left(now)
    )
