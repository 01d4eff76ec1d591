"""The history of a rating as a line: numbers for an SVG that a template draws."""

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
    low, high, step = _axis(min(ratings), max(ratings))
    across = (WIDTH - LEFT - RIGHT) / max(len(ratings) - 1, 1)
    up = (HEIGHT - TOP - BOTTOM) / (high - low)
    spots = [
        (round(LEFT + place * across), round(HEIGHT - BOTTOM - (rating - low) * up))
        for place, rating in enumerate(ratings)
    ]
    lines = [
        {"rating": rating, "y": round(HEIGHT - BOTTOM - (rating - low) * up)}
        for rating in range(low, high + 1, step)
    ]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "points": " ".join(f"{x},{y}" for x, y in spots),
        "last": spots[-1],
        "lines": lines,
        "count": len(ratings),
    }


def _axis(lowest: int, highest: int) -> tuple[int, int, int]:
    """Round numbers that hold the values, and the step between the lines."""
    span = max(highest - lowest, 1)
    step = next((step for step in STEPS if span / step <= MOST_LINES), STEPS[-1])
    low, high = math.floor(lowest / step) * step, math.ceil(highest / step) * step
    return low, (high if high > low else low + step), step
