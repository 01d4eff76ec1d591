"""Ratings, tallies and plays to remember, recomputed from finished games and compared with rows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from accounts.models import Action
from ratings.models import Highlight, RatingChange, Standing
from ratings.services import (
    DAY,
    OFTEN,
    SHORT,
    FinishedGame,
    best_highlights,
    count_game,
    highlights_in,
    is_often,
    is_short,
)

Difference = tuple[int, str]
"""Whose rows differ, by user, and in what."""

_CHANGE = ("key", "before", "k", "expected", "result", "after", "match_score", "changed_at")
_STANDING = (
    "rating",
    "total_score",
    "rated_games",
    "last_rated_at",
    "games",
    "wins",
    "ties",
    "losses",
    "points",
    "best_score",
    "bingos",
)


@dataclass
class Recount:
    """What the games added so far make of everybody; rated ones go in the order of rating.

    It holds one standing and a few plays for each person and list, however many games there are.
    """

    standings: dict[tuple[int, str], Standing] = field(default_factory=dict)
    highlights: dict[tuple[int, str, str], list[Highlight]] = field(default_factory=dict)

    def add(self, game: FinishedGame) -> list[RatingChange]:
        """Count one more game; the changes it makes. Nothing is stored."""
        for result in game.people:
            for kind, new in highlights_in(game, result):
                place = (result.user_id, game.key, kind)
                self.highlights[place] = best_highlights(self.highlights.get(place, []) + new)
        people = [result.user_id for result in game.people]
        return count_game({user_id: self._standing(user_id, game.key) for user_id in people}, game)

    def forget(self, user_ids: Iterable[int]) -> None:
        """Drop what an account that was deleted leaves nothing of; its changes of ratings stay."""
        gone = frozenset(user_ids)
        self.standings = {k: one for k, one in self.standings.items() if k[0] not in gone}
        self.highlights = {k: found for k, found in self.highlights.items() if k[0] not in gone}

    def _standing(self, user_id: int, key: str) -> Standing:
        fresh = Standing(user_id=user_id, key=key)
        return self.standings.setdefault((user_id, key), fresh)


def change_differences(
    expected: Sequence[RatingChange], stored: Iterable[RatingChange]
) -> Iterator[Difference]:
    """In what the stored changes of one game are not those expected."""
    missing = {change.user_id: change for change in expected}
    for row in stored:
        change = missing.pop(row.user_id, None)
        if change is None:
            yield row.user_id, "a change of rating that no rated game made"
        else:
            yield from _value_differences(row.user_id, "rating change", _CHANGE, change, row)
    for user_id in missing:
        yield user_id, "the change of rating is missing"


def reason_differences(game: FinishedGame) -> Iterator[Difference]:
    """A stored reason not to rate a game that the moves and the games before do not give."""
    is_so = {SHORT: is_short, OFTEN: _was_often}.get(game.unrated_because)
    if game.unrated_because and not (is_so and game.is_rated and is_so(game)):
        told = f"not rated because {game.unrated_because!r}, and that is not so"
        yield game.results[0].user_id, told


def _was_often(game: FinishedGame) -> bool:
    return is_often(game, _taken_out_since(game))


def _taken_out_since(game: FinishedGame) -> list[set[int]]:
    """The users of the rated games, each, that were annulled or reopened after this one ended."""
    then = Q(game__ended_at=None) | Q(game__ended_at__gt=game.ended_at - DAY)
    taken_out = Action.objects.filter(
        then,
        kind__in=(Action.Kind.ANNUL, Action.Kind.REOPEN),
        lifted_by=None,
        made_at__gte=game.ended_at,
        game__rated=True,
        game__rating_changes=None,
    ).exclude(game__unrated_because=OFTEN)
    games = {action.game for action in taken_out.select_related("game") if action.game}
    return [
        set(one.players.values_list("user_id", flat=True))
        for one in games
        if one.list_key == game.key
    ]


def standing_differences(recount: Recount, stored: Iterable[Standing]) -> Iterator[Difference]:
    """In what the stored standings are not those of the recount."""
    missing = dict(recount.standings)
    for row in stored:
        standing = missing.pop((row.user_id, row.key), None)
        what = f"standing in {row.key}"
        if standing is None:
            yield row.user_id, f"a {what} that no game made"
        else:
            yield from _value_differences(row.user_id, what, _STANDING, standing, row)
    for user_id, key in missing:
        yield user_id, f"the standing in {key} is missing"


def highlight_differences(recount: Recount, stored: Iterable[Highlight]) -> Iterator[Difference]:
    """In what the stored plays to remember are not those of the recount."""
    missing = {_in_words(one): one for found in recount.highlights.values() for one in found}
    for row in stored:
        if missing.pop(_in_words(row), None) is None:
            yield row.user_id, f"no such play to remember: {_in_words(row)[1]}"
    for user_id, words in missing:
        yield user_id, f"a play to remember is missing: {words}"


def _in_words(one: Highlight) -> Difference:
    return one.user_id, f"{one.kind} of {one.value} in {one.key}, game {one.game_id} ply {one.ply}"


def _value_differences(
    user_id: int, what: str, names: Sequence[str], expected: object, stored: object
) -> Iterator[Difference]:
    for name in names:
        right, found = getattr(expected, name), getattr(stored, name)
        if right != found:
            yield user_id, f"{what}: {name} is {found}, the games make it {right}"
