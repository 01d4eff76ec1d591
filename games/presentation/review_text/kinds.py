"""What the kinds of misses are called, how they are told apart, and why positions are puzzles."""

from django.utils.translation import gettext_lazy

from games.presentation.models.reviews import MissKind
from games.review import TROPE_ALLOWED, kinds_of
from games.rules.messages import Json

LESS_CHANCE = gettext_lazy("a smaller chance to win")
"""What a miss is called that earned most."""

KINDS = {
    "turn": gettext_lazy("no play made"),
    "out": gettext_lazy("going out"),
    "blank": gettext_lazy("the blank elsewhere"),
    "place": gettext_lazy("a better place"),
    "fraction": gettext_lazy("a fraction bonus"),
    "bingo": gettext_lazy("nine tiles"),
    "extension": gettext_lazy("an extension"),
    "tiles": gettext_lazy("the same tiles"),
    "premium": gettext_lazy("premium squares"),
    "colours": gettext_lazy("coloured squares"),
    "outcome": gettext_lazy("a larger outcome"),
    "trope": gettext_lazy("a trope not taken"),
    TROPE_ALLOWED: gettext_lazy("a trope handed over"),
    "other": gettext_lazy("another play"),
}
"""Every kind of miss in two or three words: what was missed."""

RULES = {
    "turn": gettext_lazy(
        "Somebody made no play where one earns points. What fresh tiles may earn later is not "
        "counted, nor what the ending gives or takes where the turn ended the game."
    ),
    "out": gettext_lazy(
        "The best play lays the last tiles and ends the game, the move that was made did not. What "
        "that gives for the tiles of the others is at least half of what was lost."
    ),
    "blank": gettext_lazy(
        "The same symbols on the same squares, with the blank on another of them or on none. A "
        "blank earns nothing, so it belongs where its symbol earns least."
    ),
    "place": gettext_lazy("The same equation with the same symbols laid, on other squares."),
    "fraction": gettext_lazy(
        "The best play has a value that is a fraction, and what it earns more for that is at least "
        "half of what was lost, and more than what it earns more for nine tiles. The fraction is "
        "reduced first: 6/8 is 3/4, so the denominator 4 earns 60."
    ),
    "bingo": gettext_lazy(
        "The best play lays all nine tiles and earns the bonus for it, the move that was made did "
        "not."
    ),
    "extension": gettext_lazy(
        "The best play makes an equation longer that was complete before, and all of it counts "
        "again; the move that was made did not extend that one."
    ),
    "tiles": gettext_lazy("The best play lays exactly the same tiles, in another way."),
    "premium": gettext_lazy(
        "What the best play gains on premium squares is more than half of what was lost."
    ),
    "colours": gettext_lazy(
        "What the best play gains on blue and red squares is more than half of what was lost."
    ),
    "outcome": gettext_lazy("A calculation was there with a larger outcome."),
    "trope": gettext_lazy(
        "The move took no trope where one could be taken after which the other player could not "
        "have won at once. It counts 1."
    ),
    TROPE_ALLOWED: gettext_lazy(
        "After the move the other player could take a trope at once, and a move that takes as much "
        "would have allowed none; where the other player could have won by it, any move that "
        "allows none. It counts 1."
    ),
    "other": gettext_lazy("The best play is none of these."),
}
"""How a kind is told from the others, for people; the rules themselves are in `games.review`."""

TURNS = {"swap": gettext_lazy("swapped"), "pass": gettext_lazy("passed")}
"""What somebody did instead of a play."""

PUZZLES = {
    "only": gettext_lazy("only one play earns points"),
    "far": gettext_lazy("one choice of tiles and squares is far ahead of all others"),
    "trope": gettext_lazy("one move takes a trope"),
}
"""Why a position is worth solving."""


def miss_label(kind: str, values: Json) -> str:
    """What the miss of one move is called; empty where there is none."""
    if not kind:
        return ""
    return str(TURNS.get(values.get("did", ""), KINDS[kind]))


def kinds(key: str) -> list[MissKind]:
    """Every kind of miss that a game knows, in the order in which they are tried."""
    return [MissKind(str(KINDS[kind]), str(RULES[kind])) for kind in kinds_of(key)]
