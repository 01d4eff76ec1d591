"""Invitations, and what a reader may do with them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, When, Window
from django.db.models.functions import RowNumber

from accounts.relations import apart_from, kept_apart
from games.models import Game, Invitation, InvitationSeat, Player
from games.presentation import sentences
from games.presentation.models.invitations import (
    InvitationView,
    OfferedSeat,
    RematchOffer,
    RematchView,
    Search,
)
from games.rules.record import parse_options
from games.selectors.private_games import games_for_all, games_seen_by
from games.store.invitations import WITH_SEATS, open_rematch, still_open
from games.store.queries import Reader
from games.store.seeks import WIDENED_EVERY, WIDER, reach

JUST_NOW = timedelta(seconds=10)
"""So long it may take from a press until the page is here that shows what came of it."""


def open_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[InvitationView]:
    """Invitations to this reader, then those to anyone; one's own are not listed.

    Of each inviter the newest of either kind is, so that nobody fills the list; none is of
    somebody whom the reader does not meet.
    """
    is_wanted, is_named = Q(is_listed=True), Q(pk__in=())
    if reader.is_authenticated:
        seats = InvitationSeat.objects.filter(invitation=OuterRef("pk"), user=reader.pk)
        is_named = Q(Exists(seats.filter(accepted_at=None)))
        if getattr(reader, "refuses_guests", False):
            is_named &= Q(inviter__is_guest=False)
        is_wanted = is_named | Q(~Exists(seats), is_listed=True)
        is_wanted &= ~Q(kept_apart(reader.pk, "inviter"))
    found = _newest_of_each(still_open(now).filter(is_wanted), is_named)
    return [invitation_view(invitation, reader, now) for invitation in found[:limit]]


def _newest_of_each(found: QuerySet[Invitation], is_first: Q) -> QuerySet[Invitation]:
    """The newest of each inviter, of those that come first and of the others; `offers` counts."""
    kind = Case(When(is_first, then=0), default=1)
    newest = Window(
        RowNumber(),
        partition_by=[F("inviter"), kind],
        order_by=[F("created_at").desc(), F("pk").desc()],
    )
    offers = Window(Count("pk"), partition_by=[F("inviter"), kind])
    found = found.annotate(kind=kind, place=newest, offers=offers).filter(place=1)
    return found.order_by("kind", "-created_at")


def own_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[InvitationView]:
    """Invitations in which this reader sits and waits, most of them sent."""
    if not reader.is_authenticated:
        return []
    found = still_open(now).filter(seats__user=reader.pk, seats__accepted_at__isnull=False)
    return [invitation_view(invitation, reader, now) for invitation in found[:limit]]


def rematch(game_id: str, seat: int | None, reader: Reader, now: datetime) -> RematchView:
    """What has become of a rematch: the game that has begun, or the offer, which players see.

    Of a private one that others play with somebody else nothing is told.
    """
    begun = _by_game_before(games_seen_by(reader).filter(rematch_of=game_id)).get(game_id)
    if begun is not None:
        players = Player.objects.filter(game=begun.game_id, user=reader.pk)
        own = InvitationSeat.objects.filter(invitation__game=begun.game_id, user=reader.pk)
        return replace(
            begun,
            sits=seat is not None and players.exists(),
            was_just_wanted=own.filter(accepted_at__gt=now - JUST_NOW).exists(),
        )
    if seat is None:
        return RematchView()
    offered = open_rematch(game_id, now)
    if offered is None:
        return RematchView(declined=_decliner_name(game_id, reader))
    return RematchView(offer=_rematch_offer(offered, reader))


def _rematch_offer(offered: Invitation, reader: Reader) -> RematchOffer:
    seats = list(offered.seats.all())
    takers = [one.user for one in seats if one.user is not None and one.accepted_at is not None]
    wants = any(taker.pk == reader.pk for taker in takers)
    free = sum(one.user_id is None for one in seats)
    absent = _names_without_seat(offered, seats, reader) if free else []
    return RematchOffer(
        id=offered.id,
        is_own=offered.inviter_id == reader.pk,
        wants=wants,
        is_asked=not wants and any(one.user_id == reader.pk for one in seats),
        takers=len(takers),
        wanted_by=", ".join(taker.username for taker in takers),
        waits_for=", ".join(_reserved_names(seats)),
        free=free,
        absent=", ".join(absent),
        absentees=len(absent),
    )


def _names_without_seat(
    offered: Invitation, seats: Sequence[InvitationSeat], reader: Reader
) -> list[str]:
    """The others who played before and are here still: they said no, or may not play."""
    seated = [seat.user_id for seat in seats if seat.user_id is not None]
    before = Player.objects.filter(game=offered.rematch_of_id, user__is_active=True)
    gone = before.filter(user__is_computer=False).exclude(user__in=[*seated, reader.pk])
    return list(gone.order_by("seat").values_list("user__username", flat=True))


def rematches_begun(game_ids: Collection[str]) -> dict[str, RematchView]:
    """The rematch of each of these games that has one of which anybody may know."""
    return _by_game_before(games_for_all().filter(rematch_of__in=game_ids))


def _by_game_before(rematches: QuerySet[Game]) -> dict[str, RematchView]:
    """What is told of each of these, and whether it was called off, by the game that it follows."""
    return {
        str(game.rematch_of_id): RematchView(
            game_id=game.pk, is_called_off=game.termination == "aborted"
        )
        for game in rematches.only("rematch_of", "termination")
    }


def _decliner_name(game_id: str, reader: Reader) -> str:
    """Who said no to the last offer of a rematch, if somebody else did."""
    offers = Invitation.objects.filter(rematch_of=game_id).prefetch_related(WITH_SEATS)
    last = offers.order_by("-created_at").first()
    if last is None or last.status != Invitation.Status.DECLINED:
        return ""
    return ", ".join(_reserved_names([one for one in last.seats.all() if one.user_id != reader.pk]))


def invitation(invitation_id: str, reader: Reader, now: datetime) -> InvitationView:
    """One invitation with every setting; raises Invitation.DoesNotExist."""
    found = stored_invitation(invitation_id)
    is_kept = bool(kept_from(found, [reader.pk]))
    return replace(invitation_view(found, reader, now), is_kept_from_you=is_kept)


def kept_from(found: Invitation, readers: Collection[int | None]) -> set[int | None]:
    """Those of these readers who do not meet the inviter, as long as they could sit down."""
    if found.status != Invitation.Status.OPEN or not any(readers):
        return set()
    seated = {seat.user_id for seat in found.seats.all() if seat.accepted_at is not None}
    return {reader for reader in readers if reader not in seated} & apart_from(found.inviter_id)


def has_just_begun(shown: InvitationView, now: datetime) -> bool:
    """Whether a seek has led to a game a moment ago: who is to play there may not know of it."""
    begun = Game.objects.filter(pk=shown.started_game_id, started_at__gt=now - JUST_NOW)
    return shown.is_seek and begun.exists()


def stored_invitation(invitation_id: str) -> Invitation:
    """An invitation as it is stored, read once for many readers; raises Invitation.DoesNotExist."""
    found = Invitation.objects.select_related("inviter").prefetch_related(WITH_SEATS)
    return found.get(pk=invitation_id)


def invitation_view(found: Invitation, reader: Reader, now: datetime) -> InvitationView:
    """What a page may show of an invitation, and what this reader may do with it."""
    is_valid = found.status == Invitation.Status.OPEN and found.expires_at > now
    is_left = is_valid and found.is_left(now)
    is_open = is_valid and not is_left
    is_own = found.inviter_id == reader.pk
    return InvitationView(
        id=found.id,
        key=found.key,
        name=found.rules.name,
        options=sentences.option_rows(found.rules.options, parse_options(found.options)),
        inviter=found.inviter.username,
        seats=tuple(_seat(seat, reader) for seat in found.seats.all()),
        more=getattr(found, "offers", 1) - 1,
        is_listed=found.is_listed,
        rated=found.rated,
        is_private=found.is_private,
        is_quick=found.is_quick,
        is_seek=found.is_seek,
        is_left=is_left,
        time_control=found.time_control,
        is_start_drawn=not any(option.decides_start for option in found.rules.options),
        expires_at=found.expires_at,
        status=found.status,
        is_open=is_open,
        is_own=is_own,
        needs_account=found.rated and getattr(reader, "is_guest", True),
        started_game_id=found.game_id,
        search=_search(found, now) if found.is_quick and is_own and is_open else None,
    )


def _search(found: Invitation, now: datetime) -> Search:
    step, waited = WIDENED_EVERY.seconds, now - found.created_at
    return Search(
        seconds=max(0, waited // WIDENED_EVERY) * step,
        points=reach(waited) // 100,
        seconds_a_step=step,
        points_a_step=WIDER // 100,
    )


def _reserved_names(seats: Sequence[InvitationSeat]) -> list[str]:
    """For whom seats are kept that they have not taken yet."""
    return [seat.user.username for seat in seats if seat.user and seat.accepted_at is None]


def _seat(seat: InvitationSeat, reader: Reader) -> OfferedSeat:
    return OfferedSeat(
        number=seat.seat + 1,
        name=seat.user.username if seat.user is not None else "",
        is_free=seat.user is None,
        is_taken=seat.accepted_at is not None,
        is_you=seat.user_id is not None and seat.user_id == reader.pk,
    )
