# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Reading the symbols of a member one by one: what may follow, and the exact value reached.

Values are pairs of integers. Compiled, these have 64 bits. No sum, product or denominator of a
member is larger than its number of terms times ten to the number of its digits: each number
counts in a product either with its numerator or with its denominator, and both are less than ten
to the number of its squares. A digit counts 1, a fraction 1 more (`9[5/6]` is 59/6, less than
100), a power as many times its digits as its exponent says. Up to `WIDEST` digits in at most ten
terms every result is less than 10^18 < 2^63. A member of a board of 15 squares has no more; where
a member of a larger board or with powers has more, it is not calculated here at all but judged by
the rules in Python's integers; a value of 2^62 or more goes by a number of its own (`_close_wide`).
"""

from collections.abc import Callable
from fractions import Fraction

from games.engine.equations import grammar as kinds
from games.engine.equations.arrays import array_of, zeros
from games.engine.equations.grammar import Grammar, symbols_after

WIDEST = 17

DIGIT = kinds.DIGIT
PLUS = kinds.PLUS
MINUS = kinds.MINUS
DIVIDE = kinds.DIVIDE
FRACTION = kinds.FRACTION
POWER = kinds.POWER

START = kinds.START
OPERATOR = kinds.OPERATOR
SIGN = kinds.SIGN
NUMBER = kinds.NUMBER
SIGNED = kinds.SIGNED
ZERO = kinds.ZERO
DONE = kinds.DONE

Evaluate = Callable[[str], Fraction | None]
"""The exact value of a member by the rules of the game; None where it has none."""


class MemberReader:
    """One member of a line, as far as it has been read.

    A place is a square of the line, counted from 0. By place these arrays hold what stands before
    it, so that reading can go on from any place with another symbol:

    - `state`: what its last symbol is, from START to DONE in `grammar`
    - `sum_numerator`, `sum_denominator`: the sum of the terms that are complete
    - `term_numerator`, `term_denominator`: the term being read, without its last number
    - `number`: the number being read; `digits`: its digits; `divides`: whether it is a divisor
    - `width`: the digits of all numbers of the member, see above

    `path` holds by place the symbol that lies there. By symbol there are `faces`, its text, `kind`,
    and `first_number` and `second_number`, those that a tile shows. By state there are `follow`,
    the symbols that may come next as bits, and `ends`, whether a member may end there.

    The member begins at the place `start`. The value of the member that was closed last is
    `numerator` over `denominator`, in lowest terms; with a `denominator` of 0 the numerator only
    stands for the value, which `wide_values` holds.
    """

    def __init__(self, grammar: Grammar, squares: int, evaluate: Evaluate) -> None:
        symbols = grammar.symbols
        self.evaluate = evaluate
        self.faces = [each.face for each in symbols]
        self.kind = array_of([each.kind for each in symbols])
        self.first_number = array_of([each.first for each in symbols])
        self.second_number = array_of([each.second for each in symbols])
        self.never_negative = not grammar.below_zero
        self.follow = array_of([symbols_after(grammar, state) for state in range(7)])
        self.ends = array_of([int(state >= NUMBER) for state in range(7)])
        self.state = zeros(squares + 2)
        self.sum_numerator = zeros(squares + 2)
        self.sum_denominator = zeros(squares + 2)
        self.term_numerator = zeros(squares + 2)
        self.term_denominator = zeros(squares + 2)
        self.divides = zeros(squares + 2)
        self.number = zeros(squares + 2)
        self.digits = zeros(squares + 2)
        self.width = zeros(squares + 2)
        self.path = zeros(squares + 2)
        self.start = 0
        self.numerator = 0
        self.denominator = 1
        self.wide_values: dict[Fraction, int] = {}

    def begin(self, place: int) -> None:
        """A member begins on a square."""
        self.start = place
        self.state[place] = START
        self.sum_numerator[place] = 0
        self.sum_denominator[place] = 1
        self.term_numerator[place] = 1
        self.term_denominator[place] = 1
        self.divides[place] = 0
        self.number[place] = 0
        self.digits[place] = 0
        self.width[place] = 0

    def step(self, place: int, symbol: int) -> bool:
        """Lay a symbol, which may follow, on a square; False if it makes the member illegal."""
        self.path[place] = symbol
        kind = self.kind[symbol]
        state = self.state[place]
        if kind != DIGIT and (kind != MINUS or state >= SIGN):
            return self._operate(place, kind) if kind <= DIVIDE else self._read_tile(place, symbol)
        number = self.number[place]
        digits = self.digits[place]
        width = self.width[place]
        above = self.term_numerator[place]
        if kind == DIGIT:
            width += 1
            digits += 1
            if width <= WIDEST:
                number = number * 10 + self.first_number[symbol]
            if state < NUMBER:
                state = NUMBER if self.first_number[symbol] else ZERO
        else:
            above = -above
            state = SIGN
        self.state[place + 1] = state
        self.sum_numerator[place + 1] = self.sum_numerator[place]
        self.sum_denominator[place + 1] = self.sum_denominator[place]
        self.term_numerator[place + 1] = above
        self.term_denominator[place + 1] = self.term_denominator[place]
        self.divides[place + 1] = self.divides[place]
        self.number[place + 1] = number
        self.digits[place + 1] = digits
        self.width[place + 1] = width
        return True

    def _operate(self, place: int, kind: int) -> bool:
        """The same for an operator: it ends a number, and `+` and `-` end a term."""
        sum_above = self.sum_numerator[place]
        sum_below = self.sum_denominator[place]
        above = self.term_numerator[place]
        below = self.term_denominator[place]
        if self.width[place] <= WIDEST:
            if self.divides[place] == 0:
                above *= self.number[place]
            elif self.number[place] == 0:
                return False
            else:
                below *= self.number[place]
            if kind <= MINUS:
                sum_above = sum_above * below + above * sum_below
                sum_below *= below
                if self.never_negative and sum_above < 0:
                    return False
                above = 1 if kind == PLUS else -1
                below = 1
        self.sum_numerator[place + 1] = sum_above
        self.sum_denominator[place + 1] = sum_below
        self.term_numerator[place + 1] = above
        self.term_denominator[place + 1] = below
        self.state[place + 1] = OPERATOR
        self.number[place + 1] = 0
        self.digits[place + 1] = 0
        self.width[place + 1] = self.width[place]
        self.divides[place + 1] = kind == DIVIDE
        return True

    def _read_tile(self, place: int, symbol: int) -> bool:
        """The same for a tile that is a fraction, a power or a negative number (E5, E16)."""
        first = self.first_number[symbol]
        second = self.second_number[symbol]
        if self.kind[symbol] == FRACTION:
            self._read_fraction(place, first, second)
        elif self.kind[symbol] == POWER:
            self._read_power(place, first, second)
        else:
            self._copy_terms(place, -self.term_numerator[place])
            self._set_number(place + 1, SIGNED, first, 1, self.width[place] + 1)
            self.divides[place + 1] = self.divides[place]
        return True

    def _read_fraction(self, place: int, first: int, second: int) -> None:
        """The fraction first/second lies here, behind the whole number if there is one."""
        above = self.term_numerator[place]
        below = self.term_denominator[place]
        if self.width[place] < WIDEST:
            number = self.number[place] * second + first
            above *= second if self.divides[place] else number
            below *= number if self.divides[place] else second
        self._copy_terms(place, above)
        self.term_denominator[place + 1] = below
        self._set_number(place + 1, DONE, 1, 1, self.width[place] + 1)
        self.divides[place + 1] = 0

    def _read_power(self, place: int, first: int, second: int) -> None:
        """The digit first with the exponent second lies on a square, the last of its number."""
        above = self.term_numerator[place]
        below = self.term_denominator[place]
        divides = self.divides[place]
        times = second if second > 0 else -second
        width = self.width[place] + (self.digits[place] + 1) * times - self.digits[place]
        if width <= WIDEST:
            base = self.number[place] * 10 + first
            number = base
            for _ in range(times - 1):
                number *= base
            above *= number if divides == (second < 0) else 1
            below *= number if divides != (second < 0) else 1
        self._copy_terms(place, above)
        self.term_denominator[place + 1] = below
        self._set_number(place + 1, DONE, 1, 1, width)
        self.divides[place + 1] = 0

    def _copy_terms(self, place: int, above: int) -> None:
        """The sum and the term before the next square are as here, but for this numerator."""
        self.sum_numerator[place + 1] = self.sum_numerator[place]
        self.sum_denominator[place + 1] = self.sum_denominator[place]
        self.term_numerator[place + 1] = above
        self.term_denominator[place + 1] = self.term_denominator[place]

    def _set_number(self, place: int, state: int, number: int, digits: int, width: int) -> None:
        """The state and the number before a square."""
        self.state[place] = state
        self.number[place] = number
        self.digits[place] = digits
        self.width[place] = width

    def close(self, place: int) -> bool:
        """The member ends before a square: its value in lowest terms, above and below.

        False if it has none.
        """
        above = self.term_numerator[place]
        below = self.term_denominator[place]
        if self.width[place] > WIDEST:
            return self._close_wide(place)
        if self.divides[place] == 0:
            above *= self.number[place]
        elif self.number[place] == 0:
            return False
        else:
            below *= self.number[place]
        above = self.sum_numerator[place] * below + above * self.sum_denominator[place]
        below *= self.sum_denominator[place]
        if self.never_negative and above < 0:
            return False
        if below < 0:
            above = -above
            below = -below
        if below > 1:
            rest = above % below
            if rest == 0:
                above //= below
                below = 1
            else:
                divisor = common_divisor(below, -rest if rest < 0 else rest)
                if divisor > 1:
                    above //= divisor
                    below //= divisor
        self.numerator = above
        self.denominator = below
        return True

    def _close_wide(self, place: int) -> bool:
        """The same for a member whose numbers are too long: its value by the rules of the game.

        A denominator of 0 tells that the number above it only stands for the value.
        """
        member = "".join(self.faces[self.path[at]] for at in range(self.start, place))
        value = self.evaluate(member)
        if value is None:
            return False
        if max(abs(value.numerator), value.denominator) < 2**62:
            self.numerator, self.denominator = value.numerator, value.denominator
        else:
            self.numerator, self.denominator = (
                self.wide_values.setdefault(value, len(self.wide_values)),
                0,
            )
        return True


def common_divisor(a: int, b: int) -> int:
    """The greatest common divisor of two integers that are not negative."""
    while b > 1:
        a, b = b, a % b
    return b or a
