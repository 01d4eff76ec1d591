"""The lesson of Equate."""

from games.presentation.tutorials.base import END, Goal, Step, Tutorial
from games.presentation.tutorials.laying import (
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
    read,
)
from games.presentation.tutorials.points import of_small_numbers
from games.rules.messages import gettext_noop

_SUM = ("10F 6+3=9",)

TUTORIAL = Tutorial(
    earned=of_small_numbers,
    beyond=gettext_noop("nine tiles at once, blanks, mixed numbers, the end"),
    first=(
        Step(
            name="equals",
            asked=gettext_noop(
                "Tap =, which is always at hand, then the gap, then Play. The colours come later."
            ),
            position=Laid(("10F 3+4", "10J 7"), "25"),
            goal=SCORE,
            answer="10I =",
            rule="plays",
        ),
        Step(
            name="true",
            asked=gettext_noop(
                "Lay a true line of the 9, your tiles and =: both sides of = have the same value."
            ),
            position=Laid(("10J 9",), "2+7"),
            goal=SCORE,
            answer="10K =2+7",
            rule="lines",
        ),
        Step(
            name="order",
            asked=gettext_noop("Finish the row: multiplication comes before addition."),
            position=Laid(("10D 1+6*2=",), "134"),
            goal=FINISHED_ROW,
            answer="10J 13",
            rule="lines",
        ),
        Step(
            name="cross",
            asked=gettext_noop(
                "Now from top to bottom: lay a true line that uses a tile of the row."
            ),
            position=Laid(_SUM, "245+81*"),
            goal=CROSS,
            answer="J10 .=4+5",
            rule="plays",
        ),
        Step(
            name="longer",
            asked=gettext_noop(
                "Make the row longer at an end or both, with its one =. All its tiles earn points."
            ),
            position=Laid(("10F 3+3=6",), "2+2*105"),
            goal=GROW,
            answer="10E 2.....+20",
            rule="plays",
        ),
        Step(
            name="double",
            asked=gettext_noop(
                "Coloured squares earn more. Lay a tile on 2E: the whole line counts twice."
            ),
            position=Laid(("10M 6+3=9",), "2+75418*"),
            goal=MULTIPLIED_LINE,
            answer="Q10 .=2+7",
            rule="points",
        ),
        Step(
            name="fraction",
            asked=gettext_noop(
                "A fraction tile is one number. Lay one, as 3 ÷ 4 = ¾, over the diamond in"
                " the middle."
            ),
            position=Laid((), "34/[3/4]2[1/2]"),
            goal=read(r"\[", gettext_noop("A legal move, but it lays no fraction tile.")),
            answer="10F 3/4=[3/4]",
            rule="tiles",
        ),
        Step(
            name="trade",
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
            name="bingo",
            asked=gettext_noop("Lay all nine tiles of your rack in one play: that earns 40 more."),
            position=Laid((), "12-4*25-1"),
            goal=WHOLE_RACK,
            answer="10E 12-4*2=5-1",
            rule="points",
        ),
        Step(
            name="blank",
            asked=gettext_noop("The empty tile stands for any tile but the equals sign. Lay it."),
            position=Laid(_SUM, "?4523"),
            goal=BLANK,
            answer="J10 .=4?+5",
            rule="tiles",
        ),
        Step(
            name="two",
            asked=gettext_noop("One tile makes a row and a column true at once. Both count."),
            position=Laid(("10H 2+", "10K =5", "J8 6/", "J11 =2"), "3254"),
            goal=TWO_LINES,
            answer="10J 3",
            rule="points",
        ),
        Step(
            name="mixed",
            asked=gettext_noop("A digit before a fraction makes a mixed number, as 2½. Lay one."),
            position=Laid((), "5*22[1/2]4"),
            goal=read(r"[0-9]\[", gettext_noop("A legal move, but without a mixed number.")),
            answer="10F 5=2[1/2]*2",
            rule="lines",
        ),
        Step(
            name="ends",
            asked=gettext_noop("Make the old line longer at both ends in one play."),
            position=Laid(("10H 2+5=7",), "7758*104"),
            goal=GROW_AT_BOTH_ENDS,
            answer="10G 7.....7",
            rule="plays",
        ),
        Step(
            name="symbol",
            asked=gettext_noop(
                "Reach a square marked 2S or 3S: the tile on it counts double or triple."
            ),
            position=Laid(_SUM, "2445+81*"),
            goal=cover("blue", "violet"),
            answer="I9 4.4",
            rule="points",
        ),
        Step(
            name="nothing",
            asked=gettext_noop("A play may earn nothing: lay a tile so that no equation is made."),
            position=Laid(_SUM, "245*81"),
            goal=Goal(
                lambda state, verdict: verdict.kind == "play" and not verdict.points,
                gettext_noop("A legal move, but it earns points."),
            ),
            answer="J11 2",
            rule="lines",
        ),
        Step(
            name="out",
            asked=gettext_noop("The pile is empty. Lay all you have left: that ends the game."),
            position=Laid(_SUM, "4+5", is_bag_empty=True),
            goal=END,
            answer="J10 .=4+5",
            rule="end",
        ),
    ),
)
