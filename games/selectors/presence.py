"""Who is at a table: players who are there or gone, and those who watch."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from games import notifications
from games.models import Game, Player
from games.presentation.models.presence import AbsenceView, HereView
from games.rules.clock import parse
from games.store import absences, presence, site_time
from games.store.presence import Gone, Seated
from games.store.queries import WITH_PLAYERS, Reader

_SECOND = timedelta(seconds=1)


def seated(game_id: str, reader: Reader) -> Seated | None:
    """How a reader sits at a table; None for a stranger."""
    if not reader.is_authenticated:
        return None
    found = Player.objects.filter(game=game_id, user=reader.pk)
    for seat, control in found.values_list("seat", "game__time_control"):
        return Seated(seat, reader.shows_presence, bool(control) and parse(control).is_live)
    return None


def here(game_id: str) -> HereView:
    """Who is at one table now."""
    there = presence.players.members_now(game_id)
    gone = presence.gone_now(game_id, there)
    return here_view(
        notifications.viewers(game_id),
        presence.spectators.members_now(game_id),
        there,
        absences_of({game_id: gone}, site_time.now()).get(game_id) if gone else None,
    )


def here_view(
    viewers: int,
    names: Collection[str],
    there: Collection[Seated],
    absence: AbsenceView | None,
) -> HereView:
    """The same of what is known already; who hides looks like who is not there."""
    return HereView(
        viewers=viewers,
        names=tuple(sorted(names)[: presence.MOST_NAMED]),
        there=tuple(sorted({one.seat for one in there if one.is_shown})),
        absence=absence,
    )


def absences_of(gone: Mapping[str, Gone], now: datetime) -> dict[str, AbsenceView]:
    """By game who is to move and gone, while nobody can be so because of us."""
    if not absences.is_calm(now):
        return {}
    games = Game.objects.filter(pk__in=gone, ended_at=None).prefetch_related(WITH_PLAYERS)
    found = {game.pk: _absence(game, gone[game.pk], now) for game in games}
    return {game_id: absence for game_id, absence in found.items() if absence is not None}


def _absence(game: Game, gone: Gone, now: datetime) -> AbsenceView | None:
    if game.turn is None or game.turn not in gone or not absences.can_be_claimed(game):
        return None
    until = absences.claimable_at(game, gone[game.turn])
    left = max(timedelta(), until - now)
    name = game.players.all()[game.turn].shown_name
    return AbsenceView(name, until, now >= until, -(-left // _SECOND))
