# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Whole lines: a member with the sides that have its value, offered where they are a play."""

import itertools
from collections.abc import Iterator

from games.engine.equations import marks
from games.engine.equations.best_plays import BestPlays
from games.engine.equations.cross_checks import CrossChecks
from games.engine.equations.line import Line
from games.engine.equations.line_judge import LineJudge
from games.engine.equations.line_rules import LineRules
from games.engine.equations.member_reader import MemberReader
from games.engine.equations.part import Part
from games.engine.equations.part_store import PartStore
from games.engine.equations.rack import Rack
from games.engine.equations.search_clock import SearchClock
from games.engine.equations.side_finder import SideFinder

AFTER = marks.AFTER
BEFORE = marks.BEFORE


class WholeLines:
    """Joins the member with the most new tiles with its sides.

    `whole` has the figures of the run that was put together last, but not its value and places.
    """

    def __init__(
        self,
        reader: MemberReader,
        judge: LineJudge,
        rack: Rack,
        checks: CrossChecks,
        line: Line,
        store: PartStore,
        finder: SideFinder,
        best: BestPlays,
        clock: SearchClock,
    ) -> None:
        self.reader = reader
        self.judge = judge
        self.rack = rack
        self.checks = checks
        self.line = line
        self.rules: LineRules = self.line.rules
        self.store = store
        self.finder = finder
        self.best = best
        self.clock = clock
        self.whole = Part()

    def join(self, member: Part) -> None:
        """Offer a member that was just read, with the sides that have its value or by itself.

        Of several members with the most new tiles the first is the one that is joined.
        """
        top = self.store.top
        middle = top
        if self.line.joins:
            member.bucket = self.store.bucket(member.numerator, member.denominator)
            if self.line.equals_fits[member.far + 1]:
                self.finder.find(AFTER, member.far + 1, member, member.tiles)
                middle = self.store.top
            if member.tiles > 0 and self.line.equals_fits[member.near - 1]:
                self.finder.find(BEFORE, member.near - 1, member, member.tiles - 1)
        if self.store.top > top or not self.line.scoring:
            self.line.add_up(member, self.reader)
            self._consider_all(member, top, middle)
        self.store.top = top

    def _consider_all(self, member: Part, top: int, middle: int) -> None:
        """The member with each side, and each two sides, that were found.

        Those from `top` up to `middle` stand after it, those from there on before it.
        """
        begins = self.line.begins[member.near]
        finishes = self.line.finishes[member.far]
        if begins:
            for after in range(top, middle):
                self._consider(-1, member, after)
        for before in range(middle, self.store.top):
            if finishes:
                self._consider(before, member, -1)
            if self.rules.chains:
                for after in range(top, middle):
                    self._consider(before, member, after)
        if begins and finishes and not self.line.scoring:
            self._consider(-1, member, -1)

    def _consider(self, before: int, member: Part, after: int) -> None:
        """One whole line: offered if it is a play that may be among the best.

        `before` and `after` are the indices of its sides, negative for none.
        """
        self.clock.count_step()
        first = (self.store.far[before] if before >= 0 else member.near) - self.line.open_before
        last = (self.store.far[after] if after >= 0 else member.far) + self.line.open_after
        if self.line.has_anchor(first, last):
            self._put_together(before, member, after, first, last)
            points = self._points(member.denominator)
            if points > self.best.threshold and self._fits():
                self._offer(points, first, last)

    def _fits(self) -> bool:
        """Whether the rack has the tiles of the run, and they are as many as are wanted.

        Plays of one tile are found elsewhere.
        """
        if self.whole.tiles > self.rack.tiles or self.whole.squares < 2:
            return False
        if self.whole.tiles < self.best.least:
            return False
        return self.rack.fits(self.whole.use)

    def _put_together(self, before: int, member: Part, after: int, first: int, last: int) -> None:
        """Add up the figures of the run, from left to right."""
        line = self.line
        whole = self.whole
        whole.clear()
        if line.open_before:
            line.append_equals(whole, first)
        if before >= 0:
            self.store.append_to(whole, before)
            line.append_equals(whole, member.near - 1)
        whole.append(member)
        if after >= 0:
            line.append_equals(whole, member.far + 1)
            self.store.append_to(whole, after)
        if line.open_after:
            line.append_equals(whole, last)

    def _points(self, denominator: int) -> int:
        """The points of the run as if no tile were a blank; -1 where it is no play."""
        whole = self.whole
        points = whole.cross_gain >> 4
        if self.line.scoring:
            points += whole.points * whole.factor + self.rules.bonus(denominator)
        elif whole.cross_gain & 15 == 0 and not self.best.zero_counts:
            return -1
        if whole.tiles == self.rules.hand and (self.line.scoring or not self.rules.bingo_in_line):
            points += self.rules.bingo
        return points

    def _offer(self, points: int, first: int, last: int) -> None:
        """Record the run unless a member stands twice; `points` as if no tile were a blank."""
        line = self.line
        factor = self.whole.factor if line.scoring else 0
        symbols = self.whole.symbols
        new = []
        for place in range(first, last + 1):
            symbol = line.fixed[place]
            if symbol < 0:
                symbol = symbols & 63
                symbols >>= 6
                loss = self.rules.symbol_points[symbol] * line.tile_factor[place] * factor
                loss += self.checks.blank_loss[line.gain_index[place] + symbol]
                new.append((line.square_of[place], symbol, loss))
            self.judge.line[place - first] = symbol
        if self.rules.chains and self.judge.has_repeated_member(last - first + 1):
            return
        lost, blanks = min(
            (sum(new[index][2] for index in chosen), chosen) for chosen in self._blanks(new)
        )
        laid = tuple(
            (square, symbol, index in blanks) for index, (square, symbol, _) in enumerate(new)
        )
        self.best.record(points - lost, line.direction, laid)

    def _blanks(self, new: list[tuple[int, int, int]]) -> Iterator[tuple[int, ...]]:
        """Every choice of as few blanks as will do, so that the rack has the other new tiles.

        `new` holds square, symbol, and points that are lost if it is a blank; a choice is the
        indices of some of them. All choices look the same on the board, and only the one that
        earns most is a play.
        """
        symbols = [symbol for _, symbol, _ in new]
        choices = []
        for symbol in set(symbols):
            if symbol != self.rules.equals or not self.rules.free_equals:
                indices = [index for index, each in enumerate(symbols) if each == symbol]
                lacking = max(0, len(indices) - self.rack.counts[symbol])
                choices.append(itertools.combinations(indices, lacking))
        for chosen in itertools.product(*choices):
            yield tuple(itertools.chain.from_iterable(chosen))
