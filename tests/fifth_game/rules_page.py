"""The page of the rules of Totals."""

from games.presentation.rules_examples.base import Example, RulesText, Task

PAGE = RulesText(
    examples={"try": Example(("4C 3+1=4",)), "first": Example(("4C 3+1=4",))},
    task=Task("Lay a sum of 6.", "Task done: 6.", lambda verdict: verdict.points >= 6),
    headings={"plays": "A play"},
)
