"""What the rules pages show beside their text: boards and tiles from the rules' own data."""

from typing import Any

from games import boards, verdicts
from games.rules import GAMES
from games.rules.grid import square_name
from games.rules.laying import LaidState

Shown = dict[str, Any]


def page(key: str) -> Shown:
    """Figures and examples of one game's rules page."""
    rules = GAMES[key]
    example = EXAMPLES[key]
    return {
        "key": key,
        "name": rules.name,
        "tiles": tile_table(rules),  # type: ignore[arg-type]  # every game so far lays tiles
        "figures": {name: figure(key, plays) for name, plays in example.items()},
    }


def tile_table(rules: type[LaidState]) -> list[Shown]:
    """Every kind of tile, how many there are, and its points."""
    return [
        {**boards.tile(symbol, rules.tiles.points[symbol]), "count": count}
        for symbol, count in rules.tiles.counts.items()
    ]


def figure(key: str, plays: tuple[str, ...]) -> Shown:
    """A small board after some plays, the last one marked, with the referee's own verdict."""
    rules = GAMES[key]
    state = rules.unseeded(first=0, options={})
    verdict = None
    for text in plays:
        seat = state.turn or 0
        verdict = state.check(seat, text)
        state = state.play(seat, text).after
    last = [square_name(square) for square in verdict.squares] if verdict else []
    return {
        "rows": boards.rows(rules, state.view(None), last),
        "margins": boards.margins(rules),
        "verdict": verdicts.legal(verdict) if verdict else None,
        "move": verdict.text if verdict else "",
    }


EXAMPLES: dict[str, dict[str, tuple[str, ...]]] = {
    "numerica": {
        "board": (),
        "first": ("8F 3+3=6",),
        "double": ("8F 1+6*2=13",),
        "extension": ("8F 2=1+1", "8E 2.....9+2"),
        "crossing": ("8F 3+3=6", "J9 =4+2"),
        "parallel": ("8F 3+3=6", "9I 2=1+1"),
        "fraction": ("8G 4/-6=-2/3",),
    }
}
"""Positions of the rules pages, as moves in notation; the referee judges them as any game's."""
