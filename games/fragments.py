"""Fragments of the table for live pages, rendered once for each distinct view and change."""

import threading
from collections import OrderedDict
from typing import Literal

from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.services import names_version
from games import clocks, selectors
from games.rules.base import Seat

Extent = Literal["change", "whole", "offer", "times"]
"""`change` brings a page that shows the ply before up to date, `whole` any page.

`offer` is for a page that shows the ply, but not all the draws that are offered at it; `times` for
one that shows them, but not the time that an outage gave back.
"""

Page = Literal["table", "home"]
"""The table itself, or the first page, which shows the board of one game."""

_TEMPLATES: dict[Page, str] = {
    "table": "games/_live.html",
    "home": "games/_live_featured.html",
}

_TIMES: dict[Page, str] = {"table": "games/_players.html", "home": "games/_featured.html"}

_KEPT = 512  # fragments; a busy game has one for each seat, the strangers, and each extent

_View = tuple[str, int, int, Seat | None, Extent, Page, str, int, int]

_rendered: OrderedDict[_View, str] = OrderedDict()
_lock = threading.Lock()


def live_fragment(
    game_id: str,
    ply: int,
    seat: Seat | None,
    extent: Extent,
    page: Page = "table",
    offers: int = 0,
) -> str:
    """The zones of the table as this seat sees them at `ply` or later.

    `offers` is how many draws are offered at that ply. Raises Game.DoesNotExist. Rendering holds
    a lock, so that a thousand readers who ask for the same view at the same moment wait for one
    rendering.
    """
    versions = names_version(), clocks.outages_known()
    key = (game_id, ply, offers, seat, extent, page, get_language() or "", *versions)
    with _lock:
        if key in _rendered:
            _rendered.move_to_end(key)
            return _rendered[key]
        table = selectors.table(game_id, seat)
        is_as_asked = table["ply"] == ply
        html = _zones(table, extent if is_as_asked else "whole", page)
        if is_as_asked and len(table["offers"]) == offers:  # what is further is not kept as such
            _rendered[key] = html
            while len(_rendered) > _KEPT:
                _rendered.popitem(last=False)
        return html


def earlier_fragment(table: selectors.Shown) -> str:
    """The zones of a page that looks at an earlier position; read too seldom to be kept."""
    return _zones(table, "whole", "table") + review_fragment(table)


def review_fragment(table: selectors.Shown) -> str:
    """What the review says of the position shown; it grows without a move, and is never kept."""
    return render_to_string("games/_review.html", {"table": table, "oob": True})


def review_state(game_id: str, is_waited_for: bool = False) -> str:
    """How far the review of a game is; empty where there is none.

    A page that waits for it is opened anew when it is done.
    """
    progress = selectors.review_progress(game_id)
    if progress is None:
        return ""
    shown = {"progress": progress, "oob": True, "is_waited_for": is_waited_for}
    return render_to_string("games/_review_state.html", shown)


def _zones(table: selectors.Shown, extent: Extent, page: Page) -> str:
    """A table that is further than asked is shown whole: more than one move may have come."""
    special = {"offer": "games/_offers.html", "times": _TIMES[page]}
    template = special.get(extent, _TEMPLATES[page])
    return render_to_string(template, {"table": table, "extent": extent, "oob": True})
