"""Fair play after the end: what is stored with a review, and hints for the staff from it."""

import json
from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts import moderation
from accounts.models import Action, User
from accounts.relations import Refused
from accounts.services import lock_people
from games.models import FairPlay, FairPlayHint, PlayedMove, Review, ReviewedMove
from games.review.fair_play import is_judged, quartiles
from games.store.fair_play import evidence, judged_games
from games.store.transactions import writing
from ratings.models import RatingChange

MORE_GAMES = 10  # judged ones, until a hint that was put aside may come again


def keep_fair_play(review: Review) -> None:
    """Store with a review that is done what it says of each player, in the transaction at hand.

    Of a game among people that changed ratings, and of nobody whose account is gone: a casual,
    imported or annulled game has changed none. The people are locked already (`lock_judged`).
    """
    if not review.is_among_people or review.done_at is None:
        return
    changes = {change.user_id: change for change in RatingChange.objects.filter(game=review.pk)}
    moves = _judged_moves(review.pk)
    seats = dict(review.game.players.values_list("user", "seat"))
    for user in lock_people(changes):
        own = [(row, move) for row, move in moves if row.seat == seats[user.pk]]
        change = changes[user.pk]
        FairPlay.objects.update_or_create(
            review=review,
            user=user,
            defaults={"key": change.key, "rating": change.before, **_columns(own)},
        )


def lock_judged(game_id: str) -> None:
    """Hold those of whom `keep_fair_play` writes: before the game and its review."""
    lock_people(RatingChange.objects.filter(game=game_id).values_list("user_id", flat=True))


def _judged_moves(game_id: str) -> list[tuple[ReviewedMove, PlayedMove]]:
    made = {move.ply: move for move in PlayedMove.objects.filter(game=game_id)}
    rows = ReviewedMove.objects.filter(review=game_id).exclude(detail="")
    pairs = [(row, made[row.ply]) for row in rows]
    return [(row, move) for row, move in pairs if is_judged(move.text, json.loads(row.detail))]


def _columns(judged: Sequence[tuple[ReviewedMove, PlayedMove]]) -> dict[str, int | None]:
    times = [move.milliseconds for _row, move in judged if move.milliseconds is not None]
    found = quartiles(times) or (None, None, None)
    return {
        "judged": len(judged),
        "best": sum(not row.loss for row, _move in judged),
        **dict(zip(("lower", "median", "upper"), found, strict=True)),
    }


def look_at_fair_play(*, game_id: str, now: datetime) -> None:
    """Look whether a player of this game stands out by now; that becomes a hint on the desk."""
    for user_id, key in list(FairPlay.objects.filter(review=game_id).values_list("user", "key")):
        found = evidence(user_id, key)
        if found is not None and found.is_outlier:
            _give_hint(user_id, key, looks=found.looks, up_to=found.games[0].pk, now=now)


def _give_hint(user_id: int, key: str, *, looks: int, up_to: int, now: datetime) -> None:
    """A hint that stands shows the latest games; one that was put aside waits for enough more."""
    with writing():
        if not lock_people([user_id]):
            return
        hint = FairPlayHint.objects.filter(user=user_id, key=key).first()
        hint = hint or FairPlayHint(user_id=user_id, key=key, is_open=False)
        if looks < hint.games_needed:
            return
        hint.found_at = hint.found_at if hint.is_open else now
        hint.is_open, hint.up_to = True, up_to
        hint.save()


def put_hint_aside(*, hint: FairPlayHint, moderator: User, reason: str, now: datetime) -> Action:
    """Take a hint from the desk that means nothing, until there is more to see. Raises Refused."""
    with writing():
        lock_people([hint.user_id])
        needed = judged_games(hint.user_id, hint.key) + MORE_GAMES
        taken = FairPlayHint.objects.filter(pk=hint.pk, is_open=True)
        if not taken.update(is_open=False, games_needed=needed):
            raise Refused(409, _("This hint is not on the desk any more."))
        return moderation.log(
            person=hint.user,
            moderator=moderator,
            kind=Action.Kind.ASIDE,
            reason=reason,
            now=now,
            detail=hint.key,
        )


def take_hint_up(*, action: Action, moderator: User, reason: str, now: datetime) -> Action:
    """Put a hint back on the desk that was put aside. Raises Refused."""
    with writing():
        lifted = moderation.lift(action, moderator, reason, now)
        found = FairPlayHint.objects.filter(user=action.person_id, key=action.detail)
        found.update(is_open=True, games_needed=0)
        return lifted


def forget_fair_play(*, user: User) -> None:
    """Drop what is known of the plays of somebody who goes."""
    FairPlay.objects.filter(user=user).delete()
    FairPlayHint.objects.filter(user=user).delete()
