"""Charts of ratings and scores as lines: numbers for an SVG that a template draws."""

import math
from collections.abc import Sequence
from typing import Any

Shown = dict[str, Any]

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 16, 32
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 5


def rating_chart(ratings: Sequence[int]) -> Shown:
    """Points and axis of a chart of these ratings (whole points, the oldest first).

    >>> rating_chart([1200, 1216])["points"]
    '64,208 628,54'
    """
    chart = line_chart([ratings])
    curve = chart["curves"][0]
    return chart | {"points": curve["points"], "last": curve["last"], "count": len(ratings)}


def line_chart(rows: Sequence[Sequence[int]]) -> Shown:
    """Curves and axis of a chart of equally many values each, the first at the left."""
    values = [value for row in rows for value in row]
    low, high, step = _axis(min(values), max(values))
    up = (HEIGHT - TOP - BOTTOM) / (high - low)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "curves": [_curve(row, low, up) for row in rows],
        "lines": [
            {"value": value, "y": round(HEIGHT - BOTTOM - (value - low) * up)}
            for value in range(low, high + 1, step)
        ],
    }


def _curve(row: Sequence[int], low: int, up: float) -> Shown:
    """The points of one curve, and the last of them."""
    across = (WIDTH - LEFT - RIGHT) / max(len(row) - 1, 1)
    spots = [
        (round(LEFT + place * across), round(HEIGHT - BOTTOM - (value - low) * up))
        for place, value in enumerate(row)
    ]
    return {"points": " ".join(f"{x},{y}" for x, y in spots), "last": spots[-1]}


def _axis(lowest: int, highest: int) -> tuple[int, int, int]:
    """Round numbers that hold the values, and the step between the lines."""
    span = max(highest - lowest, 1)
    step = next((step for step in STEPS if span / step <= MOST_LINES), STEPS[-1])
    low, high = math.floor(lowest / step) * step, math.ceil(highest / step) * step
    return low, (high if high > low else low + step), step
