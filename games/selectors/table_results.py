"""How a game ended, told at its table."""

from collections.abc import Sequence

from games.models import Game
from games.presentation import sentences
from games.presentation.models.result import RatingLine, ResultView
from games.presentation.models.table import MoveRow
from games.rules.messages import Json
from games.rules.moves import Seat
from games.selectors.best_plays import best_play, personal_best
from ratings.selectors import changes_of, format_change, format_rating


def result(game: Game, moves: Sequence[MoveRow], seat: Seat | None) -> ResultView | None:
    """How the game ended, whichever of its positions is shown; None while it runs."""
    if game.ended_at is None:
        return None
    view = game.position.view(None)
    names, outcome = [player.shown_name for player in game.players.all()], view["outcome"]
    best = best_play(game, moves, seat)
    return ResultView(
        headline=sentences.result_headline(game.rules, names, outcome, view["scores"], seat),
        ending=_ending(game, outcome, moves[-1], seat),
        adjustments=sentences.adjustments(names, outcome, seat),
        best=best,
        is_helped=any(move.is_hinted for move in moves if move.seat == seat),
        personal_best=personal_best(game, best, seat),
        hints=_hints(game, seat),
        unrated_because="annulled" if game.annulled_at else game.unrated_because,
        ratings=_ratings(game) if game.rated else [],
    )


def _ending(game: Game, outcome: Json, last: MoveRow, seat: Seat | None) -> str:
    """Why it ended; of a game for two that somebody left, the player's headline says it."""
    is_said = seat is not None and len(game.players.all()) == 2
    if is_said and outcome["reason"] in ("resign", "time"):
        return ""
    return sentences.ending(game.rules, outcome, last.name, is_own=last.seat == seat)


def _hints(game: Game, seat: Seat | None) -> list[str]:
    return [
        sentences.hint_count_text(player.shown_name, player.hints_taken, is_own=player.seat == seat)
        for player in game.players.all()
        if player.hints_taken
    ]


def _ratings(game: Game) -> list[RatingLine]:
    return [
        RatingLine(
            name=change.user.username,
            change=format_change(change),
            rating=format_rating(change.after),
            match_score=change.match_score,
        )
        for change in changes_of(game.id)
    ]
