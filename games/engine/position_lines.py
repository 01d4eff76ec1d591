"""Lines of moves that lead on from a position that was set up."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from games.engine.leaves import tiles_laid
from games.engine.set_positions import SetPosition
from games.rules import numeria
from games.rules.interface import State
from games.rules.moves import Seat, Verdict
from games.rules.refusals import Refusal


@dataclass(frozen=True)
class Step:
    """A move of a line: its verdict, the position before it, and the one after it.

    `mover` is the seat in the order of the players. After the end there is no position.
    """

    verdict: Verdict
    before: State
    mover: Seat
    after: SetPosition | None


def steps_of(position: SetPosition, texts: Iterable[str]) -> Iterator[Step]:
    """Follow these moves from a position, as far as they are legal.

    Of the racks after a move, what is known is what was left of them; what was drawn is not.
    """
    state, kept = position.state, {0: position.rack}
    for text in texts:
        if state.turn is None:
            return
        seat = state.turn
        try:
            move = state.play(seat, text)
        except Refusal:
            return
        kept[seat] = _rest(state, kept.get(seat, ()), move.verdict.text)
        after = _position_after(position, move.after, kept)
        yield Step(move.verdict, state, position.seat_of(seat), after)
        state = move.after


def _rest(state: State, rack: tuple[str, ...], text: str) -> tuple[str, ...]:
    """What stays on a rack after a move, of the tiles that are known."""
    _, _, tokens = text.partition(" ")
    given = _exchanged(state, rack) if text == "pass" else tiles_laid(tokens, state.tiles.counts)
    gone = Counter(given)
    rest: list[str] = []
    for tile in rack:
        if gone[tile]:
            gone[tile] -= 1
        else:
            rest.append(tile)
    return tuple(rest)


def _exchanged(state: State, rack: tuple[str, ...]) -> tuple[str, ...]:
    """Those that go back after a pass for others of their bag (D6); from an empty one none come."""
    label = state.draws().get("exchanged_on_pass")
    for supply, bag in zip(state.stock.supplies, state.stock.bags, strict=True):
        if supply.label == label and len(bag):
            return supply.own_tiles(rack)
    return ()


def _position_after(
    first: SetPosition, state: State, kept: Mapping[Seat, tuple[str, ...]]
) -> SetPosition | None:
    """A later position of a line, with the seats in the order of the players again."""
    if state.turn is None:
        return None
    quiet = state.quiet_turns
    common = replace(
        first,
        board=dict(state.board),
        turn=first.seat_of(state.turn),
        left=tuple(map(first.seat_of, state.departed)),
        quiet=first.to_seats(quiet) if state.has_quiet_turns_by_seat else quiet,
    )
    if isinstance(state, numeria.State):
        numbers = tuple(tuple(trope.numbers for trope in tropes) for tropes in state.taken)
        return replace(common, frozen=state.frozen(state.turn), taken=first.to_seats(numbers))
    rack = kept.get(state.turn, ())
    return replace(common, rack=rack, scores=first.to_seats(state.scores))
