"""The moves that are worth a look ahead, by points and by what stays on the rack."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from games.engine import best_moves
from games.engine.leaves import learned_value, leave_of
from games.engine.opponent_replies import with_rack
from games.engine.tile_player import swap_all
from games.engine.time_limit import TimeLimit
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.notation import Swap
from games.rules.refusals import Refusal
from games.rules.tiles import BLANK
from games.rules.tokens import split_tokens

SEARCHED = 60
"""Plays of most points among which those are chosen that also leave the best tiles."""

PASSING = "pass"


@dataclass(frozen=True)
class Candidate:
    """A legal move of the seat on turn.

    - `points`: what it earns at once
    - `leave`: the value of the tiles that stay on the rack, in points
    - `after`: the position after it, of which only as much is known as before
    """

    text: str
    points: int
    leave: int
    after: State


def choose_candidates(
    state: State,
    seat: Seat,
    count: int,
    also: Sequence[str],
    time_limit: float | None,
    *,
    weighs_leave: bool = True,
) -> list[Candidate]:
    """The `count` plays that promise most, the best swap, those of `also`, and a pass if need be.

    Best first by points and leave; by points alone if it does not count. Raises a Refusal where a
    move of `also` is not legal.
    """
    if not weighs_leave:
        return _by_points(state, seat, count, also, time_limit)
    plays = _promising(state, seat, time_limit)
    ranked = sorted(plays, key=lambda play: -(play[1] + value_of_leave(state, seat, play[0])))
    found = list(islice(_different(_legal(state, seat, (text for text, _ in ranked))), count))
    swap = best_swap(state, seat)
    others = [swap] if swap is not None else []
    if not plays or state.stock.are_bags_empty():
        others.append(PASSING)
    found += _legal(state, seat, others)
    asked = [candidate_of(state, seat, text) for text in also]
    known = {each.text for each in asked}
    every = [*(each for each in found if each.text not in known), *asked]
    return sorted(every, key=lambda each: -(each.points + each.leave))


def _promising(state: State, seat: Seat, time_limit: float | None) -> list[tuple[str, int]]:
    """The plays of most points, and those of most points that spend no blank, with their points.

    A blank makes more plays than are searched, and it is worth keeping. Those that keep it are soon
    found, so they come first; both searches together take no longer than the time limit.
    """
    limit = TimeLimit.start(time_limit)
    rack = state.stock.racks[seat]
    kept = tuple(
        pile if isinstance(pile, int) else tuple(tile for tile in pile if tile != BLANK)
        for pile in rack
    )
    keeping: list[tuple[str, int]] = []
    if kept != rack:
        without = with_rack(state, seat, kept)
        keeping = best_moves(without, seat, SEARCHED, limit.seconds_until()).plays
    plays = best_moves(state, seat, SEARCHED, limit.seconds_until()).plays
    return list(dict.fromkeys([*plays, *keeping]))


def _by_points(
    state: State, seat: Seat, count: int, also: Sequence[str], time_limit: float | None
) -> list[Candidate]:
    """The plays of most points and those of `also`, else the swap of all tiles, or a pass."""
    plays = best_moves(state, seat, count, time_limit).plays
    texts = list(dict.fromkeys([*also, *(text for text, _ in plays)]))
    texts = texts or [swap_all(state, seat) or PASSING]
    found = (replace(each, leave=0) for each in _legal(state, seat, texts))
    return sorted(found, key=lambda each: -each.points)


def _different(plays: Iterable[Candidate]) -> Iterator[Candidate]:
    """Of plays that lay the same symbols on the same squares for the same points, the first."""
    known = set()
    for play in plays:
        text = play.text.partition(" ")[2].replace(BLANK, "")
        alike = frozenset(play.after.board), play.points, tuple(sorted(split_tokens(text)))
        if alike not in known:
            known.add(alike)
            yield play


def _legal(state: State, seat: Seat, texts: Iterable[str]) -> Iterator[Candidate]:
    """Those of these moves that the rules accept."""
    for text in texts:
        try:
            yield candidate_of(state, seat, text)
        except Refusal:
            continue


def candidate_of(state: State, seat: Seat, text: str) -> Candidate:
    """This move; raises a Refusal where it is not legal."""
    move = state.play(seat, text)
    leave = value_of_leave(state, seat, text)
    return Candidate(move.verdict.text, move.verdict.points, leave, move.after)


def value_of_leave(state: State, seat: Seat, text: str) -> int:
    """The value in points of the tiles that stay on the rack after a move; a pass keeps all."""
    rack = state.racks[seat]
    if isinstance(rack, int):
        return 0
    return learned_value(state, rack if text == PASSING else leave_of(state, rack, text))


def best_swap(state: State, seat: Seat) -> str | None:
    """The swap that keeps the tiles of most value; None where there are none to be had.

    Of each kind it gives no more than its bag holds. Of equal ones the first in the order of the
    tiles, so that it is the same in every process.
    """
    rack = state.racks[seat]
    if isinstance(rack, int):
        return None
    most = state.stock.largest_swap(seat)
    kept = max(
        (
            part
            for size in range(len(rack) - most, len(rack))
            for part in sorted(parts(rack, size))
            if _can_be_had(state, given_for(rack, part))
        ),
        key=lambda part: learned_value(state, part),
        default=None,
    )
    return None if kept is None else str(Swap(given_for(rack, kept)))


def given_for(rack: Sequence[str], kept: Iterable[str]) -> tuple[str, ...]:
    """The tiles of a rack that a swap gives which keeps these.

    >>> given_for(("3", "1", "3"), ("3",))
    ('1', '3')
    """
    given = list(rack)
    for tile in kept:
        given.remove(tile)
    return tuple(given)


def _can_be_had(state: State, given: Sequence[str]) -> bool:
    """Whether each bag holds as many tiles as would be given of its kind."""
    piles = zip(state.stock.supplies, state.stock.bags, strict=True)
    return all(len(supply.own_tiles(given)) <= len(bag) for supply, bag in piles)


def parts(rack: Sequence[str], size: int) -> set[tuple[str, ...]]:
    """The different choices of this many tiles.

    >>> sorted(parts(("3", "1", "3"), 2))
    [('1', '3'), ('3', '3')]
    """
    return set(combinations(sorted(rack), size))
