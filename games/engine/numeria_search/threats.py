# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Attacks of Numeria, and what may parry them, found from the lines that they are made in."""

from games.engine.numeria_search import marks, tables
from games.engine.numeria_search.move_lists import MoveLists
from games.engine.numeria_search.position import Position
from games.engine.numeria_search.tables import Tables, no_bits, zeros
from games.rules.numeria import movement

ONE = 1  # in 64 bits without a sign where this file is compiled
BASE = tables.BASE
SQUARES = tables.SQUARES
LINE_COUNT = len(movement.LINES4)
ROOM = marks.ROOM
MOST_CLAIMS = 8  # that are looked at, of one attack
DOUBLE = BASE  # stands for a number: there are two or more


class Threats:
    """For each ply a list of attacks, or of answers to one.

    A claim is a trope that the next move of the same seat would take: a line that lacks one number,
    and the tile that can go there, its completer. An attack leaves a claim that the other cannot
    take first, as the tile that was moved is part of it and frozen (M6).

    - `lists`: the moves, and at the ply `spare` those of one tile; `doubles`: by ply how many of
      the attacks, which come first, leave claims with two completers
    - `completers`: by start and end of a move the number of the completer of its claim, DOUBLE for
      two, 0 while nothing is noted; `noted`: the moves that have one, `noted_count` of them
    - `from_bits`, `to_bits`: by claim the squares from where, and to where, a move may parry it,
      `claim_count` of them; `to_counts`: how many bits the second has
    """

    def __init__(self, position: Position, given: Tables, plies: int) -> None:
        self.position = position
        self.spare = plies
        self.lists = MoveLists(self.position, plies + 1)
        self.pair_heads = given.pair_heads
        self.pair_fills = given.pair_fills
        self.doubles = zeros(plies)
        self.completers = zeros(SQUARES * SQUARES)
        self.noted = zeros(ROOM)
        self.noted_count = 0
        self.from_bits = no_bits(MOST_CLAIMS)
        self.to_bits = no_bits(MOST_CLAIMS)
        self.to_counts = zeros(MOST_CLAIMS)
        self.claim_count = 0

    # --- attacks ---

    def attacks(self) -> list[int]:
        """Every attack that is found, those with two completers first."""
        self.fill_attacks(0)
        return [self.lists.moves[index] for index in range(self.lists.counts[0])]

    def fill_attacks(self, ply: int) -> None:
        """List the moves after which the same seat can take a trope with the tile that it moved."""
        frozen = self.position.frozen()
        self.noted_count = 0
        for line in range(LINE_COUNT):
            if self.position.line_tiles[line] == 2:
                self._note_line(line, frozen)
        for place in range(self.position.gap_count):
            self._note_gap(self.position.gaps[place], frozen)
        self._list_noted(ply)

    def _note_line(self, line: int, frozen: int) -> None:
        """Note each way to bring one of two numbers that are lacking to a line, the other next."""
        mask = 0
        key = 0
        ends = 0
        for place in range(4):
            square = self.position.line_squares[4 * line + place]
            number = self.position.numbers[square]
            if number:
                mask |= 1 << place
                key = key * BASE + number
            else:
                ends = ends << 6 | square
        index = self.pair_heads[mask * BASE * BASE + key]
        while self.pair_fills[index]:
            one = self.position.square_of[self.pair_fills[index]]
            other = self.position.square_of[self.pair_fills[index + 1]]
            if one >= 0 and other >= 0:
                self._note_way(one, ends >> 6, other, ends & 63, frozen)
                self._note_way(other, ends & 63, one, ends >> 6, frozen)
            index += 2

    def _note_way(self, start: int, end: int, completer: int, gap: int, frozen: int) -> None:
        """Note a move if the completer could go to the gap after it."""
        if start == frozen or not self.position.can_go(start, end):
            return
        bits = (ONE << start) | (ONE << end)
        self.position.occupied ^= bits
        is_claim = self.position.can_go(completer, gap)
        self.position.occupied ^= bits
        if is_claim:
            self._note(start + (end << 6), self.position.numbers[completer])

    def _note_gap(self, line: int, frozen: int) -> None:
        """Note the moves of a completer to squares from where it could go to its gap."""
        gap = self.position.gap_end(line)
        for which in range(2):
            number = self.position.completing[2 * self.position.gap_of[line] + which]
            start = self.position.square_of[number]
            if start < 0 or start == frozen:
                continue
            self.lists.begin(self.spare)
            self.lists.add_tile(self.spare, start)
            first = self.spare * ROOM
            for index in range(first, first + self.lists.counts[self.spare]):
                end = self.lists.moves[index] >> 6
                bits = (ONE << start) | (ONE << end)
                self.position.occupied ^= bits
                is_claim = self.position.can_go(end, gap)
                self.position.occupied ^= bits
                if is_claim:
                    self._note(start + (end << 6), number)

    def _note(self, move: int, completer: int) -> None:
        if self.completers[move] == 0:
            self.completers[move] = completer
            self.noted[self.noted_count] = move
            self.noted_count += 1
        elif self.completers[move] != completer:
            self.completers[move] = DOUBLE

    def _list_noted(self, ply: int) -> None:
        """List the moves that are noted, those with two completers first."""
        self.lists.begin(ply)
        for index in range(self.noted_count):
            if self.completers[self.noted[index]] == DOUBLE:
                self.lists.add(ply, self.noted[index])
        self.doubles[ply] = self.lists.counts[ply]
        for index in range(self.noted_count):
            if self.completers[self.noted[index]] != DOUBLE:
                self.lists.add(ply, self.noted[index])
            self.completers[self.noted[index]] = 0

    # --- answers ---

    def answers(self) -> list[int]:
        """The moves that may parry every claim that the other has."""
        self.fill_answers(0)
        return [self.lists.moves[index] for index in range(self.lists.counts[0])]

    def fill_answers(self, ply: int) -> bool:
        """List the moves that may parry every claim of the other; whether there is a claim.

        After any other move at least one claim is left. The seat to move has no claim itself.
        """
        self.lists.begin(ply)
        self._find_claims()
        if self.claim_count == 0:
            return False
        best = 0
        for claim in range(1, self.claim_count):
            if self.to_counts[claim] < self.to_counts[best]:
                best = claim
        frozen = self.position.frozen()
        for number in range(1, BASE):
            start = self.position.square_of[number]
            if start >= 0 and start != frozen:
                self._add_answers(ply, start, best)
        return True

    def _add_answers(self, ply: int, start: int, claim: int) -> None:
        """List the moves of a tile that may parry this claim and the others."""
        first = self.lists.counts[ply]
        if self.from_bits[claim] >> start & 1:
            self.lists.add_tile(ply, start)
        else:
            for end in range(SQUARES):
                if self.to_bits[claim] >> end & 1 and self.position.can_go(start, end):
                    self.lists.add(ply, start + (end << 6))
        last = self.lists.counts[ply]
        self.lists.counts[ply] = first
        for index in range(ply * ROOM + first, ply * ROOM + last):
            move = self.lists.moves[index]
            if self._may_parry(move):
                self.lists.add(ply, move)

    def _may_parry(self, move: int) -> bool:
        """Whether a move changes something in every claim."""
        for claim in range(self.claim_count):
            is_from = self.from_bits[claim] >> (move & 63) & 1
            if not is_from and not self.to_bits[claim] >> (move >> 6) & 1:
                return False
        return True

    def _find_claims(self) -> None:
        """Note what each claim of the other rests on; no tile is frozen for it."""
        self.claim_count = 0
        for place in range(self.position.gap_count):
            line = self.position.gaps[place]
            gap = self.position.gap_end(line)
            for which in range(2):
                start = self.position.completer(line, which, gap)
                if start >= 0 and self.claim_count < MOST_CLAIMS:
                    self._note_claim(line, start, gap)

    def _note_claim(self, line: int, start: int, gap: int) -> None:
        from_bits = ONE << start
        for place in range(4):
            from_bits |= ONE << self.position.line_squares[4 * line + place]
        to_bits = ONE << gap
        between = self.position.between[start * SQUARES + gap]
        if self.position.occupied & between == 0:
            to_bits |= between
        else:
            self.position.jump_ends(start)
            square = gap
            while square != start:
                before = self.position.came_from[square]
                to_bits |= ONE << square
                from_bits |= ONE << (square + before >> 1)  # the tile jumped over
                square = before
        claim = self.claim_count
        self.from_bits[claim] = from_bits
        self.to_bits[claim] = to_bits
        count = 0
        while to_bits:
            to_bits &= to_bits - 1
            count += 1
        self.to_counts[claim] = count
        self.claim_count += 1
