"""The settings of a game among the keyword arguments of a fixture."""

from dataclasses import fields

from games.models import GameSettings

NAMES = [field.name for field in fields(GameSettings)]


def split_settings(values: dict) -> tuple[GameSettings, dict]:
    """The settings among these values, of Numerica unless they say another game; the others."""
    settings = {"key": "numerica"} | {name: values[name] for name in NAMES if name in values}
    others = {name: value for name, value in values.items() if name not in NAMES}
    return GameSettings(**settings), others
