"""Everything that an ending brings, whichever ending it is."""

from datetime import datetime

from games import notifications
from games.models import Game, Player
from games.rules.interface import State
from games.rules.moves import Outcome
from games.services.results import finished_game
from games.services.reviews import begin_review
from ratings import services as ratings


def finish_game(game: Game, state: State, now: datetime) -> None:
    """Everything that an ending brings, whichever ending it is, in the ending's transaction."""
    outcome = state.outcome
    if outcome is None:
        return
    store_ending(game, state, now)
    if outcome.ranking and game.is_counted:
        game.unrated_because = ratings.record_results(game=finished_game(game, outcome))
    notifications.tell_said(game.id)  # from now on the players read what the spectators said


def store_ending(game: Game, state: State, now: datetime) -> None:
    """What the rows say of an ending, but for ratings; the game's own is left to be saved."""
    outcome = state.outcome
    assert outcome is not None
    game.ended_at = now
    game.deadline_at = game.reminder_at = None
    game.termination = outcome.reason
    game.best_score = max(state.scores)
    _store_ranks(game, outcome)
    if outcome.ranking:  # a game that was called off is reviewed when somebody asks
        begin_review(game, now)


def _store_ranks(game: Game, outcome: Outcome) -> None:
    """What the rows of the players say of the end: the ranks, and a copy of its time."""
    ranks = {seat: rank for rank, seats in enumerate(outcome.ranking, start=1) for seat in seats}
    players = list(game.players.all())
    for player in players:
        player.rank = ranks.get(player.seat)
        player.ended_at = game.ended_at
    Player.objects.bulk_update(players, ["rank", "ended_at"])
