"""The grammar and the numbers of one game as plain data, so that one search serves them all."""

from collections.abc import Mapping
from dataclasses import dataclass

DIGIT, PLUS, MINUS, TIMES, DIVIDE, EQUALS, FRACTION, POWER, NEGATIVE = range(9)
"""What a symbol is. The four operators stand together, see `MemberReader.step`."""

START, OPERATOR, SIGN, NUMBER, SIGNED, ZERO, DONE = range(7)
"""What stands before a place of a member: nothing, an operator, a minus of a number, a number that
may grow, one behind a negative tile, a single 0, a number that may not grow."""

ILLEGAL, EXPRESSION, INCOMPLETE, COMPLETE = range(4)
"""What a line is (N4)."""

_OPERATORS = {"+": PLUS, "-": MINUS, "*": TIMES, "/": DIVIDE, "=": EQUALS}


@dataclass(frozen=True)
class Symbol:
    """What may lie on a square: its kind, its one or two numbers, and the points of its tile.

    `[5/6]` has the numbers 5 and 6, `[2^-1]` has 2 and -1, `[-4]` has 4.
    """

    face: str
    kind: int
    points: int
    first: int = 0
    second: int = 1

    @classmethod
    def read(cls, face: str, points: int) -> "Symbol":
        """The symbol of a tile.

        >>> Symbol.read("[2^-1]", 8)
        Symbol(face='[2^-1]', kind=7, points=8, first=2, second=-1)
        """
        if face in _OPERATORS:
            return cls(face, _OPERATORS[face], points)
        number = face.strip("[]")
        for sign, kind in (("/", FRACTION), ("^", POWER)):
            if sign in number:
                first, _, second = number.partition(sign)
                return cls(face, kind, points, int(first), int(second))
        return cls(face, DIGIT if int(number) >= 0 else NEGATIVE, points, abs(int(number)))


def symbols(points: Mapping[str, int], blank: str) -> tuple[Symbol, ...]:
    """The symbols of a tile set, in its order."""
    return tuple(Symbol.read(face, worth) for face, worth in points.items() if face != blank)


@dataclass(frozen=True)
class Grammar:
    """What tells the lines of one game from those of another.

    - `unary_minus`: a number may have a minus before it (N6); else `-` only subtracts (E6)
    - `below_zero`: a running result may be negative
    - `chains`: more than one equals sign in a line (N4), and no member twice (N7)
    - `open_ends`: a line may begin or end with an equals sign (N4)
    - `must_equal`: a play must form a complete equality; else plain expressions are plays (E8)
    - `free_equals`: equals signs are always at hand, and no blank stands for one (E11, E12)
    - `fraction_bonus`, `fraction_cap`: for each unit of the denominator above 1 (N8)
    - `bingo`, `hand`: the points for laying `hand` tiles of the rack in one play
    - `bingo_in_line`: those tiles must lie in one equation (E8)
    - `apart`: stage 1, only rows of their own (E21)
    """

    symbols: tuple[Symbol, ...]
    bingo: int
    hand: int
    unary_minus: bool = False
    below_zero: bool = False
    chains: bool = False
    open_ends: bool = False
    must_equal: bool = False
    free_equals: bool = False
    fraction_bonus: int = 0
    fraction_cap: int | None = None
    bingo_in_line: bool = False
    apart: bool = False

    @property
    def codes(self) -> dict[str, int]:
        """The number of each symbol."""
        return {symbol.face: code for code, symbol in enumerate(self.symbols)}


def symbols_after(grammar: Grammar, state: int) -> int:
    """The symbols of a member that may stand in this state, as a sum of powers of two."""
    return sum(
        1 << code for code, symbol in enumerate(grammar.symbols) if _follows(grammar, state, symbol)
    )


def _follows(grammar: Grammar, state: int, symbol: Symbol) -> bool:
    if symbol.kind == EQUALS:
        return False  # it ends the member
    if state in (START, OPERATOR):
        return symbol.kind not in OPERATORS or (symbol.kind == MINUS and grammar.unary_minus)
    if state == SIGN:
        return symbol.kind == DIGIT and symbol.first > 0
    if symbol.kind in OPERATORS:
        return True
    if state not in (NUMBER, SIGNED):
        return False
    if symbol.kind == FRACTION:
        return symbol.first < symbol.second
    return symbol.kind == DIGIT or (symbol.kind == POWER and state == NUMBER)


OPERATORS = (PLUS, MINUS, TIMES, DIVIDE)
