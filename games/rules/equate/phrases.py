"""What people decide before a game of Equate, and what pages say of it in its own words."""

from games.rules.base import Option, Phrases, gettext_noop
from games.rules.equate.tables import SETS

OPTIONS = (
    Option(
        "players",
        ("2", "3", "4"),
        "2",
        gettext_noop("Players"),
        {
            "2": gettext_noop("two players"),
            "3": gettext_noop("three players"),
            "4": gettext_noop("four players"),
        },
        short={
            "2": gettext_noop("two players"),
            "3": gettext_noop("three players"),
            "4": gettext_noop("four players"),
        },
    ),
    Option(
        "set",
        tuple(SETS),
        "standard",
        gettext_noop("Tiles"),
        {
            "standard": gettext_noop("standard: halves, thirds, fourths and sixths"),
            "junior": gettext_noop("Junior: halves are the only fractions"),
            "advanced": gettext_noop("Advanced: with powers and negative numbers"),
        },
        short={
            "standard": gettext_noop("standard set"),
            "junior": gettext_noop("Junior set"),
            "advanced": gettext_noop("Advanced set"),
        },
    ),
    Option(
        "stage",
        ("none", "1", "2", "3"),
        "none",
        gettext_noop("Stage for beginners"),
        {
            "none": gettext_noop("the whole game"),
            "1": gettext_noop("1: separate equations, no ÷, no fractions"),
            "2": gettext_noop("2: fewer ÷, only halves and fourths"),
            "3": gettext_noop("3: the whole game with two piles"),
        },
        help=gettext_noop(
            "In all three stages you draw from two piles, up to six numbers and up to three signs."
        ),
        short={
            "1": gettext_noop("stage 1"),
            "2": gettext_noop("stage 2"),
            "3": gettext_noop("stage 3"),
        },
    ),
)

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
        "out": gettext_noop("%(name)s played the last tile."),
        "passes": gettext_noop("Everybody passed, and that ended the game."),
        "idle": gettext_noop("Five rounds without a play ended the game."),
    },
    settling=gettext_noop("Everybody loses the points of the tiles they still hold."),
    extra=gettext_noop("%(points)s for nine tiles"),
)
