"""The lessons of the games, step by step: positions, goals and true answers, by game."""

from collections.abc import Mapping

from games.catalogue import Parts
from games.presentation.tutorials.base import Goal, Position, Step, Tutorial

__all__ = ["TUTORIALS", "Goal", "Position", "Step", "Tutorial"]

TUTORIALS: Mapping[str, Tutorial] = Parts("tutorial")
"""The lesson of each game that brings one, by the key of the game."""
