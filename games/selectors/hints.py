"""Hints in games against computers: what a player was told for the move at hand."""

from collections.abc import Iterable

from games.engine.easy_plays import has_racks
from games.models import Game, Player
from games.presentation import sentences
from games.rules.messages import Json
from games.rules.moves import Seat
from games.store.hints import Kind, is_all_told, last_hint, may_take_hints
from games.store.queries import Shown


def hint_shown(game: Game, view: Json, seat: Seat | None, ply: int) -> Shown | None:
    """The hints for one's own turn, and what can be asked for; None where there are none."""
    is_now = ply == game.ply and view["turn"] == seat
    if seat is None or not is_now or not may_take_hints(game, seat):
        return None
    player = _player_on(game, seat)
    shown = {"lines": [], "squares": [], "lay": "", "taken": player.hints}
    if player.stuck_at == ply + 1:
        line = sentences.nothing_to_lay(bool(view["actions"]["swap"]))
        return shown | {"lines": [line], "next": "", "is_more": False, "has_best": False}
    hint = last_hint(player, ply + 1)
    if hint is None:
        return shown | {"next": "easy", "is_more": True, "has_best": False}
    told = hint[hint["kind"]]
    return shown | {
        **_told(told, hint["kind"], bool(view["actions"]["swap"])),
        "next": hint["kind"],
        "is_more": not is_all_told(told),
        "has_best": "best" not in hint and has_racks(game.rules) and told["play"] is not None,
    }


def _told(told: Json, kind: Kind, may_swap: bool) -> Shown:
    """The steps told of a play, its squares as far as they are told, and the move to be laid."""
    play, step = told["play"], told["step"]
    if play is None:
        return {"lines": [sentences.no_play_found(may_swap)]}
    squares = {1: [], 2: [play["square"]]}.get(step, play["squares"])
    lines = sentences.hints(play, kind)[:step]
    return {"lines": lines, "squares": squares, "lay": play["text"] if is_all_told(told) else ""}


def hinted_squares(game: Game, seat: Seat | None, plies: Iterable[int]) -> set[str]:
    """The squares of all plays told to a seat for these moves, lit or not."""
    if seat is None:
        return set()
    hints = [last_hint(_player_on(game, seat), ply) or {} for ply in plies]
    plays = [hint[kind]["play"] for hint in hints for kind in ("easy", "best") if kind in hint]
    return {name for play in plays if play for name in [play["square"], *play["squares"]]}


def _player_on(game: Game, seat: Seat) -> Player:
    return next(player for player in game.players.all() if player.seat == seat)
