"""What *is there one?* asks for in each game, and whether a legal move is one."""

from collections.abc import Callable, Mapping

from games.rules.moves import Verdict

Asked = Mapping[str, Callable[[Verdict], bool]]
"""By its name, whether a move is one."""


def _earns_for_all_tiles(made: Verdict) -> bool:
    """A bingo earns the bonus for all tiles (N9, E15)."""
    return made.bonus > 0


def _earns_for_its_value(made: Verdict) -> bool:
    """A fraction earns the bonus for its value (N8)."""
    return any(run.bonus for run in made.runs)


def _takes(made: Verdict) -> bool:
    """A move of Numeria takes a trope (M7)."""
    return made.points > 0


NOTHING: Asked = {}
NUMERICA: Asked = {"bingo": _earns_for_all_tiles, "fraction": _earns_for_its_value}
EQUATE: Asked = {"bingo": _earns_for_all_tiles}
NUMERIA: Asked = {"trope": _takes}
