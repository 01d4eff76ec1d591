"""Glicko-2: how strong somebody or something is, and how sure that is.

After Mark Glickman, *Example of the Glicko-2 system* (2022); steps and letters are those of his
paper. Ratings and deviations are stored as integer hundredths, volatilities as millionths; floats
occur only here, on the way from one stored strength to the next.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_SCALE = 173.7178  # points of the first Glicko a unit of the second
_MIDDLE = 1500
_HUNDREDTHS = 100
_MILLIONTHS = 1_000_000
_THOUSANDTHS = 1000
_TAU = 0.5  # how much a volatility may change
_NEAR = 0.000_001  # volatilities that count as equal
WON, LOST = 1, 0
LOWEST, HIGHEST = 10_000, 400_000  # ratings that are kept, in hundredths
SUREST, LEAST_SURE = 3000, 35_000  # deviations


@dataclass(frozen=True)
class Strength:
    """A rating and its deviation in hundredths, and a volatility in millionths."""

    rating: int = 150_000
    deviation: int = 35_000
    volatility: int = 60_000


def expected(own: Strength, other: Strength) -> int:
    """The result that one may expect against the other, in thousandths.

    >>> expected(Strength(), Strength()), expected(Strength(170_000), Strength(deviation=3000))
    (500, 759)
    """
    return round(_expected(_mu(own), _mu(other), _phi(other)) * _THOUSANDTHS)


def after_results(own: Strength, results: Sequence[tuple[Strength, int]]) -> Strength:
    """The strength after one period with these opponents and results, 1 for a win and 0 for none.

    The opponents' strengths are those before the period. At least one result. Ratings and
    deviations stay within bounds, whatever comes.

    The example of the paper:

    >>> others = Strength(140_000, 3000), Strength(155_000, 10_000), Strength(170_000, 30_000)
    >>> after_results(Strength(150_000, 20_000), list(zip(others, (WON, LOST, LOST))))
    Strength(rating=146405, deviation=15152, volatility=59996)
    """
    mu, phi = _mu(own), _phi(own)
    pull = weight = 0.0
    for other, result in results:
        g, share = _g(_phi(other)), _expected(mu, _mu(other), _phi(other))
        pull += g * (result - share)
        weight += g * g * share * (1 - share)
    sigma = _new_volatility(phi, own.volatility / _MILLIONTHS, 1 / weight, pull / weight)
    new_phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + weight)
    rating = round(((mu + new_phi * new_phi * pull) * _SCALE + _MIDDLE) * _HUNDREDTHS)
    return Strength(
        rating=min(max(rating, LOWEST), HIGHEST),
        deviation=min(max(round(new_phi * _SCALE * _HUNDREDTHS), SUREST), LEAST_SURE),
        volatility=round(sigma * _MILLIONTHS),
    )


def _mu(strength: Strength) -> float:
    return (strength.rating / _HUNDREDTHS - _MIDDLE) / _SCALE


def _phi(strength: Strength) -> float:
    return strength.deviation / _HUNDREDTHS / _SCALE


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _expected(mu: float, other_mu: float, other_phi: float) -> float:
    return 1 / (1 + math.exp(-_g(other_phi) * (mu - other_mu)))


def _new_volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5: the root of f, between bounds that close in by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + v + math.exp(x)
        surprise = delta * delta - spread
        return math.exp(x) * surprise / (2 * spread * spread) - (x - a) / (_TAU * _TAU)

    low, high = a, _upper_bound(f, a, delta * delta - phi * phi - v)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _NEAR:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def _upper_bound(f: Callable[[float], float], a: float, surprise: float) -> float:
    if surprise > 0:
        return math.log(surprise)
    k = 1
    while f(a - k * _TAU) < 0:
        k += 1
    return a - k * _TAU
