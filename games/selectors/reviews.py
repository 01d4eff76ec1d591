"""What reviews of finished games say, for pages; of a running game, nothing."""

import json
from collections.abc import Sequence
from dataclasses import replace

from games.models import Game, PlayedMove, ReviewedMove
from games.presentation import boards, lessons
from games.presentation.models.board import BoardView
from games.presentation.models.replay import StepsView
from games.presentation.models.reviews import BestPlay, ReviewPage, ReviewPosition, ReviewRow
from games.rules.interface import State
from games.selectors.review_charts import lead_chart, leads, seat_score
from games.selectors.review_moves import lesson_at, plies_standing, review_row
from games.selectors.review_progress import review_progress
from games.selectors.review_summaries import review_summary
from games.store.history import position_before
from games.store.queries import game_with_all


def review(game_id: str, ply: int | None = None, show: int | None = None) -> ReviewPage:
    """The review page of a finished game; raises Game.DoesNotExist, also for one that runs.

    It shows the position after `ply` moves, or the last one; none where the game is not that long.
    """
    game = _finished_game(game_id)
    rows = {row.ply: row for row in ReviewedMove.objects.filter(review=game_id)}
    stands = plies_standing(game)
    moves = [review_row(game, rows.get(move.ply), move, stands) for move in game.moves.all()]
    kinds = {row.ply: row.kind for row in rows.values()}
    progress = review_progress(game_id)
    is_done = progress is not None and progress.is_done
    return ReviewPage(
        id=game_id,
        name=game.rules.name,
        counts_points=game.rules.counts_points,
        players=tuple(seat_score(player) for player in game.players.all()),
        progress=progress,
        moves=tuple(_with_leads(game, moves)),
        kinds=tuple(lessons.kinds(game.key)),
        measure=lessons.measure(game.key),
        summary=review_summary(game, moves, kinds) if is_done else None,
        chart=lead_chart(game),
        position=_position(game, ply, show),
    )


def _with_leads(game: Game, moves: Sequence[ReviewRow]) -> list[ReviewRow]:
    """Each move with the lead after it."""
    return [
        replace(move, leader=lead.leader, lead=lead.lead)
        for move, lead in zip(moves, leads(game)[1:], strict=False)
    ]


def reviewed_position(game_id: str, ply: int | None, show: int | None) -> ReviewPosition | None:
    """The position alone that the review page shows; None where the game is not that long."""
    return _position(_finished_game(game_id), ply, show)


def _finished_game(game_id: str) -> Game:
    game = game_with_all(game_id)
    if game.ended_at is None:
        raise Game.DoesNotExist
    return game


def _position(game: Game, ply: int | None, show: int | None) -> ReviewPosition | None:
    """The board after `ply` moves, and what is said of the last of them.

    With `show` it is the board before that move, and one of the best plays on it.
    """
    moves = list(game.moves.all())
    ply = len(moves) if ply is None else ply
    if ply > len(moves):
        return None
    before = position_before(game, ply) if ply and show else None
    lesson = lesson_at(game, before, ply - 1, show) if before is not None else None
    play = lesson.shown if lesson is not None else None
    return ReviewPosition(
        id=game.id,
        ply=ply,
        counts_points=game.rules.counts_points,
        board=_board_with(before, play) if before and play else _board(game, moves[:ply]),
        steps=StepsView.at(ply, game.ply),
        told=_row(game, moves[ply - 1]) if ply else None,
        play=play,
    )


def _row(game: Game, move: PlayedMove) -> ReviewRow:
    row = ReviewedMove.objects.filter(review=game.id, ply=move.ply).first()
    return review_row(game, row, move, plies_standing(game))


def _board_with(state: State, play: BestPlay) -> BoardView:
    """The board with one of the best plays on it."""
    board = boards.whole(state, state.view(None), None, [])
    return replace(board, rows=boards.with_play(board.rows, state, play.on_board))


def _board(game: Game, moves: Sequence[PlayedMove]) -> BoardView:
    """The board after these first moves, the squares of the last one marked."""
    state = position_before(game, len(moves) + 1)
    squares = json.loads(moves[-1].detail)["squares"] if moves else []
    return boards.whole(state, state.view(None), None, squares)
