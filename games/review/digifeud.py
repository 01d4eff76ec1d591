"""The kinds of misses in Digifeud."""

from collections.abc import Sequence

from games.review.base import Rule, SeenPosition, out, review_by_kinds, tiles, turn
from games.rules.messages import Json
from games.rules.moves import Verdict


def place(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`place`: the same calculation, on other squares."""
    one, other = made.runs[0], best.runs[0]
    return {} if one.text == other.text and one.squares != other.squares else None


def colours(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`colours`: newly covered blue and red squares earn more than half of the loss (D5)."""
    more = colour_points(best) - colour_points(made)
    return {"more": more} if 2 * more > seen.loss(made, best) else None


def colour_points(verdict: Verdict) -> int:
    """The points that a calculation earns for its colours: those beyond its outcome."""
    return sum(run.points - run.base_points for run in verdict.runs)


def outcome(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`outcome`: the best play has a larger outcome."""
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

REVIEW = review_by_kinds(RULES, blank_worth=16)
