# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""One trope more by force: attacks of one seat, and the answers of the other that may parry."""

from games.engine.numeria_search import marks
from games.engine.numeria_search.position import Position
from games.engine.numeria_search.search_budget import SearchBudget
from games.engine.numeria_search.tables import Tables, zeros
from games.engine.numeria_search.threats import Threats
from games.rules.numeria import constants

LAST_IDLE = constants.MAX_SCORELESS_TURNS
MOST_MOVES = 8  # own moves of a proof
PLIES = 2 * MOST_MOVES + 1
NO_MOVE = marks.NO_MOVE
ROOM = marks.ROOM


class TropeProof:
    """The proof that the seat to move takes a trope before the other does.

    Of this seat only attacks are tried; of the other all that may parry them.

    - `refutations`: by ply the answer that stood last against an attack: it is tried first
    - `found`: by ply the attack that was proven last
    """

    def __init__(self, position: Position, given: Tables, budget: SearchBudget) -> None:
        self.position = position
        self.budget = budget
        self.threats = Threats(self.position, given, PLIES)
        self.refutations = zeros(PLIES)
        self.found = zeros(PLIES)
        for ply in range(PLIES):
            self.refutations[ply] = NO_MOVE

    def first_move(self, most: int) -> tuple[int, int]:
        """An attack that takes a trope in the fewest own moves, and how many; else NO_MOVE and 0.

        `most` is from 2 to MOST_MOVES; a trope that can be taken at once is for the caller.
        """
        for count in range(2, most + 1):
            if self.wins_trope(count, 0):
                return self.found[0], count
        return NO_MOVE, 0

    def wins_trope(self, count: int, ply: int) -> bool:
        """Whether the seat to move takes a trope within this many own moves, whatever is done."""
        if self.budget.spend():
            return False
        if self.position.has_open(self.position.frozen()):
            return True
        if count < 2 or self.position.idle + 2 * count - 2 >= LAST_IDLE:
            return False
        self.threats.fill_attacks(ply)
        most = self.threats.lists.counts[ply]
        if count == 2:
            most = self.threats.doubles[ply]
        for index in range(ply * ROOM, ply * ROOM + most):
            move = self.threats.lists.moves[index]
            if self._holds(move, count, ply):
                self.found[ply] = move
                return True
        return False

    def _holds(self, move: int, count: int, ply: int) -> bool:
        """Whether an attack, the first of this many moves, leads to a trope."""
        self.position.make(move)
        is_sound = not self.position.has_open(self.position.frozen())
        holds = is_sound and self._beats_answers(count - 1, ply + 1)
        self.position.undo()
        return holds

    def _beats_answers(self, count: int, ply: int) -> bool:
        """Whether a trope is taken within this many moves more after every answer."""
        if not self.threats.fill_answers(ply):
            return False
        if self.refutations[ply] != NO_MOVE:
            self.threats.lists.bring_forward(ply, self.refutations[ply])
        first = ply * ROOM
        for index in range(first, first + self.threats.lists.counts[ply]):
            answer = self.threats.lists.moves[index]
            self.position.make(answer)
            wins = self.wins_trope(count, ply + 1)
            self.position.undo()
            if not wins:
                self.refutations[ply] = answer
                return False
        return not self.budget.is_over
