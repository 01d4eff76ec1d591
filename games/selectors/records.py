"""Games played again: the record of a finished game, and positions that are past."""

import json
from collections.abc import Sequence

from games.models import Game, PlayedMove
from games.rules.interface import State
from games.rules.record import (
    Course,
    format_record,
    parse_options,
    ply_taken_back,
    result_text,
)
from games.selectors.reading import Shown, game_with_all


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
        **({"Setup": start.initial_position} if start.initial_position else {}),
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


def running_totals(game: Game, moves: Sequence[PlayedMove]) -> list[list[int]]:
    """The scores after each of these first moves, before what the ending gives or takes.

    What was taken back is worth nothing any more.
    """
    seats = len(game.players.all())
    totals = [list(start_of(game).scores) if game.start else [0] * seats]
    for move in moves:
        first = ply_taken_back(move.text)
        after = list(totals[-1] if first is None else totals[first - 1])
        after[move.seat] += move.points
        totals.append(after)
    return totals[1:]


def course_of(game: Game, plies: int | None = None) -> Course:
    """The game played again by its stored moves, all of them or the first."""
    course = Course(start_of(game))
    for move in game.moves.all()[:plies]:
        course.play(move.text)
    return course


def position_before(game: Game, ply: int) -> State:
    """The position in which the move with this number was made, by the stored moves."""
    return course_of(game, ply - 1).state


def steps(game: Game, ply: int) -> Shown:
    """The plies that the buttons of a replay lead to; None where there is nowhere to go."""
    return {
        "start": 0 if ply > 0 else None,
        "back": ply - 1 if ply > 0 else None,
        "next": ply + 1 if ply < game.ply - 1 else None,
        "end": game.ply if ply < game.ply else None,
        "last": game.ply,
    }
