"""Turns in a row that could end a game, as links hold them (docs/notation.md)."""

from dataclasses import replace

from games.rules import numeria
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.refusals import NotationError
from games.rules.tile_game import TileGame
from games.rules.turn_counts import PassesBySeat, TurnsInARow

_NO_QUIET = gettext_noop(
    "a game that goes on has had fewer passes, or turns without a play, in a row"
)


def is_by_seat(state: State) -> bool:
    """Whether each seat's quiet turns are counted by themselves."""
    return isinstance(state, TileGame) and issubclass(state.turn_counts, PassesBySeat)


def quiet_turns(state: State) -> tuple[int, ...]:
    """The counters of a position, as `SetPosition.quiet` has them."""
    if isinstance(state, numeria.State):
        return (state.scoreless_turns,)
    assert isinstance(state, TileGame)
    counts = state.counts
    if isinstance(counts, PassesBySeat):
        return counts.passes
    assert isinstance(counts, TurnsInARow)
    return counts.passes, counts.scoreless_turns


def after_quiet_turns(state: State, quiet: tuple[int, ...]) -> State:
    """The position after these turns; raises NotationError where they would have ended the game."""
    if isinstance(state, numeria.State):
        return replace(state, scoreless_turns=quiet[0])
    assert isinstance(state, TileGame)
    if is_by_seat(state):
        turns = [(seat, "pass") for seat, passes in enumerate(quiet) for _ in range(passes)]
    else:
        passes, scoreless = quiet
        if passes > scoreless:
            raise NotationError(Message(_NO_QUIET))
        turns = [(0, "swap")] * (scoreless - passes) + [(0, "pass")] * passes
    for seat, kind in turns:
        state = replace(state, counts=state.counts.after(seat, kind))
        if state.ending_after(seat, kind) is not None:
            raise NotationError(Message(_NO_QUIET))
    return state


def read_quiet(text: str, start: State) -> tuple[int, ...]:
    """The counters as a link has them, for a game that begins so; nothing where all are 0.

    Raises NotationError.
    """
    counts = text.split()
    if not counts:
        return ()
    if len(counts) != len(quiet_turns(start)) or not all(map(_is_count, counts)):
        raise NotationError(Message(_NO_QUIET))
    return tuple(map(int, counts)) if any(map(int, counts)) else ()


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2
