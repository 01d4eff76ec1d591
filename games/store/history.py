"""Games played again from their stored moves: how they began, and positions that are past."""

import json
from collections.abc import Sequence

from games.engine.prospects import can_weigh
from games.models import Game, PlayedMove
from games.rules.interface import State
from games.rules.record import Course, parse_options, ply_taken_back
from games.store.queries import moves_of


def start_of(game: Game) -> State:
    """The position before the first move: by the seed, or the one that is played on."""
    if game.initial_state:
        return game.rules.from_json(json.loads(game.initial_state))
    return game.rules.new(seed=bytes.fromhex(game.seed), options=parse_options(game.options))


def has_ended(game_id: str) -> bool:
    """Whether a game is over; raises Game.DoesNotExist."""
    return Game.objects.only("ended_at").get(pk=game_id).ended_at is not None


def has_ply(game_id: str, ply: int) -> bool:
    """Whether a game has had that many moves."""
    return Game.objects.filter(pk=game_id, ply__gte=ply).exists()


def began_elsewhere(game_id: str) -> bool:
    """Whether a game began from a position of another one."""
    return Game.objects.filter(pk=game_id).exclude(initial_state="").exists()


def can_be_deepened(game: Game) -> bool:
    """Whether a review has a second stage: tiles are drawn, or chances to win can be weighed."""
    return game.rules.has_racks or can_weigh(start_of(game))


def running_totals(game: Game, moves: Sequence[PlayedMove]) -> list[list[int]]:
    """The scores after each of these first moves, before what the ending gives or takes.

    What was taken back is worth nothing any more.
    """
    seats = len(game.players.all())
    totals = [list(start_of(game).scores) if game.initial_state else [0] * seats]
    for move in moves:
        first = ply_taken_back(move.text)
        after = list(totals[-1] if first is None else totals[first - 1])
        after[move.seat] += move.points
        totals.append(after)
    return totals[1:]


def course_of(game: Game, plies: int | None = None) -> Course:
    """The game played again by its stored moves, all of them or the first."""
    course = Course(start_of(game))
    for move in moves_of(game)[:plies]:
        course.play(move.text)
    return course


def position_before(game: Game, ply: int) -> State:
    """The position in which the move with this number was made, by the stored moves."""
    return course_of(game, ply - 1).state
