"""The option of Numeria, and the sentences of the pages about it."""

from games.rules.messages import gettext_noop
from games.rules.options import Option
from games.rules.phrases import Ending, Phrases

STRICT_PRIMES = Option(
    name="strict_primes",
    values=("off", "on"),
    default="off",
    label=gettext_noop("Strict primes"),
    words={
        "off": gettext_noop("off: 23, 29, 31, 33 counts, as printed"),
        "on": gettext_noop("on: 33 is no prime"),
    },
    help=gettext_noop(
        "Four primes that follow each other, as 7, 11, 13, 17, are one of the series that count. "
        "The author’s list has one line with 33 in it, which is 3 times 11 and no prime."
    ),
    short={"on": gettext_noop("strict primes")},
)

PHRASES = Phrases(
    motto=gettext_noop("Slide and jump numbers into lines of four"),
    about=gettext_noop(
        "No rack, and no luck after the start: 36 numbers slide and jump on a chessboard until "
        "four in a line are primes, squares, powers or another series. Three such lines win."
    ),
    lasts=gettext_noop("about 30 minutes at one sitting"),
    example="c3-f6",
    help=gettext_noop(
        "c3-f6 moves the tile on c3 to f6, whether it slides or jumps. Where a move makes two "
        "tropes, name the one you take by its ends, as in c3-f6 x c6-f6."
    ),
    passing=gettext_noop(
        "You may pass only when you cannot move any tile. It counts towards the hundred turns "
        "without a trope that end the game."
    ),
    pass_note=gettext_noop("only when no tile can move"),
    endings={
        "tropes": Ending(
            gettext_noop("third trope"),
            gettext_noop("%(name)s took the third trope."),
            gettext_noop("You took the third trope."),
        ),
        "no-trope": Ending(
            gettext_noop("turns without a trope"),
            gettext_noop("A hundred turns without a trope ended the game."),
        ),
    },
    goal=gettext_noop("of 3"),
    idle=gettext_noop("a move that makes no trope"),
)
