"""The second stage of reviews: begun when the first is done, worked on by one at a time."""

from datetime import datetime, timedelta

from games import notifications
from games.models import DeepReview, Review, WeighedMove, canonical_json
from games.review import DEEP_EDITION, Luck, chance_lost
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.record import is_choice, standing_plies
from games.services.work_queues import WorkQueue
from games.store.history import can_be_deepened
from games.store.transactions import writing

DEEP_REVIEWS = WorkQueue(
    DeepReview, ("-review__is_among_people", "asked_at"), claim_lasts=timedelta(seconds=40)
)
"""Games among people go first; a step is a move."""


def begin_deep_review(review: Review, now: datetime) -> bool:
    """Let a game whose review is done be weighed; in the transaction at hand. Whether it will be.

    Not where nothing is drawn and nothing can be weighed.
    """
    if not can_be_deepened(review.game):
        return False
    texts = list(review.game.moves.values_list("text", flat=True))
    moves = sum(is_choice(texts[ply - 1]) for ply in standing_plies(texts))
    if not moves:
        return False
    row = DeepReview(review=review, edition=DEEP_EDITION, moves=moves, asked_at=now)
    DeepReview.objects.bulk_create([row], ignore_conflicts=True)
    return True


def ask_again(review: Review, now: datetime) -> bool:
    """Let the chances be weighed that are missing or old; in the transaction at hand."""
    deep = DeepReview.objects.filter(review=review).first()
    if deep is not None and deep.edition == DEEP_EDITION:
        return False
    if deep is not None:
        deep.delete()
    return begin_deep_review(review, now)


def store_weighed_move(
    *,
    game_id: str,
    ply: int,
    seat: Seat,
    chances: Json | None,
    luck: Luck | None,
    now: datetime,
    asked_at: datetime | None = None,
) -> None:
    """Store what was found about one move, the last one ends the deep review; its pages are told.

    None is what could not be found. What is stored already stays as it is, and of a deep review
    that was withdrawn meanwhile nothing is stored, whether or not another one, which was not asked
    for at `asked_at`, has begun; None stands for whichever there is.
    """
    with writing():
        deep = DeepReview.objects.select_for_update().filter(pk=game_id).first()
        if deep is None or asked_at not in (None, deep.asked_at):
            return
        row = WeighedMove(
            deep=deep,
            ply=ply,
            seat=seat,
            lost=chance_lost(chances).counted if chances else 0,
            chances=canonical_json(chances) if chances else "",
            **(vars(luck) if luck is not None else {}),
        )
        WeighedMove.objects.bulk_create([row], ignore_conflicts=True)
        done = deep.weighed.count()
        DEEP_REVIEWS.keep(deep, now=now, is_done=done >= deep.moves)
        notifications.tell_weighed(game_id, done)
