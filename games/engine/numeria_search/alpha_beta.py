# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Alpha-beta search of Numeria: the best move, deeper and deeper until the budget is over."""

from games.engine.numeria_search import marks, tables
from games.engine.numeria_search.move_lists import MoveLists
from games.engine.numeria_search.position import Position
from games.engine.numeria_search.position_table import PositionTable
from games.engine.numeria_search.search_budget import SearchBudget
from games.engine.numeria_search.tables import zeros
from games.rules.numeria import constants

WIN_VALUE = marks.WIN_VALUE
SURE_WIN = marks.SURE_WIN
TROPE_VALUE = marks.TROPE_VALUE
THREAT_VALUE = marks.THREAT_VALUE
BEYOND_ALL = 2 * WIN_VALUE
EXACT, AT_LEAST, AT_MOST = marks.EXACT, marks.AT_LEAST, marks.AT_MOST
NO_MOVE = marks.NO_MOVE
PASS = marks.PASS
LINE_SHIFT = marks.LINE_SHIFT
ROOM = marks.ROOM
SQUARES = tables.SQUARES
LAST_IDLE = constants.MAX_SCORELESS_TURNS
DEEPEST_SEARCH = marks.DEEPEST_SEARCH  # full width
PLIES = DEEPEST_SEARCH + 12  # with the tropes taken after it
RANKED = 12  # moves of a node that are sought by their score; the others follow as they are
FIRST_SCORE, TAKE_SCORE, KILLER_SCORE = 1 << 50, 1 << 49, 1 << 48


class AlphaBeta:
    """Values of positions for the seat to move.

    A value is that of the tropes (TROPE_VALUE each), less those that the other threatens, and
    WIN_VALUE less the plies until then for a win. At the end of the depth tropes are still taken,
    and of two threats it is tried whether one move parries both. A position that came before in
    the line is worth its tropes alone: nothing was gained since.

    - `killers`: from 2 * ply on two moves that cut off others in that ply; `history`: by start and
      end how much a move cut off
    - `best_move`, `best_value`: of the position itself, as far as is known
    - `depth`: the plies that were searched whole; `is_whole`: whether the last search was
    """

    def __init__(self, position: Position, table: PositionTable, budget: SearchBudget) -> None:
        self.position = position
        self.table = table
        self.budget = budget
        self.lists = MoveLists(self.position, PLIES)
        self.killers = zeros(2 * PLIES)
        self.history = zeros(SQUARES * SQUARES)
        self.best_move = NO_MOVE
        self.best_value = 0
        self.depth = 0
        self.is_whole = False

    def run(self, most_depth: int) -> tuple[int, int, int, bool]:
        """The best move, its value, the depth that was searched whole, and whether it is proven.

        Proven is a win, and a loss that follows every move; the depth is in plies.
        The move is NO_MOVE if the budget was over before anything was known. A deeper search that
        was cut short counts as far as it came, as it begins with what was best before.
        """
        for depth in range(1, min(most_depth, DEEPEST_SEARCH) + 1):
            self._value(depth, -BEYOND_ALL, BEYOND_ALL, 0)
            self.is_whole = not self.budget.is_over
            if not self.is_whole:
                break
            self.depth = depth
            if self._is_proven():
                break
        return self.best_move, self.best_value, self.depth, self._is_proven()

    def _is_proven(self) -> bool:
        """Whether the best value is a certain win, or a loss that follows every move."""
        return self.best_value >= SURE_WIN or self.is_whole and self.best_value <= -SURE_WIN

    def _value(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of the position, exact between alpha and beta; 0 when the budget is over."""
        if self.budget.spend():
            return 0
        if self.position.is_over():
            return self._end_value(ply)
        if ply > 0 and self.position.is_repeated():
            return TROPE_VALUE * self.position.lead()
        if depth <= 0:
            return self._calm_value(alpha, beta, ply)
        key = self._table_key()
        known_move = NO_MOVE
        if self.table.find(key):
            known_move = self.table.move
            if ply > 0 and self._is_enough(depth, alpha, beta, ply):
                return self._from_table(ply)
        self.lists.fill(ply)
        self._rank(ply, known_move)
        return self._best_of(key, depth, alpha, beta, ply)

    def _best_of(self, key: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of the best move in the list."""
        best = -BEYOND_ALL
        best_move = NO_MOVE
        lower = alpha
        for place in range(self.lists.counts[ply]):
            move = self.lists.moves[ply * ROOM + place]
            if place < RANKED:
                move = self.lists.next_best(ply, place)
            value = self._move_value(move, place, depth, lower, beta, ply)
            if self.budget.is_over:
                return 0
            if value > best:
                best = value
                best_move = move
                if ply == 0:
                    self.best_move = move
                    self.best_value = value
            if best > lower:
                lower = best
            if lower >= beta:
                self._note_cut(move, depth, ply)
                break
        if best_move != PASS:  # the value of a skipped turn depends on more than the key
            bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
            self.table.store(key, self._for_table(best, ply), bound, depth, best_move)
        return best

    def _move_value(
        self, move: int, place: int, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """The value of a move; after the first one it is only tried whether it exceeds alpha."""
        self.position.make(move)
        if place == 0:
            value = -self._value(depth - 1, -beta, -alpha, ply + 1)
        else:
            value = -self._value(depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < value and value < beta and not self.budget.is_over:
                value = -self._value(depth - 1, -beta, -alpha, ply + 1)
        self.position.undo()
        return value

    # --- order ---

    def _rank(self, ply: int, known_move: int) -> None:
        """Score the moves of a list: the one known as the best, those that take, killers."""
        first = ply * ROOM
        for place in range(self.lists.counts[ply]):
            move = self.lists.moves[first + place]
            score = self.history[move & 4095]
            if move == known_move:
                score = FIRST_SCORE
            elif place < self.lists.take_counts[ply]:
                score = TAKE_SCORE
            elif move == self.killers[2 * ply] or move == self.killers[2 * ply + 1]:
                score = KILLER_SCORE
            self.lists.scores[first + place] = score

    def _note_cut(self, move: int, depth: int, ply: int) -> None:
        """Remember a move after which no other had to be tried."""
        if move >> LINE_SHIFT:
            return
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.history[move] += depth * depth

    # --- values without a search ---

    def _end_value(self, ply: int) -> int:
        """The value of a game that is over: sooner wins are worth more."""
        lead = self.position.lead()
        if lead == 0:
            return 0
        return WIN_VALUE - ply if lead > 0 else ply - WIN_VALUE

    def _standing(self) -> int:
        """The value of tropes and threats as they are."""
        threats = self.position.count_frozen()
        return TROPE_VALUE * self.position.lead() - THREAT_VALUE * threats

    def _calm_value(self, alpha: int, beta: int, ply: int) -> int:
        """The value at the end of the depth."""
        if self.position.gap_count == 0:
            return TROPE_VALUE * self.position.lead()
        self.lists.fill_takes(ply)
        if self.lists.counts[ply] > 0:
            return self._best_take(alpha, beta, ply)
        if self.position.count_frozen() > 1:
            return self._parrying_value(alpha, beta, ply)
        return self._standing()

    def _parrying_value(self, alpha: int, beta: int, ply: int) -> int:
        """The value of the best move against several threats: none need parry all."""
        self.lists.fill(ply)
        best = -BEYOND_ALL
        for place in range(self.lists.counts[ply]):
            self.position.make(self.lists.moves[ply * ROOM + place])
            value = -self._taking_value(-beta, -max(alpha, best), ply + 1)
            self.position.undo()
            if value > best:
                best = value
            if best >= beta:
                break
        return best

    def _taking_value(self, alpha: int, beta: int, ply: int) -> int:
        """The value where only tropes are taken from now on."""
        self.budget.spend()
        if self.position.is_over():
            return self._end_value(ply)
        self.lists.fill_takes(ply)
        return self._best_take(alpha, beta, ply)

    def _best_take(self, alpha: int, beta: int, ply: int) -> int:
        """The value of the best move in the list of those that take, or of taking nothing."""
        best = self._standing()
        if best >= beta or self.position.is_over():
            return best
        for place in range(self.lists.counts[ply]):
            self.position.make(self.lists.moves[ply * ROOM + place])
            value = -self._taking_value(-beta, -max(alpha, best), ply + 1)
            self.position.undo()
            if value > best:
                best = value
            if best >= beta:
                break
        return best

    # --- the table ---

    def _table_key(self) -> int:
        """The key of the position; turns without a trope count when they may end the game."""
        idle = self.position.idle
        return self.position.key(idle if idle + PLIES >= LAST_IDLE else 0)

    def _is_enough(self, depth: int, alpha: int, beta: int, ply: int) -> bool:
        """Whether the entry that was found says all that is asked."""
        value = self._from_table(ply)
        is_sure = value >= SURE_WIN or value <= -SURE_WIN
        if self.table.depth < depth and not is_sure:
            return False
        if self.table.bound == EXACT:
            return True
        return value >= beta if self.table.bound == AT_LEAST else value <= alpha

    def _from_table(self, ply: int) -> int:
        """The value found in the table: a win counts its plies from here."""
        value = self.table.value
        if value >= SURE_WIN:
            return value - ply
        return value + ply if value <= -SURE_WIN else value

    def _for_table(self, value: int, ply: int) -> int:
        if value >= SURE_WIN:
            return value + ply
        return value - ply if value <= -SURE_WIN else value
