"""The modules of this package that are compiled."""

from games.engine.loading import CompiledPackage

PACKAGE = CompiledPackage(
    "games.engine.numeria_search",
    (
        "position",
        "search_budget",
        "position_table",
        "move_lists",
        "win_proof",
        "threats",
        "trope_proof",
        "move_judge",
        "alpha_beta",
        "classes",
    ),
)
