"""The review of finished games: what each move could have been, in terms of the game.

It knows the rules and the engine and nothing of the site. Whoever shows a play that was found
here lets the rules check it first.
"""

from games.review.analysis import TOP, kinds_of, reviewed
from games.review.summary import Line, Summary, summed_up

__all__ = ["EDITION", "TOP", "Line", "Summary", "kinds_of", "reviewed", "summed_up"]

EDITION = 1
"""To be raised when the search or a rule of classification changes: old reviews say so."""
