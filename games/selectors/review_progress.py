"""What of reviews is to be made, and how far they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.computers.turns import question
from games.computers.worker import Question
from games.engine.prospects import can_weigh
from games.models import DeepReview, Game, PlayedMove, Review, ReviewedMove, WeighedMove
from games.presentation.models.reviews import DeepProgress, ReviewProgress
from games.review import DEEP_EDITION, EDITION, Draw, draws_of_game
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.record import is_choice, standing_plies, turn_plies
from games.store.history import course_of


@dataclass(frozen=True)
class ToReview:
    """A move that is to be reviewed: who made it, and what the worker is told."""

    ply: int
    seat: Seat
    question: Question
    text: str
    asked_at: datetime | None  # when the review was asked for that it belongs to


def to_review(game_id: str) -> list[ToReview]:
    """The moves of a finished game that are not reviewed yet, in their order.

    None that was taken back: nobody stands by it.
    """
    asked_at = _asked_at(Review, game_id)
    game = Game.objects.prefetch_related("moves").get(pk=game_id, ended_at__isnull=False)
    known = set(ReviewedMove.objects.filter(review=game_id).values_list("ply", flat=True))
    own = set(turn_plies(move.text for move in game.moves.all()))
    return [
        ToReview(move.ply, move.seat, question(state, move.seat), move.text, asked_at)
        for state, move in zip(course_of(game).before, game.moves.all(), strict=True)
        if move.ply in own and move.ply not in known
    ]


@dataclass(frozen=True)
class ToWeigh(ToReview):
    """A move that is to be weighed, and the draw before it; None where nothing is drawn."""

    is_weighed: bool  # its chances can be told
    draw: Draw | None
    before: State  # with all tiles; the worker is told what a seat sees

    def answering(self, text: str) -> Question | None:
        """What who answers this move instead has to do; None where nobody does, for points."""
        after = self.before.play(self.seat, text).after
        if after.turn in (None, self.seat) or not after.counts_points:
            return None
        return question(after, after.turn)


def to_weigh(game_id: str) -> list[ToWeigh]:
    """The choices of a finished game that stand and are not weighed yet, in their order."""
    asked_at = _asked_at(DeepReview, game_id)
    game = Game.objects.prefetch_related("moves").get(pk=game_id, ended_at__isnull=False)
    known = set(WeighedMove.objects.filter(deep=game_id).values_list("ply", flat=True))
    before = course_of(game).before
    draws = draws_by_ply(game, before)
    return [
        ToWeigh(
            move.ply,
            move.seat,
            question(state, move.seat),
            move.text,
            asked_at,
            is_weighed=can_weigh(state),
            draw=draws.get(move.ply),
            before=state,
        )
        for state, move in _standing(game, before)
        if is_choice(move.text) and move.ply not in known
    ]


def _asked_at(rows: type[Review | DeepReview], game_id: str) -> datetime | None:
    """Read before the game and what is stored: another review may begin meanwhile."""
    return rows._default_manager.filter(pk=game_id).values_list("asked_at", flat=True).first()


def _standing(game: Game, before: Sequence[State]) -> list[tuple[State, PlayedMove]]:
    """The moves that were not taken back, each with the position before it."""
    moves = list(game.moves.all())
    stand = set(standing_plies(move.text for move in moves))
    pairs = zip(before, moves, strict=True)
    return [(state, move) for state, move in pairs if move.ply in stand]


def draws_by_ply(game: Game, before: Sequence[State]) -> dict[int, Draw]:
    """The draw before each move that stands, by ply; `before` are the positions before all moves.

    The racks that a game begins with are no draw where it began from a position.
    """
    made = _standing(game, before)
    if not game.rules.has_racks or not made:
        return {}
    states, moves = [state for state, _ in made], [move for _, move in made]
    has_drawn: set[Seat] = set()
    draws = {}
    for seat, at, draw in draws_of_game(states, [move.text for move in moves]):
        if seat in has_drawn or not game.initial_state:
            draws[moves[at].ply] = draw
        has_drawn.add(seat)
    return draws


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
        deep=_deep_progress(game_id),
    )


def _deep_progress(game_id: str) -> DeepProgress | None:
    deep = DeepReview.objects.filter(pk=game_id).first()
    if deep is None:
        return None
    return DeepProgress(
        game_id=game_id,
        done=deep.moves if deep.done_at is not None else deep.weighed.count(),
        moves=deep.moves,
        is_done=deep.done_at is not None,
        is_old=deep.edition != DEEP_EDITION,
    )
