"""Eight opponents a game, each stronger than the one before it: see benchmarks/levels.md."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from games.engine.attention import Attention, attentive_moves
from games.engine.dice import Dice
from games.engine.glances import Sight, fresh_tiles, seen_plays
from games.engine.sums import Sums, sums_found
from games.rules import numeria
from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.rules.moves import Seat
from games.rules.placement import LaidState
from games.rules.refusals import Refusal


@dataclass(frozen=True)
class Level:
    """An opponent: its key, its name, and what is to be expected of it."""

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
    Level("engine", gettext_noop("Engine"), gettext_noop("the strongest of all")),
)

Skill = Sums | Sight | Attention

ALL = 100  # in a hundred: the lowest levels at Numeria do not look ahead to their own next move

SKILLS: Mapping[str, tuple[Skill, ...]] = {
    "numerica": (
        Sums(symbols=6, largest=20, finds=3, swaps=4),
        Sums(symbols=8, largest=50, finds=30, swaps=2),
        Sight(79, "+-*", 50, 1),
        Sight(76, "+-*/", 100, 1),
        Sight(81, "+-*/", 300, 2),
        Sight(87, "+-*/", 1000, 2),
        Sight(94),
        Sight(100),
    ),
    "equate": (
        Sums(symbols=6, largest=20, finds=2, swaps=3),
        Sums(symbols=10, largest=100, finds=100, swaps=2),
        Sight(86, "+-*/", 60, 4),
        Sight(88, "+-*/", 150, 6),
        Sight(91, "+-*/", 1000),
        Sight(94),
        Sight(97),
        Sight(100),
    ),
    "digifeud": (
        Sums(symbols=6, largest=100, finds=1, swaps=0),
        Sums(symbols=8, largest=100, finds=2, swaps=0),
        Sight(67, "+-*", 33),
        Sight(70, "+-*", 42),
        Sight(76, "+-*", 54),
        Sight(84, "+-*", 70),
        Sight(96),
        Sight(100, plans=True, racks=3),
    ),
    "numeria": (
        Attention(0, ALL, 80),
        Attention(2, ALL, 40),
        Attention(3, ALL, 10),
        Attention(5, 13, 13),
        Attention(3, 8, 8),
        Attention(1, 4, 4),
        Attention(1, 2, 2),
        Attention(0, 0, 0),
    ),
}
"""What each level can do, by the key of the game."""


@dataclass(frozen=True)
class Measured:
    """What came of the levels of one game against their neighbours, with the usual settings.

    `pairs` tells for each level but the lowest how many games it won, tied and lost against the
    one before it, `points` for each level the least and the most of about half of its games, those
    in the middle, and the median between them. `a_turn` is the median of the points a turn, 0 in a
    game that is not won by points. `beginner` is what a simulated beginner won, tied and lost
    against the lowest level, `beginner_a_turn` what it made in a turn.
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
"""By the key of the game; `make bench-levels` measures."""


def choose(state: State, seat: Seat, level: int, deadline: float | None = None) -> str:
    """The move of a level, counted from 0, for the seat on turn."""
    return choose_with(state, seat, SKILLS[state.key][level], deadline)


def choose_with(state: State, seat: Seat, skill: Skill, deadline: float | None = None) -> str:
    """The move of somebody who can do this, for the seat on turn.

    It follows from what that seat sees alone, and the rules have the last word: a move that they
    refuse is not chosen. `deadline` is how many seconds the search may take.
    """
    seen = state.seen_by(seat)
    moves = _wanted(seen, seat, skill, deadline)
    return next(text for text in moves if is_legal(seen, seat, text))


def _wanted(state: State, seat: Seat, skill: Skill, deadline: float | None) -> Iterator[str]:
    """Moves in the order in which they are wanted; the last one is always legal."""
    dice = Dice.of(state, seat)
    if isinstance(skill, Attention):
        yield from attentive_moves(cast(numeria.State, state), seat, skill, dice, deadline)
    else:
        laid = cast(LaidState, state)
        if isinstance(skill, Sums):
            yield from sums_found(laid, seat, skill, dice, deadline)
        else:
            yield from seen_plays(laid, seat, skill, dice, deadline)
        swap = fresh_tiles(laid, seat)
        if swap is not None:
            yield swap
    yield "pass"
    yield "resign"


def is_legal(state: State, seat: Seat, text: str) -> bool:
    """Whether the rules take this as a whole move."""
    try:
        return not state.check(seat, text).choices
    except Refusal:
        return False
