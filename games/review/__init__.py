"""The review of finished games: what each move lost against the best one, and why.

It knows the rules and the engine and nothing of the site. The rules check a play found here
before it is shown.
"""

from games.review.analysis import CHOICES, TOP, classify_move, kinds_of, review_move
from games.review.base import Miss, SeenPosition
from games.review.chances import (
    CHANCE_LOST,
    ChanceLost,
    Size,
    chance_lost,
    size_of,
    weigh_move,
)
from games.review.luck import Draw, Luck, draw_after, draws_of_game, luck_of_draw, luck_of_game
from games.review.numeria import TROPE_ALLOWED
from games.review.summary import MoveSummary, Summary, summarize

__all__ = [
    "CHANCE_LOST",
    "CHOICES",
    "DEEP_EDITION",
    "EDITION",
    "TOP",
    "TROPE_ALLOWED",
    "ChanceLost",
    "Draw",
    "Luck",
    "Miss",
    "MoveSummary",
    "SeenPosition",
    "Size",
    "Summary",
    "chance_lost",
    "classify_move",
    "draw_after",
    "draws_of_game",
    "kinds_of",
    "luck_of_draw",
    "luck_of_game",
    "review_move",
    "size_of",
    "summarize",
    "weigh_move",
]

EDITION = 4
"""Raised when the search or a rule of classification changes; older reviews are marked as old."""

DEEP_EDITION = 6
"""Raised when what weighs chances or values draws changes; older figures are marked as old."""
