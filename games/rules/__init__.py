"""The rules of the games, as a library: no database, no web, no clock."""

from collections.abc import Mapping

from games.rules import digifeud, equate, numeria, numerica
from games.rules.interface import State

GAMES: Mapping[str, type[State]] = {
    game.key: game for game in (numerica.State, equate.State, digifeud.State, numeria.State)
}
"""Every game of the site by its key."""
