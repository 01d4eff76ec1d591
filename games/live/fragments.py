"""Fragments of the table for live pages, rendered once for each distinct view and change."""

import threading
from concurrent.futures import Future
from typing import Literal

from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.services import names_version
from games.counters import DRAWINGS
from games.lru_cache import LruCache
from games.presentation.models.table import ReviewZone, TableView
from games.rules.moves import Seat
from games.selectors import tables
from games.store import site_time

Extent = Literal["change", "whole", "offer", "times"]
"""`change` brings a page that shows the ply before up to date, `whole` any page.

`offer` is for a page that shows the ply, but not all that was offered or given at it; `times` for
one that shows that, but not the time that an outage gave back.
"""

Page = Literal["table", "home", "tv"]
"""The table itself, or the first page or television, which show the board of one game."""

_TEMPLATES: dict[Page, str] = {
    "table": "games/table/_live.html",
    "home": "games/lists/_live_featured.html",
    "tv": "games/lists/_live_featured.html",
}

_TIMES: dict[Page, str] = {
    "table": "games/table/_players.html",
    "home": "games/lists/_featured.html",
    "tv": "games/table/_players.html",
}

_KEPT = 512  # fragments; a busy game has one for each seat, the strangers, and each extent

_View = tuple[str, int, int, Seat | None, Extent, Page, str, int, int | None]

_rendered: LruCache[_View, str] = LruCache(_KEPT)
_being_rendered: dict[_View, Future[str]] = {}
_lock = threading.Lock()  # what is looked for in both is not rendered twice; none renders with it

_PATIENCE = 1.0  # seconds that somebody else's rendering of the same view is waited for


def kept() -> int:
    """How many rendered fragments this process keeps."""
    return len(_rendered)


def clear() -> None:
    """Keep no fragment that was rendered before."""
    _rendered.clear()


def live_fragment(
    game_id: str,
    ply: int,
    seat: Seat | None,
    extent: Extent,
    page: Page = "table",
    offers: int = 0,
    *,
    reading: tables.Reading | None = None,
) -> str:
    """The zones of the table as this seat sees them at `ply` or later.

    `offers` is what was offered at that ply (`draw_offers.made`). Raises Game.DoesNotExist. A
    thousand readers who ask for the same view at the same moment wait for one rendering, and nobody
    waits for the rendering of another view. Several views of a
    game may be drawn from one `reading`.
    """
    names = names_version()
    versions = site_time.known_outages(), names
    reading = reading or tables.Reading(game_id)
    view = (game_id, ply, offers, seat, extent, page, get_language() or "", *versions)
    with _lock:
        if names is None:  # a name may have been replaced without our hearing of it
            _rendered.clear()
        rendered = _rendered.find(view)
        if rendered is not None:
            return rendered
        others = _being_rendered.get(view)
        mine = _being_rendered.setdefault(view, Future())
    if others is not None:
        try:
            return others.result(_PATIENCE)
        except Exception:  # it failed or hangs: every reader gets an answer of their own
            return _render(view, reading)[0]
    return _render_for_all(view, mine, reading)


def _render_for_all(view: _View, waited_for: "Future[str]", reading: tables.Reading) -> str:
    """Render, keep what may be kept, and tell those who wait."""
    try:
        html, may_be_kept = _render(view, reading)
    except BaseException as fault:
        with _lock:
            del _being_rendered[view]
        waited_for.set_exception(fault)
        raise
    with _lock:
        del _being_rendered[view]
        if may_be_kept and view[-1] is not None:
            _rendered.keep(view, html)
    waited_for.set_result(html)
    return html


def _render(view: _View, reading: tables.Reading) -> tuple[str, bool]:
    """The zones, and whether they may be kept: the game may be further than asked by now.

    A move that was taken back changes more than the squares of two moves. Where there are hints,
    they change without a move.
    """
    _, ply, offers, seat, extent, page, *_ = view
    if extent != "whole":
        table = reading.table(seat, has_board=False)
        if table.ply != ply or (extent == "change" and table.is_taken_back):
            extent = "whole"
    if extent == "whole":
        table = reading.table(seat)
    may_be_kept = table.ply == ply and table.offers_made == offers and not table.has_hints
    DRAWINGS.labels(extent).inc()
    return _zones(table, extent, page), may_be_kept


def earlier_fragment(table: TableView) -> str:
    """The zones of a page that looks at an earlier position; read too seldom to be kept."""
    return _zones(table, "whole", "table") + review_fragment(table)


def hint_fragment(game_id: str, seat: Seat | None) -> str:
    """What is said to a seat before it moves, for its own pages alone; never kept."""
    table = tables.Reading(game_id).table(seat, has_board=False)
    return render_to_string("games/table/_hint.html", {"table": table, "oob": True})


def review_fragment(table: TableView | ReviewZone) -> str:
    """What the review says of the position shown; it grows without a move, and is never kept."""
    return render_to_string("games/review/_review.html", {"table": table, "oob": True})


def _zones(table: TableView, extent: Extent, page: Page) -> str:
    """A table that is further than asked is shown whole: more than one move may have come."""
    special = {"offer": "games/table/_asked.html", "times": _TIMES[page]}
    template = special.get(extent, _TEMPLATES[page])
    shown = {"table": table, "extent": extent, "page": page, "oob": True}
    return render_to_string(template, shown)
