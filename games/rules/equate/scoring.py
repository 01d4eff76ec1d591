"""The points of plays in Equate (E8, E10)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from games.rules.equate.constants import BINGO_POINTS, EQUALS, LAYOUT, RACK_SIZE
from games.rules.moves import Run
from games.rules.notation import COVERED, Play
from games.rules.placement import Board, Judge, lines_formed, score_line
from games.rules.tiles import TileSet, tile_of


def tiles_from_rack(faces: Iterable[str]) -> tuple[str, ...]:
    """Return the tiles of these faces that come from a rack: no covered square, no equals sign."""
    return tuple(tile_of(face) for face in faces if face not in (COVERED, EQUALS))


def score_lines(board: Board, play: Play, new: Board, judge: Judge, tiles: TileSet) -> list[Run]:
    """Return the run on each line that a play forms; `new` are the faces that it adds."""
    after = {**board, **new}
    lines = lines_formed(after, tuple(new), play.step)
    return [score_line(line, after, new, judge, _no_bonus, LAYOUT, tiles) for line in lines]


def _no_bonus(value: Fraction) -> int:
    """A line earns its tiles and premiums, nothing for its value."""
    return 0


def bingo_points(new: Board, runs: Sequence[Run]) -> int:
    """Return the bonus for a whole rack of tiles in one equation; `=` does not count (E8, E10)."""
    in_one = any(run.kind == "complete" and new.keys() <= set(run.squares) for run in runs)
    return BINGO_POINTS if in_one and len(tiles_from_rack(new.values())) == RACK_SIZE else 0
