"""Games played again: the record of a finished game, and positions that are past."""

from games.models import Game
from games.rules.record import format_record, result_text
from games.store.history import start_of
from games.store.queries import game_with_all


def record(game_id: str, url: str) -> str | None:
    """The record of a finished game; None while it runs, and for one that began from a position.

    Raises Game.DoesNotExist.
    """
    return record_text(game_with_all(game_id), url)


def record_text(game: Game, url: str) -> str | None:
    """The same of a game at hand, its players, their users and its moves fetched before."""
    state = game.position
    if state.outcome is None or game.ended_at is None or game.initial_state:
        return None
    start = start_of(game)
    headers = {
        "Game": game.key,
        "Options": game.options,
        "Site": url,
        "Date": f"{game.ended_at:%Y.%m.%d}",
        **{f"Player{player.seat + 1}": player.shown_name for player in game.players.all()},
        "First": str((start.turn or 0) + 1),
        "Seed": game.seed,
        "Commitment": game.commitment,
        **({"Setup": start.initial_position} if start.initial_position else {}),
        **({"Clock": game.time_control} if game.time_control else {}),
        "Result": result_text(state.outcome),
        "Scores": " ".join(str(score) for score in state.scores),
        "Termination": state.outcome.reason,
    }
    moves = list(game.moves.all())
    return format_record(
        headers,
        [(move.text, move.points) for move in moves],
        [move.milliseconds for move in moves],
    )
