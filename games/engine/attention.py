"""How an opponent plays Numeria: it overlooks some lines, and sees the others as they are."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

from games.engine.dice import Dice
from games.engine.numeria import Claim, Prospect, prospects, worth
from games.engine.watch import is_over, moment_after
from games.rules.moves import Seat
from games.rules.numeria import LAYOUT, State
from games.rules.numeria.notation import format_line

IsOverlooked = Callable[[str, int, Claim], bool]


@dataclass(frozen=True)
class Attention:
    """How many lines in a hundred an opponent overlooks.

    `own` are the tropes that it could take now, `threats` those that it could take next time,
    `replies` those of the other. Whoever overlooks all of these does not look so far ahead.
    """

    own: int
    threats: int
    replies: int


def attentive_moves(
    state: State, seat: Seat, attention: Attention, dice: Dice, deadline: float | None
) -> list[str]:
    """The moves of this opponent, the one that it likes best first; chance decides equal ones."""
    until = moment_after(deadline)
    is_overlooked = cache(partial(_is_overlooked, dice))
    ranked = []
    for prospect in prospects(state, seat):
        seen = _seen(prospect, attention, dice, is_overlooked)
        ranked.append((-worth(state.scores, seat, seen), prospect.text))
        if is_over(until):
            break
    return [text for _, text in sorted(dice.shuffled("move", ranked), key=lambda move: move[0])]


def _is_overlooked(dice: Dice, kind: str, in_a_hundred: int, claim: Claim) -> bool:
    """Whether a trope is overlooked that could be made later; the same ones after every move."""
    return dice.happens(
        f"{kind} {LAYOUT.name(claim.start)} {format_line(claim.four)}", in_a_hundred
    )


def _seen(
    prospect: Prospect, attention: Attention, dice: Dice, is_overlooked: IsOverlooked
) -> Prospect:
    """The prospect without what is overlooked."""
    four = prospect.four
    if four is not None and dice.happens(f"own {format_line(four)}", attention.own):
        four = None
    return replace(
        prospect,
        four=four,
        replies=_without(prospect.replies, partial(is_overlooked, "reply", attention.replies)),
        threats=_without(prospect.threats, partial(is_overlooked, "threat", attention.threats)),
    )


def _without(
    claims: tuple[Claim, ...], is_overlooked: Callable[[Claim], bool]
) -> tuple[Claim, ...]:
    return tuple(claim for claim in claims if not is_overlooked(claim))
