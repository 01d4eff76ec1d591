"""Measured figures as pictures: bars beside their goals, in SVG that reads in light and dark."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from benchmarks.report import Line, shown

BARS = 380  # room for the longest bar and its figure, as are all lengths in units of the view box
FIGURE = 70  # of it, for the figure
NAMES = 380  # where the bars begin, at least
LETTER = 7  # on average, at most
ROW = 24

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1b2545; }
.bar { fill: #2446a3; }
.over { fill: #b4552d; }
.goal { stroke: #1b2545; stroke-width: 2; stroke-dasharray: 3 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8e6dd; } .goal { stroke: #e8e6dd; }
  .bar { fill: #8aa9f0; } .over { fill: #e0936f; }
}
"""


@dataclass(frozen=True)
class Bar:
    """A figure with its name; `goal` is where it is to end, None where there is none."""

    name: str
    figure: float
    goal: float | None = None

    @property
    def is_over(self) -> bool:
        return self.goal is not None and self.figure > self.goal


def ratios(lines: Sequence[Line]) -> list[Bar]:
    """The ratio of each line to what was measured beside it; named where there are several."""
    measured = [(line, line.figure / line.reference) for line in lines if line.reference]
    named = Counter(line.what for line, _ratio in measured)
    return [
        Bar(
            line.what if named[line.what] == 1 else f"{line.what} : {line.beside}",
            ratio,
            _goal(line.target),
        )
        for line, ratio in measured
    ]


def _goal(target: str) -> float | None:
    """The number of a target as it stands in the table.

    >>> _goal("ratio ≤ 2.5"), _goal("≤ 4"), _goal("")
    (2.5, 4.0, None)
    """
    number = target.rpartition(" ")[2]
    return float(number) if number else None


def plot(bars: Sequence[Bar], title: str) -> str:
    """Bars one under the other, a dashed line at each goal; what is over its goal is orange."""
    most = max(max(bar.figure, bar.goal or 0) for bar in bars)
    names = max(NAMES, LETTER * max(len(bar.name) for bar in bars))
    height, scale = ROW * len(bars) + 2 * ROW, (BARS - FIGURE) / most
    rows = "".join(_row(bar, names, ROW * (place + 1.5), scale) for place, bar in enumerate(bars))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {names + BARS} {height}" role="img">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f'<text x="0" y="{ROW * 0.8:.0f}" font-weight="bold">{escape(title)}</text>{rows}</svg>\n'
    )


def _row(bar: Bar, names: int, top: float, scale: float) -> str:
    length, middle = max(1.0, bar.figure * scale), top + ROW * 0.6
    look = "over" if bar.is_over else "bar"
    return (
        f'<text x="{names - 10}" y="{middle:.0f}" text-anchor="end">{escape(bar.name)}</text>'
        f'<rect class="{look}" x="{names}" y="{top:.0f}" width="{length:.1f}" height="{ROW - 8}"/>'
        f'<text x="{names + length + 6:.1f}" y="{middle:.0f}">{shown(bar.figure)}</text>'
        + _goal_line(bar.goal, names, top, scale)
    )


def _goal_line(goal: float | None, names: int, top: float, scale: float) -> str:
    if goal is None:
        return ""
    at = names + goal * scale
    return f'<path class="goal" d="M{at:.1f} {top - 3:.0f}v{ROW - 2}"/>'
