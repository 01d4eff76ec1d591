"""What a table says to screen readers: the last move, whose turn it is, how the game ended."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Game
from games.presentation import sentences
from games.presentation.models.table import MoveRow
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import ENDINGS, Seat


def status(game: Game, view: Json, moves: Sequence[MoveRow], seat: Seat | None) -> str:
    """What a screen reader says when it has time: the last move, and whose turn it is.

    How the game ended without a move is said by the announcement.
    """
    turn, said = view["turn"], []
    if moves and not (turn is None and moves[-1].kind in ENDINGS):
        said.append(moves[-1].said)
    if turn is not None and turn != seat:
        said.append(_waits(game, len(moves)) % {"name": _name(game, turn)})
    elif turn is not None and len(moves) < game.ply:
        said.append(_("You were to move."))
    return " ".join(said)


def _name(game: Game, seat: Seat) -> str:
    return next(player.shown_name for player in game.players.all() if player.seat == seat)


def _waits(game: Game, ply: int) -> str:
    """For whom everybody waits, or waited when the game was at this ply."""
    if ply < game.ply:
        return _("%(name)s was to move.")
    is_thinking = game.computer_to_move is not None
    return _("%(name)s is thinking.") if is_thinking else _("%(name)s to move.")


def announcement(
    game: Game, state: State, view: Json, moves: Sequence[MoveRow], seat: Seat | None
) -> str:
    """What a screen reader says at once: that it is the reader's turn, or how the game ended."""
    if view["turn"] is None:
        names = [player.shown_name for player in game.players.all()]
        rules, outcome, scores = type(state), view["outcome"], view["scores"]
        return sentences.result_headline(rules, names, outcome, scores, seat) + "."
    if view["turn"] != seat:
        return ""
    has_begun = bool(game.initial_state) or bool(view["board"]) and _has_play(moves)
    return _("Your turn.") + ("" if has_begun else " " + sentences.sentence(state.first_move_hint))


def _has_play(moves: Sequence[MoveRow]) -> bool:
    return any(move.kind == "play" for move in moves)
