"""The sentences of the pages about Numerica."""

from games.rules.messages import gettext_noop
from games.rules.phrases import Ending, Phrases

PHRASES = Phrases(
    motto=gettext_noop("Chains of equalities, fractions welcome"),
    about=gettext_noop(
        "Lay digits and signs into true equalities, as long a chain as you like. A value that is a "
        "fraction earns a bonus, and so do nine tiles at once."
    ),
    lasts=gettext_noop("about 45 minutes at one sitting"),
    example="8F 12+3=15",
    help=gettext_noop(
        "8F 12+3=15 reads right from square F8, F8 12+3=15 reads down, a point is a square that "
        "is covered already, ?5 is a blank that stands for 5. To swap, type swap and the tiles, "
        "as in swap 77+."
    ),
    passing=gettext_noop(
        "You score nothing and the other player moves. Three passes in a row, of both players "
        "together, end the game."
    ),
    endings={
        "out": Ending(
            gettext_noop("last tile played"),
            gettext_noop("%(name)s played their last tile."),
            gettext_noop("You played your last tile."),
        ),
        "passes": Ending(
            gettext_noop("passes"), gettext_noop("Three passes in a row ended the game.")
        ),
        "idle": Ending(
            gettext_noop("turns without a play"),
            gettext_noop("Ten turns without a play ended the game."),
        ),
    },
    extra=gettext_noop("%(points)s for the fraction"),
)
