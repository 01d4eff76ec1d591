"""Fragments of the table for live pages, rendered once for each distinct view and change."""

import threading
from collections import OrderedDict
from typing import Literal

from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.services import names_version
from games import selectors
from games.rules.base import Seat

Extent = Literal["change", "whole"]
"""`change` brings a page that shows the ply before up to date, `whole` any page."""

Page = Literal["table", "home"]
"""The table itself, or the first page, which shows the board of one game."""

_TEMPLATES: dict[Page, str] = {
    "table": "games/_live.html",
    "home": "games/_live_featured.html",
}

_KEPT = 512  # fragments; a busy game has one for each seat, the strangers, and each extent

_rendered: OrderedDict[tuple[str, int, Seat | None, Extent, Page, str, int], str] = OrderedDict()
_lock = threading.Lock()


def live_fragment(
    game_id: str, ply: int, seat: Seat | None, extent: Extent, page: Page = "table"
) -> str:
    """The zones of the table as this seat sees them at `ply` or later.

    Raises Game.DoesNotExist. Rendering holds a lock, so that a thousand readers who ask for the
    same view at the same moment wait for one rendering.
    """
    key = (game_id, ply, seat, extent, page, get_language() or "", names_version())
    with _lock:
        if key in _rendered:
            _rendered.move_to_end(key)
            return _rendered[key]
        table = selectors.table(game_id, seat)
        html = render_to_string(_TEMPLATES[page], {"table": table, "extent": extent})
        if table["ply"] == ply:  # a page that is already further is not kept under an old ply
            _rendered[key] = html
            while len(_rendered) > _KEPT:
                _rendered.popitem(last=False)
        return html
