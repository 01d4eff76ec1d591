"""The page of the rules of Equate."""

from games.presentation.rules_examples.base import (
    HEADINGS_OF_PLAYS,
    Example,
    RulesText,
    Task,
    scoring_runs,
)
from games.rules.messages import gettext_noop
from games.rules.moves import Verdict


def _grows_at_both_ends(verdict: Verdict) -> bool:
    """Whether an equation that lay there, of at least three tiles, has a new tile at each end."""
    new = set(verdict.squares)
    return any(
        {run.squares[0], run.squares[-1]} <= new and len(set(run.squares) - new) > 2
        for run in scoring_runs(verdict)
    )


PAGE = RulesText(
    examples={
        "try": Example(("10J 24/3=8", "O11 =4+4")),
        "board": Example(),
        "junior": Example(options={"set": "junior"}),
        "advanced": Example(options={"set": "advanced"}),
        "first": Example(("10J 24/3=8",)),
        "crossing": Example(("10J 24/3=8", "O9 5.-57=1")),
        "extension": Example(("10H 2+5=7", "10G 7.....7")),
        "parallel": Example(("10J 4=4", "11L 4+3=7")),
        "expression": Example(("10J 24/3=8", "11J 7")),
        "fraction": Example(("10F 3/4=[3/4]",)),
        "mixed": Example(("10F 5=2[1/2]*2",)),
        "bingo": Example(("10E 12-4*2=5-1",)),
        "powers": Example(("10J [5^2]-[-5]=30",), {"set": "advanced"}),
    },
    task=Task(
        gettext_noop("Make an equation on the board longer at both ends."),
        gettext_noop("Task done: it is longer at both ends, and all of it scores again."),
        _grows_at_both_ends,
    ),
    headings=HEADINGS_OF_PLAYS,
)
