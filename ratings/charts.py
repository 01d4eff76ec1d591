"""Charts of ratings and scores as lines: numbers for an SVG that a template draws."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ratings.page_models import Chart, Curve, GridLine, Point

WIDTH, HEIGHT = 640, 240
LOW = 160  # the height of a chart that stands beside a board
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 16, 32
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 5
LEAST_OF_RATINGS = 10  # a step of fewer would make much of little


@dataclass(frozen=True)
class Axis:
    """What a chart reaches from and to, and the round numbers at which it has lines."""

    low: int
    high: int
    lines: tuple[int, ...]


def rating_chart(ratings: Sequence[int]) -> Chart:
    """Points and axis of a chart of these ratings (whole points, the oldest first).

    >>> rating_chart([1200, 1216]).points
    '64,208 628,54'
    """
    return line_chart([ratings])


def line_chart(rows: Sequence[Sequence[int]]) -> Chart:
    """Curves and axis of a chart of equally many values each, from edge to edge."""
    across = (WIDTH - LEFT - RIGHT) / max(len(rows[0]) - 1, 1)
    places = [round(LEFT + place * across) for place in range(len(rows[0]))]
    axis = _axis([value for row in rows for value in row], LEAST_OF_RATINGS)
    return _chart(rows, places, HEIGHT, axis)


def column_chart(rows: Sequence[Sequence[int]]) -> Chart:
    """The same, low, with nought on its axis and each place in the middle of a column of its own.

    >>> column_chart([[0, 30, -10]]).points
    '158,100 346,16 534,128'
    """
    across = (WIDTH - LEFT - RIGHT) / len(rows[0])
    places = [round(LEFT + (place + 0.5) * across) for place in range(len(rows[0]))]
    return _chart(rows, places, LOW, _axis([0, *(value for row in rows for value in row)], 1))


def _chart(rows: Sequence[Sequence[int]], places: Sequence[int], height: int, axis: Axis) -> Chart:
    up = (height - TOP - BOTTOM) / (axis.high - axis.low)

    def y(value: int) -> int:
        return round(height - BOTTOM - (value - axis.low) * up)

    spots = [[(x, y(value)) for x, value in zip(places, row, strict=True)] for row in rows]
    return Chart(
        width=WIDTH,
        height=height,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=height - BOTTOM,
        curves=tuple(_curve(curve) for curve in spots),
        lines=tuple(_grid_line(value, y(value)) for value in axis.lines),
    )


def _curve(spots: Sequence[Point]) -> Curve:
    return Curve(" ".join(f"{x},{y}" for x, y in spots), spots[-1])


def _grid_line(value: int, y: int) -> GridLine:
    return GridLine(value, str(value).replace("-", "−"), y)


def _axis(values: Sequence[int], least: int) -> Axis:
    """Lines round the values; one that lies far outside is left out, if others stay.

    >>> _axis([-10, 300], 1)
    Axis(low=-10, high=300, lines=(0, 100, 200, 300))
    """
    lowest, highest = min(values), max(values)
    most = max(highest - lowest, least * MOST_LINES)
    step = next((step for step in STEPS if most <= step * MOST_LINES), STEPS[-1])
    low, high = math.floor(lowest / step) * step, math.ceil(highest / step) * step
    lines = tuple(range(low, max(high, low + step) + 1, step))
    if len(lines) > 3 and 2 * (lowest - lines[0]) > step:
        lines = lines[1:]
    if len(lines) > 3 and 2 * (lines[-1] - highest) > step:
        lines = lines[:-1]
    return Axis(min(lowest, lines[0]), max(highest, lines[-1]), lines)
