"""A game that the staff annul: it stays to be read, and counts for nothing; and that undone."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts import moderation
from accounts.models import Action, User
from accounts.relations import Refused
from accounts.services import tell_names_changed
from games.models import Game, Player, Review
from games.services.fair_play import keep_fair_play
from games.services.results import finished_game
from games.services.writing import games_for_update, lock_players
from games.store.queries import WITH_PLAYERS
from games.store.transactions import writing
from ratings import annulments as ratings
from ratings.services import FinishedGame


def annul_game(
    *, game_id: str, person: User, moderator: User, reason: str, now: datetime
) -> Action:
    """Let a finished game count for nothing, because of what this person did in it.

    Those who play are locked first, then the game's row, then all standings whose ratings follow.
    Raises Refused, Game.DoesNotExist, also for a private game: the staff know of none.
    """
    with writing():
        lock_players(game_id)
        game = games_for_update().get(pk=game_id)
        if game.is_private:
            raise Game.DoesNotExist
        if all(player.user_id != person.pk for player in game.players.all()):
            raise Refused(422, _("%(name)s did not play this game.") % {"name": person.username})
        _require_not_own(game, moderator)
        if game.ended_at is None or game.annulled_at is not None or not has_ranking(game):
            raise Refused(409, _("Only a game that is over and counts can be annulled."))
        told = finished(game)
        Game.objects.filter(pk=game.pk).update(annulled_at=now)
        ids = uncount(told)
        tell_names_changed(person.pk)  # what was drawn before says that the game counts
        return moderation.log(
            person=person,
            moderator=moderator,
            kind=Action.Kind.ANNUL,
            reason=reason,
            now=now,
            detail=json.dumps(ids, separators=(",", ":")),
            game_id=game_id,
        )


def count_game_again(*, action: Action, moderator: User, reason: str, now: datetime) -> Action:
    """Undo an annulment: all ratings are what they would be without it. Raises Refused."""
    with writing():
        lock_players(action.game_id)
        game = games_for_update().get(pk=action.game_id)
        _require_not_own(game, moderator)
        lifted = moderation.lift(action, moderator, reason, now)
        Game.objects.filter(pk=game.pk).update(annulled_at=None)
        ids = {int(user_id): pk for user_id, pk in json.loads(action.detail or "{}").items()}
        count_again(game, ids)
        for review in Review.objects.filter(pk=game.pk):
            keep_fair_play(review)  # it may have been done meanwhile
        tell_names_changed(action.person_id)
        return lifted


def uncount(told: FinishedGame) -> dict[int, int]:
    """Take out of everything a game whose row says already that it does not count.

    The ids of the changes of ratings that it had made, by user.
    """
    return ratings.annul(game=told, find=_find, others=lambda one: _games_of(one, told.key))


def count_again(game: Game, ids: dict[int, int]) -> None:
    """Put a game back to where it was, whose row says already that it counts."""
    ratings.restore(game=finished(game), ids=ids, find=_find)


def _require_not_own(game: Game, moderator: User) -> None:
    if any(player.user_id == moderator.pk for player in game.players.all()):
        raise Refused(403, _("You played this game: somebody else of the staff decides about it."))


def finished(game: Game) -> FinishedGame:
    """What ratings are told of it."""
    outcome = game.position.outcome
    assert outcome is not None
    return finished_game(game, outcome)


def has_ranking(game: Game) -> bool:
    """Whether it counts for those who played it."""
    outcome = game.position.outcome
    return game.is_counted and outcome is not None and bool(outcome.ranking)


def _find(game_ids: Collection[str]) -> Mapping[str, FinishedGame]:
    games = Game.objects.prefetch_related(WITH_PLAYERS, "moves").filter(pk__in=game_ids)
    return {game.pk: finished(game) for game in games}


def _games_of(user_id: int, key: str) -> Sequence[FinishedGame]:
    own = Player.objects.filter(user=user_id, ended_at__isnull=False).values("game")
    counted = Game.objects.filter(pk__in=own, is_imported=False, is_private=False)
    counted = counted.filter(initial_state="", annulled_at=None)
    games = counted.prefetch_related(WITH_PLAYERS, "moves").order_by("ended_at", "id")
    return [finished(game) for game in games if game.list_key == key and has_ranking(game)]
