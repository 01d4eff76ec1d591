"""What reviews of finished games say, for pages; of a running game, nothing."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.models import Game
from games.presentation import boards, chance_text, review_text
from games.presentation.models.board import BoardView
from games.presentation.models.replay import StepsView
from games.presentation.models.reviews import (
    BestPlay,
    DeepProgress,
    Reply,
    ReviewPage,
    ReviewPosition,
    ReviewProgress,
    ReviewRow,
)
from games.selectors.review_chances import Known, known_of, reply_to
from games.selectors.review_charts import lead_chart, leads, seat_score
from games.selectors.review_moves import judged_at, plies_standing, review_row
from games.selectors.review_progress import review_progress
from games.selectors.review_summaries import review_summary
from games.store.history import can_be_deepened, position_before
from games.store.queries import game_with_all


@dataclass(frozen=True)
class Asked:
    """The position that is asked for: after `ply` moves, the last one for None.

    With `show` one of the best plays is on its board, with `is_answered` the answer to the move.
    """

    ply: int | None = None
    show: int | None = None
    is_answered: bool = False


def review(game_id: str, asked: Asked = Asked()) -> ReviewPage:
    """The review page of a finished game; raises Game.DoesNotExist, also for one that runs.

    It has no position where the game is not that long.
    """
    game = _finished_game(game_id)
    known, stands = known_of(game), plies_standing(game)
    moves = [review_row(known, move, stands) for move in game.moves.all()]
    progress = review_progress(game_id)
    is_done, deep = _stages(progress)
    draws = {row.draws for row in known.weighed.values() if row.draws}
    return ReviewPage(
        id=game_id,
        name=game.rules.name,
        counts_points=game.rules.counts_points,
        players=tuple(seat_score(player) for player in game.players.all()),
        progress=progress,
        moves=tuple(_with_leads(game, moves)),
        kinds=tuple(review_text.kinds(game.key)),
        measure=review_text.measure(game.key),
        has_chances=any(move.chances for move in moves),
        has_luck=bool(draws),
        lacks_chances=is_done and deep is None and _may_be_deepened(game, moves),
        summary=review_summary(known, moves) if is_done else None,
        chart=lead_chart(game),
        position=_position(known, asked),
        how_sized=tuple(chance_text.how_sized(counts_points=game.rules.counts_points)),
        how_luck_is_told=tuple(chance_text.how_luck_is_told(draws)),
    )


def _may_be_deepened(game: Game, moves: Sequence[ReviewRow]) -> bool:
    """Whether a second stage has anything to look at."""
    has_choices = any(move.is_judged and not move.is_undone for move in moves)
    return has_choices and can_be_deepened(game)


def _stages(progress: ReviewProgress | None) -> tuple[bool, DeepProgress | None]:
    """Whether the first stage is done, and how far the second is."""
    return (progress.is_done, progress.deep) if progress is not None else (False, None)


def _with_leads(game: Game, moves: Sequence[ReviewRow]) -> list[ReviewRow]:
    """Each move with the lead after it."""
    return [
        replace(move, leader=lead.leader, lead=lead.lead)
        for move, lead in zip(moves, leads(game)[1:], strict=False)
    ]


def reviewed_position(game_id: str, asked: Asked) -> ReviewPosition | None:
    """The position alone that the review page shows; None where the game is not that long."""
    return _position(known_of(_finished_game(game_id)), asked)


def _finished_game(game_id: str) -> Game:
    game = game_with_all(game_id)
    if game.ended_at is None:
        raise Game.DoesNotExist
    return game


def _position(known: Known, asked: Asked) -> ReviewPosition | None:
    """The board after the plies asked for, and what is said of the last of them.

    With a play to show it is the board before that move, and one of the best plays on it.
    """
    game = known.game
    moves = list(game.moves.all())
    ply = len(moves) if asked.ply is None else asked.ply
    if ply > len(moves):
        return None
    play, reply = _play_shown(known, ply, asked), _reply_shown(known, ply, asked)
    return ReviewPosition(
        id=game.id,
        ply=ply,
        counts_points=game.rules.counts_points,
        board=_board(known, ply, play, reply),
        steps=StepsView.at(ply, game.ply),
        told=review_row(known, moves[ply - 1], plies_standing(game)) if ply else None,
        play=play,
        reply=reply,
    )


def _play_shown(known: Known, ply: int, asked: Asked) -> BestPlay | None:
    if not ply or not asked.show:
        return None
    judged = judged_at(known.game, known.before(ply), ply - 1, asked.show)
    return judged.shown if judged is not None else None


def _reply_shown(known: Known, ply: int, asked: Asked) -> Reply | None:
    return reply_to(known, ply) if ply and asked.is_answered and not asked.show else None


def _board(known: Known, ply: int, play: BestPlay | None, reply: Reply | None) -> BoardView:
    """The board of a position, with a play on it that was not made where there is one.

    The squares of the last move are marked, unless the position is the one before it.
    """
    moves = list(known.game.moves.all())
    state = known.before(ply) if play is not None else position_before(known.game, ply + 1)
    squares = json.loads(moves[ply - 1].detail)["squares"] if ply and play is None else []
    board = boards.whole(state, state.view(None), None, squares)
    shown = play or reply
    if shown is None:
        return board
    return replace(board, rows=boards.with_play(board.rows, state, shown.on_board))
