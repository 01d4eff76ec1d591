"""What the rules pages show beside their text: positions, a task, and the headings, by game."""

from collections.abc import Mapping

from games.catalogue import Parts
from games.presentation.rules_examples.base import Example, RulesText, Task, seat_to_move

__all__ = ["PAGES", "Example", "RulesText", "Task", "seat_to_move"]

PAGES: Mapping[str, RulesText] = Parts("rules_page")
"""What the page of each game shows, by the key of the game."""
