"""A finished game stops counting, or counts again; all ratings that follow from it with it.

What a list's ratings are follows from its changes in the order of their ids, so a change that
comes back gets the id that it had: who undoes an annulment has the ratings of before.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from django.db import transaction
from django.db.models import Count, Sum

from accounts.models import User
from ratings import elo
from ratings.models import Highlight, RatingChange, Standing
from ratings.services import (
    FinishedGame,
    best_highlights,
    count_result,
    highlights_in,
    match_scores,
)

Find = Callable[[Collection[str]], Mapping[str, FinishedGame]]
"""Finished games, by their names."""

FindAll = Callable[[int], Sequence[FinishedGame]]
"""All that count of somebody in the list, without those that are annulled."""

_FOUND_AT_ONCE = 100  # games

_DERIVED = ("before", "k", "expected", "result", "after", "match_score")


def annul(*, game: FinishedGame, find: Find, others: FindAll) -> dict[int, int]:
    """Take a game out of everything; the ids of the changes that it had made, by user."""
    rows = RatingChange.objects.filter(game=game.id)
    ids = {user_id: pk for user_id, pk in rows.values_list("user_id", "id")}
    standings = _lock(game, ids)
    rows.delete()
    for result in game.people:
        if standing := standings.get(result.user_id):
            _uncount(standing, game)
            _without_its_plays(standing, game, others)
    _derive_again(game, standings, ids, find)
    return ids


def restore(*, game: FinishedGame, ids: Mapping[int, int], find: Find) -> None:
    """Put it back to where it was."""
    _begin_standings(game)
    standings = _lock(game, ids)
    RatingChange.objects.bulk_create(
        RatingChange(
            id=pk,
            game_id=game.id,
            user_id=user_id,
            key=game.key,
            changed_at=game.ended_at,
            **dict.fromkeys(("before", "k", "expected", "result", "after"), 0),
        )
        for user_id, pk in ids.items()
    )
    for result in game.people:
        if standing := standings.get(result.user_id):
            count_result(standing, result, [each.rank for each in game.results])
            for kind, found in highlights_in(game, result):
                _keep_best(standing, kind, found)
    _derive_again(game, standings, ids, find)


def _begin_standings(game: FinishedGame) -> None:
    """Give a standing to players who had no other game in the list.

    They have none while this game does not count.
    """
    found = User.objects.filter(pk__in=[result.user_id for result in game.people])
    Standing.objects.bulk_create(
        [Standing(user=user, key=game.key) for user in found.order_by("pk") if not user.is_deleted],
        ignore_conflicts=True,
    )


class _LeftOutError(Exception):
    """While we waited for standings a game ended that brings in somebody whose is not held."""


def _lock(game: FinishedGame, ids: Mapping[int, int]) -> dict[int, Standing]:
    """The standings of all whose ratings may change, in the order of their users.

    Who waited for one of them looks again who they are. Where it is more people by now, all are let
    go, with the savepoint, and held again: one more behind them would break the order.
    """
    while True:
        with suppress(_LeftOutError), transaction.atomic():
            users = _users_from(game, ids)
            found = Standing.objects.select_for_update().filter(key=game.key, user_id__in=users)
            held = {standing.user_id: standing for standing in found.order_by("user_id")}
            if not _users_from(game, ids) <= users:
                raise _LeftOutError
            return held


def _users_from(game: FinishedGame, ids: Mapping[int, int]) -> set[int]:
    """Who played this game, and who was rated by it or since."""
    users = {result.user_id for result in game.people}
    if ids:
        later = RatingChange.objects.filter(key=game.key, id__gte=min(ids.values()))
        users |= set(later.values_list("user_id", flat=True))
    return users


# --- ratings ---


def _derive_again(
    game: FinishedGame, standings: Mapping[int, Standing], ids: Mapping[int, int], find: Find
) -> None:
    """Make every change again that follows, and the standings that come of it; all is stored."""
    ratings: dict[int, int] = {}
    if ids:
        first = min(ids.values())
        ratings = {user_id: _rating_before(user_id, game.key, first) for user_id in ids}
        _replay(game.key, first, ratings, find)
    for user_id, standing in standings.items():
        if user_id in ratings:
            standing.rating = ratings[user_id]
            _sum_up(standing)
        if standing.games:
            standing.save()
        else:
            standing.delete()


def _rating_before(user_id: int, key: str, first: int) -> int:
    changes = RatingChange.objects.filter(user=user_id, key=key, id__lt=first).order_by("-id")
    found = changes.values_list("after", flat=True).first()
    return elo.START_RATING if found is None else found


def _replay(key: str, first: int, ratings: dict[int, int], find: Find) -> None:
    """Change the ratings by each later game in which one of these people sat, and who sat there."""
    games: dict[str, dict[int, RatingChange]] = {}
    for row in RatingChange.objects.filter(key=key, id__gte=first).order_by("id"):
        games.setdefault(row.game_id, {})[row.user_id] = row
    changed: list[RatingChange] = []
    for game in _found(_that_follow(games, ratings), find):
        _derive_game(game, games[game.id], ratings)
        changed += games[game.id].values()
    RatingChange.objects.bulk_update(changed, _DERIVED, batch_size=500)


def _that_follow(
    games: Mapping[str, Mapping[int, RatingChange]], people: Collection[int]
) -> list[str]:
    """The games of these people, and of all whose ratings change by those, in their order."""
    found, reached = [], set(people)
    for game_id, rows in games.items():
        if not reached.isdisjoint(rows):
            found.append(game_id)
            reached |= rows.keys()
    return found


def _found(game_ids: Sequence[str], find: Find) -> Iterator[FinishedGame]:
    """These games in their order, some at a time."""
    for start in range(0, len(game_ids), _FOUND_AT_ONCE):
        some = game_ids[start : start + _FOUND_AT_ONCE]
        games = find(some)
        yield from (games[game_id] for game_id in some)


def _derive_game(
    game: FinishedGame, rows: Mapping[int, RatingChange], ratings: dict[int, int]
) -> None:
    before = [
        result.fixed_rating
        if result.fixed_rating is not None
        else ratings.get(result.user_id, rows[result.user_id].before)
        for result in game.rated
    ]
    steps = elo.rate(before, [result.rank for result in game.rated])
    scores = match_scores(game, steps)
    for result, step, score in zip(game.rated, steps, scores, strict=True):
        if result.fixed_rating is None:
            row = rows[result.user_id]
            row.before, row.k, row.expected = step.before, step.k, step.expected
            row.result, row.after, row.match_score = step.result, step.after, score
            ratings[result.user_id] = step.after


def _sum_up(standing: Standing) -> None:
    """The last game is the one that was rated last; of two at once it may have ended before."""
    rows = RatingChange.objects.filter(user=standing.user_id, key=standing.key)
    told = rows.aggregate(n=Count("id"), score=Sum("match_score"))
    standing.rated_games, standing.total_score = told["n"], told["score"] or 0
    standing.last_rated_at = rows.order_by("-id").values_list("changed_at", flat=True).first()


# --- tallies and plays to remember ---


def _uncount(standing: Standing, game: FinishedGame) -> None:
    """What `count_result` did, taken back; the best score is found with the plays."""
    own = next(one for one in game.results if one.user_id == standing.user_id)
    counted = Standing()
    count_result(counted, own, [each.rank for each in game.results])
    for name in ("games", "wins", "ties", "losses", "points", "bingos"):
        setattr(standing, name, getattr(standing, name) - getattr(counted, name))


def _without_its_plays(standing: Standing, game: FinishedGame, others: FindAll) -> None:
    """Where the game was among the best, the person's other games say what is."""
    own = next(one for one in game.results if one.user_id == standing.user_id)
    kept = Highlight.objects.filter(user=standing.user_id, key=game.key)
    if own.score != standing.best_score and not kept.filter(game=game.id).exists():
        return
    standing.best_score = None
    found: dict[str, list[Highlight]] = {kind: [] for kind in Highlight.Kind.values}
    for other in others(standing.user_id):
        result = next(one for one in other.results if one.user_id == standing.user_id)
        best: int | None = standing.best_score
        standing.best_score = result.score if best is None else max(best, result.score)
        for kind, plays in highlights_in(other, result):
            found[kind] = best_highlights([*found[kind], *plays])
    kept.delete()
    Highlight.objects.bulk_create(one for plays in found.values() for one in plays)


def _keep_best(standing: Standing, kind: str, new: Sequence[Highlight]) -> None:
    kept = Highlight.objects.filter(user=standing.user_id, key=standing.key, kind=kind)
    best = best_highlights([*kept, *new])
    kept.exclude(id__in=[one.id for one in best if one.id]).delete()
    Highlight.objects.bulk_create(one for one in best if not one.id)
