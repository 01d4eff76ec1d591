"""How an opponent plays Numeria: it overlooks some lines, and sees the others as they are."""

from dataclasses import dataclass, replace

from games.engine.dice import Dice
from games.engine.numeria import Claim, Prospect, prospects, worth
from games.engine.watch import is_over, moment_after
from games.rules.base import Seat
from games.rules.numeria import LAYOUT, State
from games.rules.numeria.movement import Four
from games.rules.numeria.texts import ends_of


@dataclass(frozen=True)
class Attention:
    """How many lines in a hundred an opponent overlooks.

    `own` are the tropes that it could take now, `threats` those that it could take next time,
    `replies` those of the other.
    """

    own: int
    threats: int
    replies: int


def attentive_moves(
    state: State, seat: Seat, attention: Attention, dice: Dice, deadline: float | None
) -> list[str]:
    """The moves of this opponent, the one that it likes best first; chance decides equal ones."""
    until = moment_after(deadline)
    ranked = []
    for prospect in prospects(state, seat):
        seen = _seen(prospect, attention, dice)
        ranked.append((-worth(state.scores, seat, seen), prospect.text))
        if is_over(until):
            break
    return [text for _, text in sorted(dice.shuffled("move", ranked), key=lambda move: move[0])]


def _seen(prospect: Prospect, attention: Attention, dice: Dice) -> Prospect:
    """The prospect without what is overlooked."""
    four = prospect.four
    if four is not None and dice.happens(f"own {ends_of(four)}", attention.own):
        four = None
    return replace(
        prospect,
        four=four,
        replies=_noticed(prospect.replies, "reply", attention.replies, dice),
        threats=_noticed(prospect.threats, "threat", attention.threats, dice),
    )


def _noticed(
    claims: tuple[Claim, ...], name: str, overlooked: int, dice: Dice
) -> tuple[Claim, ...]:
    """Those of the tropes that are not overlooked, the same ones after every move."""
    return tuple(
        claim
        for claim in claims
        if not dice.happens(f"{name} {LAYOUT.name(claim.start)} {_line(claim.four)}", overlooked)
    )


def _line(four: Four) -> str:
    return ends_of(four)
