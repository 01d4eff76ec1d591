"""One line of the report, the table made of the lines, and what they were measured on."""

import os
import platform
import sqlite3
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import django


@dataclass(frozen=True)
class Line:
    """A figure with its unit, what was measured beside it in the same run, and the target."""

    what: str
    figure: float
    unit: str
    runs: int
    beside: str = ""
    reference: float | None = None
    queries: str = ""
    target: str = ""

    def cells(self) -> Sequence[str]:
        ratio = reference = ""
        if self.reference:
            reference = f"{self.beside}: {shown(self.reference)} {self.unit}"
            ratio = f"{shown(self.figure / self.reference)}"
        figure = f"{shown(self.figure)} {self.unit}".strip()
        beside = reference or self.beside
        return self.what, figure, self.queries, beside, ratio, self.target, str(self.runs)


HEADINGS = ("What", "Median", "Queries", "Beside it", "Ratio", "Target", "Runs")


def table(lines: Sequence[Line]) -> str:
    """The lines as a table in Markdown."""
    rows = [HEADINGS, ["---"] * len(HEADINGS), *(line.cells() for line in lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def shown(figure: float) -> str:
    """A figure with three digits: more would be noise.

    >>> shown(0.01234), shown(1.234), shown(56.78), shown(1234.5)
    ('0.0123', '1.23', '56.8', '1234')
    """
    return f"{figure:.3g}" if abs(figure) < 100 else f"{figure:.0f}"


def seconds(call: Callable[[], object]) -> float:
    """How long one call takes."""
    begun = perf_counter()
    call()
    return perf_counter() - begun


def machine() -> str:
    """What the figures were measured on; they mean little on another day without it."""
    cpu = next(
        (
            line.partition(": ")[2]
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    versions = f"Python {platform.python_version()}, Django {django.__version__}"
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return (
        f"{os.cpu_count()} × {cpu}, {platform.system()} {platform.release()}; {versions}, "
        f"SQLite {sqlite3.sqlite_version}; load {load} at the start"
    )


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Median and 99th percentile."""
    return statistics.median(values), statistics.quantiles(values, n=100)[98]


def nine_in_ten(values: Sequence[float]) -> tuple[float, float]:
    """Median, and what nine of ten do not exceed."""
    return statistics.median(values), statistics.quantiles(values, n=10)[8]
