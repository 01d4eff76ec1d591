"""The sentences of the pages about Equate."""

from games.rules.messages import gettext_noop
from games.rules.phrases import Ending, Phrases

PHRASES = Phrases(
    motto=gettext_noop("Fraction tiles, two to four players"),
    about=gettext_noop(
        "Equations cross on a large board, with fractions as tiles of their own and equals signs "
        "always at hand. Beginners have easier stages, experts have powers and negative numbers."
    ),
    lasts=gettext_noop("about an hour at one sitting"),
    example="10H 12+3=15",
    help=gettext_noop(
        "10H 12+3=15 reads right from square H10, H10 12+3=15 reads down, a point is a square "
        "that is covered already, ?5 is a blank that stands for 5, [1/2] is a fraction tile. "
        "To swap, type swap and the tiles, as in swap 77+."
    ),
    passing=gettext_noop(
        "You score nothing and the next player moves. Once there is nothing left to draw, the game "
        "ends when everybody passes once in a row; before that, when everybody passes twice."
    ),
    endings={
        "out": Ending(
            gettext_noop("last tile played"),
            gettext_noop("%(name)s played their last tile."),
            gettext_noop("You played your last tile."),
        ),
        "passes": Ending(
            gettext_noop("passes"), gettext_noop("Everybody passed, and that ended the game.")
        ),
        "idle": Ending(
            gettext_noop("turns without a play"),
            gettext_noop("Five rounds without a play ended the game."),
        ),
    },
    settling=gettext_noop("Everybody loses the points of the tiles they still hold."),
    extra=gettext_noop("%(points)s for nine tiles"),
)
