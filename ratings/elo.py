"""Elo as Numerica's rules state it (N14), pairwise among more than two (Equate's E24).

And Digifeud's score of a game (D10), which takes the strength of the opponent into account.
Ratings are stored as integer hundredths. Only here, on the way from one stored rating to the
next, and in `ratings.glicko` do floats occur.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

START_RATING = 120_000  # hundredths: 1200
_HUNDREDTHS = 100
_TEN_THOUSANDTHS = 10_000
_ENOUGH_POINTS = 500  # of a game: more bring no higher score (D10)


@dataclass(frozen=True)
class Step:
    """What one game does to one rating, with everything it is computed from.

    `before` and `after` are hundredths. `expected` is the sum of the expectations against every
    opponent, in ten-thousandths; `result` the sum of the results, in halves: 2 for each opponent
    ranked below, 1 for each of equal rank.
    """

    before: int
    k: int
    expected: int
    result: int
    after: int


def k_factor(rating: int) -> int:
    """How far one game moves a player: 32 below 2100, 24 up to 2400, 16 above; in hundredths.

    >>> k_factor(209999), k_factor(210000), k_factor(240000), k_factor(240001)
    (32, 24, 24, 16)
    """
    if rating < 2100 * _HUNDREDTHS:
        return 32
    return 24 if rating <= 2400 * _HUNDREDTHS else 16


def expected_score(own: int, other: int) -> float:
    """The score one may expect against the other, between 0 and 1; ratings in hundredths.

    >>> round(expected_score(140000, 120000), 4)
    0.7597
    """
    return float(1 / (1 + 10 ** ((other - own) / (400 * _HUNDREDTHS))))


def rate(ratings: Sequence[int], ranks: Sequence[int]) -> list[Step]:
    """The step of every player of a game; equal ranks are ties, 1 is the best.

    `R + K/(n-1) · Σ(S − E)` over the n−1 opponents, all with the ratings before the game and
    everybody's own K.

    >>> [step.after for step in rate([120000, 120000], [1, 2])]
    [121600, 118400]
    """
    return [_step(seat, ratings, ranks) for seat in range(len(ratings))]


def _step(seat: int, ratings: Sequence[int], ranks: Sequence[int]) -> Step:
    others = [other for other in range(len(ratings)) if other != seat]
    own = ratings[seat]
    expected = sum(expected_score(own, ratings[other]) for other in others)
    result = sum(_halves(ranks[seat], ranks[other]) for other in others)
    k = k_factor(own)
    change = round(_HUNDREDTHS * k / len(others) * (result / 2 - expected))
    return Step(own, k, round(expected * _TEN_THOUSANDTHS), result, own + change)


def _halves(own: int, other: int) -> int:
    """A win is 2 halves, a tie 1, a loss 0."""
    return 1 if own == other else 2 * (own < other)


# --- Digifeud's score of a game ---


def match_score(points: int, own: int, other: int, result: int) -> int:
    """What a game of two earns beside the rating: 4 to 16 won, 2 to 8 tied, 0 to 3 lost (D10).

    `points` are those of the game, `own` and `other` the ratings before it in hundredths, and
    `result` is in halves as in a `Step`. With P, the points as a share of 500, and E, the
    expectation of the opponent: `4 + round(6P + 6E)`, `2 + round((6P + 6E) / 2)`, or
    `round((6P + 6E) / 4)`.

    >>> match_score(400, 120000, 120000, 2), match_score(250, 120000, 120000, 0)
    (12, 2)
    """
    share = Fraction(min(_ENOUGH_POINTS, max(0, points)), _ENOUGH_POINTS)
    worth = 6 * (share + Fraction(expected_score(other, own)))
    if result == 2:
        return 4 + _half_up(worth)
    return 2 + _half_up(worth / 2) if result == 1 else _half_up(worth / 4)


def _half_up(number: Fraction) -> int:
    """The nearest whole number. Halves occur at equal strength only, where the float is exact."""
    return math.floor(number + Fraction(1, 2))
