# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What a whole line is by the rules (N4, N7, E8): illegal, an expression, or an equality."""

from games.engine.equations import grammar as kinds
from games.engine.equations.arrays import zeros
from games.engine.equations.line_rules import LineRules
from games.engine.equations.member_reader import MemberReader

ILLEGAL = kinds.ILLEGAL
EXPRESSION = kinds.EXPRESSION
INCOMPLETE = kinds.INCOMPLETE
COMPLETE = kinds.COMPLETE


class LineJudge:
    """Judges lines of symbols, member by member.

    The caller writes the symbols of the line into `line`, from index 0. `members` counts those that
    were read; `numerator` and `denominator` are the value of the last of them.
    """

    def __init__(self, rules: LineRules, reader: MemberReader, squares: int) -> None:
        self.rules = rules
        self.reader = reader
        self.line = zeros(squares + 2)
        self.members = 0
        self.numerator = 0
        self.denominator = 1

    def judge(self, length: int) -> int:
        """What the first `length` symbols are as a line, from ILLEGAL to COMPLETE.

        Of a COMPLETE line the reader then has the value.
        """
        equals = 0
        opens = 0
        self.members = 0
        self.reader.begin(0)
        for place in range(length + 1):
            symbol = self.line[place] if place < length else self.rules.equals
            if symbol != self.rules.equals:
                if not self._reads(place, symbol):
                    return ILLEGAL
                continue
            if place == self.reader.start:
                opens += 1
                if 0 < place < length or opens == 2:
                    return ILLEGAL
            elif not self._closes(place):
                return ILLEGAL
            if place < length:
                equals += 1
                self.reader.begin(place + 1)
        return self._kind(length, equals, opens)

    def _reads(self, place: int, symbol: int) -> bool:
        """Whether the member may go on with this symbol."""
        if not self.reader.follow[self.reader.state[place]] >> symbol & 1:
            return False
        return self.reader.step(place, symbol)

    def _closes(self, place: int) -> bool:
        """Whether a member ends before this place, with the value of the one before it."""
        reader = self.reader
        if not reader.ends[reader.state[place]] or not reader.close(place):
            return False
        if self.members and (
            reader.numerator != self.numerator or reader.denominator != self.denominator
        ):
            return False
        self.members += 1
        self.numerator = reader.numerator
        self.denominator = reader.denominator
        return True

    def _kind(self, length: int, equals: int, opens: int) -> int:
        """What a line of these members is, by its equals signs and those at its ends."""
        if equals == 0:
            return EXPRESSION
        if (opens and not self.rules.open_ends) or (equals > 1 and not self.rules.chains):
            return ILLEGAL
        if self.rules.chains and self.members > 1 and self.has_repeated_member(length):
            return ILLEGAL
        return INCOMPLETE if opens else COMPLETE

    def has_repeated_member(self, length: int) -> bool:
        """Whether a member stands twice among the first `length` symbols (N7)."""
        first = 0
        while first < length:
            size = self._member_size(first, length)
            other = first + size + 1
            while other < length:
                other_size = self._member_size(other, length)
                if other_size == size and self._is_same(first, other, size):
                    return True
                other += other_size + 1
            first += size + 1
        return False

    def _is_same(self, first: int, other: int, size: int) -> bool:
        """Whether the same `size` symbols stand from both places on."""
        same = 0
        while same < size and self.line[first + same] == self.line[other + same]:
            same += 1
        return same == size

    def _member_size(self, first: int, length: int) -> int:
        """How many squares the member has that begins here."""
        end = first
        while end < length and self.line[end] != self.rules.equals:
            end += 1
        return end - first
