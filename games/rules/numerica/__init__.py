"""Numerica: crossing equalities on 15×15 squares, for two."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.rules.grid import Square
from games.rules.messages import Message, gettext_noop
from games.rules.move_generator import plays_up_to
from games.rules.moves import Seat, Verdict
from games.rules.notation import Play
from games.rules.numerica.constants import (
    LAYOUT,
    MAX_PASSES,
    MAX_SCORELESS_TURNS,
    RACK_SIZE,
    TILES,
)
from games.rules.numerica.lines import judge
from games.rules.numerica.phrases import PHRASES
from games.rules.numerica.scoring import bingo_points, fraction_bonus, score_lines
from games.rules.placement import (
    Judge,
    is_connected,
    require_connected,
    require_direction,
    require_legal,
)
from games.rules.refusals import IllegalMove
from games.rules.stock import Supply
from games.rules.tile_game import TileGame
from games.rules.tiles import TileSet
from games.rules.turn_counts import TurnsInARow

__all__ = ["LAYOUT", "RACK_SIZE", "TILES", "State", "fraction_bonus", "judge"]

_NO_EQUALITY = gettext_noop("the play forms no complete equality")

SUPPLIES = (Supply("draw", TILES, RACK_SIZE),)


@dataclass(frozen=True, kw_only=True, repr=False)
class State(TileGame):
    """A whole position of Numerica (rules N1-N13)."""

    key = "numerica"
    name = "Numerica"
    layout = LAYOUT
    phrases = PHRASES

    counts: TurnsInARow = TurnsInARow()

    @classmethod
    def supplies(cls, values: Mapping[str, str]) -> tuple[Supply, ...]:
        return SUPPLIES

    @property
    def tiles(self) -> TileSet:
        return TILES

    @property
    def judge(self) -> Judge:
        """Judges a line of two or more tiles by the rules of this game (N4-N7)."""
        return judge

    def has_place(self, squares: Sequence[Square]) -> bool:
        """Tell whether any tiles may lie on these empty squares (N3)."""
        return is_connected(self.board, LAYOUT, squares)

    def legal_plays(self, seat: Seat, max_tiles: int) -> Iterator[str]:
        return plays_up_to(self, seat, max_tiles)

    def check_play(self, seat: Seat, play: Play) -> Verdict:
        """N3-N9: placement, every line legal, one of them a complete equality, points."""
        self.require_held(seat, play)
        require_direction(play)
        new = self.new_faces(play)
        require_connected(self.board, LAYOUT, tuple(new))
        runs = score_lines(self.board, play, new, judge, TILES)
        require_legal(runs)
        if not any(run.kind == "complete" for run in runs):
            raise IllegalMove("no-equality", Message(_NO_EQUALITY), runs=runs)
        bonus = bingo_points(new)
        points = sum(run.points for run in runs) + bonus
        return Verdict(str(play), "play", points, tuple(runs), tuple(new), bonus)

    def ending_after(self, seat: Seat, kind: str) -> str | None:
        """N11, N12: an empty rack, three passes, or ten turns without a play."""
        if kind == "play" and self.has_played_out(seat):
            return "out"
        if self.counts.passes == MAX_PASSES:
            return "passes"
        return "idle" if self.counts.scoreless_turns == MAX_SCORELESS_TURNS else None

    def adjustments(self, seat: Seat, reason: str) -> tuple[int, ...]:
        """N11: the seat with the empty rack gains the other rack's points, the other loses them."""
        if reason != "out":
            return self.nothing()
        points = TILES.total_points(self.stock.tiles_off_board(self.tiles_on_board()))
        return tuple(points if owner == seat else -points for owner in range(self.seats))
