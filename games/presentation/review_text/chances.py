"""Why a move has a smaller chance to win than the best one: facts, in a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import chance_text, sentences
from games.presentation.models.reviews import Chances, Reply
from games.review import ChanceLost, Size
from games.rules.messages import Json
from games.rules.notation import swapped_tiles

LEAST_TOLD = 10  # points more or less that explain a chance


@dataclass(frozen=True)
class Why:
    """Facts on a move and the one with the best chance to win.

    - `better`: the best move in words
    - `more`: the points that the best move earns more; negative where it earns less
    - `loss`: the points that the play that earns most earns more
    - `is_told`: what the best move earns more is told beside this
    - `reply`: what the next player could answer to the move
    - `then`: what that player could have earned at most after the best move; None if not known
    - `is_opened`: the answer was not there before, or earned less
    - `left`, `better_left`: the tiles that either leaves on the rack; None where that tells nothing
    - `earns_most`: no play earns more than the move that was made
    """

    better: str
    more: int
    loss: int
    is_told: bool
    reply: Reply | None
    then: int | None
    is_opened: bool
    left: Sequence[str] | None
    better_left: Sequence[str] | None
    earns_most: bool

    @property
    def opened(self) -> int:
        """The points that the answer earns more than any after the best move, if that is known."""
        return self.reply.points - self.then if self.reply and self.then is not None else 0


def why(facts: Why) -> str:
    """One sentence of facts: what the move opened, earned less, or left; what the other then had.

    The fact of most points comes first; what opened or left something else is told where the
    points do not tell it.
    """
    reply = facts.reply
    values = {
        "better": facts.better,
        "more": facts.more,
        "left": _tiles(facts.left),
        "better_left": _tiles(facts.better_left),
        **({"name": reply.name, "line": reply.line, "where": reply.where} if reply else {}),
        "points": reply.points if reply else 0,
        "then": facts.then,
    }
    said = _fact(facts) % values
    return said[:1].upper() + said[1:]


def _fact(facts: Why) -> str:
    """The fact that tells most, with places for its values; empty for none."""
    if facts.opened >= max(LEAST_TOLD, facts.more):
        return _of_what_opened(facts) if facts.is_opened else _of_what_stayed_open(facts)
    if facts.is_told:
        return ""
    if facts.more > 0 and facts.more == facts.loss:
        return ngettext(
            "%(better)s would have earned %(more)s point more.",
            "%(better)s would have earned %(more)s points more.",
            facts.more,
        )
    if facts.more >= LEAST_TOLD:
        return _(
            "%(better)s would have earned %(more)s points more, and of the moves that were weighed"
            " it has the best chance."
        )
    if facts.left is not None and facts.better_left is not None:
        return _of_what_is_left(facts)
    if facts.reply is not None:
        return _of_the_answer(facts)
    return _("%(better)s has the better chance.")


def _of_what_opened(facts: Why) -> str:
    if facts.is_told:
        return _(
            "After it %(name)s had %(line)s at %(where)s for %(points)s, which was not there before"
            " or earned less; after that play it would have been %(then)s at most."
        )
    if facts.earns_most:
        return _(
            "Nothing that earns more was found, but after it %(name)s had %(line)s at %(where)s for"
            " %(points)s, which was not there before or earned less; after %(better)s it would have"
            " been %(then)s at most."
        )
    return _(
        "After it %(name)s had %(line)s at %(where)s for %(points)s, which was not there before or"
        " earned less; after %(better)s it would have been %(then)s at most."
    )


def _of_what_stayed_open(facts: Why) -> str:
    if facts.is_told:
        return _(
            "It left %(line)s at %(where)s open for %(name)s, worth %(points)s; after that play it"
            " would have been %(then)s at most."
        )
    if facts.earns_most:
        return _(
            "Nothing that earns more was found, but it left %(line)s at %(where)s open for"
            " %(name)s, worth %(points)s; after %(better)s it would have been %(then)s at most."
        )
    return _(
        "It left %(line)s at %(where)s open for %(name)s, worth %(points)s; after %(better)s it"
        " would have been %(then)s at most."
    )


def _of_what_is_left(facts: Why) -> str:
    if facts.earns_most:
        return _(
            "Nothing that earns more was found, but it keeps %(left)s of the rack; %(better)s "
            "keeps %(better_left)s, with which the computer earns more later, on average."
        )
    return _(
        "It keeps %(left)s of the rack; %(better)s keeps %(better_left)s, with which the "
        "computer earns more later, on average."
    )


def _of_the_answer(facts: Why) -> str:
    if facts.earns_most:
        return _(
            "Nothing that earns more was found, but then %(name)s had %(line)s at %(where)s for"
            " %(points)s; %(better)s has the better chance."
        )
    return _(
        "Then %(name)s had %(line)s at %(where)s for %(points)s; %(better)s has the better chance."
    )


def move_in_words(text: str, detail: Json) -> str:
    """A move that was not made, as a part of a sentence; `detail` is its verdict."""
    if detail["kind"] == "swap":
        return _("a swap of %(tiles)s") % {"tiles": sentences.tiles(swapped_tiles(text))}
    if detail["kind"] == "pass":
        return _("a pass")
    line, where = sentences.listed_line(text, detail), sentences.where(text, detail)
    return _("%(line)s at %(where)s") % {"line": line, "where": where} if line else where


def _tiles(tiles: Sequence[str] | None) -> str:
    return sentences.tiles(tiles) if tiles else _("nothing")


def chances(lost: ChanceLost, size: Size) -> Chances:
    """The chances of a move, as pages show them."""
    return Chances(
        lost=lost.counted,
        lost_text=chance_text.lost_text(lost),
        size=size,
        size_name=chance_text.size_name(size),
        told=chance_text.told(lost, size),
        is_proven=lost.is_proven,
    )
