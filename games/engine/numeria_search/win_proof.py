# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Wins, or a trope, within a few own moves, proven by trying every answer of the other."""

from games.engine.numeria_search import marks, tables
from games.engine.numeria_search.move_lists import MoveLists
from games.engine.numeria_search.position import Position
from games.engine.numeria_search.search_budget import SearchBudget
from games.engine.numeria_search.tables import zeros
from games.rules.numeria import constants

NO_SQUARE = tables.NO_SQUARE
TROPES_TO_WIN = constants.TROPES_TO_WIN
LAST_IDLE = constants.MAX_SCORELESS_TURNS
LINE_SHIFT = marks.LINE_SHIFT
NO_MOVE = marks.NO_MOVE
ROOM = marks.ROOM


class WinProof:
    """The proof that the seat to move, the attacker, wins.

    Of the attacker only attacks are tried, moves that take a trope or leave one to be taken next;
    in full width every move. Of the other every legal move is tried. A win is the third trope, or
    more tropes at the end by turns without one (M9, M10). For one trope more instead, of which the
    other takes none before, `take_one` is called first.

    - `attacker`: the seat; `goal`: the tropes that it is to have; `most_allowed`: those that the
      other may have by then
    - `is_full_width`: whether every move of the attacker is tried; `most_moves`: how many own
      moves a proof may have
    - `refutations`: by ply the answer that stood last against an attack: it is tried first
    """

    def __init__(
        self, position: Position, budget: SearchBudget, is_full_width: bool, most_moves: int
    ) -> None:
        plies = 2 * most_moves + 1
        self.position = position
        self.budget = budget
        self.lists = MoveLists(self.position, plies)
        self.most_moves = most_moves
        self.attacker = self.position.turn
        self.goal = TROPES_TO_WIN
        self.most_allowed = TROPES_TO_WIN - 1
        self.is_full_width = is_full_width
        self.refutations = zeros(plies)
        for ply in range(plies):
            self.refutations[ply] = NO_MOVE

    def take_one(self) -> None:
        """From now on prove one trope more than the attacker has now."""
        self.goal = self.position.taken[self.attacker] + 1
        self.most_allowed = self.position.taken[1 - self.attacker]

    def first_moves(self, count: int, is_one_enough: bool) -> list[int]:
        """The first moves that win within this many own moves, or only one of them.

        When the budget is over, those that are proven by then. Raises ValueError for more than
        `most_moves`.
        """
        if count > self.most_moves:
            raise ValueError("a proof of so many moves has no room")
        winning: list[int] = []
        if not self._may_win(count):
            return winning
        self.lists.fill(0)
        for index in range(self.lists.counts[0]):
            move = self.lists.moves[index]
            if self._move_wins(move, count, 0):
                winning.append(move)
                if is_one_enough:
                    break
        return winning

    def _move_wins(self, move: int, count: int, ply: int) -> bool:
        """Whether the attacker wins with a move, the first of this many."""
        if self.budget.spend():
            return False
        self.position.make(move)
        wins = self._is_tried(move, count) and self._beats_answers(count - 1, ply + 1)
        self.position.undo()
        return wins

    def _is_tried(self, move: int, count: int) -> bool:
        """Whether a move that was just made is an attack, or may end the game, or all count."""
        return (
            self.is_full_width
            or move >> LINE_SHIFT != 0
            or self.position.has_open(NO_SQUARE)
            or self._may_end_idle(count)
        )

    def _beats_answers(self, count: int, ply: int) -> bool:
        """Whether the attacker wins with this many more moves after every answer."""
        if self._is_decided():
            return self._has_won()
        if not self._may_win(count):
            return False
        self.lists.fill(ply)
        if self.refutations[ply] != NO_MOVE:
            self.lists.bring_forward(ply, self.refutations[ply])
        for index in range(ply * ROOM, ply * ROOM + self.lists.counts[ply]):
            answer = self.lists.moves[index]
            if not self._beats(answer, count, ply):
                self.refutations[ply] = answer
                return False
        return True

    def _beats(self, answer: int, count: int, ply: int) -> bool:
        """Whether the attacker wins with this many more moves after one answer."""
        if self.budget.spend():
            return False
        self.position.make(answer)
        if self._is_decided():
            wins = self._has_won()
        else:
            wins = self._wins(count, ply + 1)
        self.position.undo()
        return wins

    def _wins(self, count: int, ply: int) -> bool:
        """Whether the attacker, on turn, wins with this many moves."""
        if not self._may_win(count):
            return False
        if count == 1 and not self._may_end_idle(count):
            return self.position.has_open(self.position.frozen())
        self.lists.fill(ply)
        for index in range(ply * ROOM, ply * ROOM + self.lists.counts[ply]):
            if self._move_wins(self.lists.moves[index], count, ply):
                return True
        return False

    def _may_win(self, count: int) -> bool:
        """Whether this many moves may do at all."""
        lacking = self.goal - self.position.taken[self.attacker]
        return lacking <= count or self._may_end_idle(count)

    def _may_end_idle(self, count: int) -> bool:
        """Whether the game may end by turns without a trope within this many own moves."""
        return self.position.idle + 2 * count + 1 >= LAST_IDLE

    def _is_decided(self) -> bool:
        """Whether the goal is reached, or cannot be any more."""
        return (
            self.position.is_over()
            or self.position.taken[self.attacker] >= self.goal
            or self.position.taken[1 - self.attacker] > self.most_allowed
        )

    def _has_won(self) -> bool:
        """Whether what is decided is what the attacker wanted."""
        own = self.position.taken[self.attacker]
        is_ahead = own > self.position.taken[1 - self.attacker]
        return own >= self.goal or is_ahead and self.position.is_over()
