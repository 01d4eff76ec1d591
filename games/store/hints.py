"""Hints in games against computers: who may take them, and what was told for the move at hand."""

import json
from typing import Literal, get_args

from games.models import Game, PlayedMove, Player
from games.rules.messages import Json
from games.rules.moves import Seat
from games.rules.record import ENDING_WORDS, ply_taken_back

Kind = Literal["easy", "best"]
"""A play that is easy to find, or the one that earns most; where tiles only move, one and both."""


HINT_STEPS = 3


def last_hint(player: Player, ply: int) -> Json | None:
    """What the player was told for the move with this number.

    By kind the `play` and how many steps of it, 1 to 3; `kind` is what was asked for last.
    """
    hint = json.loads(player.last_hint) if player.last_hint else None
    return hint if hint is not None and hint["ply"] == ply else None


def _plays_told(player: Player) -> list[str]:
    """The plays, as text, that the player was last told about, for whichever move."""
    hint = json.loads(player.last_hint) if player.last_hint else {}
    told = (hint[kind]["play"] for kind in get_args(Kind) if kind in hint)
    return [play["text"] for play in told if play is not None]


def was_hinted(game: Game, move: PlayedMove) -> bool:
    """Whether the mover had asked for a hint, for this move or for what was taken back before it.

    What takes a move back passes it on: the same play may be found again in what stands then. Who
    makes a play that was told for an earlier move had that hint for it. No hint is one to resign,
    or to run out of time.
    """
    is_ending = move.text.partition(" ")[0] in (*ENDING_WORDS, "resign")
    if is_ending or not may_take_hints(game, move.seat):
        return False
    movers = (player for player in game.players.all() if player.seat == move.seat)
    if any(last_hint(mover, move.ply) or move.text in _plays_told(mover) for mover in movers):
        return True
    before = game.moves.filter(ply=move.ply - 1, seat=move.seat).first()
    undone = ply_taken_back(before.text) if before is not None else None
    if before is None or undone is None:
        return False
    return before.is_hinted or game.moves.filter(ply=undone, is_hinted=True).exists()


def is_all_told(told: Json) -> bool:
    """Whether there is no more to tell of a play; where none was found, only that is told."""
    return told["play"] is None or told["step"] >= HINT_STEPS


def may_take_hints(game: Game, seat: Seat | None) -> bool:
    """Whether everybody else at the table is a computer."""
    others = [player for player in game.players.all() if player.seat != seat]
    return seat is not None and all(player.is_computer for player in others)
