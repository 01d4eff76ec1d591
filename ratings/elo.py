"""Elo as Numerica's rules state it (N14): pure arithmetic."""

START_RATING = 1200


def k_factor(rating: float) -> int:
    """How far one game moves a player: 32 below 2100, 24 up to 2400, 16 above.

    >>> k_factor(2099), k_factor(2100), k_factor(2400), k_factor(2401)
    (32, 24, 24, 16)
    """
    if rating < 2100:
        return 32
    return 24 if rating <= 2400 else 16


def expected_score(own: float, other: float) -> float:
    """The score one may expect against the other, between 0 and 1.

    >>> round(expected_score(1400, 1200), 4)
    0.7597
    """
    return 1 / (1 + 10 ** ((other - own) / 400))


def rating_change(own: float, other: float, score: float) -> float:
    """What a game adds to one's rating; `score` is 1 for a win, ½ for a tie, 0 for a loss.

    >>> round(rating_change(1200, 1400, 1), 2)
    24.31
    """
    return k_factor(own) * (score - expected_score(own, other))
