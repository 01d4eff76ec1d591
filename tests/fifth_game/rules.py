"""Totals: equalities of two numbers and their sum on 7×7 squares, for two.

A play forms one line, a sum like `3+4=7`, through the middle at first and touching later. It
earns its total, doubled over a blue square. Swaps and passes are as in other games; four turns
without a play end the game.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.arithmetic import Fault
from games.rules.grid import Layout, Premium, Square
from games.rules.messages import Message
from games.rules.move_generator import plays_up_to
from games.rules.moves import RunKind, Seat, Verdict
from games.rules.notation import Play
from games.rules.phrases import Ending, Phrases
from games.rules.placement import (
    Judge,
    is_connected,
    lines_formed,
    require_connected,
    require_direction,
    require_legal,
    score_line,
)
from games.rules.refusals import IllegalMove
from games.rules.stock import Supply
from games.rules.tile_game import TileGame
from games.rules.tiles import TileSet
from games.rules.turn_counts import TurnsInARow

TILES = TileSet.from_table("1 6 1\n2 6 1\n3 6 1\n4 5 2\n5 5 2\n6 4 2\n+ 8 1\n= 8 1")
SUPPLIES = (Supply("draw", TILES, rack_size=6),)
MAX_SCORELESS_TURNS = 4  # in a row, of both seats together

LAYOUT = Layout.from_text(
    """
    .......
    .d...d.
    ...d...
    .......
    ...d...
    .d...d.
    .......
    """,
    {"d": Premium("2T", tile_factor=2, name="double tile", meaning="counts double", look="blue")},
)

PHRASES = Phrases(
    motto="Sums of two numbers",
    about="Lay sums of two numbers; each earns its tiles.",
    lasts="about 10 minutes",
    example="4C 3+1=4",
    help="The square of the first tile, then the tiles.",
    passing="You may pass; four turns without a play end the game.",
    endings={
        "out": Ending("last tile played", "%(name)s laid the last tile."),
        "idle": Ending("turns without a play", "Four turns without a play ended the game."),
    },
)


def judge(line: str) -> tuple[RunKind, Fraction]:
    """Return the kind of a line and its value: it must be one sum; raises a Fault."""
    found = re.fullmatch(r"([1-6])\+([1-6])=([1-6])", line)
    if found is None:
        raise Fault("malformed", Message("a line is a sum like 3+1=4"))
    first, second, total = map(int, found.groups())
    if first + second != total:
        raise Fault("unequal", Message("this sum is wrong"))
    return "complete", Fraction(total)


@dataclass(frozen=True, kw_only=True, repr=False)
class State(TileGame):
    """A whole position of Totals."""

    key = "totals"
    name = "Totals"
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
        return judge

    def has_place(self, squares: Sequence[Square]) -> bool:
        return is_connected(self.board, LAYOUT, squares)

    def legal_plays(self, seat: Seat, max_tiles: int) -> Iterator[str]:
        return plays_up_to(self, seat, min(max_tiles, 5))  # no sum has more

    def check_play(self, seat: Seat, play: Play) -> Verdict:
        self.require_held(seat, play)
        require_direction(play)
        new = self.new_faces(play)
        require_connected(self.board, LAYOUT, tuple(new))
        after = {**self.board, **new}
        lines = lines_formed(after, tuple(new), play.step)
        runs = [score_line(line, after, new, judge, lambda _: 0, LAYOUT, TILES) for line in lines]
        require_legal(runs)
        if not runs:
            raise IllegalMove("no-equality", Message("a play forms a sum"))
        points = sum(run.points for run in runs)
        return Verdict(str(play), "play", points, tuple(runs), tuple(new))

    def ending_after(self, seat: Seat, kind: str) -> str | None:
        if kind == "play" and self.has_played_out(seat):
            return "out"
        return "idle" if self.counts.scoreless_turns == MAX_SCORELESS_TURNS else None
