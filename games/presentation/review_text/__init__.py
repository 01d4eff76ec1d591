"""Sentences of a review: what a move missed, and how the kinds of misses are told apart."""

from games.presentation.review_text.chances import Why, chances, move_in_words, why
from games.presentation.review_text.comparison import (
    caption,
    measure,
    none_better,
    share,
    trope_try_comment,
    verdict,
)
from games.presentation.review_text.kinds import (
    KINDS,
    LESS_CHANCE,
    PUZZLES,
    RULES,
    kinds,
    miss_label,
)
from games.presentation.review_text.misses import missed

__all__ = [
    "KINDS",
    "LESS_CHANCE",
    "PUZZLES",
    "RULES",
    "Why",
    "caption",
    "chances",
    "kinds",
    "measure",
    "miss_label",
    "missed",
    "move_in_words",
    "none_better",
    "share",
    "trope_try_comment",
    "verdict",
    "why",
]
