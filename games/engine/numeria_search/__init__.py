"""Numeria, deeper than two plies: the best move by alpha-beta, and wins that are proven.

Beside `games.engine.numeria`; the strongest level plays by plans that use its parts. Values are
those of `marks`; a move is text as in the rules, which check every move before it is made or shown.
"""

from dataclasses import dataclass
from typing import Any

from games.engine.loading import LoadedPackage
from games.engine.numeria_search import marks
from games.engine.numeria_search.parts import PACKAGE
from games.engine.numeria_search.tables import NO_SQUARE, SIZE, square_index, tables_of
from games.engine.time_limit import TimeLimit
from games.rules.grid import Square
from games.rules.moves import Seat
from games.rules.numeria import State
from games.rules.numeria.constants import MAX_SCORELESS_TURNS
from games.rules.numeria.movement import LINES4
from games.rules.numeria.notation import format_move

__all__ = [
    "Found",
    "ProvenWin",
    "from_source",
    "is_compiled",
    "move_text",
    "position_of",
    "proven_win",
    "search",
    "searches",
]

NO_LIMIT = 1 << 62  # nodes
MOST_BUCKETS = 1 << 20  # of the table: 32 bytes each, 32 MiB
LEAST_BUCKETS = 1 << 10
NODES_A_SECOND = 1 << 20  # about as fast as any machine: for the size of the table alone
MOST_MOVES = 3  # own moves of the wins that are looked for first
PROOF_SHARE = 4  # a quarter of the budget goes to them at most

_loaded = LoadedPackage(PACKAGE)
is_compiled = _loaded.is_compiled
from_source = _loaded.from_source


def searches() -> Any:
    """The parts of the search as they are loaded, with their classes."""
    return _loaded.parts


@dataclass(frozen=True)
class Found:
    """What a search found.

    - `text`: the best move in notation
    - `value`: for the seat that moves, see `marks`: 100 for each trope ahead
    - `depth`: the plies in which every move was looked at
    - `is_proven`: whether the seat wins, or loses, whatever the others do
    - `nodes`: the moves that were looked at
    """

    text: str
    value: int
    depth: int
    is_proven: bool
    nodes: int


@dataclass(frozen=True)
class ProvenWin:
    """First moves, in notation, each of which wins within `count` own moves against every answer.

    `is_whole` tells whether every first move was tried before the limits were reached.
    """

    texts: tuple[str, ...]
    count: int
    is_whole: bool


def search(
    state: State,
    seat: Seat,
    nodes: int | None = None,
    time_limit: float | None = None,
    depth: int | None = None,
) -> Found:
    """The best move that a seat finds within a number of nodes and seconds, None for no limit.

    With nodes alone it is the same on every machine. Whatever the limits, the move is legal. Raises
    ValueError where the game is over.

    With a `depth` in plies no line is looked at further, but for tropes taken after it. Without
    one, attacks that win a trope by force are preferred to moves that are seen to win none.
    """
    limit = TimeLimit.start(time_limit)
    position = position_of(state, seat)
    most = NO_LIMIT if nodes is None else nodes
    budget = _loaded.parts.SearchBudget(most // PROOF_SHARE, limit.ends_at)
    proof = _loaded.parts.WinProof(position, budget, False, MOST_MOVES)
    win = _forced(proof, 1, _longest_proof(state, depth))
    if win is not None:
        move, plies = win
        value = marks.WIN_VALUE - plies
        return Found(move_text(move), value, plies, True, budget.nodes_spent())
    plan = None
    if depth is None:
        proof.take_one()
        plan = _forced(proof, 2, MOST_MOVES)
    budget.extend(most)
    table = _loaded.parts.PositionTable(_buckets(nodes, time_limit))
    found = _loaded.parts.AlphaBeta(position, table, budget)
    move, value, plies, is_proven = found.run(marks.DEEPEST_SEARCH if depth is None else depth)
    gain = marks.TROPE_VALUE * (state.scores[seat] + 1 - state.scores[1 - seat])
    if plan is not None and not is_proven and value < gain - marks.TROPE_VALUE // 2:
        (move, plies), value = plan, gain
    if move == marks.NO_MOVE:
        move = _loaded.parts.MoveLists(position, 1).all_moves()[0]
    return Found(move_text(move), value, plies, is_proven, budget.nodes_spent())


def _longest_proof(state: State, depth: int | None) -> int:
    """The most moves of its own in which a seat is looked for to win."""
    if state.scoreless_turns + 2 * MOST_MOVES + 1 >= MAX_SCORELESS_TURNS:
        return 0  # a turn of the other may end the game: alpha-beta counts it, a proof not
    return MOST_MOVES if depth is None else min(MOST_MOVES, (depth + 1) // 2)


def _forced(proof: Any, least: int, most: int) -> tuple[int, int] | None:
    """A first move that reaches the goal of a proof in the fewest moves, and the plies until then.

    `least` and `most` are own moves.
    """
    for count in range(least, most + 1):
        moves = proof.first_moves(count, True)
        if moves:
            return moves[0], 2 * count - 1
    return None


def proven_win(
    state: State,
    seat: Seat,
    most_moves: int,
    is_full_width: bool = False,
    nodes: int | None = None,
    time_limit: float | None = None,
) -> ProvenWin | None:
    """The first moves with which a seat wins in the fewest own moves, at most `most_moves`.

    Each is proven by every legal answer to every move. Moves of the seat are attacks alone: they
    take a trope or leave one to be taken next. In full width all its moves are tried, so the other
    first moves do not win within that many, and None tells that there is no such win. The limits
    are as in `search`; when they are reached, what is proven by then counts.
    """
    limit = TimeLimit.start(time_limit)
    budget = _loaded.parts.SearchBudget(NO_LIMIT if nodes is None else nodes, limit.ends_at)
    proof = _loaded.parts.WinProof(position_of(state, seat), budget, is_full_width, most_moves)
    for count in range(1, most_moves + 1):
        winning = proof.first_moves(count, False)
        if winning:
            texts = tuple(map(move_text, winning))
            return ProvenWin(texts, count, not budget.is_spent())
    return None


def position_of(state: State, seat: Seat) -> Any:
    """The position of the search in which this seat is to move; ValueError if the game is over."""
    if state.outcome is not None:
        raise ValueError("the game is over")
    position = _loaded.parts.Position(tables_of(state.is_strict))
    for square, number in state.numbers.items():
        position.place(square_index(square), number)
    last = [NO_SQUARE if square is None else square_index(square) for square in state.last]
    position.begin(seat, list(state.scores), last, state.scoreless_turns)
    return position


def move_text(move: int) -> str:
    """The notation of a move of the search."""
    if move == marks.PASS:
        return "pass"
    line = move >> marks.LINE_SHIFT
    return format_move(
        _square(move & 63), _square(move >> 6 & 63), LINES4[line - 1] if line else None
    )


def _square(index: int) -> Square:
    return divmod(index, SIZE)


def _buckets(nodes: int | None, time_limit: float | None) -> int:
    """The size of the table: as many entries as a search may store, a power of two."""
    expected = MOST_BUCKETS if nodes is None else nodes
    if time_limit is not None:
        expected = min(expected, int(time_limit * NODES_A_SECOND))
    buckets = LEAST_BUCKETS
    while buckets < min(expected, MOST_BUCKETS):
        buckets *= 2
    return buckets
