# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The search for the plays that earn most on one board, exact for every grammar it is given.

A line of members with equals signs between them is found member by member, not tile by tile:

1. For every empty square and direction it is known once which symbols the crossing line takes and
   what that earns (`CrossChecks`).
2. No line is searched that cannot earn more than what is found, and no member grows where it could
   not be part of such a play (`LineBounds`); the most promising line comes first.
3. Members of few new tiles are stored under their exact value (`Members`, `PartStore`): those on
   squares without crossing lines once for the whole board ("free"), the others line by line.
   Joined by equals signs they make *sides*: all that stands left or right of a member
   (`SideMaker`).
4. Of all members of a line one has the most new tiles, the first of several. It is never stored
   but looked up as it is found, among the sides of the same value (`SideFinder`, `WholeLines`).
"""

from games.engine.equations import marks
from games.engine.equations.best_plays import BestPlays, Found
from games.engine.equations.board import Board
from games.engine.equations.cross_checks import CrossChecks
from games.engine.equations.grammar import Grammar
from games.engine.equations.inputs import BoardAndRack, Wanted
from games.engine.equations.line import Line
from games.engine.equations.line_bounds import LineBounds
from games.engine.equations.line_judge import LineJudge
from games.engine.equations.line_rules import LineRules
from games.engine.equations.member_reader import Evaluate, MemberReader
from games.engine.equations.members import Members
from games.engine.equations.part_store import PartStore
from games.engine.equations.rack import Rack
from games.engine.equations.search_clock import SearchClock
from games.engine.equations.side_finder import SideFinder
from games.engine.equations.side_maker import SideMaker
from games.engine.equations.single_tiles import SingleTiles
from games.engine.equations.whole_lines import WholeLines

__all__ = ["Search", "is_compiled", "search_for"]

NEVER = marks.NEVER


def is_compiled() -> bool:
    """Whether this file runs compiled."""
    return not __file__.endswith(".py")


class Search:
    """One search: made for a position by `search_for`, run once.

    - `wanted`: what is searched for, as it was given
    """

    def __init__(
        self,
        checks: CrossChecks,
        single_tiles: SingleTiles,
        line: Line,
        bounds: LineBounds,
        store: PartStore,
        members: Members,
        sides: SideMaker,
        best: BestPlays,
        clock: SearchClock,
        wanted: Wanted,
    ) -> None:
        self.checks = checks
        self.single_tiles = single_tiles
        self.line = line
        self.rules: LineRules = self.line.rules
        self.bounds = bounds
        self.store = store
        self.members = members
        self.sides = sides
        self.best = best
        self.clock = clock
        self.wanted = wanted

    def run(self) -> list[Found]:
        """The best plays, best first; see `is_exact`.

        Plays that differ only in which of two equal symbols is a blank are one play.
        """
        self.checks.fill()
        if self.wanted.zero in ("all", "quiet"):
            self.best.want_zero()
        if not self.rules.apart and self.wanted.least < 2:
            self.single_tiles.record_all()
        if self.wanted.zero == "quiet":
            self._search_form(False, False, False)
            return self.best.in_order()
        self._store_free()
        self._search_board()
        if not self.best.found and not self.rules.must_equal and self._may_go_on_to_zero():
            self.best.want_zero()
            if not self.rules.apart:
                self.single_tiles.record_all()
            self._search_board()
        return self.best.in_order()

    def _may_go_on_to_zero(self) -> bool:
        return self.wanted.zero == "alone" and not self.clock.is_over

    def is_exact(self) -> bool:
        """Whether the search came to its end."""
        return not self.clock.is_over

    def steps(self) -> int:
        """How many steps it took."""
        return self.clock.steps

    def _store_free(self) -> None:
        """All small members of squares without crossing lines, and what they make together."""
        self.members.store_free()
        if self.rules.chains and self.line.rack.placeable >> self.rules.equals & 1:
            self.sides.chain_free()
        self.store.free_end = self.store.top

    def _search_board(self) -> None:
        """All lines, in each form that the game has."""
        self._search_form(True, False, False)
        if not self.rules.apart:
            self._search_form(False, False, False)
            if self.rules.open_ends:
                self._search_form(False, True, False)
                self._search_form(False, False, True)

    def _search_form(self, scoring: bool, open_before: bool, open_after: bool) -> None:
        """All lines in one form, see `Line`."""
        if self.clock.is_over:
            return
        self.line.take_form(scoring, open_before, open_after)
        for most, direction, number in self._lines():
            if self.clock.look():
                return
            if most > self.best.threshold:
                self._search_line(direction, number)

    def _lines(self) -> list[tuple[int, int, int]]:
        """What each line can earn at most, its direction and its number; most promising first."""
        wanted = self.wanted.lines
        lines = [
            (self._most_of_line(direction, number), direction, number)
            for direction in range(1 if self.rules.apart else 2)
            for number in range(self.line.size)
            if wanted is None or (direction, number) in wanted
        ]
        if self.line.scoring:
            lines.sort(key=lambda line: -line[0])
        return lines

    def _most_of_line(self, direction: int, number: int) -> int:
        """Lines that score only by those that cross them are judged when they are searched."""
        if not self.line.scoring:
            return NEVER
        if not self._load(direction, number):
            return -1
        return self.bounds.most_of_line + NEVER * self.bounds.fractions_here

    def _load(self, direction: int, number: int) -> bool:
        """Take up one line; False where nothing can be found."""
        return self.line.load(direction, number) and self.bounds.load()

    def _search_line(self, direction: int, number: int) -> None:
        if not self._load(direction, number):
            return
        if self.line.joins:
            self.bounds.forget_sides()
            members = self.store.top
            self.members.store_bound()
            if not self.clock.is_over:
                self.sides.make(members, self.store.top)
        if not self.clock.is_over:
            self.members.join_all()
        self.store.forget_line()


def search_for(grammar: Grammar, given: BoardAndRack, evaluate: Evaluate, wanted: Wanted) -> Search:
    """A search of all its parts, each with those that it needs.

    `evaluate` gives the value of a member that is too long for the search, by the rules.
    """
    clock = SearchClock(wanted.ends_at, wanted.steps)
    rules = LineRules(grammar)
    reader = MemberReader(grammar, given.size + 2, evaluate)
    judge = LineJudge(rules, reader, given.size + 2)
    board = Board(given)
    rack = Rack(rules, given)
    best = BestPlays(wanted, rules.must_equal)
    checks = CrossChecks(rules, judge, board, rack, clock)
    line = Line(rules, board, rack, checks)
    bounds = LineBounds(rules, rack, line, best)
    store = PartStore(clock)
    finder = SideFinder(rules, rack, line, store, clock)
    sides = SideMaker(rack, line, bounds, store, finder, clock)
    whole = WholeLines(reader, judge, rack, checks, line, store, finder, best, clock)
    members = Members(reader, rack, checks, line, bounds, store, whole, best, clock)
    single_tiles = SingleTiles(rules, reader, rack, checks, best)
    return Search(checks, single_tiles, line, bounds, store, members, sides, best, clock, wanted)
