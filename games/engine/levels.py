"""The nine levels of the computer in each game, from weak to strong: see benchmarks/levels.md."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from games.catalogue import Parts
from games.engine.lookahead_player import LookaheadSkill, choose_ahead
from games.engine.numeria_planner import NUMERIA_SEARCH, NumeriaSearchSkill, choose_planned
from games.engine.numeria_player import NumeriaSkill, choose_moves
from games.engine.seeded_choice import SeededChoice
from games.engine.sum_player import SumSkill, choose_sums
from games.engine.tile_player import TileSkill, choose_plays, swap_all
from games.rules import numeria
from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.rules.moves import Seat
from games.rules.refusals import Refusal


@dataclass(frozen=True)
class Level:
    """A level: its key, its name, and a description of its strength."""

    key: str
    name: str
    about: str


LEVELS: tuple[Level, ...] = (
    Level("acorn", gettext_noop("Acorn"), gettext_noop("the gentlest of all, for a first game")),
    Level("button", gettext_noop("Button"), gettext_noop("very gentle")),
    Level("pebble", gettext_noop("Pebble"), gettext_noop("gentle")),
    Level("tally", gettext_noop("Tally"), gettext_noop("fairly gentle")),
    Level("abacus", gettext_noop("Abacus"), gettext_noop("middling")),
    Level("slate", gettext_noop("Slate"), gettext_noop("fairly strong")),
    Level("sliderule", gettext_noop("Slide rule"), gettext_noop("strong")),
    Level("engine", gettext_noop("Engine"), gettext_noop("very strong")),
    Level(
        "mainframe",
        gettext_noop("Mainframe"),
        gettext_noop("weighs more than the points of a move"),
    ),
)

YARDSTICK = range(8)
"""The levels, counted from 0, that positions and fair play are measured with: all to Engine."""

Skill = SumSkill | TileSkill | LookaheadSkill | NumeriaSkill | NumeriaSearchSkill

SECONDS = 1.0
LOOKING_AHEAD_SECONDS = 2.0
"""That a move is thought about: the look ahead that is measured in benchmarks/levels.md takes so
much on a slow machine."""

ALL = 100  # per cent: the lowest levels at Numeria do not look ahead to their own next move

NUMERICA: tuple[Skill, ...] = (
    SumSkill(most_symbols=6, largest_number=20, plays_found=3, swap_percent=4),
    SumSkill(most_symbols=8, largest_number=50, plays_found=30, swap_percent=2),
    TileSkill(rack_percent=79, signs="+-*", largest_number=50, largest_denominator=1),
    TileSkill(rack_percent=76, signs="+-*/", largest_number=100, largest_denominator=1),
    TileSkill(rack_percent=81, signs="+-*/", largest_number=300, largest_denominator=2),
    TileSkill(rack_percent=87, signs="+-*/", largest_number=1000, largest_denominator=2),
    TileSkill(rack_percent=94),
    TileSkill(rack_percent=100),
    LookaheadSkill(racks=0),
)

EQUATE: tuple[Skill, ...] = (
    SumSkill(most_symbols=6, largest_number=20, plays_found=2, swap_percent=3),
    SumSkill(most_symbols=10, largest_number=100, plays_found=100, swap_percent=2),
    TileSkill(rack_percent=86, signs="+-*/", largest_number=60, largest_denominator=4),
    TileSkill(rack_percent=88, signs="+-*/", largest_number=150, largest_denominator=6),
    TileSkill(rack_percent=91, signs="+-*/", largest_number=1000),
    TileSkill(rack_percent=94),
    TileSkill(rack_percent=97),
    TileSkill(rack_percent=100),
    LookaheadSkill(racks=8),
)

DIGIFEUD: tuple[Skill, ...] = (
    SumSkill(most_symbols=6, largest_number=100, plays_found=1, swap_percent=0),
    SumSkill(most_symbols=8, largest_number=100, plays_found=2, swap_percent=0),
    TileSkill(rack_percent=67, signs="+-*", largest_number=33),
    TileSkill(rack_percent=70, signs="+-*", largest_number=42),
    TileSkill(rack_percent=76, signs="+-*", largest_number=54),
    TileSkill(rack_percent=84, signs="+-*", largest_number=70),
    TileSkill(rack_percent=96),
    TileSkill(rack_percent=100, weighs_leave=True, reply_racks=3),
    LookaheadSkill(racks=24),
)

NUMERIA: tuple[Skill, ...] = (
    NumeriaSkill(own_percent=0, threats_percent=ALL, replies_percent=80),
    NumeriaSkill(own_percent=2, threats_percent=ALL, replies_percent=40),
    NumeriaSkill(own_percent=3, threats_percent=ALL, replies_percent=10),
    NumeriaSkill(own_percent=5, threats_percent=13, replies_percent=13),
    NumeriaSkill(own_percent=3, threats_percent=8, replies_percent=8),
    NumeriaSkill(own_percent=1, threats_percent=4, replies_percent=4),
    NumeriaSkill(own_percent=1, threats_percent=2, replies_percent=2),
    NumeriaSkill(own_percent=0, threats_percent=0, replies_percent=0),
    NUMERIA_SEARCH,
)

SKILLS: Mapping[str, tuple[Skill, ...]] = Parts("levels")
"""The skill of each level, in the order of LEVELS, by the key of the game."""


@dataclass(frozen=True)
class Measured:
    """The measured results of the levels of one game, each against its neighbours.

    - `pairs`: the games won, tied and lost by each level but the lowest against the one below it
    - `points`: for each level the lower quartile, the median and the upper quartile of its points
    - `a_turn`: for each level the median of its points a turn, 0 in a game not won by points
    - `beginner`: the games won, tied and lost by a simulated beginner against the lowest level
    - `beginner_a_turn`: the median of its points a turn
    """

    pairs: Sequence[Sequence[int]]
    points: Sequence[Sequence[int]]
    a_turn: Sequence[int]
    beginner: Sequence[int]
    beginner_a_turn: int


MEASURED: Mapping[str, Measured] = {
    game: Measured(**found)
    for game, found in json.loads(
        Path(__file__).with_name("measured.json").read_text(encoding="utf-8")
    ).items()
}
"""The results by the key of the game; `make bench-levels` measures them."""


def swaps_by_chance(key: str, level: int) -> bool:
    """Whether a level, counted from 0, swaps now and then without looking for a play before."""
    skill = SKILLS[key][level]
    return isinstance(skill, SumSkill) and skill.swap_percent > 0


def seconds_to_think(key: str, level: int) -> float:
    """How long a level, counted from 0, may think about a move of this game."""
    skill = SKILLS[key][level]
    looks_ahead = isinstance(skill, LookaheadSkill) and skill.racks > 0
    return LOOKING_AHEAD_SECONDS if looks_ahead else SECONDS


def choose_move(state: State, seat: Seat, level: int, time_limit: float | None = None) -> str:
    """The move of a level, counted from 0, for the seat on turn; `time_limit` is in seconds."""
    return choose_move_with(state, seat, SKILLS[state.key][level], time_limit)


def choose_move_with(
    state: State, seat: Seat, skill: Skill, time_limit: float | None = None
) -> str:
    """The move of a computer with this skill, for the seat on turn; `time_limit` is in seconds.

    It depends only on what that seat sees, and it is always legal.
    """
    seen = state.seen_by(seat)
    moves = _preferred_moves(seen, seat, skill, time_limit)
    return next(text for text in moves if is_legal(seen, seat, text))


def _preferred_moves(
    state: State, seat: Seat, skill: Skill, time_limit: float | None
) -> Iterator[str]:
    """Moves in the order of preference; the last one is always legal."""
    chance = SeededChoice.of_position(state, seat)
    if isinstance(skill, NumeriaSkill):
        assert isinstance(state, numeria.State)
        yield from choose_moves(state, seat, skill, chance, time_limit)
    elif isinstance(skill, NumeriaSearchSkill):
        assert isinstance(state, numeria.State)
        yield from choose_planned(state, seat, skill, time_limit)
    else:
        if isinstance(skill, SumSkill):
            yield from choose_sums(state, seat, skill, chance, time_limit)
        elif isinstance(skill, LookaheadSkill):
            yield from choose_ahead(state, seat, skill, time_limit)
        else:
            yield from choose_plays(state, seat, skill, chance, time_limit)
        swap = swap_all(state, seat)
        if swap is not None:
            yield swap
    yield "pass"
    yield "resign"


def is_legal(state: State, seat: Seat, text: str) -> bool:
    """Whether the rules accept this as a complete move."""
    try:
        return not state.check(seat, text).choices
    except Refusal:
        return False
