"""Hints in games against computers: what a player was told for the move at hand."""

import json

from games import words
from games.models import Game, Player
from games.rules.base import Json, Seat
from games.selectors.reading import Shown

HINT_STEPS = 3


def last_hint(player: Player, ply: int) -> Json | None:
    """What the player was told for the move with this number: `step` 1 to 3 of the `play`."""
    hint = json.loads(player.hint) if player.hint else None
    return hint if hint is not None and hint["ply"] == ply else None


def steps_in(hint: Json) -> int:
    """How many steps there are to tell: of no play only that there is none."""
    return HINT_STEPS if hint["play"] is not None else 1


def may_take_hints(game: Game, seat: Seat | None) -> bool:
    """Whether everybody else at the table is a computer."""
    others = [player for player in game.players.all() if player.seat != seat]
    return seat is not None and all(player.is_computer for player in others)


def hint_shown(game: Game, view: Json, seat: Seat | None, ply: int) -> Shown | None:
    """The hints for one's own turn, and whether there is more; None where there are none."""
    is_now = ply == game.ply and view["turn"] == seat
    if seat is None or not is_now or not may_take_hints(game, seat):
        return None
    player = next(player for player in game.players.all() if player.seat == seat)
    hint = last_hint(player, ply + 1)
    if hint is None:
        return {"lines": [], "is_more": True, "taken": player.hints}
    lines = words.hints(hint["play"], bool(view["actions"]["swap"]))[: hint["step"]]
    return {"lines": lines, "is_more": hint["step"] < steps_in(hint), "taken": player.hints}
