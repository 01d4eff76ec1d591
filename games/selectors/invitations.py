"""Invitations, and what a reader may do with them."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber

from games.models import Game, Invitation, InvitationSeat, Player
from games.presentation import invitation_text, sentences
from games.rules.record import parse_options
from games.store.invitations import WITH_SEATS, open_rematch, still_open
from games.store.queries import Reader, Shown


def open_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[Shown]:
    """Invitations to this reader, then those to anyone; one's own are not listed.

    Of each inviter the newest of either kind is, so that nobody fills the list.
    """
    listed = still_open(now).filter(is_listed=True)
    named = Invitation.objects.none()
    if reader.is_authenticated:
        named = still_open(now).filter(seats__user=reader.pk, seats__accepted_at=None)
        if getattr(reader, "refuses_guests", False):
            named = named.exclude(inviter__is_guest=True)
        seated = InvitationSeat.objects.filter(user=reader.pk)
        listed = listed.exclude(pk__in=seated.values("invitation"))
    found = [*_newest_of_each(named)[:limit], *_newest_of_each(listed)[:limit]][:limit]
    return [invitation_shown(invitation, reader, now) for invitation in found]


def _newest_of_each(found: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """One invitation of each inviter, with the number of all as `offers`."""
    newest = Window(
        RowNumber(), partition_by=F("inviter"), order_by=[F("created_at").desc(), F("pk").desc()]
    )
    offers = Window(Count("pk"), partition_by=F("inviter"))
    return found.annotate(place=newest, offers=offers).filter(place=1)


def own_invitations(reader: Reader, now: datetime, limit: int = 20) -> list[Shown]:
    """Invitations in which this reader sits and waits, most of them sent."""
    if not reader.is_authenticated:
        return []
    found = still_open(now).filter(seats__user=reader.pk, seats__accepted_at__isnull=False)
    return [invitation_shown(invitation, reader, now) for invitation in found[:limit]]


def rematch(game_id: str, seat: int | None, reader: Reader, now: datetime) -> Shown:
    """What has become of a rematch: the game that has begun, or the offer, which players see."""
    begun = rematches_begun([game_id]).get(game_id)
    if begun is not None:
        players = Player.objects.filter(game=begun["game_id"], user=reader.pk)
        return begun | {"sits": seat is not None and players.exists()}
    if seat is None:
        return {}
    offered = open_rematch(game_id, now)
    if offered is None:
        return {"declined": _declined(game_id, reader)}
    return {"offer": _rematch_offered(offered, reader)}


def _rematch_offered(offered: Invitation, reader: Reader) -> Shown:
    seats = list(offered.seats.all())
    takers = [one.user for one in seats if one.user is not None and one.accepted_at is not None]
    wants = any(taker.pk == reader.pk for taker in takers)
    return {
        "id": offered.id,
        "is_own": offered.inviter_id == reader.pk,
        "wants": wants,
        "is_asked": not wants and any(one.user_id == reader.pk for one in seats),
        "takers": len(takers),
        "wanted_by": ", ".join(taker.username for taker in takers),
        "waits_for": ", ".join(_names_kept(seats)),
        "free": sum(one.user_id is None for one in seats),
    }


def rematches_begun(game_ids: Collection[str]) -> dict[str, Shown]:
    """The rematch of each of these games that has one, and whether it was called off."""
    found = Game.objects.filter(rematch_of__in=game_ids).only("rematch_of", "termination")
    return {
        str(game.rematch_of_id): {
            "game_id": game.pk,
            "is_called_off": game.termination == "aborted",
        }
        for game in found
    }


def _declined(game_id: str, reader: Reader) -> str:
    """Who said no to the last offer of a rematch, if somebody else did."""
    offers = Invitation.objects.filter(rematch_of=game_id).prefetch_related(WITH_SEATS)
    last = offers.order_by("-created_at").first()
    if last is None or last.status != Invitation.Status.DECLINED:
        return ""
    return ", ".join(_names_kept([one for one in last.seats.all() if one.user_id != reader.pk]))


def invitation(invitation_id: str, reader: Reader, now: datetime) -> Shown:
    """One invitation with every setting; raises Invitation.DoesNotExist."""
    found = Invitation.objects.select_related("inviter").prefetch_related(WITH_SEATS)
    return invitation_shown(found.get(pk=invitation_id), reader, now)


def invitation_shown(found: Invitation, reader: Reader, now: datetime) -> Shown:
    """What a page may show of an invitation, and what this reader may do with it."""
    seats = list(found.seats.all())
    own = next((seat for seat in seats if seat.user_id and seat.user_id == reader.pk), None)
    is_open = found.status == Invitation.Status.OPEN and found.expires_at > now
    is_own = found.inviter_id == reader.pk
    has_sat_down = own is not None and own.accepted_at is not None
    free = sum(seat.user_id is None for seat in seats)
    may_accept = is_open and not has_sat_down and (own is not None or free > 0)
    shown = {
        "id": found.id,
        "key": found.key,
        "name": found.rules.name,
        "options": sentences.options_said(found.rules.options, parse_options(found.options)),
        "inviter": found.inviter.username,
        "kept_for": ", ".join(_names_kept(seats)),
        "seats": [_seat(seat, reader) for seat in seats],
        "free": free,
        "more": getattr(found, "offers", 1) - 1,
        "is_larger": len(seats) > 2,
        "is_listed": found.is_listed,
        "rated": found.rated,
        "is_private": found.is_private,
        "days_per_move": found.days_per_move,
        "is_start_drawn": all(option.name != "starter" for option in found.rules.options),
        "expires_at": found.expires_at,
        "status": found.status,
        "is_open": is_open,
        "is_expired": found.status == Invitation.Status.OPEN and not is_open,
        "is_own": is_own,
        "is_named": own is not None and not has_sat_down,
        "is_for_somebody_else": is_open and not has_sat_down and not may_accept,
        "may_accept": may_accept,
        "may_give_back": is_open and has_sat_down and not is_own,
        "needs_account": found.rated and getattr(reader, "is_guest", True),
        "game_id": found.game_id if has_sat_down else None,
    }
    return shown | _sentences(shown, is_signed_in=reader.is_authenticated)


def _sentences(shown: Shown, *, is_signed_in: bool) -> Shown:
    """What the pages say of an invitation."""
    kept_for, is_larger = shown["kept_for"], shown["is_larger"]
    return {
        "title": invitation_text.title(shown["name"], shown["inviter"]),
        "heading": invitation_text.heading(
            shown["name"],
            shown["inviter"],
            kept_for,
            is_own=shown["is_own"],
            is_for_somebody_else=shown["is_for_somebody_else"],
        ),
        "sent": _sent(shown),
        "terms": _terms(shown),
        "news": _news(shown),
        "how_to_send": invitation_text.how_to_send(
            is_listed=shown["is_listed"], is_larger=is_larger
        ),
        "when_it_starts": invitation_text.when_it_starts(kept_for, is_larger=is_larger),
        "accept_button": invitation_text.accept_button(
            is_larger=is_larger, is_signed_in=is_signed_in
        ),
    }


def _sent(shown: Shown) -> str:
    """Whom the invitation goes to, or comes from."""
    if not shown["is_own"]:
        return invitation_text.received_from(shown["inviter"])
    return invitation_text.sent_to(shown["kept_for"], is_listed=shown["is_listed"])


def _terms(shown: Shown) -> list[str]:
    """What a row of a list says of the game."""
    terms = invitation_text.terms(shown["days_per_move"], rated=shown["rated"])
    if shown["is_larger"]:
        terms.append(invitation_text.free_seats(shown["free"], len(shown["seats"])))
    if shown["more"]:
        terms.append(invitation_text.more_invitations(shown["more"]))
    return terms


def _news(shown: Shown) -> str:
    """Why the reader cannot accept the invitation; empty while they can, or sit there."""
    if not shown["is_open"]:
        return invitation_text.closed(shown["status"], shown["kept_for"])
    if not shown["is_for_somebody_else"]:
        return ""
    return invitation_text.for_somebody_else(shown["kept_for"], is_larger=shown["is_larger"])


def _names_kept(seats: Sequence[InvitationSeat]) -> list[str]:
    """For whom seats are kept that they have not taken yet."""
    return [seat.user.username for seat in seats if seat.user and seat.accepted_at is None]


def _seat(seat: InvitationSeat, reader: Reader) -> Shown:
    name = seat.user.username if seat.user is not None else ""
    is_taken = seat.accepted_at is not None
    is_you = seat.user_id is not None and seat.user_id == reader.pk
    return {
        "number": seat.seat + 1,
        "name": name,
        "is_taken": is_taken,
        "is_you": is_you,
        "text": invitation_text.seat(name, is_taken=is_taken, is_you=is_you),
    }
