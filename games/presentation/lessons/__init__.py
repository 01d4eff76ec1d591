"""Sentences of a review: what a move missed, and how the kinds of misses are told apart."""

from games.presentation.lessons.comparison import (
    caption,
    measure,
    none_better,
    share,
    trope_try_comment,
    verdict,
)
from games.presentation.lessons.kinds import KINDS, PUZZLES, RULES, kinds, miss_label
from games.presentation.lessons.misses import lesson

__all__ = [
    "KINDS",
    "PUZZLES",
    "RULES",
    "caption",
    "kinds",
    "lesson",
    "measure",
    "miss_label",
    "none_better",
    "share",
    "trope_try_comment",
    "verdict",
]
