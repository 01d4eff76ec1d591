"""The review of finished games: what each move lost against the best one, and why.

It knows the rules and the engine and nothing of the site. The rules check a play found here
before it is shown.
"""

from games.review.analysis import CHOICES, TOP, classify_move, kinds_of, review_move
from games.review.base import Miss, SeenPosition
from games.review.numeria import TROPE_ALLOWED
from games.review.summary import MoveSummary, Summary, summarize

__all__ = [
    "CHOICES",
    "EDITION",
    "TOP",
    "TROPE_ALLOWED",
    "Miss",
    "MoveSummary",
    "SeenPosition",
    "Summary",
    "classify_move",
    "kinds_of",
    "review_move",
    "summarize",
]

EDITION = 2
"""Raised when the search or a rule of classification changes; older reviews are marked as old."""
