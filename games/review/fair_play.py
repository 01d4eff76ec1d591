"""Fair play by numbers alone: which share of somebody's plays were the best ones, and when that
is worth a look.

What is compared, in this order:

- a move is *judged* where a play, a swap or a pass was chosen and at least one play was known
  (`is_judged`); it is a *best play* where the review found no loss;
- the person's *share* are the best plays of the judged moves of the last games, `MOST_GAMES` at
  most; it is weighed from `LEAST_GAMES` games and `LEAST_PLAYS` judged moves on;
- the *others* are all other people with `LEAST_OF_ANOTHER` judged moves in games of the same list
  and band of ratings (`band_of`); they count from `GAMES_OF_OTHERS` games and `OTHERS` people on;
- what is expected is not their middle but the share that nine in ten of them do not exceed
  (`expectation`), so that playing well is no reason for a look;
- how *rare* the person's share would be for somebody with the expected one is the tail of a
  binomial distribution, in exact fractions (`chance`);
- the person is looked at again after each game: `rarity` multiplies the chance after n games by
  n · (n + 1). As 1/(1·2) + 1/(2·3) + … = 1, somebody who plays as expected falls below `RARE` in
  one of 100,000 cases at most, however long they play (`is_outlier`).

One in ten is better than what is expected, moves of a game are not independent of one another,
and one may just play well: an outlier is a hint, never a verdict.
"""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import NamedTuple

from games.rules.messages import Json
from games.rules.record import is_choice

LEAST_GAMES = 10
LEAST_PLAYS = 80
MOST_GAMES = 30

GAMES_OF_OTHERS = 200
OTHERS = 20
LEAST_OF_ANOTHER = 40  # judged moves

RARE = Fraction(1, 100_000)
MOST_ZEROS = 30  # more is not told
BAND = 20_000  # hundredths of a rating: 200 points


class Share(NamedTuple):
    """How many of somebody's judged moves were best plays."""

    best: int
    judged: int

    @property
    def percent(self) -> int:
        """In whole per cent, half up; of nothing 0.

        >>> Share(1, 8).percent, Share(0, 0).percent
        (13, 0)
        """
        return (200 * self.best + self.judged) // (2 * self.judged) if self.judged else 0


LEVEL_SHARES: Mapping[str, Sequence[Share]] = {
    game: [Share(best, judged) for best, judged, _games in levels]
    for game, levels in json.loads(
        Path(__file__).with_name("best_shares.json").read_text(encoding="utf-8")
    ).items()
}
"""The shares of the computer's levels by the key of the game, the lowest level first, to be shown
beside those of people; `python -m benchmarks.best_shares` measures them.
"""


class Quartiles(NamedTuple):
    """The values between which the four quarters of some numbers lie."""

    low: int
    median: int
    high: int


def is_judged(text: str, found: Json) -> bool:
    """Whether a move that was reviewed says anything about who made it.

    >>> is_judged("pass", {"plays": [["8F 1+1=2", 4]]}), is_judged("pass", {"plays": []})
    (True, False)
    """
    return is_choice(text) and bool(found.get("plays"))


def quartiles(numbers: Sequence[int]) -> Quartiles | None:
    """The quartiles of some numbers, each of them one of these; None without any.

    >>> quartiles([9, 1, 5, 7, 3])
    Quartiles(low=3, median=5, high=7)
    """
    if not numbers:
        return None
    ordered = sorted(numbers)
    return Quartiles(*(ordered[quarter * (len(ordered) - 1) // 4] for quarter in (1, 2, 3)))


def band_of(rating: int) -> int:
    """The band of 200 points in which a rating lies, by the rating where it begins; in hundredths.

    >>> band_of(139_999), band_of(140_000)
    (120000, 140000)
    """
    return rating // BAND * BAND


def likely_share(share: Share) -> Fraction:
    """The share as it is compared, with one best and one other play added (the rule of succession):
    nobody stands for never or always.

    >>> likely_share(Share(5, 8))
    Fraction(3, 5)
    """
    return Fraction(share.best + 1, share.judged + 2)


def expectation(others: Sequence[Share]) -> Fraction:
    """The share that nine in ten of these people do not exceed.

    >>> expectation([Share(n, 98) for n in range(9, 19)])
    Fraction(9, 50)
    """
    ordered = sorted(map(likely_share, others))
    return ordered[-(-9 * len(ordered) // 10) - 1]


def chance(share: Share, expected: Fraction) -> Fraction:
    """How probable it is that at least as many of as many plays are the best, if each of them is
    with the probability `expected`.

    >>> chance(Share(2, 3), Fraction(1, 2))
    Fraction(1, 2)
    """
    hit, miss = expected.numerator, expected.denominator - expected.numerator
    ways = (
        comb(share.judged, best) * hit**best * miss ** (share.judged - best)
        for best in range(share.best, share.judged + 1)
    )
    return Fraction(sum(ways), expected.denominator**share.judged)


def rarity(share: Share, expected: Fraction, games: int) -> Fraction:
    """The chance, made larger for how often the person was looked at: after each of the games."""
    return chance(share, expected) * games * (games + 1)


def zeros_of(rarity: Fraction) -> int:
    """The power of ten below which something is rare, up to MOST_ZEROS: of 3, "1 in 1,000".

    >>> zeros_of(Fraction(1, 12_345)), zeros_of(Fraction(2)), zeros_of(Fraction(1, 10**99))
    (4, 0, 30)
    """
    return next((n for n in range(MOST_ZEROS) if rarity * 10 ** (n + 1) > 1), MOST_ZEROS)


def is_outlier(share: Share, expected: Fraction, games: int) -> bool:
    """Whether the share of the last games stands out, after this number of judged games in all.

    >>> is_outlier(Share(100, 100), Fraction(4, 5), games=10)
    True
    >>> is_outlier(Share(88, 100), Fraction(4, 5), games=10)
    False
    """
    return rarity(share, expected, games) < RARE
