"""The page of the rules of Digifeud."""

from games.presentation.rules_examples.base import Example, RulesText, Task
from games.rules.messages import gettext_noop

_FOUR_WAYS = {"directions": "4"}


PAGE = RulesText(
    examples={
        "try": Example(("7E 8*9=[72]", "G3 1+8=.")),
        "board": Example(),
        "first": Example(("7E 8*9=[72]",)),
        "operand": Example(("7E 8*9=[72]", "G7 .-2=7")),
        "outcome": Example(("7E 8*9=[72]", "G3 1+8=.")),
        "along": Example(("7E 8*9=[72]", "7I .-9=[63]")),
        "red": Example(("7E 8*9=[72]", "G3 1+8=.", "3G .+7=8")),
        "backwards": Example(("7I< 7-3=4",), _FOUR_WAYS),
    },
    task=Task(
        gettext_noop("Lay a sum that earns 60 points or more."),
        gettext_noop("Task done: 60 points or more."),
        lambda verdict: verdict.points >= 60,
    ),
    headings={
        "tiles": gettext_noop("The board and the tiles"),
        "sum": gettext_noop("A sum"),
        "directions": gettext_noop("Directions"),
        "points": gettext_noop("Points"),
        "instead": gettext_noop("Instead of a sum"),
        "end": gettext_noop("The end"),
        "score": gettext_noop("Score and strength"),
    },
)
