"""Choices of the tables' templates: classes of parts, and words that depend on who reads."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.models.board import TileView
from games.presentation.models.table import MoveRow, PlayerCard, TableView

register = template.Library()


@register.filter
def ways(moves: Mapping[str, Mapping[str, str]]) -> str:
    """Where tiles may go, as the script reads it: each start with its ends, a jump with its sign.

    >>> ways({"c3": {"d4": "slide", "f6": "jump"}, "a1": {"a2": "slide"}})
    'c3:d4,^f6 a1:a2 '
    """
    listed = {start: ",".join(map(_end, ends, ends.values())) for start, ends in moves.items()}
    return "".join(f"{start}:{ends} " for start, ends in listed.items())


def _end(square: str, way: str) -> str:
    return f"^{square}" if way == "jump" else square


@register.filter
def page_title(table: TableView) -> str:
    """What the tab of a table says: how the game ended, or for whom it waits, and its name."""
    return f"{_state_in_title(table)} · {table.name}"


def _state_in_title(table: TableView) -> str:
    if table.is_over and table.result is not None:
        return table.result.headline
    if table.is_replay:
        return _("Move %(ply)s of %(last)s") % {"ply": table.ply, "last": table.steps.last}
    if table.seat is not None and table.turn == table.seat:
        return _("(1) Your turn")
    movers = [player.name for player in table.players if player.is_turn]
    return "".join(_("%(name)s to move") % {"name": name} for name in movers)


@register.filter
def status_text(player: PlayerCard, is_replay: bool = False) -> str:
    """What a player is doing, or did last; in an earlier position, what was to be done then."""
    if player.is_turn:
        return _to_do(player, is_replay)
    if player.last:
        return _last_move_text(player.last)
    return _("has not moved yet")


def _to_do(player: PlayerCard, is_replay: bool) -> str:
    if is_replay:
        return _("was to move")
    if player.is_you:
        return _("your turn")
    return _("thinking") if player.is_computer else _("to move")


def _last_move_text(move: MoveRow) -> str:
    """Return the last move as it is told beside the name of the player who made it."""
    if move.kind != "play":
        return move.line
    if move.takes:
        return _("took %(line)s") % vars(move)
    if move.line:
        return _("played %(line)s for %(points)s") % vars(move)
    return _("moved %(where)s") % vars(move)


@register.filter
def scores(table: TableView) -> str:
    """The game with its players and their scores, as other sites show it above a link."""
    told = ", ".join(f"{player.name} {player.score}" for player in table.players)
    return f"{table.name}: {told}"


@register.filter
def worth(tile: TileView) -> str:
    """The points of a tile in words; empty for one that has none."""
    points = tile.points
    return "" if points is None else ngettext("%(n)s point", "%(n)s points", points) % {"n": points}
