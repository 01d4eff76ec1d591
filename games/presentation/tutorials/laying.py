"""Positions and goals of the lessons of games in which tiles are laid."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.presentation.tutorials.base import LEARNER, Goal, Test, scoring_runs
from games.rules import GAMES
from games.rules.grid import Square, crossing, move_on
from games.rules.interface import State
from games.rules.messages import gettext_noop
from games.rules.moves import Run, Verdict
from games.rules.notation import Play
from games.rules.placement import place_tiles
from games.rules.stock import Stock
from games.rules.tile_game import TileGame
from games.rules.tiles import Bag
from games.rules.tokens import split_symbols


@dataclass(frozen=True)
class Laid:
    """Tiles on the board, as plays in notation of which nothing is asked but room, and a rack."""

    lies: tuple[str, ...] = ()
    rack: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    is_bag_empty: bool = False

    def state(self, key: str) -> State:
        start = GAMES[key].unseeded(first=LEARNER, options=self.options)
        assert isinstance(start, TileGame)
        return replace(start, board=self._board(start), stock=self._stock(start.stock))

    def _board(self, start: TileGame) -> dict[Square, str]:
        board: dict[Square, str] = {}
        for text in self.lies:
            play = start.parse_move(text)
            assert isinstance(play, Play)
            board |= place_tiles(board, start.layout, play)
        return board

    def _stock(self, full: Stock) -> Stock:
        own = tuple(supply.own_tiles(split_symbols(self.rack)) for supply in full.supplies)
        bags = tuple(
            Bag(0 if self.is_bag_empty else len(bag), bag.drawn, bag.label) for bag in full.bags
        )
        return replace(full, bags=bags, racks=(own, *full.racks[1:]))


# --- what a play does ---


def _scores(state: State, verdict: Verdict) -> bool:
    return bool(scoring_runs(verdict))


def _makes_two(state: State, verdict: Verdict) -> bool:
    return len(scoring_runs(verdict)) > 1


def _crosses(state: State, verdict: Verdict) -> bool:
    """Whether a complete line goes through a tile of a line that lay at right angles to it."""
    return any(
        any(move_on(square, crossing(_step(run)), by) in state.board for by in (1, -1))
        for run in scoring_runs(verdict)
        for square in run.squares
        if square in state.board
    )


def _step(run: Run) -> tuple[int, int]:
    (row, column), (next_row, next_column) = run.squares[:2]
    return next_row - row, next_column - column


def _grown(state: State, verdict: Verdict) -> list[Run]:
    """The complete lines in which a whole one lay already."""
    return [run for run in scoring_runs(verdict) if "=" in _old_faces(state, run)]


def _old_faces(state: State, run: Run) -> list[str]:
    return [state.board[square] for square in run.squares if square in state.board]


def _grows(state: State, verdict: Verdict) -> bool:
    return bool(_grown(state, verdict))


def _grows_at_both_ends(state: State, verdict: Verdict) -> bool:
    new = set(verdict.squares)
    return any({run.squares[0], run.squares[-1]} <= new for run in _grown(state, verdict))


def _multiplies_a_line(state: State, verdict: Verdict) -> bool:
    return any(run.factor > 1 for run in scoring_runs(verdict))


def _is_below_zero(state: State, verdict: Verdict) -> bool:
    return any(run.value is not None and run.value < 0 for run in scoring_runs(verdict))


def _lays_a_blank(state: State, verdict: Verdict) -> bool:
    return verdict.kind == "play" and "?" in verdict.text


def _lays_the_whole_rack(state: State, verdict: Verdict) -> bool:
    return verdict.bonus > 0


# --- what may be asked ---

SCORE = Goal(_scores, gettext_noop("A legal move, but no line of it has two sides of one value."))
TWO_LINES = Goal(_makes_two, gettext_noop("A legal move, but only one line of it counts."))
CROSS = Goal(_crosses, gettext_noop("A legal move, but no line of it crosses an old one."))
GROW = Goal(_grows, gettext_noop("A legal move, but the old line has not become longer."))
GROW_AT_BOTH_ENDS = Goal(
    _grows_at_both_ends, gettext_noop("A legal move, but the old line has not grown at both ends.")
)
MULTIPLIED_LINE = Goal(
    _multiplies_a_line, gettext_noop("A legal move, but no line of it is multiplied.")
)
BELOW_ZERO = Goal(_is_below_zero, gettext_noop("A legal move, but its value is not below zero."))
BLANK = Goal(_lays_a_blank, gettext_noop("A legal move, but the blank is still on your rack."))
WHOLE_RACK = Goal(
    _lays_the_whole_rack, gettext_noop("A legal move, but some tiles are still on your rack.")
)
SWAP = Goal(
    lambda state, verdict: verdict.kind == "swap", gettext_noop("A legal move, but no swap.")
)


def fraction_of(least: int) -> Goal:
    """Ask for a value whose denominator is at least this."""

    def is_met(state: State, verdict: Verdict) -> bool:
        values = [run.value for run in scoring_runs(verdict)]
        return any(value is not None and value.denominator >= least for value in values)

    return Goal(is_met, gettext_noop("A legal move, but its value is no such fraction."))


def cover(*looks: str) -> Goal:
    """Ask for a tile of a complete line on a premium square of one of these looks."""

    def is_met(state: State, verdict: Verdict) -> bool:
        lines = {square for run in scoring_runs(verdict) for square in run.squares}
        premiums = (state.layout.premiums.get(square) for square in lines & set(verdict.squares))
        return any(premium is not None and premium.look in looks for premium in premiums)

    return Goal(is_met, gettext_noop("A legal move, but no new tile lies on such a square."))


def read(pattern: str, otherwise: str) -> Goal:
    """Ask for a complete line in whose text this regular expression is found."""
    return Goal(_reads(pattern), otherwise)


def _reads(pattern: str) -> Test:
    expression = re.compile(pattern)
    return lambda state, verdict: any(expression.search(run.text) for run in scoring_runs(verdict))


def earn(points: int) -> Goal:
    """Ask for at least this many points."""
    return Goal(
        lambda state, verdict: verdict.points >= points,
        gettext_noop("A legal move, but it earns less than was asked."),
    )


def keep(tile: str, otherwise: str) -> Goal:
    """Ask for a complete line, with this tile left on the rack."""

    def is_met(state: State, verdict: Verdict) -> bool:
        rack = state.racks[LEARNER]
        assert not isinstance(rack, int)
        return _scores(state, verdict) and Counter(rack)[tile] > verdict.text.count(tile)

    return Goal(is_met, otherwise)


FINISHED_ROW = read(r"\*", gettext_noop("A legal move, but it does not finish the row."))
