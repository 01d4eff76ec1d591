# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The plays of one tile: they score by crossing lines alone, in both directions."""

from games.engine.equations import grammar as kinds
from games.engine.equations.best_plays import BestPlays
from games.engine.equations.board import Board
from games.engine.equations.cross_checks import CrossChecks
from games.engine.equations.line_rules import LineRules
from games.engine.equations.member_reader import MemberReader
from games.engine.equations.rack import Rack

START = kinds.START


class SingleTiles:
    """Tries each symbol on each empty square where a play may lie."""

    def __init__(
        self,
        rules: LineRules,
        reader: MemberReader,
        rack: Rack,
        checks: CrossChecks,
        best: BestPlays,
    ) -> None:
        self.rules = rules
        self.reader = reader
        self.rack = rack
        self.checks = checks
        self.board: Board = self.checks.board
        self.best = best

    def record_all(self) -> None:
        """Record all plays of one tile that are among the best."""
        for square in range(self.board.squares):
            if self.board.symbols[square] >= 0 or not self.checks.is_anchor[square]:
                continue
            allowed = self.checks.allowed
            both = allowed[square] & allowed[self.board.squares + square]
            for symbol in range(self.rules.symbol_count):
                if both >> symbol & 1:
                    self._record(square, symbol)

    def _record(self, square: int, symbol: int) -> None:
        across = square * self.rules.symbol_count + symbol
        down = (self.board.squares + square) * self.rules.symbol_count + symbol
        gain = self.checks.cross_gain[across] + self.checks.cross_gain[down]
        if gain & 15 == 0 and not self.best.zero_counts:
            return
        if self.board.is_empty and not self._is_expression(symbol):
            return
        is_free = symbol == self.rules.equals and self.rules.free_equals
        is_blank = not is_free and not self.rack.counts[symbol]
        points = gain >> 4
        if is_blank:
            points -= self.checks.blank_loss[across] + self.checks.blank_loss[down]
        self.best.record(points, 0, ((square, symbol, is_blank),))

    def _is_expression(self, symbol: int) -> bool:
        """Whether one symbol alone has a value."""
        self.reader.begin(0)
        if not self.reader.follow[START] >> symbol & 1 or not self.reader.step(0, symbol):
            return False
        return bool(self.reader.ends[self.reader.state[1]])
