"""Games in lists, and plays drawn as tiles."""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from accounts.models import Follow, User
from games.models import Game, PlayedMove, Player
from games.presentation import boards, time_text
from games.presentation.models.board import Stamp, TileView
from games.presentation.models.lists import GameRow, OwnGames, SeatOfRow
from games.rules import GAMES
from games.rules.messages import Json
from games.rules.record import ENDING_WORDS
from games.rules.tokens import split_symbols
from games.selectors.private_games import games_for_all, games_seen_by
from games.store.draw_offers import made
from games.store.queries import SEAT_MARKS, WITH_PLAYERS, Reader

_STAMPS_KEPT = 512
_VERSION_DIGITS = 12

_NO_MOVES = ("resign", *ENDING_WORDS)
"""What a row of the score sheet begins with that is an ending and no move."""

MOST_AT_HOME = 50
"""Of one's own running games on the first page; all of them stand on one's own."""

LIVELY = 200
"""Among how many running games it is chosen: it costs the same where thousands run."""

_SEATS = Player.objects.filter(game=OuterRef("pk"))
OF_COMPUTERS = Exists(_SEATS.filter(user__is_computer=True))
_OF_GUESTS = Exists(_SEATS.filter(user__is_guest=True))


def games_of(person: Reader, limit: int | None = None) -> list[GameRow]:
    """A person's running games, for themselves: on turn first, the most urgent first."""
    if not person.is_authenticated:
        return []
    return game_lines(_running_of(person, Game.objects.all()), limit, person)


def own_games(user: User) -> OwnGames:
    """Somebody's own running games, as many as the first page shows, and their version."""
    reached = _positions_reached(user.pk)
    rows = games_of(user, MOST_AT_HOME)  # after the version: a move between is told once more
    return OwnGames(rows, len(reached) - len(rows), _version_of(reached))


def own_version(user_id: int) -> str:
    """The version of somebody's running games, in one query that reads no position."""
    return _version_of(_positions_reached(user_id))


def _positions_reached(user_id: int) -> list[str]:
    seats = Player.objects.filter(user=user_id, ended_at=None)
    return sorted(f"{game}.{ply}" for game, ply in seats.values_list("game", "game__ply"))


def _version_of(reached: Iterable[str]) -> str:
    return hashlib.sha256(" ".join(reached).encode()).hexdigest()[:_VERSION_DIGITS]


def games_shown_of(person: User, reader: Reader, limit: int = 20) -> list[GameRow]:
    """The same for a reader: to others some of those that they may know of."""
    if reader == person:
        return games_of(person)
    return game_lines(_running_of(person, _worth_watching(games_seen_by(reader))), limit, person)


def _running_of(person: Reader, games: QuerySet[Game]) -> QuerySet[Game]:
    own_first = Case(When(turn=F("players__seat"), then=0), default=1)
    running = games.filter(players__user=person.pk, players__ended_at=None)
    return running.order_by(own_first, "deadline_at", "id")


def next_on_turn(user: Reader, game_id: str) -> str | None:
    """The next other game that waits for this person, going round by deadline; None for none."""
    own = Q(players__user=user.pk, players__ended_at=None, turn=F("players__seat"))
    waiting = Game.objects.filter(own)
    ids = list(waiting.order_by("deadline_at", "id").values_list("id", flat=True))
    place = ids.index(game_id) + 1 if game_id in ids else 0
    others = [other for other in ids[place:] + ids[:place] if other != game_id]
    return others[0] if others else None


def finished_games_of(person: Reader, reader: Reader, limit: int = 5) -> list[GameRow]:
    """A person's last finished games, as far as the reader may know of them, newest first."""
    if not person.is_authenticated:
        return []
    games = games_seen_by(reader)
    ended = games if reader == person else _without_guests_practice(games)
    ended = ended.filter(players__user=person.pk, players__ended_at__isnull=False)
    return game_lines(ended.order_by("-players__ended_at", "-players__game"), limit, person)


def lively_games() -> QuerySet[Game]:
    """Running games to watch, those with the newest moves."""
    running = _worth_watching(games_for_all()).filter(ended_at=None)
    return running.order_by("-changed_at")[:LIVELY]


def games_to_watch(reader: Reader, limit: int) -> list[GameRow]:
    """Running games of others, of those with the newest moves.

    Those of people whom the reader follows come first, then those among people.
    """
    running = Game.objects.filter(pk__in=lively_games().values("pk"))
    if not reader.is_authenticated:
        return game_lines(running.order_by(OF_COMPUTERS, "-changed_at"), limit)
    followed_first = Case(When(of_followed(reader), then=0), default=1)
    running = running.exclude(players__user=reader.pk)
    return game_lines(running.order_by(followed_first, OF_COMPUTERS, "-changed_at"), limit)


def followed_games(reader: Reader, limit: int = 12) -> list[GameRow]:
    """Running games to watch of people whom the reader follows, those with the newest moves."""
    if not reader.is_authenticated:
        return []
    running = _begun(games_for_all()).filter(of_followed(reader), ended_at=None)
    running = running.exclude(Exists(_SEATS.filter(user=reader.pk)))
    return game_lines(running.order_by("-changed_at"), limit)


def of_followed(reader: Reader) -> Q:
    """What holds of a running game of somebody whom the reader follows and who lists games."""
    followed = Follow.objects.filter(follower=reader.pk, followed__shows_games=True)
    seats = Player.objects.filter(user__in=followed.values("followed"), ended_at=None)
    return Q(pk__in=seats.values("game"))


def finished_games(limit: int = 20, key: str = "") -> list[GameRow]:
    """Games that ended, of this kind or all, newest first."""
    ended = _worth_watching(games_for_all()).filter(ended_at__isnull=False)
    if key:
        ended = ended.filter(key=key)
    return game_lines(ended.order_by("-ended_at"), limit)


def _worth_watching(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those that others are shown unasked: with a move in them, no guest's against computers."""
    return _begun(_without_guests_practice(games))


def _without_guests_practice(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.exclude(OF_COMPUTERS, _OF_GUESTS)


def _begun(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those in which somebody has moved; who only resigned, or ran out of time, has not."""
    no_move = Q(pk__in=[])
    for word in _NO_MOVES:
        no_move |= Q(text__startswith=word)
    moves = PlayedMove.objects.filter(game=OuterRef("pk")).exclude(no_move)
    return games.filter(Exists(moves), ply__gt=0)


def game_lines(
    games: QuerySet[Game], limit: int | None, own: Reader | None = None
) -> list[GameRow]:
    """One line a game; `own` is the person whose list it is, if it is anybody's."""
    return [_line(game, own) for game in games.prefetch_related(WITH_PLAYERS)[:limit]]


def _line(game: Game, own: Reader | None) -> GameRow:
    is_live = game.clocks.control.is_live
    return GameRow(
        id=game.id,
        name=game.rules.name,
        key=game.key,
        ply=game.ply,
        rated=game.rated,
        is_private=game.is_private,
        is_imported=game.is_imported,
        began_elsewhere=bool(game.initial_state),
        players=tuple(_seat(game, player, own) for player in game.players.all()),
        offers=made(game),
        deadline_at=game.deadline_at,
        time_left="" if is_live else time_text.time_until(game.deadline_at),
        live_time=time_text.time_control_in_short(game.time_control) if is_live else "",
        ended_at=game.ended_at,
        is_called_off=game.termination == "aborted",
        is_annulled=game.annulled_at is not None,
        stamp=_stamp(game.key, game.state),
    )


@lru_cache(_STAMPS_KEPT)
def _stamp(key: str, state: str) -> Stamp:
    """The board of a stored position."""
    return boards.stamp(GAMES[key].from_json(json.loads(state)), tiles_only=True)


def clear() -> None:
    """Drop the small boards that were drawn: each is drawn again when it is next shown."""
    _stamp.cache_clear()


def _seat(game: Game, player: Player, own: Reader | None) -> SeatOfRow:
    return SeatOfRow(
        name=player.shown_name,
        is_computer=player.is_computer,
        is_you=own is not None and player.user == own,
        score=player.score,
        is_turn=player.seat == game.turn,
        mark=SEAT_MARKS[player.seat],
        rank=player.rank,
    )


DrawnLines = tuple[tuple[TileView, ...], ...]
"""The scoring lines of a move, each as its tiles."""


def plays_at(places: Sequence[tuple[str, int]]) -> dict[tuple[str, int], DrawnLines]:
    """The scoring lines of some moves, drawn as tiles, by game and ply; one query for all."""
    wanted = Q(pk__in=[])
    for game_id, ply in places:
        wanted |= Q(game=game_id, ply=ply)
    found = PlayedMove.objects.filter(wanted)
    return {(move.game_id, move.ply): _lines_to_draw(move) for move in found}


def _lines_to_draw(move: PlayedMove) -> DrawnLines:
    runs = [run for run in json.loads(move.detail)["runs"] if run["kind"] == "complete"]
    return tuple(tuple(boards.tile(face) for face in _faces(run)) for run in runs)


def _faces(run: Json) -> list[str]:
    """What stands on each square of a line: a symbol, or where it may be one a whole number."""
    faces = split_symbols(run["text"])
    return faces if len(faces) == len(run["squares"]) else re.findall(r"[0-9]+|[^0-9]", run["text"])
