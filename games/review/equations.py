"""What is missed in Numerica and in Equate, rule by rule, and which positions are puzzles."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from games.review.base import Missed, Position, Rule, first_that_fits, main_run, out, tiles, turn
from games.rules import notation
from games.rules.arithmetic import Fault
from games.rules.grid import Square
from games.rules.messages import Json
from games.rules.moves import Run, Verdict
from games.rules.placement import LaidState, place_tiles
from games.rules.tiles import is_blank, symbol_of

FAR = 20  # points by which the best play of a puzzle is ahead at least …
SHARE = 3, 2  # … and as many times the points of the second

_DIVISION = re.compile("-?[0-9]+/-?[0-9]+")


def numerica_miss(at: Position, made: Verdict, found: Sequence[Verdict]) -> Missed | None:
    """What a move of Numerica missed."""
    return first_that_fits(NUMERICA, at, made, found)


def equate_miss(at: Position, made: Verdict, found: Sequence[Verdict]) -> Missed | None:
    """What a move of Equate missed: the same kinds, but that its fractions earn no bonus."""
    return first_that_fits(EQUATE, at, made, found)


# --- the kinds, each tried in the order of the tables below ---


def blank(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`blank`: the same symbols on the same squares, with the blank in another place or kept.

    A blank earns nothing, so it belongs where its symbol would have earned least.
    """
    one, other = _new(at, made), _new(at, best)
    symbols = [{square: symbol_of(face) for square, face in each.items()} for each in (one, other)]
    if symbols[0] != symbols[1]:
        return None
    return {"is_kept": sum(map(is_blank, other.values())) < sum(map(is_blank, one.values()))}


def place(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`place`: the equation that earned most, with the same symbols laid, elsewhere."""
    one, other = main_run(made), main_run(best)
    if one is None or other is None or one.text != other.text:
        return None
    laid = [sorted(map(symbol_of, _new(at, each).values())) for each in (made, best)]
    if set(made.squares) == set(best.squares) or laid[0] != laid[1]:
        return None
    return {"line": other.text}


def fraction(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`fraction`: the best play earns more for the value of its lines (N8).

    What it earns more for that is at least half of what was lost, and more than a bonus for nine
    tiles that it has besides.
    """
    more = _for_fractions(best) - _for_fractions(made)
    if more <= best.bonus - made.bonus or 2 * more < at.lost(made, best):
        return None
    run = max(best.runs, key=lambda each: each.bonus)
    return {
        "line": run.text,
        "value": str(run.value),
        "bonus": run.bonus,
        "unreduced": _unreduced(run),
    }


def _for_fractions(verdict: Verdict) -> int:
    return sum(run.bonus for run in verdict.runs)


def _unreduced(run: Run) -> str:
    """The first side that is one division not in lowest terms: `6/8` of the value 3/4."""
    sides = [side for side in run.text.split("=") if _DIVISION.fullmatch(side)]
    return next((side for side in sides if side != str(run.value)), "")


def bingo(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`bingo`: the best play lays nine tiles and earns the bonus for them, the move did not."""
    return {"bonus": best.bonus} if best.bonus > made.bonus else None


def extension(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`extension`: the best play makes a complete equation longer that stood on the board.

    All of it scores again. The move made did not extend that one.
    """
    made_longer = {old for old, _ in _extended(at, made)}
    for old, run in _extended(at, best):
        if old not in made_longer:
            return {"old": old, "line": run.text, "points": run.points}
    return None


def _extended(at: Position, verdict: Verdict) -> Iterator[tuple[str, Run]]:
    """The complete equations of the board that a play makes longer, and what each becomes."""
    state = cast(LaidState, at.state)
    for run in verdict.runs:
        if run.kind == "complete":
            parts = _old_parts(state, run)
            yield from ((text, run) for text in parts if _is_equation(at, text))


def _old_parts(state: LaidState, run: Run) -> Iterator[str]:
    """What stood in a line before, part by part, as wide as its new tiles leave it."""
    part = ""
    for square in run.squares:
        if square in state.board:
            part += symbol_of(state.board[square])
        else:
            yield part
            part = ""
    yield part


def _is_equation(at: Position, line: str) -> bool:
    judge = cast(Any, at.state).judge
    try:
        return len(line) > 1 and judge(line)[0] == "complete"
    except Fault:
        return False


def premium(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`premium`: premium squares newly covered earn more than half of what was lost."""
    more = _for_premiums(at, best) - _for_premiums(at, made)
    return {"bonus": _for_premiums(at, best)} if 2 * more > at.lost(made, best) else None


def _for_premiums(at: Position, verdict: Verdict) -> int:
    """What the scoring lines of a play earn beyond their tiles and their bonuses."""
    state = cast(LaidState, at.state)
    after = {**state.board, **_new(at, verdict)}
    return sum(
        run.points - run.bonus - sum(state.tiles.points_of(after[square]) for square in run.squares)
        for run in verdict.runs
        if run.kind == "complete"
    )


def _new(at: Position, verdict: Verdict) -> dict[Square, str]:
    """The faces that a play lays, by square."""
    state = cast(LaidState, at.state)
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


# --- puzzles ---


def puzzle(at: Position, found: Sequence[Verdict], are_all: bool) -> str:
    """Why a position is worth solving: one play is far ahead of all others, or alone earns points.

    `only`: no second play earns points. `far`: the best earns 20 points more than the second and
    half as much again, with what going out gives. Plays that are alike count as one.
    """
    best = at.earned(found[0])
    if len(found) == 1:
        return "only" if are_all and found[0].points > 0 else ""
    second = at.earned(found[1])
    times, of = SHARE
    return "far" if best - second >= FAR and best * of >= second * times else ""
