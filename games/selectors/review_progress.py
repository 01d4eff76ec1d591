"""What of reviews is to be made, and how far they are."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.computers.turns import question
from games.computers.worker import Question
from games.models import Game, PlayedMove, Review, ReviewedMove
from games.presentation.models.reviews import ReviewProgress
from games.review import EDITION
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.record import turn_plies
from games.store.history import course_of


@dataclass(frozen=True)
class ToReview:
    """A move that is to be reviewed: who made it, and what the worker is told."""

    ply: int
    seat: Seat
    question: Question
    text: str


def to_review(game_id: str) -> list[ToReview]:
    """The moves of a finished game that are not reviewed yet, in their order.

    None that was taken back: nobody stands by it.
    """
    game = Game.objects.prefetch_related("moves").get(pk=game_id, ended_at__isnull=False)
    known = set(ReviewedMove.objects.filter(review=game_id).values_list("ply", flat=True))
    own = set(turn_plies(move.text for move in game.moves.all()))
    return [
        ToReview(move.ply, move.seat, question(state, move.seat), move.text)
        for state, move in _positions_and_moves(game)
        if move.ply in own and move.ply not in known
    ]


def _positions_and_moves(game: Game) -> Iterator[tuple[State, PlayedMove]]:
    """Every move with the position before it."""
    yield from zip(course_of(game).before, game.moves.all(), strict=True)


def review_progress(game_id: str) -> ReviewProgress | None:
    """How far the review of a game is; None where there is none."""
    review = Review.objects.filter(pk=game_id).first()
    if review is None:
        return None
    done = review.moves if review.done_at is not None else review.reviewed.count()
    return ReviewProgress(
        game_id=game_id,
        done=done,
        moves=review.moves,
        is_done=review.done_at is not None,
        is_old=review.edition != EDITION,
    )
