"""How an opponent lays tiles that plays as a child who likes sums: short ones, known by heart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from games.engine import best_moves
from games.engine.dice import Dice
from games.engine.findable import EQUALS, NUMBER, earning_plays, easiest_first, squares_of
from games.engine.glances import fresh_tiles
from games.engine.watch import moment_after, seconds_until
from games.rules.grid import Layout
from games.rules.moves import Seat, Verdict
from games.rules.placement import LaidState

LOOKED_AT = 400  # short plays: whoever has seen so many without a sum among them has seen enough
WITH_BLANKS = 400  # plays, where nothing can be laid without one
BOTH_ENDS = re.compile(r"[^.]\.{2,}[^.]")


@dataclass(frozen=True)
class Sums:
    """What an opponent can do that makes the sums it knows by heart.

    They are one line of at most so many `symbols`, with one equals sign and no number above
    `largest`; it adds to a line at one end only, and keeps off squares that multiply a line, but
    for the middle one. It `finds` so many of these plays, by chance, and makes the one of them that
    earns most. In so many turns of a hundred it `swaps` its tiles.
    """

    symbols: int
    largest: int
    finds: int
    swaps: int


def sums_found(
    state: LaidState, seat: Seat, sums: Sums, dice: Dice, deadline: float | None
) -> Iterator[str]:
    """Moves of this opponent, the one that it likes best first; it lays nearly each turn.

    Where it knows no sum it finds as many of the other plays, those of the shortest lines.
    """
    swap = fresh_tiles(state, seat)
    if swap is not None and dice.happens("swap", sums.swaps):
        yield swap
    until = moment_after(deadline)
    plays = dice.shuffled("plays", earning_plays(state, seat, deadline))
    short = [text for text, _ in plays if squares_of(text) <= sums.symbols]
    verdicts = (state.check(seat, text) for text in islice(short, LOOKED_AT))
    known = (verdict for verdict in verdicts if is_known(verdict, sums, state.layout))
    found = [(verdict.text, verdict.points) for verdict in islice(known, sums.finds)]
    if not found:
        plays = plays or list(best_moves(state, seat, WITH_BLANKS, seconds_until(until)).plays)
        found = easiest_first(state, seat, plays)[: sums.finds]
    yield from (text for text, points in sorted(found, key=lambda play: -play[1]))


def is_known(verdict: Verdict, sums: Sums, layout: Layout) -> bool:
    """Whether it is a sum that this opponent lays."""
    if len(verdict.runs) != 1 or BOTH_ENDS.search(verdict.text.partition(" ")[2]):
        return False
    line = verdict.runs[0].text
    return (
        len(verdict.runs[0].squares) <= sums.symbols
        and line.count(EQUALS) == 1
        and max(map(int, NUMBER.findall(line))) <= sums.largest
        and not any(map(layout.multiplies_lines, set(verdict.squares) - {layout.centre}))
    )
