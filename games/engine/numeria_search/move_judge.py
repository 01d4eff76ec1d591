# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What a move of Numeria leaves to both seats: attacks, forced tropes, answers that lose one."""

from games.engine.numeria_search import marks, tables
from games.engine.numeria_search.move_lists import MoveLists
from games.engine.numeria_search.position import Position
from games.engine.numeria_search.search_budget import SearchBudget
from games.engine.numeria_search.tables import Tables, zeros
from games.engine.numeria_search.trope_proof import TropeProof

NO_SQUARE = tables.NO_SQUARE
PASS = marks.PASS
MOST_CLAIMS = 16  # that are told apart


class MoveJudge:
    """Judges moves of the seat on turn, one at a time.

    - `proof`: forced tropes; `lists`: the answers to a move
    - `answers`: by the claims that they make, how many answers leave no trope to be taken at once;
      `losing`: how many of those lose one within two moves, whatever is done
    """

    def __init__(self, position: Position, given: Tables, budget: SearchBudget) -> None:
        self.position = position
        self.budget = budget
        self.proof = TropeProof(self.position, given, self.budget)
        self.lists = MoveLists(self.position, 1)
        self.answers = zeros(MOST_CLAIMS)
        self.losing = zeros(MOST_CLAIMS)

    def forced_trope(self, most: int) -> tuple[int, int]:
        """See `TropeProof.first_move`."""
        return self.proof.first_move(most)

    def ends_game(self, move: int) -> bool:
        """Whether the game is over after a move."""
        self.position.make(move)
        is_over = self.position.is_over()
        self.position.undo()
        return is_over

    def is_gift(self, move: int) -> bool:
        """Whether the other can take a trope right after a move."""
        self.position.make(move)
        found = not self.position.is_over() and self.position.has_open(self.position.frozen())
        self.position.undo()
        return found

    def loses_trope(self, move: int, count: int) -> bool:
        """Whether the other takes a trope within this many moves after a move, whatever is done."""
        self.position.make(move)
        found = not self.position.is_over() and self.proof.wins_trope(count, 0)
        self.position.undo()
        return found

    def prospects(self, move: int) -> tuple[int, int, bool]:
        """The claims and the attacks that a move leaves to its seat if the other did nothing.

        The third tells whether, where no claim is left, the seat would win a trope by a double
        attack then: the other has to do something about it.
        """
        self.position.make(move)
        claims = self.position.count_frozen()
        other = self.position.turn
        last = self.position.last[other]
        self.position.last[other] = NO_SQUARE
        self.position.make(PASS)
        self.proof.threats.fill_attacks(0)
        attacks = self.proof.threats.lists.counts[0]
        doubles = self.proof.threats.doubles[0]
        is_plan = claims == 0 and doubles > 0 and self.proof.wins_trope(2, 0)
        self.position.undo()
        self.position.last[other] = last
        self.position.undo()
        return claims, attacks, is_plan

    def try_answers(self, move: int) -> tuple[int, int]:
        """How many in a thousand answers lose a trope: of all, and of those that attack most.

        Answers that leave a trope to be taken at once are left out: nobody makes them who sees it.
        """
        for claims in range(MOST_CLAIMS):
            self.answers[claims] = 0
            self.losing[claims] = 0
        self.position.make(move)
        if not self.position.is_over():
            self._list_answers()
            for index in range(self.lists.counts[0]):
                self._try_answer(self.lists.moves[index])
        self.position.undo()
        return self._shares()

    def _list_answers(self) -> None:
        """List the answers to a move that was just made: where it has a claim, those against it."""
        if self.position.has_open(self.position.frozen()) or self.position.count_frozen() == 0:
            self.lists.fill(0)
            return
        self.proof.threats.fill_answers(0)
        self.lists.begin(0)
        for index in range(self.proof.threats.lists.counts[0]):
            self.lists.add(0, self.proof.threats.lists.moves[index])

    def _try_answer(self, answer: int) -> None:
        self.position.make(answer)
        if self.position.is_over() or not self.position.has_open(self.position.frozen()):
            claims = self.position.count_frozen()
            if claims >= MOST_CLAIMS:
                claims = MOST_CLAIMS - 1
            self.answers[claims] += 1
            if not self.position.is_over() and self.proof.wins_trope(2, 0):
                self.losing[claims] += 1
        self.position.undo()

    def _shares(self) -> tuple[int, int]:
        """The shares of losing answers in thousandths; 0 where there is no answer."""
        whole = 0
        lost = 0
        among_attacks = 0
        for claims in range(MOST_CLAIMS):
            whole += self.answers[claims]
            lost += self.losing[claims]
            if self.answers[claims]:
                among_attacks = 1000 * self.losing[claims] // self.answers[claims]
        return (1000 * lost // whole if whole else 0), among_attacks
