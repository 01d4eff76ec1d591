"""The best play of a finished game, and whether it or the score was its player's best so far."""

from collections.abc import Sequence

from django.db.models import Max

from games.models import Game, Player
from games.presentation.models.result import BestPlayView, PersonalBest
from games.presentation.models.table import MoveRow
from games.rules.moves import Seat
from ratings.lists import computer_list, live_list
from ratings.selectors import is_best_play


def best_play(game: Game, moves: Sequence[MoveRow], seat: Seat | None) -> BestPlayView | None:
    """The play that earned most: one's own best, for a stranger that of all.

    What was taken back was not played, and what was found with a hint is not praised. None where
    nothing is counted in points.
    """
    if not game.rules.counts_points:
        return None
    asked = moves if seat is None else [move for move in moves if move.seat == seat]
    plays = [move for move in asked if move.kind == "play" and _is_own_find(move)]
    best = max(plays, key=lambda move: move.points, default=None)
    if best is None or best.points < 2:
        return None
    return BestPlayView(
        ply=best.ply,
        name=best.name,
        line=best.line,
        points=best.points,
        squares=best.squares,
        is_own=seat is not None,
    )


def _is_own_find(move: MoveRow) -> bool:
    return not (move.is_undone or move.is_hinted)


def personal_best(game: Game, best: BestPlayView | None, seat: Seat | None) -> PersonalBest | None:
    """Whether the best `play` and the `score` of this seat are above all of its other games.

    Of the games that count, among people and against computers; None for the first of them.
    """
    player = next((one for one in game.players.all() if one.seat == seat), None)
    if player is None or player.user is None or player.hints_taken or not _counts(game):
        return None
    others = Player.objects.filter(
        user=player.user,
        game__key=game.key,
        game__is_imported=False,
        game__initial_state="",
        game__is_private=False,
        game__annulled_at=None,
    )
    score = others.exclude(game=game).filter(rank__isnull=False).aggregate(best=Max("score"))
    if score["best"] is None:
        return None
    lists = [game.key, live_list(game.key), computer_list(game.key)]
    return PersonalBest(
        score=player.score > score["best"],
        play=best is not None and is_best_play(player.user.pk, lists, game.id, best.points),
    )


def _counts(game: Game) -> bool:
    """Whether somebody won, or it was a tie, in a game played here from its beginning."""
    return game.is_counted and any(player.rank for player in game.players.all())
