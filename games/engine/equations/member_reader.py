# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Reading the symbols of a line one by one: what may follow, and the exact value that is reached.

Values are pairs of integers. Compiled, these have 64 bits. No sum, product or denominator of a
member is larger than its number of terms times ten to the number of its digits: each number
counts in a product either with its numerator or with its denominator, and both are less than ten
to the number of its squares. A digit counts 1, a fraction 1 more (`9[5/6]` is 59/6, less than
100), a power as many times its digits as its exponent says. Up to `WIDEST` digits in at most ten
terms every result is less than 10^18 < 2^63. A member of a board of 15 squares has no more; where
a member of a larger board or with powers has more, it is not calculated here at all but judged by
the rules in Python's integers; a value of 2^62 or more goes by a number of its own (`close_wide`).
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
EQUALS = kinds.EQUALS
FRACTION = kinds.FRACTION
POWER = kinds.POWER

START = kinds.START
OPERATOR = kinds.OPERATOR
SIGN = kinds.SIGN
NUMBER = kinds.NUMBER
SIGNED = kinds.SIGNED
ZERO = kinds.ZERO
DONE = kinds.DONE
ILLEGAL = kinds.ILLEGAL
EXPRESSION = kinds.EXPRESSION
INCOMPLETE = kinds.INCOMPLETE
COMPLETE = kinds.COMPLETE

Evaluate = Callable[[str], Fraction | None]
"""The exact value of a member by the rules of the game; None where it has none."""


class MemberReader:
    """One member of a line, as far as it has been read.

    At index c these arrays hold what stands before square c:

    - `state`: what its last symbol is, see `grammar`
    - `sum_numerator`, `sum_denominator`: the sum of the terms that are complete
    - `term_numerator`, `term_denominator`: the term being read, without its last number
    - `number`: the number being read; `digits`: its digits; `divides`: whether it is a divisor
    - `width`: the digits of all numbers of the member, see above

    `path` holds the symbols of the member by square, `line` those of the line in `judge`. By
    symbol there are `faces`, `kind`, `first_number` and `second_number`; by state `follow`, the
    symbols that may come next as bits, and `ends`, whether a member may end there. The value that
    was read last is `numerator` and `denominator`.
    """

    def __init__(self, grammar: Grammar, squares: int, evaluate: Evaluate) -> None:
        symbols = grammar.symbols
        self.evaluate = evaluate
        self.faces = [symbol.face for symbol in symbols]
        self.kind = array_of([symbol.kind for symbol in symbols])
        self.first_number = array_of([symbol.first for symbol in symbols])
        self.second_number = array_of([symbol.second for symbol in symbols])
        self.equals = grammar.codes["="]
        self.never_negative = not grammar.below_zero
        self.chains = grammar.chains
        self.open_ends = grammar.open_ends
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
        self.line = zeros(squares + 2)
        self.start = 0
        self.numerator = 0
        self.denominator = 1
        self.wide_values: dict[Fraction, int] = {}

    def begin(self, c: int) -> None:
        """A member begins on square c."""
        self.start = c
        self.state[c] = START
        self.sum_numerator[c] = 0
        self.sum_denominator[c] = 1
        self.term_numerator[c] = 1
        self.term_denominator[c] = 1
        self.divides[c] = 0
        self.number[c] = 0
        self.digits[c] = 0
        self.width[c] = 0

    def step(self, c: int, x: int) -> bool:
        """Symbol x, which may follow, lies on square c; False if it makes the member illegal."""
        self.path[c] = x
        kind = self.kind[x]
        state = self.state[c]
        if kind != DIGIT and (kind != MINUS or state >= SIGN):
            return self.operate(c, kind) if kind <= DIVIDE else self.special(c, x)
        number = self.number[c]
        digits = self.digits[c]
        width = self.width[c]
        above = self.term_numerator[c]
        if kind == DIGIT:
            width += 1
            digits += 1
            if width <= WIDEST:
                number = number * 10 + self.first_number[x]
            if state < NUMBER:
                state = NUMBER if self.first_number[x] else ZERO
        else:
            above = -above
            state = SIGN
        self.state[c + 1] = state
        self.sum_numerator[c + 1] = self.sum_numerator[c]
        self.sum_denominator[c + 1] = self.sum_denominator[c]
        self.term_numerator[c + 1] = above
        self.term_denominator[c + 1] = self.term_denominator[c]
        self.divides[c + 1] = self.divides[c]
        self.number[c + 1] = number
        self.digits[c + 1] = digits
        self.width[c + 1] = width
        return True

    def operate(self, c: int, kind: int) -> bool:
        """The same for an operator: it ends a number, and `+` and `-` end a term."""
        sum_above = self.sum_numerator[c]
        sum_below = self.sum_denominator[c]
        above = self.term_numerator[c]
        below = self.term_denominator[c]
        if self.width[c] <= WIDEST:
            if self.divides[c] == 0:
                above *= self.number[c]
            elif self.number[c] == 0:
                return False
            else:
                below *= self.number[c]
            if kind <= MINUS:
                sum_above = sum_above * below + above * sum_below
                sum_below *= below
                if self.never_negative and sum_above < 0:
                    return False
                above = 1 if kind == PLUS else -1
                below = 1
        self.sum_numerator[c + 1] = sum_above
        self.sum_denominator[c + 1] = sum_below
        self.term_numerator[c + 1] = above
        self.term_denominator[c + 1] = below
        self.state[c + 1] = OPERATOR
        self.number[c + 1] = 0
        self.digits[c + 1] = 0
        self.width[c + 1] = self.width[c]
        self.divides[c + 1] = kind == DIVIDE
        return True

    def special(self, c: int, x: int) -> bool:
        """The same for a tile that is a fraction, a power or a negative number (E5, E16)."""
        first = self.first_number[x]
        second = self.second_number[x]
        if self.kind[x] == FRACTION:
            self._read_fraction(c, first, second)
        elif self.kind[x] == POWER:
            self._read_power(c, first, second)
        else:
            self._copy_terms(c, -self.term_numerator[c])
            self._set_number(c + 1, SIGNED, first, 1, self.width[c] + 1)
            self.divides[c + 1] = self.divides[c]
        return True

    def _read_fraction(self, c: int, first: int, second: int) -> None:
        """The fraction first/second lies on square c, behind the whole number if there is one."""
        above = self.term_numerator[c]
        below = self.term_denominator[c]
        if self.width[c] < WIDEST:
            number = self.number[c] * second + first
            above *= second if self.divides[c] else number
            below *= number if self.divides[c] else second
        self._copy_terms(c, above)
        self.term_denominator[c + 1] = below
        self._set_number(c + 1, DONE, 1, 1, self.width[c] + 1)
        self.divides[c + 1] = 0

    def _read_power(self, c: int, first: int, second: int) -> None:
        """The digit first with the exponent second lies on square c, the last of its number."""
        above = self.term_numerator[c]
        below = self.term_denominator[c]
        divides = self.divides[c]
        times = second if second > 0 else -second
        width = self.width[c] + (self.digits[c] + 1) * times - self.digits[c]
        if width <= WIDEST:
            base = self.number[c] * 10 + first
            number = base
            for _ in range(times - 1):
                number *= base
            above *= number if divides == (second < 0) else 1
            below *= number if divides != (second < 0) else 1
        self._copy_terms(c, above)
        self.term_denominator[c + 1] = below
        self._set_number(c + 1, DONE, 1, 1, width)
        self.divides[c + 1] = 0

    def _copy_terms(self, c: int, above: int) -> None:
        """The sum and the term before the next square are as before c, but for this numerator."""
        self.sum_numerator[c + 1] = self.sum_numerator[c]
        self.sum_denominator[c + 1] = self.sum_denominator[c]
        self.term_numerator[c + 1] = above
        self.term_denominator[c + 1] = self.term_denominator[c]

    def _set_number(self, c: int, state: int, number: int, digits: int, width: int) -> None:
        """The state and the number before square c."""
        self.state[c] = state
        self.number[c] = number
        self.digits[c] = digits
        self.width[c] = width

    def close(self, c: int) -> bool:
        """The member ends before square c: its value in lowest terms, above and below.

        False if it has none.
        """
        above = self.term_numerator[c]
        below = self.term_denominator[c]
        if self.width[c] > WIDEST:
            return self.close_wide(c)
        if self.divides[c] == 0:
            above *= self.number[c]
        elif self.number[c] == 0:
            return False
        else:
            below *= self.number[c]
        above = self.sum_numerator[c] * below + above * self.sum_denominator[c]
        below *= self.sum_denominator[c]
        if self.never_negative and above < 0:
            return False
        if below < 0:
            above = -above
            below = -below
        if below > 1:
            divisor = common_divisor(-above if above < 0 else above, below)
            above //= divisor
            below //= divisor
        self.numerator = above
        self.denominator = below
        return True

    def close_wide(self, c: int) -> bool:
        """The same for a member whose numbers are too long: its value by the rules of the game.

        A denominator of 0 tells that the number above it only stands for the value.
        """
        member = "".join(self.faces[self.path[place]] for place in range(self.start, c))
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

    def judge(self, length: int) -> int:
        """What the symbols in `line` are as a line, and its value (N4, E8)."""
        members = 0
        equals = 0
        opens = 0
        above = 0
        below = 1
        self.begin(0)
        for c in range(length + 1):
            x = self.line[c] if c < length else self.equals
            if x != self.equals:
                if not self.follow[self.state[c]] >> x & 1 or not self.step(c, x):
                    return ILLEGAL
                continue
            if c < length:
                equals += 1
            if c == self.start:
                opens += 1
                if 0 < c < length or opens == 2:
                    return ILLEGAL
            else:
                if not self.ends[self.state[c]] or not self.close(c):
                    return ILLEGAL
                if members and (self.numerator != above or self.denominator != below):
                    return ILLEGAL
                members += 1
                above = self.numerator
                below = self.denominator
            if c < length:
                self.begin(c + 1)
        if equals == 0:
            return EXPRESSION
        if (opens and not self.open_ends) or (equals > 1 and not self.chains):
            return ILLEGAL
        if self.chains and members > 1 and self.has_repeated_member(length):
            return ILLEGAL
        return INCOMPLETE if opens else COMPLETE

    def has_repeated_member(self, length: int) -> bool:
        """Whether a member stands twice in `line` (N7)."""
        first = 0
        while first < length:
            size = self.member_size(first, length)
            other = first + size + 1
            while other < length:
                if self.member_size(other, length) == size:
                    same = 0
                    while same < size and self.line[first + same] == self.line[other + same]:
                        same += 1
                    if same == size:
                        return True
                other += self.member_size(other, length) + 1
            first += size + 1
        return False

    def member_size(self, first: int, length: int) -> int:
        """How many squares the member has that begins here in `line`."""
        end = first
        while end < length and self.line[end] != self.equals:
            end += 1
        return end - first


def common_divisor(a: int, b: int) -> int:
    """The greatest common divisor of two integers that are not negative."""
    while b:
        a, b = b, a % b
    return a
