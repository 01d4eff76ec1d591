"""What the classifiers of all games share: positions as seen, misses, and tests on plays."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from games.engine.leaves import tiles_laid
from games.review import endings
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Run, Seat, Verdict
from games.rules.notation import COVERED
from games.rules.tiles import BLANK
from games.rules.tokens import split_tokens

FAR_POINTS = 20  # the least difference of the best and the second play of a puzzle
FAR_RATIO = 3, 2  # the least ratio of their points

OTHER = "other"
"""The kind of a miss that fits no rule."""


@dataclass(frozen=True)
class SeenPosition:
    """A position as the seat that made the move saw it."""

    state: State
    seat: Seat

    @cached_property
    def out_bonus(self) -> int:
        """The points that going out gains for the tiles of the others, as far as the seat knows."""
        return endings.out_bonus(self.state, self.seat)

    def goes_out(self, verdict: Verdict) -> bool:
        """Whether a play goes out and gains the points for that."""
        return self.out_bonus > 0 and endings.goes_out(self.state, self.seat, verdict)

    def total_points(self, verdict: Verdict) -> int:
        """The points of a play, with those for going out."""
        return verdict.points + (self.out_bonus if self.goes_out(verdict) else 0)

    def loss(self, made: Verdict, best: Verdict) -> int:
        """The points that a move earns less than the best one."""
        return self.total_points(best) - self.total_points(made)


@dataclass(frozen=True)
class Miss:
    """What a move missed.

    - `loss`: the points lost; in Numeria 1 for a trope
    - `kind`: the kind of the miss; empty where nothing was lost, but something is to be said
    - `values`: what a sentence about it names
    """

    loss: int
    kind: str
    values: Json = field(default_factory=dict)


Rule = Callable[[SeenPosition, Verdict, Verdict], Json | None]
"""A test of one kind on the move made and the best play: the values to name, or None."""


@dataclass(frozen=True)
class GameReview:
    """What the reviews of one game find.

    - `find_miss`: what a move missed, of the known plays with the best one first; None for nothing
    - `kinds`: the kinds of misses in the order in which they are tried
    - `find_puzzle`: the reason why a position is a puzzle, or empty; the last argument tells
      whether all plays with points are known
    - `blank_worth`: the points by which the best play with a blank more earns more, on average
    - `draws`: the number of random draws that each draw is put beside
    """

    find_miss: Callable[[SeenPosition, Verdict, Sequence[Verdict]], Miss | None]
    kinds: Sequence[str]
    find_puzzle: Callable[[SeenPosition, Sequence[Verdict], bool], str]
    blank_worth: int = 0
    draws: int = 16


def review_by_kinds(rules: Sequence[tuple[str, Rule]], blank_worth: int = 0) -> GameReview:
    """The review of a game of points whose misses are told apart by these tests, in this order."""
    return GameReview(
        find_miss=partial(first_kind, rules),
        kinds=[*(kind for kind, _ in rules), OTHER],
        find_puzzle=puzzle_of_points,
        blank_worth=blank_worth,
    )


def first_kind(
    rules: Sequence[tuple[str, Rule]], seen: SeenPosition, made: Verdict, found: Sequence[Verdict]
) -> Miss | None:
    """The miss by the first kind that fits; None where the move was as good as the best play."""
    best = found[0]
    loss = seen.loss(made, best)
    if loss <= 0:
        return None
    for kind, rule in rules:
        values = rule(seen, made, best)
        if values is not None:
            return Miss(loss, kind, values)
    return Miss(loss, OTHER)


def turn(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`turn`: a pass or a swap although there was a play that earns points.

    The value of the new tiles is not considered, nor what an ending by the pass or the swap gives
    or takes.
    """
    if made.kind == "play":
        return None
    return {"did": made.kind, "has_ended": endings.ends_game(seen.state, seen.seat, made)}


def out(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`out`: the best play goes out, the move did not, and that is at least half of the loss."""
    if not seen.goes_out(best) or seen.goes_out(made) or 2 * seen.out_bonus < seen.loss(made, best):
        return None
    return {"left": seen.out_bonus}


def tiles(seen: SeenPosition, made: Verdict, best: Verdict) -> Json | None:
    """`tiles`: the best play lays exactly the same tiles, in another way."""
    return {} if tiles_of(seen.state, made) == tiles_of(seen.state, best) else None


def tiles_of(state: State, verdict: Verdict) -> Counter[str]:
    """The tiles that a play takes off the rack."""
    _, _, tokens = verdict.text.partition(" ")
    return Counter(tiles_laid(tokens, state.tiles.counts))


def is_alike(one: Verdict, other: Verdict) -> bool:
    """Whether two plays lay the same symbols on the same squares for the same points.

    The order of the symbols and which of them are blanks make no difference.
    """
    if one.tile or one.points != other.points or set(one.squares) != set(other.squares):
        return False
    return symbols_of(one.text) == symbols_of(other.text)


def symbols_of(text: str) -> Counter[str]:
    """The symbols that a play puts on its squares, blanks read as theirs.

    >>> symbols_of("7E ?8*9=[?72]") == symbols_of("7E 8*9=[72]")
    True
    """
    _, _, tokens = text.partition(" ")
    return Counter(token.replace(BLANK, "") for token in split_tokens(tokens) if token != COVERED)


def main_run(verdict: Verdict) -> Run | None:
    """The line that earns most, of equal ones the first; None for a single tile that stands alone.

    The line of the play itself comes before those that cross it.
    """
    return max(verdict.runs, key=lambda run: run.points, default=None)


def puzzle_of_points(seen: SeenPosition, found: Sequence[Verdict], are_all: bool) -> str:
    """The reason why a position is a puzzle, or empty.

    `only`: no second play earns points; `are_all` tells whether all plays with points are known.
    `far`: with the points for going out, the best earns FAR_POINTS more than the second, and
    FAR_RATIO times as many. Plays that are alike count as one.
    """
    best = seen.total_points(found[0])
    if len(found) == 1:
        return "only" if are_all and found[0].points > 0 else ""
    second = seen.total_points(found[1])
    times, of = FAR_RATIO
    return "far" if best - second >= FAR_POINTS and best * of >= second * times else ""
