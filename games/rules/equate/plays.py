"""Parses moves of Equate and checks plays: their place, their lines and their points."""

from collections.abc import Collection

from games.rules import notation
from games.rules.equate.constants import EQUALS, LAYOUT
from games.rules.equate.placement import require_place
from games.rules.equate.scoring import bingo_points, score_lines
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Verdict
from games.rules.placement import Board, Judge, place_tiles, require_direction, require_legal
from games.rules.refusals import IllegalMove, NotationError
from games.rules.tiles import BLANK, TileSet

_ONLY_EQUATIONS = gettext_noop("in stage 1 every play must be an equation")
_BLANK_EQUALS = gettext_noop("a blank stands for a number or an operation, never for =")


def parse_move(text: str, tiles: Collection[str]) -> notation.MoveText:
    """Read a move of a game with these tiles.

    Raises NotationError, also for a blank that stands for an equals sign (E11).
    """
    move = notation.parse(text, tiles)
    if isinstance(move, notation.Play) and BLANK + EQUALS in move.tokens:
        raise NotationError(Message(_BLANK_EQUALS))
    return move


def check_play(
    board: Board, play: notation.Play, stage: str, judge: Judge, tiles: TileSet
) -> Verdict:
    """Return what a play earns, without looking at any rack; raises a Refusal.

    E8-E10: its placement, every line an expression or an equation, its points.
    """
    require_direction(play)
    new = place_tiles(board, LAYOUT, play)
    require_place(board, play, new, stage)
    runs = score_lines(board, play, new, judge, tiles)
    require_legal(runs)
    if stage == "1" and not any(run.kind == "complete" for run in runs):
        raise IllegalMove("stage", Message(_ONLY_EQUATIONS), runs=runs, squares=tuple(new))
    bonus = bingo_points(new, runs)
    points = sum(run.points for run in runs) + bonus
    return Verdict(str(play), "play", points, tuple(runs), tuple(new), bonus)
