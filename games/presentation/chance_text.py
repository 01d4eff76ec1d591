"""Chances to win, sizes of misses and luck, in figures and words."""

import math
from collections.abc import Collection, Mapping
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.review.chances import (
    CERTAIN,
    CHANCE_LOST,
    DECIDED,
    POINTS_LOST,
    ChanceLost,
    Size,
)
from games.review.luck import LIMIT

NO_BREAK = "\N{NO-BREAK SPACE}"

SIZES: Mapping[str, object] = {
    "small": gettext_lazy("small miss"),
    "medium": gettext_lazy("medium miss"),
    "large": gettext_lazy("large miss"),
}


def percent(thousandths: int) -> str:
    """A chance as people read it: `8.2 %`, in German `8,2 %`."""
    return f"{number_format(Decimal(thousandths) / 10, 1)}{NO_BREAK}%"


def size_name(size: Size) -> str:
    """What a miss of this size is called; empty where it has none."""
    return str(SIZES[size]) if size else ""


def lost_text(lost: ChanceLost) -> str:
    """What a move lost, with how far that may be off: `8.2 % ± 2.1 %`; empty for nothing."""
    if not lost.counted:
        return ""
    text = percent(lost.counted)
    return f"{text} ±{NO_BREAK}{percent(lost.margin)}" if lost.margin else text


def told(lost: ChanceLost, size: Size) -> str:
    """How a move stands beside the best by the chance to win, in a sentence or two."""
    values = {
        "made": percent(lost.made),
        "best": percent(lost.best),
        "lost": percent(lost.best - lost.made),
        "margin": percent(lost.margin),
    }
    said = _told(lost) % values
    if lost.is_decided and size:
        said += " " + _("The game was decided, so the size is that of the points.")
    return said


def _told(lost: ChanceLost) -> str:
    is_best = lost.made >= lost.best
    if lost.is_proven and is_best:
        return _("Proven: the chance to win is %(made)s, and no move has a better one.")
    if lost.is_proven:
        return _("Proven: the chance to win is %(made)s instead of %(best)s.")
    if is_best:
        return _("Chance to win: %(made)s, and no move that was weighed has a better one.")
    if lost.is_lost:
        return _(
            "Proven: after it the game is lost. The best that was weighed has a chance to win of"
            " %(best)s ± %(margin)s."
        )
    if lost.counted and not lost.is_imagined and not lost.margin:
        return _("Chance to win: %(made)s instead of %(best)s.")
    if lost.counted and not lost.margin:
        return _(
            "Chance to win: %(made)s instead of %(best)s, %(lost)s less with every rack that was"
            " imagined."
        )
    if lost.counted:
        return _("Chance to win: %(made)s instead of %(best)s, %(lost)s ± %(margin)s less.")
    return _(
        "Chance to win: %(made)s. The best that was weighed has %(best)s, which is within"
        " ± %(margin)s: it may be no more than chance."
    )


def told_of_try(lost: ChanceLost, allowed: int, *, is_best_else: bool) -> str:
    """How a try stands by the chance to win, in a sentence; what is `allowed` is in thousandths.

    `is_best_else` where another sentence, before this one, says that nothing earns more.
    """
    if lost.made >= lost.best:
        said = _("Chance to win: %(made)s, and no move that was weighed has a better one.")
    elif lost.counted < allowed:
        said = _("Chance to win: %(made)s; the best has %(best)s, which counts as no miss here.")
    elif is_best_else:
        said = _(
            "But another move that was weighed has a better chance to win, and that decides here:"
            " %(best)s instead of %(made)s."
        )
    else:
        said = _("Chance to win: %(made)s instead of %(best)s.")
    return said % {"made": percent(lost.made), "best": percent(lost.best)}


def sizes_in_words(counts: Mapping[str, int]) -> str:
    """How many misses of each size: `1 large, 2 small`; empty for none."""
    said = {"large": _("%(n)s large"), "medium": _("%(n)s medium"), "small": _("%(n)s small")}
    return ", ".join(
        words % {"n": counts[size]} for size, words in said.items() if counts.get(size)
    )


def rounded(points: Fraction) -> int:
    """To the nearest whole number, half away from 0."""
    whole = int(abs(points) + Fraction(1, 2))
    return whole if points >= 0 else -whole


def a_move(points: int, moves: int) -> str:
    """Points a move, to a tenth."""
    tenths = rounded(Fraction(points * 10, moves)) if moves else 0
    return str(number_format(Decimal(tenths) / 10, 1))


def to_the_bag(luck: Fraction, error: Fraction | None, told: int, draws: int) -> str:
    """What the draws took or gave beside the average, in a few words.

    It may have been told of some of the draws alone. `error` is the square of the standard error,
    of which two are told; None where it is not known.
    """
    said = _given_by_the_bag(luck)
    if error is not None:
        said = f"{said} (± {_two_of(error)})"
    if told == draws:
        return said
    return _("%(said)s in %(told)s of %(draws)s draws") % {
        "said": said,
        "told": told,
        "draws": draws,
    }


def _two_of(error: Fraction) -> int:
    """Two standard errors, the square of one of which is given, rounded up."""
    least = math.ceil(4 * error)
    return math.isqrt(least - 1) + 1 if least else 0


def weighed_of(weighed: int, moves: int) -> str:
    """That not all moves were weighed; empty where all were."""
    if weighed == moves:
        return ""
    return _("%(weighed)s of %(moves)s moves weighed") % {"weighed": weighed, "moves": moves}


def _given_by_the_bag(luck: Fraction) -> str:
    points = rounded(luck)
    if points < 0:
        return ngettext("%(n)s point to the bag", "%(n)s points to the bag", -points) % {
            "n": -points
        }
    if points > 0:
        return ngettext("the bag gave %(n)s point", "the bag gave %(n)s points", points) % {
            "n": points
        }
    return _("the bag gave and took nothing")


def how_sized(*, counts_points: bool) -> list[str]:
    """How large a miss is, in sentences; a game that does not count points hides nothing."""
    small, medium, large = map(percent, CHANCE_LOST)
    chances = _(
        "A miss is small from %(small)s of lost chance to win, medium from %(medium)s, large "
        "from %(large)s."
    ) % {"small": small, "medium": medium, "large": large}
    sums = _(
        "What a player lost is the sum over the moves that were weighed. It may be more than"
        " %(all)s: what was thrown away may come back, and be thrown away again."
    ) % {"all": percent(CERTAIN)}
    whose = _("They are the chances of a computer that plays on against itself, not of people.")
    told = _of_points() if counts_points else _of_an_open_game()
    return [chances, *told, whose, sums]


def _of_points() -> list[str]:
    """Sizes and errors in a game that counts points and hides tiles."""
    decided = _(
        "Where the game was decided, because both chances were above 95 %% or both below 5 %%, the"
        " points lost count instead: small from %(small)s points on, medium from %(medium)s, large"
        " from %(large)s."
    ) % dict(zip(("small", "medium", "large"), POINTS_LOST, strict=True))
    looked_at = _(
        "Looked at are the move, what it leaves on the rack, and the answers with imagined racks of"
        " the other player; from there on a chance is that of games with such a lead. A great play"
        " that stays open for later is not seen."
    )
    error = _(
        "What stands after ± is two standard errors, of the imagined racks alone. A difference that"
        " is not larger counts as nothing and has no size. In an endgame that is proven nothing is"
        " imagined. A dash says that the move could not be weighed."
    )
    return [decided, looked_at, error]


def _of_an_open_game() -> list[str]:
    """Sizes and errors in a game that hides nothing and is won by something else than points."""
    decided = _(
        "Where the game was decided, because both chances were above %(high)s or both below"
        " %(low)s, a miss has no size."
    ) % {"high": percent(DECIDED), "low": percent(CERTAIN - DECIDED)}
    error = _(
        "What is proven is certain. Otherwise a chance is that of games in which both had as "
        "many tropes and as good a prospect of the next, and what stands after ± is two standard "
        "errors of such figures. A difference that is not larger counts as nothing and has no "
        "size, except where the game is proven lost after the move but not after the best one: "
        "that counts."
    )
    return [decided, error]


def how_luck_is_told(draws: Collection[int]) -> list[str]:
    """How luck is computed, in sentences; `draws` are the numbers of random draws, as stored."""
    drawn = _(
        "For each draw we look at the best play on the board of your next turn: with the tiles that"
        " you drew, and with %(draws)s other hands from the tiles that you could not see. Your"
        " best play less the average of the others is your luck with that draw, in points."
    ) % {"draws": "–".join(map(str, sorted(draws)))}
    details = _(
        "A play counts %(limit)s points at most, so that one great play does not decide all. A"
        " blank counts as many points as it earns on average. What you kept stays in every hand."
        " Tiles that you swapped are in none, as you drew before they went back; signs that you put"
        " back by a pass in Digifeud may come again."
    ) % {"limit": LIMIT}
    sums = _(
        "The figure beside the misses is the sum over your draws. Over many games luck comes to"
        " about nothing. The same position always gives the same figure."
    )
    error = _(
        "What stands after ± is two standard errors: with other hands beside yours the figure would"
        " have been another, mostly within these bounds. A draw is left out where it takes too long"
        " to be certain of its best plays."
    )
    return [drawn, details, sums, error]
