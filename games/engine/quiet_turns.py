"""Turns in a row that could end a game, as links hold them (docs/notation.md)."""

from games.rules.interface import State
from games.rules.messages import Message
from games.rules.refusals import NotationError
from games.rules.turn_counts import NO_QUIET


def read_quiet(text: str, start: State) -> tuple[int, ...]:
    """The counters as a link has them, for a game that begins so; nothing where all are 0.

    Raises NotationError.
    """
    counts = text.split()
    if not counts:
        return ()
    if len(counts) != len(start.quiet_turns) or not all(map(_is_count, counts)):
        raise NotationError(Message(NO_QUIET))
    return tuple(map(int, counts)) if any(map(int, counts)) else ()


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2
