"""A play that solves a position."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SolutionView:
    """One of the best plays."""

    where: str  # empty where the line says it
    line: str
    points: int | None  # None where plays earn none
