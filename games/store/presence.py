"""Who has the page of a table open, as all processes know it, and since when a player has not."""

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.core.cache import cache

from accounts import shared_counts
from accounts.database_threads import in_database_thread
from accounts.shared_counts import SharedMembers
from games.rules.moves import Seat
from games.store import site_time
from games.store.queries import SEAT_MARKS

GRACE = 5.0  # seconds that a player is still there when the page has gone: a reload is no absence
MOST_NAMED = 12  # of the spectators in each process
_REMEMBERED = 3600  # seconds that an absence is known


class Seated(NamedTuple):
    """A player whose page is open; whether the others may see that, and whether all play live."""

    seat: Seat
    is_shown: bool
    is_live: bool


Gone = Mapping[Seat, datetime]
"""Since when players of a game have no page open."""

players: SharedMembers[Seated] = SharedMembers("players")
spectators: SharedMembers[str] = SharedMembers("spectators", most=MOST_NAMED)
"""By game; of the spectators those are named who allow it."""

_leaving: set[asyncio.Task[None]] = set()


@contextmanager
def sits(game_id: str, who: Seated) -> Iterator[None]:
    """A player is there while the block lasts, and for `GRACE` longer."""
    players.come(game_id, who)
    players.tell()
    came(game_id, who.seat)
    try:
        yield
    finally:
        leaving = asyncio.get_running_loop().create_task(_leave(game_id, who))
        _leaving.add(leaving)
        leaving.add_done_callback(_leaving.discard)


@contextmanager
def watches(game_id: str, name: str) -> Iterator[None]:
    """A spectator of this name is there while the block lasts."""
    spectators.come(game_id, name)
    try:
        yield
    finally:
        spectators.go(game_id, name)
        spectators.tell()


async def _leave(game_id: str, who: Seated) -> None:
    try:
        await asyncio.sleep(GRACE)
    finally:
        players.go(game_id, who)
    players.tell()
    if who.is_live and who.seat not in _seats(players.here.get(game_id, ())):
        now = await in_database_thread(site_time.now)()
        await shared_counts.in_thread(partial(_keep_unless_there, game_id, who.seat, now))


def _keep_unless_there(game_id: str, seat: Seat, since: datetime) -> None:
    """No absence of who has the page open at another process: it would be known once that ends."""
    if not is_there(game_id, seat):
        keep_absence(game_id, seat, since)


def came(game_id: str, seat: Seat) -> None:
    """The page of this player has come, also without a script: nobody misses them now."""
    shared_counts.later(partial(cache.delete, _place(game_id, seat)))


def miss_all(game_id: str, seats: Sequence[Seat], since: datetime) -> None:
    """From then on these players are gone, unless their pages have come."""
    absences = {_place(game_id, seat): since for seat in seats}
    shared_counts.later(partial(cache.set_many, absences, _REMEMBERED))


def keep_absence(game_id: str, seat: Seat, since: datetime) -> None:
    """From now on a player of a live game is known to be gone; who comes back is not.

    Only who was there can be gone, or who sought this game and never came: without a script there
    is no telling. A restart forgets it where the cache does, and where it does not nobody is held
    to it for a while.
    """
    cache.set(_place(game_id, seat), since, _REMEMBERED)


def absent_since(game_id: str, seat: Seat) -> datetime | None:
    """Since when a player of a live game has no page open; None for one who is not known to."""
    if is_there(game_id, seat):
        return None
    since: datetime | None = cache.get(_place(game_id, seat))
    return since


def is_there(game_id: str, seat: Seat) -> bool:
    """Whether this player has a page of the table open."""
    return seat in _seats(players.members_now(game_id))


def gone_now(game_id: str, there: Collection[Seated]) -> Gone:
    """Who has left a table at which somebody else is there; for a thread that may wait."""
    return _gone({game_id: there}).get(game_id, {})


async def gone(there: Mapping[str, Collection[Seated]]) -> dict[str, Gone]:
    """The same of many tables."""
    return await shared_counts.in_thread(partial(_gone, there))


def _gone(there: Mapping[str, Collection[Seated]]) -> dict[str, Gone]:
    places = {
        _place(game_id, seat): (game_id, seat)
        for game_id, seated in there.items()
        if any(one.is_live for one in seated)
        for seat in set(range(len(SEAT_MARKS))) - _seats(seated)
    }
    found: dict[str, dict[Seat, datetime]] = {}
    for place, since in cache.get_many(places).items() if places else ():
        game_id, seat = places[place]
        found.setdefault(game_id, {})[seat] = since
    return dict(found)


def _seats(seated: Collection[Seated]) -> set[Seat]:
    return {one.seat for one in seated}


def _place(game_id: str, seat: Seat) -> str:
    return f"absence.{game_id}.{seat}"
