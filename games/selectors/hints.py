"""Hints in games against computers: what a player was told for the move at hand."""

from collections.abc import Iterable
from dataclasses import replace

from games.models import Game, Player
from games.presentation import sentences
from games.presentation.models.table import HintView
from games.rules.messages import Json
from games.rules.moves import Seat
from games.store.hints import is_all_told, last_hint, may_take_hints


def hint_view(game: Game, view: Json, seat: Seat | None, ply: int) -> HintView | None:
    """The hints for one's own turn, and what can be asked for; None where there are none."""
    is_now = ply == game.ply and view["turn"] == seat
    if seat is None or not is_now or not may_take_hints(game, seat):
        return None
    player = _player_on(game, seat)
    may_swap = bool(view["actions"]["swap"])
    if player.stuck_ply == ply + 1:
        return HintView(taken=player.hints_taken, lines=[sentences.nothing_to_lay(may_swap)])
    hint = last_hint(player, ply + 1)
    if hint is None:
        return HintView(taken=player.hints_taken, next="easy", is_more=True)
    if hint[hint["kind"]]["play"] is None:
        return _view_without_play(player, hint, may_swap)
    has_best = "best" not in hint and game.rules.has_racks
    return replace(_view_of_steps(player, hint), has_best=has_best)


def _view_without_play(player: Player, hint: Json, may_swap: bool) -> HintView:
    kind, line = hint["kind"], sentences.no_play_sentence(may_swap)
    return HintView(taken=player.hints_taken, lines=[line], next=kind, is_more=False)


def _view_of_steps(player: Player, hint: Json) -> HintView:
    """The steps told of a play, its squares as far as they are told, and the move to be laid."""
    kind = hint["kind"]
    play, step, is_all = hint[kind]["play"], hint[kind]["step"], is_all_told(hint[kind])
    return HintView(
        taken=player.hints_taken,
        lines=sentences.hints(play, kind)[:step],
        squares={1: [], 2: [play["square"]]}.get(step, play["squares"]),
        lay=play["text"] if is_all else "",
        next=kind,
        is_more=not is_all,
    )


def hinted_squares(game: Game, seat: Seat | None, plies: Iterable[int]) -> set[str]:
    """The squares of all plays told to a seat for these moves, lit or not."""
    if seat is None:
        return set()
    hints = [last_hint(_player_on(game, seat), ply) or {} for ply in plies]
    plays = [hint[kind]["play"] for hint in hints for kind in ("easy", "best") if kind in hint]
    return {name for play in plays if play for name in [play["square"], *play["squares"]]}


def _player_on(game: Game, seat: Seat) -> Player:
    return next(player for player in game.players.all() if player.seat == seat)
