"""Sentences of a review: what a move missed, and how the kinds of misses are told apart."""

from games.presentation.lessons.beside import (
    caption,
    measure,
    none_better,
    share,
    trope_tried,
    verdict,
)
from games.presentation.lessons.kinds import KINDS, PUZZLES, RULES, kind_told, kinds
from games.presentation.lessons.misses import lesson

__all__ = [
    "KINDS",
    "PUZZLES",
    "RULES",
    "caption",
    "kind_told",
    "kinds",
    "lesson",
    "measure",
    "none_better",
    "share",
    "trope_tried",
    "verdict",
]
