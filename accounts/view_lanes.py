"""Which of the server's lanes a view is served in; the lanes themselves are the server's."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

Lane = Literal["pages", "moves", "slow", "archives", "health"]
"""`pages` for what is answered at once, `slow` for what waits for the worker or reads very much.

`moves` is for the posts of moves alone: no page that hangs keeps one waiting. `archives` is for
files that are packed while they are sent, for as long as that takes: one after the other, and no
picture or hint waits for it. `health` is for the one view that needs nothing but the process.
"""

View = TypeVar("View", bound=Callable[..., Any])


def served_in(lane: Lane) -> Callable[[View], View]:
    """Mark a view; `functools.wraps` carries the mark through the decorators above it."""

    def mark(view: View) -> View:
        view.lane = lane  # type: ignore[attr-defined]  # functions take attributes
        return view

    return mark


def lane_of(view: Callable[..., Any]) -> Lane:
    """The lane of a view; that of the pages where nothing is said."""
    lane: Lane = getattr(view, "lane", "pages")
    return lane
