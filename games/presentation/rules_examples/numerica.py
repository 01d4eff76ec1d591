"""The page of the rules of Numerica."""

from games.presentation.rules_examples.base import (
    HEADINGS_OF_PLAYS,
    Example,
    RulesText,
    Task,
    scoring_runs,
)
from games.rules.messages import gettext_noop
from games.rules.moves import Verdict

OPENING = Example(("H6 7-3=4", "8D 1+2=.=9/3"))
"""A play of Numerica that says in two seconds what the site is: tiles, a crossing, a chain."""


def _has_fraction(verdict: Verdict) -> bool:
    return any(run.value is not None and run.value.denominator > 1 for run in scoring_runs(verdict))


PAGE = RulesText(
    examples={
        "try": Example(("8F 3+3=6", "J9 =4+2")),
        "board": Example(),
        "first": Example(("8F 3+3=6",)),
        "double": Example(("8F 1+6*2=13",)),
        "extension": Example(("8F 2=1+1", "8E 2.....9+2")),
        "crossing": Example(("8F 3+3=6", "J9 =4+2")),
        "parallel": Example(("8F 3+3=6", "9J 2=1+1")),
        "fraction": Example(("8G 4/-6=-2/3",)),
    },
    task=Task(
        gettext_noop("Lay an equality whose value is a fraction, as 1 ÷ 2 = 2 ÷ 4."),
        gettext_noop("Task done: the value is a fraction, and earns a bonus."),
        _has_fraction,
    ),
    headings=HEADINGS_OF_PLAYS,
)
