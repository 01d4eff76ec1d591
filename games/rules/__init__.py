"""The rules of the games, as a library: no database, no web, no clock.

What else a game brings, by its key: its search (`games.engine.SEARCHES`), its levels
(`games.engine.levels.SKILLS`), its reviews (`games.review.analysis`), its examples
(`games.presentation.rules_examples`) and its texts (`templates/games/<key>`). CONTRIBUTING tells
the whole list under "Adding a game".
"""

from collections.abc import Mapping

from games.rules import digifeud, equate, numeria, numerica
from games.rules.interface import State

GAMES: Mapping[str, type[State]] = {
    game.key: game for game in (numerica.State, equate.State, digifeud.State, numeria.State)
}
"""Every game of the site by its key."""
