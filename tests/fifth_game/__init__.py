"""Totals, a small fifth game of the tests' own: all that a game brings, and one entry for it."""

from games.catalogue import GameEntry

KEY = "totals"

ENTRY = GameEntry(
    rules="tests.fifth_game.rules:State",
    search="tests.fifth_game.search:best_plays",
    levels="tests.fifth_game.search:LEVELS",
    review="tests.fifth_game.review:REVIEW",
    rules_page="tests.fifth_game.rules_page:PAGE",
)
