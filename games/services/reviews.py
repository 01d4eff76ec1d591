"""Reviews of finished games: begun with the ending, worked on by one at a time, kept ply by ply."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games import notifications
from games.models import Game, Review, ReviewedMove, canonical_json
from games.review import EDITION
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import Seat
from games.rules.record import turn_plies
from games.services import notices
from games.services.errors import NotAllowed
from games.services.fair_play import keep_fair_play, look_at_fair_play
from games.store.transactions import writing

CLAIM_LASTS = timedelta(seconds=15)  # longer than one ply takes; each ply renews the claim
RETRY_AFTER = timedelta(hours=1)

NOT_FINISHED = Message(gettext_noop("the review can be had when the game is over"))


def begin_review(game: Game, now: datetime) -> None:
    """Let a game that has just ended be reviewed; in the transaction of its ending."""
    Review.objects.update_or_create(
        game=game,
        defaults={
            "edition": EDITION,
            "is_among_people": not any(player.is_computer for player in game.players.all()),
            "moves": len(turn_plies(game.moves.values_list("text", flat=True))),
            "asked_at": now,
            "held_until": None,
            "done_at": None,
        },
    )


def request_review(*, game_id: str, now: datetime) -> bool:
    """Let a finished game be reviewed that has no review, or an old one; whether it will be.

    Raises Game.DoesNotExist, and NotAllowed for a game that runs.
    """
    with writing():
        game = Game.objects.select_for_update().prefetch_related("players__user").get(pk=game_id)
        if game.ended_at is None:
            raise NotAllowed(409, NOT_FINISHED.id)
        review = Review.objects.filter(pk=game_id).first()
        if review is not None and review.edition == EDITION:
            return False
        ReviewedMove.objects.filter(review=game_id).delete()
        begin_review(game, now)
    return True


def claim_next_review(*, now: datetime) -> str | None:
    """Take the next review that is to be made, games among people first; the name of the game.

    Nobody else gets it until the time is over for which it is held.
    """
    for found, _ in waiting_reviews(now=now, limit=5):
        if claim_review(game_id=found, now=now):
            return found
    return None


def waiting_reviews(*, now: datetime, limit: int) -> list[tuple[str, bool]]:
    """The games whose review nobody makes just now, and whether they are games among people."""
    waiting = _waiting(now).order_by("-is_among_people", "asked_at")
    return list(waiting.values_list("pk", "is_among_people")[:limit])


def claim_review(*, game_id: str, now: datetime) -> bool:
    """Take the review of this game; False where it is done or somebody holds it."""
    return bool(_waiting(now).filter(pk=game_id).update(held_until=now + CLAIM_LASTS))


def release_review(*, game_id: str) -> None:
    """Let the next who claims it go on with a review that is not done."""
    Review.objects.filter(pk=game_id, done_at=None).update(held_until=None)


def _waiting(now: datetime) -> QuerySet[Review]:
    return Review.objects.filter(Q(held_until=None) | Q(held_until__lte=now), done_at=None)


def postpone_review(*, game_id: str, now: datetime) -> None:
    """Let a game that cannot be reviewed stand in nobody's way; it is tried again later."""
    Review.objects.filter(pk=game_id).update(held_until=now + RETRY_AFTER)


def store_reviewed_move(
    *, game_id: str, ply: int, seat: Seat, found: Json | None, now: datetime
) -> None:
    """Store what was found about one ply, the last one ends the review; its pages are told.

    `found` is None where nothing could be found. What is stored already stays as it is.
    """
    with writing():
        row = ReviewedMove(review_id=game_id, ply=ply, seat=seat, **_columns(found))
        ReviewedMove.objects.bulk_create([row], ignore_conflicts=True)
        review = Review.objects.select_for_update().get(pk=game_id)
        done = review.reviewed.count()
        review.held_until = now + CLAIM_LASTS
        review.done_at = now if done >= review.moves else None
        review.save(update_fields=["held_until", "done_at"])
        notifications.tell_reviewed(game_id, done)
        if review.done_at is not None:
            keep_fair_play(review)
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
