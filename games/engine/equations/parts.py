"""The modules of this package that are compiled."""

from games.engine.loading import CompiledPackage

PACKAGE = CompiledPackage(
    "games.engine.equations",
    (
        "arrays",
        "search_clock",
        "line_rules",
        "member_reader",
        "line_judge",
        "board",
        "rack",
        "best_plays",
        "part",
        "cross_checks",
        "single_tiles",
        "line",
        "line_bounds",
        "part_store",
        "side_finder",
        "side_maker",
        "whole_lines",
        "members",
        "search",
    ),
)
