"""The review of finished games: what each move could have been, in terms of the game.

It knows the rules and the engine and nothing of the site. Whoever shows a play that was found
here lets the rules check it first.
"""

from games.review.analysis import CHOICES, TOP, judged, kinds_of, reviewed
from games.review.base import Missed, Position
from games.review.summary import Line, Summary, summed_up

__all__ = [
    "CHOICES",
    "EDITION",
    "TOP",
    "Line",
    "Missed",
    "Position",
    "Summary",
    "judged",
    "kinds_of",
    "reviewed",
    "summed_up",
]

EDITION = 2
"""To be raised when the search or a rule of classification changes: old reviews say so."""
