"""How a computer plays Numeria: it overlooks some tropes, and sees the others as they are."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

from games.engine.numeria import CandidateMove, OpenTrope, candidate_moves, value_of
from games.engine.seeded_choice import SeededChoice
from games.engine.time_limit import TimeLimit
from games.rules.moves import Seat
from games.rules.numeria import LAYOUT, State
from games.rules.numeria.notation import format_line

IsOverlooked = Callable[[str, int, OpenTrope], bool]


@dataclass(frozen=True)
class NumeriaSkill:
    """How many tropes in a hundred a computer overlooks.

    - `own_percent`: of those that it can take now
    - `threats_percent`: of those that it could take with its next move
    - `replies_percent`: of those that the other can take
    """

    own_percent: int
    threats_percent: int
    replies_percent: int


def choose_moves(
    state: State, seat: Seat, skill: NumeriaSkill, chance: SeededChoice, time_limit: float | None
) -> list[str]:
    """The moves of this computer, the preferred one first, equal ones in random order.

    `time_limit` is in seconds; when it is over, only the moves looked at by then are ranked.
    """
    limit = TimeLimit.start(time_limit)
    is_overlooked = cache(partial(_is_overlooked, chance))
    ranked = []
    for move in candidate_moves(state, seat):
        seen = _without_overlooked(move, skill, chance, is_overlooked)
        ranked.append((-value_of(state, seat, move, seen), move.text))
        if limit.is_over():
            break
    return [text for _, text in sorted(chance.shuffle("move", ranked), key=lambda move: move[0])]


def _is_overlooked(chance: SeededChoice, kind: str, percent: int, trope: OpenTrope) -> bool:
    """Whether a later trope is overlooked; the answer is the same after every move."""
    return chance.happens(f"{kind} {LAYOUT.name(trope.start)} {format_line(trope.four)}", percent)


def _without_overlooked(
    move: CandidateMove, skill: NumeriaSkill, chance: SeededChoice, is_overlooked: IsOverlooked
) -> CandidateMove:
    """The move without the tropes that are overlooked."""
    four = move.four
    if four is not None and chance.happens(f"own {format_line(four)}", skill.own_percent):
        four = None
    return replace(
        move,
        four=four,
        replies=_without(move.replies, partial(is_overlooked, "reply", skill.replies_percent)),
        threats=_without(move.threats, partial(is_overlooked, "threat", skill.threats_percent)),
    )


def _without(
    tropes: tuple[OpenTrope, ...], is_overlooked: Callable[[OpenTrope], bool]
) -> tuple[OpenTrope, ...]:
    return tuple(trope for trope in tropes if not is_overlooked(trope))
