"""The best plays of Numerica and Equate: one search for the grammars of both games."""

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games.engine.equations.grammar import Grammar, symbols
from games.engine.equations.inputs import BoardAndRack, Wanted, Zero
from games.engine.equations.parts import PACKAGE
from games.engine.loading import LoadedPackage
from games.engine.search_result import SearchResult
from games.engine.time_limit import TimeLimit
from games.rules import equate, numerica
from games.rules.arithmetic import Fault
from games.rules.equate import constants as equate_constants
from games.rules.grid import ACROSS, DOWN, Layout, Premium
from games.rules.interface import State
from games.rules.moves import Seat
from games.rules.notation import COVERED, Play
from games.rules.numerica import constants as numerica_constants
from games.rules.placement import Judge
from games.rules.tiles import BLANK, symbol_of

_PLAIN = Premium("")
NO_FLOOR = -1  # points, less than any play earns
EVERY = 1 << 30  # plays, more than there are

_loaded = LoadedPackage(PACKAGE)
is_compiled = _loaded.is_compiled
from_source = _loaded.from_source


def numerica_plays(
    state: numerica.State, seat: Seat, k: int, time_limit: float | None
) -> SearchResult:
    """The k plays of Numerica that earn most (N3-N10); `time_limit` is in seconds."""
    return _search(_numerica_grammar(state), state, state.judge, seat, k, time_limit)


def _numerica_grammar(state: numerica.State) -> Grammar:
    return Grammar(
        symbols(state.tiles.points, BLANK),
        numerica_constants.BINGO_POINTS,
        numerica_constants.RACK_SIZE,
        unary_minus=True,
        below_zero=True,
        chains=True,
        open_ends=True,
        must_equal=True,
        fraction_bonus=numerica_constants.FRACTION_BONUS_POINTS,
        fraction_cap=numerica_constants.MAX_FRACTION_BONUS_POINTS,
    )


def equate_plays(state: equate.State, seat: Seat, k: int, time_limit: float | None) -> SearchResult:
    """The k plays of Equate that earn most (E5-E11, E21); `time_limit` is in seconds.

    Plays of 0 points are returned only where there are no others.
    """
    return _search(_equate_grammar(state), state, state.judge, seat, k, time_limit)


def _equate_grammar(state: equate.State) -> Grammar:
    return Grammar(
        symbols(state.tiles.points, BLANK),
        equate_constants.BINGO_POINTS,
        equate_constants.RACK_SIZE,
        below_zero=state.set_name in equate_constants.SETS_WITH_NEGATIVE_RESULTS,
        free_equals=True,
        bingo_in_line=True,
        apart=state.stage == "1",
    )


GRAMMARS: Mapping[str, Callable[[Any], Grammar]] = {
    "numerica": _numerica_grammar,
    "equate": _equate_grammar,
}
"""The grammar of a position, by the key of its game."""


LineNumber = tuple[int, int]
"""A line of the board: its direction (0 across, 1 down) and its number from the top or left."""


@dataclass(frozen=True)
class PlayOnLine:
    """A play with its points, the line it lies on and how many tiles it lays.

    Of a single tile the line is that across.
    """

    text: str
    points: int
    line: LineNumber
    tiles: int


def plays_on_lines(
    state: Any,
    seat: Seat,
    k: int,
    *,
    floor: int = NO_FLOOR,
    lines: frozenset[LineNumber] | None = None,
    steps: int | None = None,
) -> list[PlayOnLine]:
    """The k plays of Numerica or Equate that earn most, more than `floor`, of some lines alone.

    `lines` are those to search, None for all; plays of one tile are found everywhere. `steps` is
    after how many steps of the search its best so far are taken, None for no limit. A play of
    0 points is never among them. Raises ValueError where the rack is not known.
    """
    grammar = GRAMMARS[state.key](state)
    board, judge = _board_and_rack(grammar, state, seat), _evaluation(state.judge)
    wanted = Wanted(k, max(floor, 0), None, steps, lines, zero="never")
    best: list[Any] = []
    for blanks in range(board.blanks + 1):
        if len(best) == k:
            wanted = replace(wanted, floor=best[-1][0] - 1)
        search = _loaded.parts.search_for(grammar, replace(board, blanks=blanks), judge, wanted)
        found = search.run()
        best = heapq.nlargest(k, [*found, *(old for old in best if old not in found)], key=_points)
    return [_play_on_line(grammar, state.layout, play) for play in best]


def every_play(
    state: Any, seat: Seat, limit: TimeLimit, steps: int | None = None
) -> list[PlayOnLine] | None:
    """Every play of Numerica or Equate, in Equate those of 0 points too, most points first.

    Of plays that differ only in their blanks one. None where the time or the `steps` of the search
    do not suffice for all. Raises ValueError where the rack is not known.
    """
    grammar = GRAMMARS[state.key](state)
    board, judge = _board_and_rack(grammar, state, seat), _evaluation(state.judge)
    # where a play must form an equality, one that does is found in any case, and no other is one
    zero: Zero = "never" if grammar.must_equal else "all"
    wanted = Wanted(EVERY, NO_FLOOR, limit.ends_at, steps, zero=zero)
    search = _loaded.parts.search_for(grammar, board, judge, wanted)
    found = search.run()
    if not search.is_exact():
        return None
    return [_play_on_line(grammar, state.layout, play) for play in found]


def quiet_ways_out(state: Any, seat: Seat, k: int, limit: TimeLimit) -> tuple[list[str], bool]:
    """Plays of Equate that lay the whole rack and form no equality along their line (E8, E15).

    At most `k`, and whether it is certain that there are no others, or as many that earn nothing.
    Of plays that differ only in their blanks one. Raises ValueError where the rack is not known.
    """
    grammar = GRAMMARS[state.key](state)
    board, judge = _board_and_rack(grammar, state, seat), _evaluation(state.judge)
    tiles = sum(board.rack) + board.blanks
    wanted = Wanted(k, NO_FLOOR, limit.ends_at, zero="quiet", least=tiles)
    search = _loaded.parts.search_for(grammar, board, judge, wanted)
    found = [_play_on_line(grammar, state.layout, play) for play in search.run()]
    return [play.text for play in found], search.is_exact()


def _play_on_line(grammar: Grammar, layout: Layout, found: Any) -> PlayOnLine:
    points, direction, laid = found
    row, column = divmod(laid[0][0], layout.size)
    line = direction, column if direction else row
    return PlayOnLine(_text(grammar, layout, direction, laid), points, line, len(laid))


def _search(
    grammar: Grammar, state: State, judge: Judge, seat: Seat, k: int, time_limit: float | None
) -> SearchResult:
    """The k best plays of a game of this grammar; raises ValueError for an unknown rack."""
    limit = TimeLimit.start(time_limit)
    board = _board_and_rack(grammar, state, seat)
    found, is_exact, steps = _best_plays(grammar, board, _evaluation(judge), k, limit)
    plays = [
        (_text(grammar, state.layout, direction, laid), points) for points, direction, laid in found
    ]
    return SearchResult(plays, is_exact, steps)


def _best_plays(
    grammar: Grammar,
    board: BoardAndRack,
    evaluate: Callable[[str], Fraction | None],
    k: int,
    limit: TimeLimit,
) -> tuple[list[Any], bool, int]:
    """The k best plays, best first, whether it is certain that none is better, and the steps.

    It searches without blanks first, then with one more each time: plays with few blanks are
    found quickly, and their points are a floor for the longer searches.
    """
    best: list[Any] = []
    steps = 0
    for blanks in range(board.blanks + 1):
        floor = best[-1][0] - 1 if len(best) == k else NO_FLOOR
        wanted = Wanted(k, floor, limit.ends_at)
        search = _loaded.parts.search_for(grammar, replace(board, blanks=blanks), evaluate, wanted)
        found = search.run()
        steps += search.steps()
        if not search.is_exact():
            more = [play for play in best if play not in found]
            return heapq.nlargest(k, [*found, *more], key=_points), False, steps
        best = found
    return best, True, steps


def _points(play: Any) -> int:
    points: int = play[0]
    return points


def _board_and_rack(grammar: Grammar, state: State, seat: Seat) -> BoardAndRack:
    """The board and the rack as numbers; raises ValueError where the rack is not known."""
    rack = state.racks[seat]
    if isinstance(rack, int):
        raise ValueError("the tiles of this rack are not known")
    layout, board, codes = state.layout, state.board, grammar.codes
    squares = list(layout.squares())
    premiums = [layout.premiums.get(square, _PLAIN) for square in squares]
    return BoardAndRack(
        size=layout.size,
        board=[codes[symbol_of(board[at])] if at in board else -1 for at in squares],
        square_points=[state.tiles.points_of(board[at]) if at in board else 0 for at in squares],
        tile_factors=[premium.tile_factor for premium in premiums],
        line_factors=[premium.line_factor for premium in premiums],
        rack=[rack.count(symbol.face) for symbol in grammar.symbols],
        blanks=rack.count(BLANK),
    )


def _evaluation(judge: Judge) -> Callable[[str], Fraction | None]:
    """The value of a member that is too long for the search, by the rules themselves."""

    def evaluate(member: str) -> Fraction | None:
        try:
            return judge(member)[1]
        except Fault:
            return None

    return evaluate


def _text(
    grammar: Grammar, layout: Layout, direction: int, laid: tuple[tuple[int, int, bool], ...]
) -> str:
    """A play in its canonical form."""
    new = {
        square: (BLANK if is_blank else "") + grammar.symbols[code].face
        for square, code, is_blank in laid
    }
    step = layout.size if direction else 1
    first, last = min(new), max(new)
    tokens = tuple(new.get(square, COVERED) for square in range(first, last + 1, step))
    return str(Play(divmod(first, layout.size), DOWN if direction else ACROSS, tokens))
