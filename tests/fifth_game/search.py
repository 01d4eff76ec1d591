"""The search of Totals: every play is tried. Its levels look at more and more of the rack."""

from games.engine.search_result import SearchResult
from games.engine.tile_player import TileSkill
from games.rules.moves import Seat
from tests.fifth_game.rules import State

LEVELS = tuple(TileSkill(rack_percent=percent) for percent in (50, 60, 70, 75, 80, 85, 90, 95, 100))


def best_plays(state: State, seat: Seat, k: int, time_limit: float | None) -> SearchResult:
    """The k plays that earn most, best first; all are tried, whatever the time."""
    found = {text: state.check(seat, text).points for text in state.legal_plays(seat, max_tiles=5)}
    plays = sorted(found.items(), key=lambda play: (-play[1], play[0]))
    return SearchResult(plays[:k], exact=True)
