# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What a game says of its lines and its points: the `Grammar` in the numbers of the search."""

from games.engine.equations import marks
from games.engine.equations.arrays import array_of
from games.engine.equations.grammar import Grammar

NEVER = marks.NEVER
NO_SYMBOL = marks.NO_SYMBOL


class LineRules:
    """The rules of lines and points; nothing here changes during a search.

    `symbol_points` holds the points of each symbol's tile. `equals` and `divide` are the codes of
    the two signs. The other attributes are those of `Grammar` with the same name, but that
    `fraction_cap` is a number of points in any case.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.symbol_count = len(grammar.symbols)
        self.symbol_points = array_of([symbol.points for symbol in grammar.symbols])
        self.equals = grammar.codes["="]
        self.divide = grammar.codes.get("/", NO_SYMBOL)
        self.chains = grammar.chains
        self.open_ends = grammar.open_ends
        self.must_equal = grammar.must_equal
        self.free_equals = grammar.free_equals
        self.apart = grammar.apart
        self.bingo = grammar.bingo
        self.hand = grammar.hand
        self.bingo_in_line = grammar.bingo_in_line
        self.fraction_bonus = grammar.fraction_bonus
        self.fraction_cap = NEVER if grammar.fraction_cap is None else grammar.fraction_cap

    def bonus(self, denominator: int) -> int:
        """The points that a line earns by the denominator of its value in lowest terms."""
        bonus = self.fraction_bonus * (denominator - 1)
        return bonus if bonus < self.fraction_cap else self.fraction_cap
