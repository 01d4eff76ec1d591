"""What another player swapped is secret until the end: how much of a move each viewer may know."""

import json
from functools import lru_cache

from games.models import PlayedMove
from games.rules.moves import Seat
from games.rules.notation import swapped_tiles

_HIDDEN_SWAP = "swap #"  # and the number of tiles; the notation knows no such sign


def public_text(move: PlayedMove, viewer: Seat | None, is_over: bool) -> str:
    """The move in notation, as far as this viewer (None for a stranger) may know it.

    Of another seat's swap in a running game only the number of tiles is told: `swap #3`. Score
    sheets, texts, exports and sockets all show moves through this function.
    """
    if is_over or move.seat == viewer or _kind(move.detail) != "swap":
        return move.text
    return f"{_HIDDEN_SWAP}{len(swapped_tiles(move.text))}"


@lru_cache(4096)
def _kind(verdict: str) -> str:
    """What kind of move a stored verdict is about."""
    return str(json.loads(verdict)["kind"])


def hidden_tiles(text: str) -> int | None:
    """The number of tiles that a public text tells of a swap without naming them; else None.

    >>> hidden_tiles("swap #3"), hidden_tiles("swap 3")
    (3, None)
    """
    if not text.startswith(_HIDDEN_SWAP):
        return None
    return int(text.removeprefix(_HIDDEN_SWAP))
