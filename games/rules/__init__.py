"""The rules of the games, as a library: no database, no web, no clock."""

from collections.abc import Mapping

from games.catalogue import Parts
from games.rules.interface import State

GAMES: Mapping[str, type[State]] = Parts("rules")
"""The State of every game of the site by its key."""
