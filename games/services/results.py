"""What ratings are told of a finished game."""

import json
from collections.abc import Iterable, Sequence

from games.computers.roster import OPPONENTS
from games.models import Game, PlayedMove, Player
from games.rules.messages import Json
from games.rules.moves import ENDINGS, Outcome
from games.rules.record import standing_plies
from ratings import services as ratings


def finished_game(game: Game, outcome: Outcome) -> ratings.FinishedGame:
    """What ratings are told of a game that has ended, from its rows."""
    return ratings.FinishedGame(
        id=game.id,
        key=game.list_key,
        results=results_of(game.players.all(), game.moves.all()),
        is_rated=game.rated and outcome.rated,
        unrated_because=game.unrated_because,
        ended_at=game.ended_at or game.changed_at,
    )


def results_of(players: Iterable[Player], moves: Iterable[PlayedMove]) -> list[ratings.Result]:
    """How everybody did in a finished game, from its players' and its moves' rows.

    What was taken back was not done.
    """
    known = list(moves)
    plies = set(standing_plies(move.text for move in known))
    told = [(move, json.loads(move.detail)) for move in known if move.ply in plies]
    return [_result_of(player, told) for player in players]


def _result_of(player: Player, moves: Sequence[tuple[PlayedMove, Json]]) -> ratings.Result:
    """Plays of a single point and equalities of two sides are nothing to remember.

    And nothing that was made with a hint.
    """
    own = [(move, detail) for move, detail in moves if move.seat == player.seat]
    found = [(move, detail) for move, detail in own if not move.is_hinted]
    return ratings.Result(
        user_id=player.user_id or 0,
        rank=player.rank or 0,
        score=player.score,
        moves=sum(detail.get("kind") not in ENDINGS for _, detail in own),
        bingos=sum(detail["bonus"] > 0 for _, detail in found),
        plays=_best((move.points, move.ply) for move, _ in found if move.points > 1),
        chains=_best(
            (_most_sides(detail), move.ply) for move, detail in found if _is_chain(detail)
        ),
        fixed_rating=_fixed_rating(player),
    )


def _fixed_rating(player: Player) -> int | None:
    """A computer's rating; None for people."""
    known = OPPONENTS.get(player.shown_name) if player.is_computer else None
    return known.rating if known is not None else None


def _is_chain(detail: Json) -> bool:
    """Whether a play made an equality of more than two sides."""
    return _most_sides(detail) > 2


def _most_sides(detail: Json) -> int:
    """The sides of the longest complete equality of a play."""
    complete = [run["text"] for run in detail["runs"] if run["kind"] == "complete"]
    return max((text.count("=") + 1 for text in complete), default=0)


def _best(found: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The highest values, the earliest of equal ones."""
    return sorted(found, key=lambda one: (-one[0], one[1]))[:3]
