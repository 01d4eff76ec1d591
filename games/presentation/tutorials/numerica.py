"""The lesson of Numerica."""

from games.presentation.tutorials.base import END, Step, Tutorial
from games.presentation.tutorials.laying import (
    BELOW_ZERO,
    BLANK,
    CROSS,
    FINISHED_ROW,
    GROW,
    GROW_AT_BOTH_ENDS,
    MULTIPLIED_LINE,
    SCORE,
    SWAP,
    TWO_LINES,
    WHOLE_RACK,
    Laid,
    cover,
    fraction_of,
    keep,
    read,
)
from games.presentation.tutorials.points import of_small_numbers
from games.rules.messages import gettext_noop

_SUM = ("8F 6+3=9",)

TUTORIAL = Tutorial(
    earned=of_small_numbers,
    beyond=gettext_noop("below zero, blanks, finer fractions, thinking ahead"),
    first=(
        Step(
            name="equals",
            asked=gettext_noop(
                "Tap the = tile, then the gap, then Play. The coloured squares come later."
            ),
            position=Laid(("8F 3+4", "8J 7"), "="),
            goal=SCORE,
            answer="8I =",
            rule="plays",
        ),
        Step(
            name="true",
            asked=gettext_noop(
                "Lay a true line of your tiles and the 9: both sides of = have the same value."
            ),
            position=Laid(("8H 9",), "2+7="),
            goal=SCORE,
            answer="8I =2+7",
            rule="lines",
        ),
        Step(
            name="order",
            asked=gettext_noop("Finish the row: multiplication comes before addition."),
            position=Laid(("8D 1+6*2=",), "134"),
            goal=FINISHED_ROW,
            answer="8J 13",
            rule="lines",
        ),
        Step(
            name="cross",
            asked=gettext_noop(
                "Now from top to bottom: lay a true line that uses a tile of the row."
            ),
            position=Laid(_SUM, "=245+81-"),
            goal=CROSS,
            answer="J8 .=4+5",
            rule="plays",
        ),
        Step(
            name="longer",
            asked=gettext_noop(
                "Make the row longer: 3 + 3 = 6 = … All its tiles, old and new, earn points."
            ),
            position=Laid(("8D 3+3=6",), "=24+518-"),
            goal=GROW,
            answer="8I =2+4",
            rule="plays",
        ),
        Step(
            name="double",
            asked=gettext_noop(
                "Coloured squares earn more. Lay a tile on 2E: the whole line counts twice."
            ),
            position=Laid(("8F 3+3=6",), "=82-*31+"),
            goal=MULTIPLIED_LINE,
            answer="8K =8-2",
            rule="points",
        ),
        Step(
            name="fraction",
            asked=gettext_noop(
                "Finish the row: both sides are the fraction 2 ÷ 3, and fractions earn more."
            ),
            position=Laid(("8E 4/6=",), "2/3581"),
            goal=fraction_of(2),
            answer="8I 2/3",
            rule="points",
        ),
        Step(
            name="swap",
            asked=gettext_noop(
                "No tile fits. Press Swap and choose which to give back; you draw new ones."
            ),
            position=Laid(_SUM, "++-**/+*/"),
            goal=SWAP,
            answer="swap ++**/",
            rule="instead",
        ),
    ),
    more=(
        Step(
            name="negative",
            asked=gettext_noop("Make a line whose value is below zero: a minus may stand first."),
            position=Laid((), "3-5=1-34"),
            goal=BELOW_ZERO,
            answer="8E 3-5=1-3",
            rule="lines",
        ),
        Step(
            name="chain",
            asked=gettext_noop("Lay two equals signs in one line: three sides of the same value."),
            position=Laid(("8E 6",), "=2+4=7-1"),
            goal=read("=.*=", gettext_noop("A legal move, but its line has only one equals sign.")),
            answer="8F =2+4=7-1",
            rule="lines",
        ),
        Step(
            name="blank",
            asked=gettext_noop("The empty tile stands for any digit or sign. Lay it."),
            position=Laid(_SUM, "?=4523"),
            goal=BLANK,
            answer="J8 .=4?+5",
            rule="points",
        ),
        Step(
            name="two",
            asked=gettext_noop("One tile makes a row and a column true at once. Both count."),
            position=Laid(("8F 2+", "8I =5", "H6 6/", "H9 =2"), "3254"),
            goal=TWO_LINES,
            answer="8H 3",
            rule="points",
        ),
        Step(
            name="triple",
            asked=gettext_noop("Reach a square marked 3P: the tile on it counts three times."),
            position=Laid(("8F 3+3=6",), "=12/2+89-"),
            goal=cover("violet"),
            answer="J8 .=12/2",
            rule="points",
        ),
        Step(
            name="ends",
            asked=gettext_noop("Make the old line longer at both ends in one play."),
            position=Laid(("8F 2=1+1",), "29+2514-"),
            goal=GROW_AT_BOTH_ENDS,
            answer="8E 2.....9+2",
            rule="plays",
        ),
        Step(
            name="quarters",
            asked=gettext_noop(
                "The finer the fraction, the more it earns. Make quarters, or finer."
            ),
            position=Laid((), "1/4=2/83+"),
            goal=fraction_of(4),
            answer="8E 1/4=2/8",
            rule="points",
        ),
        Step(
            name="bingo",
            asked=gettext_noop("Lay all nine tiles in one play: that earns 50 more."),
            position=Laid((), "8-4*1=5-1"),
            goal=WHOLE_RACK,
            answer="8D 8-4*1=5-1",
            rule="points",
        ),
        Step(
            name="leave",
            asked=gettext_noop(
                "Think ahead: lay a true line and keep an equals sign for your next turn."
            ),
            position=Laid(_SUM, "==245+81-"),
            goal=keep(
                "=", gettext_noop("A legal move, but no equals sign is left for your next turn.")
            ),
            answer="J8 .=4+5",
            rule="plays",
        ),
        Step(
            name="out",
            asked=gettext_noop("The bag is empty. Lay all you have left: that ends the game."),
            position=Laid(_SUM, "=4+5", is_bag_empty=True),
            goal=END,
            answer="J8 .=4+5",
            rule="end",
        ),
    ),
)
