"""Games played again: the record of a finished game, and positions that are past."""

import json

from games.models import Game
from games.rules.base import State
from games.rules.record import format_record, parse_options, play_line, result_text
from games.selectors.reading import game_with_all


def record(game_id: str, url: str) -> str | None:
    """The record of a finished game; None while it runs, and for one that began from a position.

    Raises Game.DoesNotExist.
    """
    return record_text(game_with_all(game_id), url)


def record_text(game: Game, url: str) -> str | None:
    """The same of a game at hand, its players, their users and its moves fetched before."""
    state = game.position
    if state.outcome is None or game.ended_at is None or game.start:
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
        **({"Setup": start.setup} if start.setup else {}),
        "Result": result_text(state.outcome),
        "Scores": " ".join(str(score) for score in state.scores),
        "Termination": state.outcome.reason,
    }
    return format_record(headers, [(move.text, move.points) for move in game.moves.all()])


def start_of(game: Game) -> State:
    """The position before the first move: by the seed, or the one that is played on."""
    if game.start:
        return game.rules.from_json(json.loads(game.start))
    return game.rules.new(seed=bytes.fromhex(game.seed), options=parse_options(game.options))


def has_ended(game_id: str) -> bool:
    """Whether a game is over; raises Game.DoesNotExist."""
    return Game.objects.only("ended_at").get(pk=game_id).ended_at is not None


def began_elsewhere(game_id: str) -> bool:
    """Whether a game began from a position of another one."""
    return Game.objects.filter(pk=game_id).exclude(start="").exists()


def position_before(game: Game, ply: int) -> State:
    """The position in which the move with this number was made, by the stored moves."""
    state = start_of(game)
    for move in game.moves.all()[: ply - 1]:
        state = play_line(state, move.text).after
    return state
