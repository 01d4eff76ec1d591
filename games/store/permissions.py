"""What a player may do to end a game early, and what to take back."""

from typing import Literal

from games.models import Game
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.record import choice_plies, last_choice_ply
from games.store.hints import may_take_hints
from games.store.queries import moves_of

FEW_MOVES = 2
"""A player who has made this many moves can no longer call the game off alone."""


Way = Literal["", "now", "together"]
"""How a game can be called off: not at all, at once, or when all agree who are still there."""


def way_to_call_off(game: Game, state: State, seat: Seat) -> Way:
    """How this player can call the game off now. A computer agrees to nothing."""
    if state.outcome is not None or seat in state.departed:
        return ""
    lines = [(move.seat, move.text) for move in moves_of(game)]
    asked = [seat] if state.seats == 2 else range(state.seats)
    if all(len(choice_plies(lines, each)) < FEW_MOVES for each in asked):
        return "now"
    is_among_people = not any(player.is_computer for player in game.players.all())
    return "together" if state.seats > 2 and is_among_people else ""


def may_take_back(game: Game, seat: Seat | None) -> bool:
    """Whether moves may be taken back in this game: between people a tile cannot be unseen."""
    return not game.rated and may_take_hints(game, seat)


def may_ask_for_time(game: Game) -> bool:
    """Whether a player may ask the other for more time in this game."""
    if game.rated or game.ended_at is not None or game.has_computers or not game.time_control:
        return False
    return game.clocks.control.is_live and len(game.players.all()) == 2


def last_own_move(game: Game, seat: Seat) -> int | None:
    """The last move of a player that stands and may be taken back."""
    return last_choice_ply([(move.seat, move.text) for move in moves_of(game)], seat)
