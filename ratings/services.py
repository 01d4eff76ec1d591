"""Every write to ratings, tallies and plays to remember; called in the ending's transaction."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import combinations

from ratings import elo
from ratings.lists import match_score_of
from ratings.models import Highlight, RatingChange, Standing

MOVES_NEEDED = 2
"""Who has made fewer moves in a game among people is not rated by it, and nobody against them."""

GAMES_A_DAY = 6
"""The most games of the same two people in one list that are rated within `DAY`."""

DAY = timedelta(hours=24)

SHORT, OFTEN = "short", "often"
"""Why a rated game did not change everybody's rating: too few moves, too many games of a pair."""


@dataclass(frozen=True)
class Result:
    """How one seat did in a finished game. `plays` and `chains` are (value, ply), best first.

    A computer has a `fixed_rating`, in hundredths: it counts for those who played against it,
    and nothing is kept about the computer.
    """

    user_id: int
    rank: int
    score: int
    bingos: int = 0
    moves: int = MOVES_NEEDED
    plays: Sequence[tuple[int, int]] = field(default_factory=tuple)
    chains: Sequence[tuple[int, int]] = field(default_factory=tuple)
    fixed_rating: int | None = None


@dataclass(frozen=True)
class FinishedGame:
    """All that ratings know of a finished game; the lists of them are what everything follows.

    `unrated_because` is stored with the game: what was rated before there was such a thing stays.
    """

    id: str
    key: str
    results: Sequence[Result]
    is_rated: bool
    ended_at: datetime
    unrated_because: str = ""

    @property
    def rated(self) -> Sequence[Result]:
        """The results that change ratings, each against all others of them."""
        if not self.is_rated or self.unrated_because == OFTEN:
            return []
        if self.unrated_because != SHORT:
            return self.results
        enough = [result for result in self.results if result.moves >= MOVES_NEEDED]
        return enough if len(enough) > 1 else []

    @property
    def people(self) -> Sequence[Result]:
        """The results about which something is kept."""
        return [result for result in self.results if result.fixed_rating is None]


def record_results(*, game: FinishedGame) -> str:
    """Count a finished game for all people who played it, and rate it if it is rated.

    Why it is not, or not for everybody, is returned to be stored: SHORT, OFTEN, or nothing.

    The standings are locked in the order of their users, so that two games that end at once and
    share a player wait for one another and never for each other. Of who has left the site only
    the change of rating is kept: the opponents' ratings follow from it.
    """
    standings = lock_standings_of(game.key, [result.user_id for result in game.people])
    game = replace(game, unrated_because=why_unrated(game))
    RatingChange.objects.bulk_create(count_game(standings, game))
    for result in game.people:
        standing = standings[result.user_id]
        if not standing.user.is_deleted:
            standing.save()
            _keep_highlights(game, result)
        else:
            forget_person(standing.user_id)
    return game.unrated_because


def why_unrated(game: FinishedGame) -> str:
    """Why a rated game that ends now does not change everybody's rating; nothing if it does.

    Against computers, whose ratings never move, every game is rated. The standings are locked,
    so that of two games of a pair that end at once the second one finds the first.
    """
    if not game.is_rated or len(game.people) < len(game.results):
        return ""
    if is_often(game):
        return OFTEN
    return SHORT if is_short(game) else ""


def is_short(game: FinishedGame) -> bool:
    """Whether somebody has made too few moves."""
    return any(result.moves < MOVES_NEEDED for result in game.results)


def is_often(game: FinishedGame, more: Sequence[Collection[int]] = ()) -> bool:
    """Whether a pair of those who have made enough moves has been rated often enough.

    `more` are the users of games that count besides, each.
    """
    rated = replace(game, unrated_because=SHORT).rated
    pairs = combinations(sorted(result.user_id for result in rated), 2)
    return any(
        _rated_games(pair, game) + sum(users.issuperset(pair) for users in map(set, more))
        >= GAMES_A_DAY
        for pair in pairs
    )


def _rated_games(pair: tuple[int, int], game: FinishedGame) -> int:
    """How many rated games this pair had since a day before this one ended.

    A game that ended a moment later may have been rated before this one: it counts.
    """
    one, other = pair
    changes = RatingChange.objects.filter(
        user=one, key=game.key, changed_at__gt=game.ended_at - DAY
    )
    with_both = changes.filter(game__rating_changes__user=other).exclude(game=game.id)
    return with_both.count()


def count_for(*, user_id: int, games: Sequence[FinishedGame]) -> None:
    """Count finished games, none of them rated, for somebody whose seat there was another's.

    The standings are locked in the order of their lists.
    """
    for key in sorted({game.key for game in games}):
        standing = lock_standings_of(key, [user_id])[user_id]
        played = [(game, _seat_of(user_id, game)) for game in games if game.key == key]
        for game, result in played:
            count_result(standing, result, [each.rank for each in game.results])
        standing.save()
        for kind in Highlight.Kind.values:
            _keep(kind, [one for each in played for one in dict(highlights_in(*each))[kind]])


def _seat_of(user_id: int, game: FinishedGame) -> Result:
    return next(result for result in game.results if result.user_id == user_id)


# --- what a game does, without a database ---


def count_game(standings: Mapping[int, Standing], game: FinishedGame) -> list[RatingChange]:
    """Count the game in the standings of the people who played it, by user; what it rates.

    Nothing is stored.
    """
    ranks = [result.rank for result in game.results]
    for result in game.people:
        count_result(standings[result.user_id], result, ranks)
    rated = game.rated
    if not rated:
        return []
    before = [_rating_before(result, standings) for result in rated]
    steps = elo.rate(before, [result.rank for result in rated])
    scored = zip(rated, steps, match_scores(game, steps), strict=True)
    return [
        _apply_step(standings[result.user_id], step, score, game)
        for result, step, score in scored
        if result.fixed_rating is None
    ]


def _rating_before(result: Result, standings: Mapping[int, Standing]) -> int:
    fixed = result.fixed_rating
    return standings[result.user_id].rating if fixed is None else fixed


def match_scores(game: FinishedGame, steps: Sequence[elo.Step]) -> list[int | None]:
    """What a game of two earns beside the rating, where its list has such scores."""
    match_score = match_score_of(game.key)
    if match_score is None:
        return [None] * len(steps)
    opponents = reversed(steps)
    return [
        match_score(result.score, own.before, other.before, own.result)
        for result, own, other in zip(game.rated, steps, opponents, strict=True)
    ]


def count_result(standing: Standing, result: Result, ranks: Sequence[int]) -> None:
    """Add a game to the tallies; the best rank alone wins, shared it is a tie."""
    standing.games += 1
    if result.rank > min(ranks):
        standing.losses += 1
    elif ranks.count(result.rank) > 1:
        standing.ties += 1
    else:
        standing.wins += 1
    standing.points += result.score
    best = standing.best_score
    standing.best_score = result.score if best is None else max(best, result.score)
    standing.bingos += result.bingos


def _apply_step(
    standing: Standing, step: elo.Step, match_score: int | None, game: FinishedGame
) -> RatingChange:
    standing.rating = step.after
    standing.total_score += match_score or 0
    standing.rated_games += 1
    standing.last_rated_at = game.ended_at
    return RatingChange(
        game_id=game.id,
        user_id=standing.user_id,
        key=standing.key,
        before=step.before,
        k=step.k,
        expected=step.expected,
        result=step.result,
        after=step.after,
        match_score=match_score,
        changed_at=game.ended_at,
    )


def highlights_in(game: FinishedGame, result: Result) -> Iterator[tuple[str, list[Highlight]]]:
    """What somebody might remember of a game, by kind."""
    for kind, found in (("play", result.plays), ("chain", result.chains)):
        yield (
            kind,
            [
                Highlight(
                    user_id=result.user_id,
                    key=game.key,
                    kind=kind,
                    value=value,
                    game_id=game.id,
                    ply=ply,
                )
                for value, ply in found
            ],
        )


def best_highlights(found: Sequence[Highlight]) -> list[Highlight]:
    """The highest values; of equal ones those of the game whose name comes first.

    Names of games are random: that order is the same each time, and not one in time.
    """
    ordered = sorted(found, key=lambda one: (-one.value, one.game_id, one.ply))
    return ordered[: Highlight.KEPT]


# --- locks and rows ---


def forget_person(user_id: int) -> None:
    """Drop standings and plays to remember; the changes stay: the opponents' ratings need them."""
    Standing.objects.filter(user_id=user_id).delete()
    Highlight.objects.filter(user_id=user_id).delete()


def lock_standings_of(key: str, user_ids: Sequence[int]) -> dict[int, Standing]:
    """The standings of these people by user, made where they are missing, locked in order.

    That of somebody who has left is made from the last change, and has the rating alone.
    """
    ordered = sorted(user_ids)
    Standing.objects.bulk_create(
        [Standing(user_id=user_id, key=key) for user_id in ordered], ignore_conflicts=True
    )
    locked = Standing.objects.select_for_update(of=["self"]).select_related("user")
    found = list(locked.filter(key=key, user_id__in=ordered).order_by("user_id"))
    for standing in found:
        if standing.user.is_deleted:
            standing.rating = _last_rating(standing)
    return {standing.user_id: standing for standing in found}


def _last_rating(standing: Standing) -> int:
    """The rating after the last rated game in this list."""
    changes = RatingChange.objects.filter(user_id=standing.user_id, key=standing.key)
    last = changes.order_by("-id").values_list("after", flat=True).first()
    return standing.rating if last is None else last


def _keep_highlights(game: FinishedGame, result: Result) -> None:
    """Keep the best plays of each kind; which they are does not depend on the order of games."""
    for kind, new in highlights_in(game, result):
        _keep(kind, new)


def _keep(kind: str, new: Sequence[Highlight]) -> None:
    """Keep what is among the best of its kind, all of one person and list."""
    if not new:
        return
    place = {"user_id": new[0].user_id, "key": new[0].key}
    kept = list(Highlight.objects.filter(kind=kind, **place))
    best = best_highlights([*kept, *new])
    Highlight.objects.bulk_create(one for one in new if one in best)
    Highlight.objects.filter(id__in=[one.id for one in kept if one not in best]).delete()
