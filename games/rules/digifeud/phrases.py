"""The options of Digifeud, and the sentences of the pages about it."""

from games.rules.digifeud.constants import SIGNS, STEPS
from games.rules.messages import gettext_noop
from games.rules.options import Option
from games.rules.phrases import Ending, Phrases

OPTIONS: tuple[Option, ...] = (
    Option(
        name="directions",
        values=tuple(STEPS),
        default="2",
        label=gettext_noop("Directions of reading"),
        words={
            "2": gettext_noop("to the right and down"),
            "4": gettext_noop("also to the left and up"),
        },
        help=gettext_noop(
            "Read to the left, 4 = 3 − 7 on the board is the sum 7 − 3 = 4, and counts as well."
        ),
        short={
            "2": gettext_noop("two directions"),
            "4": gettext_noop("four directions"),
        },
    ),
    Option(
        name="symbols",
        values=tuple(SIGNS),
        default="+-*",
        label=gettext_noop("Signs"),
        words={
            "+-": gettext_noop("plus and minus"),
            "+-*": gettext_noop("plus, minus and times"),
            "+-*/": gettext_noop("plus, minus, times and divided by"),
        },
        short={
            "+-": gettext_noop("signs + and −"),
            "+-*": gettext_noop("signs +, − and ×"),
            "+-*/": gettext_noop("signs +, −, × and ÷"),
        },
    ),
    Option(
        name="starter",
        values=("random", "1", "2"),
        default="random",
        label=gettext_noop("Who starts"),
        words={
            "random": gettext_noop("drawn by lot"),
            "1": gettext_noop("the inviter starts"),
            "2": gettext_noop("the invited player starts"),
        },
        own_words={"1": gettext_noop("you"), "2": gettext_noop("your opponent")},
        short={"1": gettext_noop("you start"), "2": gettext_noop("your opponent starts")},
        decides_start=True,
    ),
)

PHRASES = Phrases(
    motto=gettext_noop("Short sums: the result is the score"),
    about=gettext_noop(
        "Number, sign, number, equals, number: what comes out is what you earn. Every number on "
        "the board is there for both of you, as a part of the next sum or as its result."
    ),
    lasts=gettext_noop("about 30 minutes at one sitting"),
    example="7G 3+7=[10]",
    help=gettext_noop(
        "7G 3+7=[10] reads right from square G7, G7 3+7=[10] reads down; in a game with four "
        "directions 7G< reads left and G7< reads up. Brackets hold the two digits of one square, a "
        "point is a number that is there already, ?5 is a blank that stands for 5."
    ),
    passing=gettext_noop(
        "You score nothing and get new signs for yours. If you pass on two of your turns running, "
        "whatever the other player does in between, the game ends."
    ),
    pass_note=gettext_noop("and get new signs"),
    leaving=gettext_noop("You end with 1 point."),
    endings={
        "out": Ending(
            gettext_noop("last tile played"),
            gettext_noop("%(name)s played their last number tile."),
            gettext_noop("You played your last number tile."),
        ),
        "passes": Ending(
            gettext_noop("passes"),
            gettext_noop("%(name)s passed twice in a row."),
            gettext_noop("You passed twice in a row."),
        ),
    },
    settling=gettext_noop("Each of you gains the points of the tiles that the other still holds."),
    extra=gettext_noop("%(points)s for coloured squares"),
)
