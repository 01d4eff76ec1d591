"""The page of the rules of Numeria."""

from games.presentation.rules_examples.base import Example, RulesText, Task
from games.rules.messages import gettext_noop

_SERIES = (
    "34 . . . . . . 11/. 10 6 31 36 33 13 ./. 15 26 7 32 17 14 ./. 21 27 . . 28 19 ./"
    ". 4 30 . . 12 24 ./. 29 9 23 5 3 20 ./. 16 18 22 8 35 2 ./25 . . . . . . 1"
)
"""A start in which eight of the nine patterns are one move away."""


PAGE = RulesText(
    examples={
        "try": Example(("d2-d1",), setup=_SERIES),
        "board": Example(setup=_SERIES),
        "slide": Example(("a8-a3",), setup=_SERIES),
        "jumps": Example(("d3-h3",), setup=_SERIES),
        "trope": Example(("e3-e4 x h1-e4",), setup=_SERIES),
        "several": Example(("d7-d5 x c4-f7",), setup=_SERIES),
    },
    task=Task(
        gettext_noop("Make a trope with one move; eight of the nine kinds are one move away."),
        gettext_noop("Task done: a trope."),
        lambda verdict: verdict.points > 0,
    ),
    headings={
        "numbers": gettext_noop("The board"),
        "moving": gettext_noop("A move"),
        "series": gettext_noop("Tropes"),
        "end": gettext_noop("The end"),
    },
)
