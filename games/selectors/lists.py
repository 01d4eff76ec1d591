"""Games in lists, and plays drawn as tiles."""

import json
from collections.abc import Sequence

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from games import boards, words
from games.models import Game, PlayedMove, Player
from games.rules.arithmetic import symbols
from games.rules.grid import Square
from games.selectors.reading import SEAT_MARKS, WITH_PLAYERS, Reader, Shown


def games_of(user: Reader, limit: int = 20) -> list[Shown]:
    """A person's running games, those on turn first, the most urgent first."""
    if not user.is_authenticated:
        return []
    running = Game.objects.filter(players__user=user.pk, ended_at=None)
    own_first = Case(When(turn=F("players__seat"), then=0), default=1)
    return game_lines(running.order_by(own_first, "deadline_at", "id"), limit, user)


def next_on_turn(user: Reader, game_id: str) -> str | None:
    """The next other game that waits for this person, going round by deadline; None for none."""
    waiting = Game.objects.filter(players__user=user.pk, ended_at=None, turn=F("players__seat"))
    ids = list(waiting.order_by("deadline_at", "id").values_list("id", flat=True))
    place = ids.index(game_id) + 1 if game_id in ids else 0
    others = [other for other in ids[place:] + ids[:place] if other != game_id]
    return others[0] if others else None


def finished_games_of(user: Reader, limit: int = 5) -> list[Shown]:
    """A person's last finished games, newest first."""
    if not user.is_authenticated:
        return []
    ended = Game.objects.filter(players__user=user.pk, ended_at__isnull=False)
    return game_lines(ended.order_by("-ended_at"), limit, user)


def running_games(limit: int = 20) -> list[Shown]:
    """Games to watch, those with the newest moves first."""
    return game_lines(Game.objects.filter(ended_at=None).order_by("-changed_at"), limit)


def games_to_watch(reader: Reader, limit: int) -> list[Shown]:
    """Running games of others with something to see on the board, those among people first."""
    computers = Player.objects.filter(game=OuterRef("pk"), user__is_computer=True)
    running = Game.objects.filter(ended_at=None, ply__gt=0)
    running = running.order_by(Exists(computers), "-changed_at")
    if reader.is_authenticated:
        running = running.exclude(players__user=reader.pk)
    return game_lines(running, limit)


def finished_games(limit: int = 20) -> list[Shown]:
    """Games that ended, newest first."""
    return game_lines(Game.objects.filter(ended_at__isnull=False).order_by("-ended_at"), limit)


def game_lines(games: QuerySet[Game], limit: int, own: Reader | None = None) -> list[Shown]:
    """One line a game: who plays, the scores, whose turn it is; `others` are all but `own`."""
    return [_line(game, own) for game in games.prefetch_related(WITH_PLAYERS)[:limit]]


def _line(game: Game, own: Reader | None) -> Shown:
    players = [
        {
            "name": player.shown_name,
            "is_computer": player.is_computer,
            "is_you": own is not None and player.user == own,
            "score": player.score,
            "is_turn": player.seat == game.turn,
            "mark": SEAT_MARKS[player.seat],
            "rank": player.rank,
        }
        for player in game.players.all()
    ]
    return {
        "id": game.id,
        "name": game.rules.name,
        "key": game.key,
        "ply": game.ply,
        "rated": game.rated,
        "is_imported": game.is_imported,
        "began_elsewhere": bool(game.start),
        "players": players,
        "others": [player for player in players if not player["is_you"]],
        "turn_name": next((player["name"] for player in players if player["is_turn"]), ""),
        "time_left": words.time_until(game.deadline_at),
        "ended_at": game.ended_at,
        "size": game.rules.layout.size,
        "mini": _covered(game),
    }


def _covered(game: Game) -> list[Square]:
    """The covered squares, for a board the size of a stamp."""
    position = game.position
    return [position.layout.named(name) for name in position.view(None)["board"]]


def plays_at(places: Sequence[tuple[str, int]]) -> dict[tuple[str, int], list[list[Shown]]]:
    """The scoring lines of some moves, drawn as tiles, by game and ply; one query for all."""
    wanted = Q(pk__in=[])
    for game_id, ply in places:
        wanted |= Q(game=game_id, ply=ply)
    return {
        (move.game_id, move.ply): [
            [boards.tile(symbol) for symbol in symbols(run["text"])]
            for run in json.loads(move.detail)["runs"]
            if run["kind"] == "complete"
        ]
        for move in PlayedMove.objects.filter(wanted)
    }
