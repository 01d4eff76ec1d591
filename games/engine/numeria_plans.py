"""Plans of Numeria: what each move wins, loses and hopes for, found within a number of nodes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine import numeria_search
from games.engine.numeria_search import marks
from games.engine.numeria_search.tables import tables_of
from games.engine.time_limit import TimeLimit
from games.rules.moves import Seat
from games.rules.numeria import State

TROPE = 1000
"""The value of a trope that is sure; hopes are thousandths of it."""

WIN = 2 * TROPE
"""The value of a move that ends the game with a win."""

ATTACK_VALUE = 4  # of each attack that is left; of none beside a claim, which the other parries
MOST_ATTACKS_SHARE, ANSWER_SHARE = 700, 300  # of answers that attack most, and of all
DELAY = 20  # less for each move until a trope is taken
LONGEST_PLAN = 6  # own moves of a forced trope
LONGEST_DEFENCE = 4  # moves of the other in which it is made sure that it takes none
PROOF_SHARE = 4  # a quarter of the nodes goes to a forced trope at most
DEFENCE_SHARE = 4  # a quarter is kept for the defence
QUIET_MOVES = 6  # that leave neither a claim nor a plan, and whose answers are tried


@dataclass(frozen=True)
class Plan:
    """What is known of a move.

    - `move`: as in `games.engine.numeria_search`; `text`: in notation
    - `value`: in thousandths of a trope: what it takes, and what it hopes for or fears; or WIN
    - `takes`: in how many own moves a trope is taken for sure, 1 for now; 0 where none is known of
    - `loses`: in how many moves of the other that one takes a trope for sure; 0 likewise
    - `ends_game`: whether the game is over after it
    - `hope`: the part of the value that is not sure
    """

    move: int
    text: str
    value: int
    takes: int = 0
    loses: int = 0
    ends_game: bool = False
    hope: int = 0


class Planner:
    """Looks for the best moves of a seat on turn."""

    def __init__(self, state: State, seat: Seat, nodes: int, time_limit: float | None) -> None:
        """Raises ValueError if the game is over; limits as in `numeria_search.search`."""
        limit = TimeLimit.start(time_limit)
        parts = numeria_search.searches()
        self.nodes = nodes
        self.is_ahead = state.scores[seat] > state.scores[1 - seat]
        self.budget = parts.SearchBudget(nodes // PROOF_SHARE, limit.ends_at)
        position = numeria_search.position_of(state, seat)
        self.moves: list[int] = parts.MoveLists(position, 1).all_moves()
        self.judge = parts.MoveJudge(position, tables_of(state.is_strict), self.budget)

    def plans(self) -> list[Plan]:
        """Every move, the best first; what the limits left out is told from what is known."""
        forced = self._forced_trope()
        self.budget.extend(self.nodes - self.nodes // DEFENCE_SHARE)
        found = {move: self._first_look(move) for move in self.moves}
        if forced is not None:
            found[forced.move] = forced
        else:
            self._look_at_answers(found)
        self.budget.extend(self.nodes)
        return self._with_safe_first(sorted(found.values(), key=lambda plan: -plan.value))

    def _forced_trope(self) -> Plan | None:
        """The attack that takes a trope soonest, where none can be taken now."""
        if any(map(_is_take, self.moves)) or not any(self.moves):
            return None
        move, count = self.judge.forced_trope(LONGEST_PLAN)
        return self._plan(move, TROPE - DELAY * count, takes=count) if count else None

    def _first_look(self, move: int) -> Plan:
        """What a move takes, and whether the other takes a trope at once or by a double attack."""
        taken = TROPE if _is_take(move) else 0
        plan = self._plan(move, taken, takes=int(taken > 0))
        if plan.ends_game and (taken or self.is_ahead):  # by its third trope, or more of them (M10)
            return replace(plan, value=WIN)
        if self.judge.is_gift(move):
            return _losing(plan, 1)
        if not self.budget.is_spent() and self.judge.loses_trope(move, 2):
            return _losing(plan, 2)
        return plan

    def _look_at_answers(self, found: dict[int, Plan]) -> None:
        """Add to the values of safe moves what they prepare, and what the other may overlook."""
        most = max(plan.value for plan in found.values())
        looks = {}
        for move, plan in found.items():
            if plan.value == most and plan.loses == 0 and not plan.ends_game:
                claims, attacks, is_plan = looks[move] = self.judge.prospects(move)
                room = 0 if claims else ATTACK_VALUE * attacks
                found[move] = _hoping(plan, room)
        quiet = 0
        for move in sorted(looks, key=lambda move: -looks[move][1]):
            claims, _, is_plan = looks[move]
            is_quiet = not claims and not is_plan
            quiet += is_quiet
            if is_quiet and quiet > QUIET_MOVES:
                continue
            hope = self._hope(move)
            if self.budget.is_spent():
                return
            found[move] = _hoping(found[move], hope)

    def _hope(self, move: int) -> int:
        """In thousandths, how likely an answer loses a trope."""
        of_all, of_attacks = self.judge.try_answers(move)
        hope: int = (ANSWER_SHARE * of_all + MOST_ATTACKS_SHARE * of_attacks) // TROPE
        return hope

    def _with_safe_first(self, ranked: list[Plan]) -> list[Plan]:
        """The moves with the first one that loses no trope by a longer plan of the other first."""
        for place, plan in enumerate(ranked):
            if plan.loses or plan.takes > 1:
                break  # a loss is known already, or the other has no time
            count = self._longer_loss(plan.move)
            if count == 0:
                break
            ranked[place] = _losing(plan, count)
        return sorted(ranked, key=lambda plan: -plan.value)

    def _longer_loss(self, move: int) -> int:
        for count in range(3, LONGEST_DEFENCE + 1):
            if self.judge.loses_trope(move, count):
                return count
        return 0

    def _plan(self, move: int, value: int, takes: int) -> Plan:
        ends_game = self.judge.ends_game(move)
        return Plan(move, numeria_search.move_text(move), value, takes, ends_game=ends_game)


def _hoping(plan: Plan, hope: int) -> Plan:
    return replace(plan, value=plan.value + hope, hope=plan.hope + hope)


def _losing(plan: Plan, count: int) -> Plan:
    return replace(plan, value=plan.value - TROPE + DELAY * count, loses=count)


def _is_take(move: int) -> bool:
    return move >> marks.LINE_SHIFT != 0


def plans(state: State, seat: Seat, nodes: int, time_limit: float | None = None) -> Sequence[Plan]:
    """Every legal move of a seat on turn, the best first. ValueError if the game is over.

    With nodes alone it is the same on every machine. However short the time is, all moves are
    listed.
    """
    return Planner(state, seat, nodes, time_limit).plans()
