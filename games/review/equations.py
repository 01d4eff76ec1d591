"""The kinds of misses in Numerica and in Equate, and which positions are puzzles."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.review.base import (
    Rule,
    SeenPosition,
    main_run,
    out,
    review_by_kinds,
    tiles,
    turn,
)
from games.rules import equate, notation, numerica
from games.rules.arithmetic import Fault
from games.rules.grid import Square
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Run, Verdict
from games.rules.placement import place_tiles
from games.rules.tiles import is_blank, symbol_of

_DIVISION = re.compile("-?[0-9]+/-?[0-9]+")


def blank(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`blank`: the same symbols on the same squares, with the blank elsewhere or not used.

    A blank earns nothing, so it is best where its symbol would have earned least.
    """
    one, other = _new_faces(seen, made), _new_faces(seen, best)
    symbols = [{square: symbol_of(face) for square, face in each.items()} for each in (one, other)]
    if symbols[0] != symbols[1]:
        return None
    return {"is_kept": sum(map(is_blank, other.values())) < sum(map(is_blank, one.values()))}


def place(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`place`: the same main equation with the same symbols laid, on other squares."""
    one, other = main_run(made), main_run(best)
    if one is None or other is None or one.text != other.text:
        return None
    laid = [sorted(map(symbol_of, _new_faces(seen, each).values())) for each in (made, best)]
    if set(made.squares) == set(best.squares) or laid[0] != laid[1]:
        return None
    return {"line": other.text}


def fraction(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`fraction`: the best play earns more for the value of its lines (N8).

    That is at least half of the loss, and more than the difference of the bonuses for nine tiles.
    """
    more = _fraction_points(best) - _fraction_points(made)
    if more <= best.bonus - made.bonus or 2 * more < seen.loss(made, best):
        return None
    run = max(best.runs, key=lambda each: each.bonus)
    return {
        "line": run.text,
        "value": str(run.value),
        "bonus": run.bonus,
        "unreduced": _unreduced_side(run),
    }


def _fraction_points(verdict: Verdict) -> int:
    return sum(run.bonus for run in verdict.runs)


def _unreduced_side(run: Run) -> str:
    """The first side that is one division not in lowest terms: `6/8` of the value 3/4."""
    sides = [side for side in run.text.split("=") if _DIVISION.fullmatch(side)]
    return next((side for side in sides if side != str(run.value)), "")


def bingo(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`bingo`: the best play earns the bonus for nine tiles, the move did not."""
    return {"bonus": best.bonus} if best.bonus > made.bonus else None


def extension(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`extension`: the best play extends a complete equation on the board, which scores again.

    The move made did not extend that one.
    """
    extended = {old for old, _ in _extensions(seen, made)}
    for old, run in _extensions(seen, best):
        if old not in extended:
            return {"old": old, "line": run.text, "points": run.points}
    return None


def _extensions(seen: SeenPosition, verdict: Verdict) -> Iterator[tuple[str, Run]]:
    """The complete equations of the board that a play extends, each with its new line."""
    state = seen.state
    for run in verdict.runs:
        if run.kind == "complete":
            parts = _old_parts(state, run)
            yield from ((text, run) for text in parts if _is_equation(seen, text))


def _old_parts(state: State, run: Run) -> Iterator[str]:
    """The parts of a line that stood on the board before, between its new tiles."""
    part = ""
    for square in run.squares:
        if square in state.board:
            part += symbol_of(state.board[square])
        else:
            yield part
            part = ""
    yield part


def _is_equation(seen: SeenPosition, line: str) -> bool:
    assert isinstance(seen.state, numerica.State | equate.State)
    try:
        return len(line) > 1 and seen.state.judge(line)[0] == "complete"
    except Fault:
        return False


def premium(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`premium`: newly covered premium squares earn more than half of the loss."""
    more = _premium_points(seen, best) - _premium_points(seen, made)
    return {"more": more} if 2 * more > seen.loss(made, best) else None


def _premium_points(seen: SeenPosition, verdict: Verdict) -> int:
    """The points that the lines of a play earn beyond their tiles and their bonuses."""
    state = seen.state
    after = {**state.board, **_new_faces(seen, verdict)}
    return sum(
        run.points - run.bonus - sum(state.tiles.points_of(after[square]) for square in run.squares)
        for run in verdict.runs
        if run.kind == "complete"
    )


def _new_faces(seen: SeenPosition, verdict: Verdict) -> dict[Square, str]:
    """The faces that a play lays, by square."""
    state = seen.state
    play = notation.parse(verdict.text, state.tiles.counts)
    assert isinstance(play, notation.Play)
    return place_tiles(state.board, state.layout, play)


NUMERICA: Sequence[tuple[str, Rule]] = (
    ("turn", turn),
    ("out", out),
    ("blank", blank),
    ("place", place),
    ("fraction", fraction),
    ("bingo", bingo),
    ("extension", extension),
    ("tiles", tiles),
    ("premium", premium),
)

EQUATE: Sequence[tuple[str, Rule]] = (
    ("turn", turn),
    ("out", out),
    ("blank", blank),
    ("place", place),
    ("bingo", bingo),
    ("extension", extension),
    ("tiles", tiles),
    ("premium", premium),
)

NUMERICA_REVIEW = review_by_kinds(NUMERICA, blank_worth=80)
EQUATE_REVIEW = replace(review_by_kinds(EQUATE, blank_worth=60), draws=8)
"""Its racks take longest to value, and its chances are told within a minute as well."""
