# cython: language_level=3, annotation_typing=False
"""The classes of the search, all of them in the same form: compiled, or the source."""

from games.engine.numeria_search.alpha_beta import AlphaBeta
from games.engine.numeria_search.move_judge import MoveJudge
from games.engine.numeria_search.move_lists import MoveLists
from games.engine.numeria_search.position import Position
from games.engine.numeria_search.position_table import PositionTable
from games.engine.numeria_search.search_budget import SearchBudget
from games.engine.numeria_search.threats import Threats
from games.engine.numeria_search.trope_proof import TropeProof
from games.engine.numeria_search.win_proof import WinProof

__all__ = [
    "AlphaBeta",
    "MoveJudge",
    "MoveLists",
    "Position",
    "PositionTable",
    "SearchBudget",
    "Threats",
    "TropeProof",
    "WinProof",
    "is_compiled",
]


def is_compiled() -> bool:
    """Whether this file runs compiled."""
    return not __file__.endswith(".py")
