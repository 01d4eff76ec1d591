"""Who of some people is seen at a table, and how somebody's games with somebody went."""

from collections.abc import Collection

from django.db.models import Count, F, Q

from games.models import Player
from games.presentation.models.lists import HeadToHead
from games.rules import GAMES
from games.store import presence
from games.store.queries import Reader

_MOST_TABLES = 300  # at which it is looked for people


def seen_at_tables(user_ids: Collection[int]) -> set[int]:
    """Those of these people who let it be seen, and are at the table of a game that all may see.

    Who hides looks like who is not there.
    """
    seats = Player.objects.filter(
        user__in=user_ids,
        user__shows_presence=True,
        ended_at=None,
        game__is_private=False,
        game__ended_at=None,
    )
    found = list(seats.order_by("-game__changed_at").values_list("game", "seat", "user"))
    found = found[:_MOST_TABLES]
    there = presence.players.all_members_now({game_id for game_id, _, _ in found}) if found else {}
    return {
        user
        for game_id, seat, user in found
        if any(one.seat == seat and one.is_shown for one in there[game_id])
    }


def head_to_head(reader: Reader, person_id: int) -> list[HeadToHead]:
    """How the finished games of the reader and somebody went for the reader, by kind; one query.

    Counted are games played here, neither private nor annulled, in which both have a place in the
    end: who stands before the other has won, also at a table of more.
    """
    if not reader.is_authenticated or reader.pk == person_id:
        return []
    met = Player.objects.filter(
        user=reader.pk,
        ended_at__isnull=False,
        game__is_imported=False,
        game__is_private=False,
        game__annulled_at=None,
        game__players__user=person_id,
        game__players__rank__isnull=False,
    )
    found = met.alias(theirs=F("game__players__rank")).values("game__key")
    counted = found.annotate(
        wins=Count("pk", filter=Q(rank__lt=F("theirs"))),
        ties=Count("pk", filter=Q(rank=F("theirs"))),
        losses=Count("pk", filter=Q(rank__gt=F("theirs"))),
    )
    by_key = {row["game__key"]: row for row in counted.order_by()}
    return [
        HeadToHead(rules.name, row["wins"], row["ties"], row["losses"])
        for key, rules in GAMES.items()
        if (row := by_key.get(key)) is not None
    ]
