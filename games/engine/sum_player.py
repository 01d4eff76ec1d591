"""How the lowest levels lay tiles: short sums with small numbers, as known by heart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from games.engine import best_moves
from games.engine.easy_plays import EQUALS, NUMBER, earning_plays, easiest_first, squares_of
from games.engine.seeded_choice import SeededChoice
from games.engine.tile_player import swap_all
from games.engine.time_limit import TimeLimit
from games.rules.grid import Layout
from games.rules.interface import State
from games.rules.moves import Seat, Verdict

MAX_SUMS_CHECKED = 400  # short plays among which sums are sought
MAX_PLAYS = 400  # where nothing can be laid without a blank
BOTH_ENDS = re.compile(r"[^.]\.{2,}[^.]")


@dataclass(frozen=True)
class SumSkill:
    """What a computer lays that makes the sums it knows by heart.

    A sum is one line with one equals sign. It lengthens a line at one end only, and covers no
    square that multiplies a line but the middle one.

    - `most_symbols`: the most symbols of a sum
    - `largest_number`: the largest number in a sum
    - `plays_found`: how many sums it finds, at random; it makes the one that earns most
    - `swap_percent`: how often it swaps its tiles instead
    """

    most_symbols: int
    largest_number: int
    plays_found: int
    swap_percent: int


def choose_sums(
    state: State, seat: Seat, skill: SumSkill, chance: SeededChoice, time_limit: float | None
) -> Iterator[str]:
    """The moves of this computer, the preferred one first; `time_limit` is in seconds.

    Where it knows no sum it finds as many of the other plays, those of the shortest lines.
    """
    swap = swap_all(state, seat)
    if swap is not None and chance.happens("swap", skill.swap_percent):
        yield swap
    limit = TimeLimit.start(time_limit)
    plays = chance.shuffle("plays", earning_plays(state, seat, time_limit))
    short = [text for text, _ in plays if squares_of(text) <= skill.most_symbols]
    verdicts = (state.check(seat, text) for text in islice(short, MAX_SUMS_CHECKED))
    known = (verdict for verdict in verdicts if is_known_sum(verdict, skill, state.layout))
    found = [(verdict.text, verdict.points) for verdict in islice(known, skill.plays_found)]
    if not found:
        plays = plays or list(best_moves(state, seat, MAX_PLAYS, limit.seconds_until()).plays)
        found = easiest_first(state, seat, plays)[: skill.plays_found]
    yield from (text for text, points in sorted(found, key=lambda play: -play[1]))


def is_known_sum(verdict: Verdict, skill: SumSkill, layout: Layout) -> bool:
    """Whether a play is a sum that this computer knows."""
    if len(verdict.runs) != 1 or BOTH_ENDS.search(verdict.text.partition(" ")[2]):
        return False
    line = verdict.runs[0].text
    return (
        len(verdict.runs[0].squares) <= skill.most_symbols
        and line.count(EQUALS) == 1
        and max(map(int, NUMBER.findall(line))) <= skill.largest_number
        and not any(map(layout.multiplies_lines, set(verdict.squares) - {layout.centre}))
    )
