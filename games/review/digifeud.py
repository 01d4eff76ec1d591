"""What is missed in Digifeud, rule by rule."""

from collections.abc import Sequence

from games.review.base import Missed, Position, Rule, first_that_fits, out, tiles, turn
from games.rules.messages import Json
from games.rules.moves import Verdict


def miss(at: Position, made: Verdict, found: Sequence[Verdict]) -> Missed | None:
    """What a move of Digifeud missed."""
    return first_that_fits(RULES, at, made, found)


def place(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`place`: the same calculation, on other squares."""
    one, other = made.runs[0], best.runs[0]
    return {} if one.text == other.text and one.squares != other.squares else None


def colours(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`colours`: newly covered blue and red squares earn more than half of what was lost (D5)."""
    more = for_colours(best) - for_colours(made)
    return {"bonus": for_colours(best)} if 2 * more > at.lost(made, best) else None


def for_colours(verdict: Verdict) -> int:
    """What a calculation earns beyond its outcome: that is what its colours earn."""
    return sum(run.points - run.base_points for run in verdict.runs)


def outcome(at: Position, made: Verdict, best: Verdict) -> Json | None:
    """`outcome`: a larger number comes out."""
    larger = best.runs[0].base_points > made.runs[0].base_points
    return {"outcome": best.runs[0].base_points} if larger else None


RULES: Sequence[tuple[str, Rule]] = (
    ("turn", turn),
    ("out", out),
    ("place", place),
    ("colours", colours),
    ("tiles", tiles),
    ("outcome", outcome),
)
