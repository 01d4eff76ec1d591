"""Reviews of finished games: begun with the ending, worked on by one at a time, kept ply by ply."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import notifications
from games.models import DeepReview, Game, Review, ReviewedMove, canonical_json
from games.review import EDITION
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import Seat
from games.rules.record import turn_plies
from games.services import notices
from games.services.deep_reviews import ask_again, begin_deep_review
from games.services.errors import NotAllowed
from games.services.fair_play import keep_fair_play, lock_judged, look_at_fair_play
from games.services.work_queues import WorkQueue
from games.store.transactions import writing

REVIEWS = WorkQueue(Review, ("-is_among_people", "asked_at"), claim_lasts=timedelta(seconds=15))
"""Games among people go first; a step is a ply."""

NOT_FINISHED = Message(gettext_noop("the review can be had when the game is over"))


def begin_review(game: Game, now: datetime) -> None:
    """Let a game that has just ended be reviewed; in the transaction of its ending.

    Where nobody made a move there is nothing to find: that review is done.
    """
    moves = len(turn_plies(game.moves.values_list("text", flat=True)))
    Review.objects.update_or_create(
        game=game,
        defaults={
            "edition": EDITION,
            "is_among_people": not any(player.is_computer for player in game.players.all()),
            "moves": moves,
            "asked_at": now,
            "held_until": None,
            "done_at": None if moves else now,
        },
    )


def request_review(*, game_id: str, now: datetime) -> bool:
    """Let a finished game be reviewed that has no review, or an old one; whether it will be.

    Where the chances alone are missing or old, these alone are weighed.

    Raises Game.DoesNotExist, and NotAllowed for a game that runs.
    """
    with writing():
        game = Game.objects.select_for_update().prefetch_related("players__user").get(pk=game_id)
        if game.ended_at is None:
            raise NotAllowed(409, NOT_FINISHED.id)
        review = Review.objects.filter(pk=game_id).first()
        if review is not None and review.edition == EDITION:
            return review.done_at is not None and ask_again(review, now)
        ReviewedMove.objects.filter(review=game_id).delete()
        DeepReview.objects.filter(review=game_id).delete()
        begin_review(game, now)
    return True


@dataclass(frozen=True)
class FoundMove:
    """What was found about a ply, as of `games.review.review_move`; None where nothing could be."""

    ply: int
    seat: Seat
    found: Json | None


def store_reviewed_move(
    *, game_id: str, ply: int, seat: Seat, found: Json | None, now: datetime
) -> None:
    """Store what was found about one ply of whichever review there is."""
    store_reviewed_moves(game_id=game_id, moves=[FoundMove(ply, seat, found)], now=now)


def store_reviewed_moves(
    *,
    game_id: str,
    moves: Sequence[FoundMove],
    now: datetime,
    asked_at: datetime | None = None,
) -> None:
    """Store what was found about these plies, the last one ends the review; its pages are told.

    What is stored already stays as it is, and of a review that is done or was withdrawn meanwhile
    nothing is stored, whether or not another one, which was not asked for at `asked_at`, has
    begun; None stands for whichever there is.
    """
    with writing():
        lock_judged(game_id)
        review = Review.objects.select_for_update().filter(pk=game_id, done_at=None).first()
        if review is None or asked_at not in (None, review.asked_at):
            return
        rows = [
            ReviewedMove(review=review, ply=move.ply, seat=move.seat, **_columns(move.found))
            for move in moves
        ]
        ReviewedMove.objects.bulk_create(rows, ignore_conflicts=True)
        done = review.reviewed.count()
        REVIEWS.keep(review, now=now, is_done=done >= review.moves)
        notifications.tell_reviewed(game_id, done)
        if review.done_at is not None:
            keep_fair_play(review)
            begin_deep_review(review, now)
            notices.tell_reviewed(game_id, now)
    if review.done_at is not None:
        look_at_fair_play(game_id=game_id, now=now)


def _columns(found: Json | None) -> Mapping[str, object]:
    if found is None:
        return {}
    kept = {name: value for name, value in found.items() if name not in ("loss", "kind", "puzzle")}
    return {
        "loss": found["loss"],
        "kind": found["kind"],
        "puzzle": found["puzzle"],
        "detail": canonical_json(kept),
    }
