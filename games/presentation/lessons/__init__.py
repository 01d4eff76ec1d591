"""Sentences of a review: what a move missed, and how the kinds of misses are told apart."""

from games.presentation.lessons.chances import Why, chances, move_in_words, why
from games.presentation.lessons.comparison import (
    caption,
    measure,
    none_better,
    share,
    trope_try_comment,
    verdict,
)
from games.presentation.lessons.kinds import KINDS, LESS_CHANCE, PUZZLES, RULES, kinds, miss_label
from games.presentation.lessons.misses import lesson

__all__ = [
    "KINDS",
    "LESS_CHANCE",
    "PUZZLES",
    "RULES",
    "Why",
    "caption",
    "chances",
    "kinds",
    "lesson",
    "measure",
    "miss_label",
    "move_in_words",
    "none_better",
    "share",
    "trope_try_comment",
    "verdict",
    "why",
]
