"""A second reading of the ratings of a game, from the table of the rules."""

from fractions import Fraction


def k_of(rating: float) -> int:
    if rating < 2100:
        return 32
    return 24 if rating <= 2400 else 16


def expected_changes(before: list[int], places: list[int]) -> list[float]:
    """The change of each rating in hundredths: `before` in hundredths, and who came in which place."""
    changes = []
    for seat, own in enumerate(before):
        total = 0.0
        for other, theirs in enumerate(before):
            if other != seat:
                score = Fraction(
                    (places[other] > places[seat]) * 2 + (places[other] == places[seat]), 2
                )
                total += float(score) - 1 / (1 + 10 ** ((theirs - own) / 40000))
        changes.append(k_of(own / 100) * total / (len(before) - 1) * 100)
    return changes
