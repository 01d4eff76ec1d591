"""One move beside the best that its position and its rack had to offer."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from games.engine import best_moves
from games.review import digifeud, equations, numeria
from games.review.base import OTHER, Missed, Position, is_alike
from games.review.endings import are_few, has_quiet_plays, quiet_ways_out
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat, Verdict, verdict_to_json
from games.rules.refusals import Refusal
from games.rules.tiles import BLANK

TOP = 5
"""How many plays are kept."""

SEARCHED = (60, 1000)  # plays: many differ from one another only in the order of their tiles

CHOICES = ("play", "swap", "pass")
"""What somebody chose; all other endings of a turn lose nothing."""

JUDGES: Mapping[str, Callable[[Position, Verdict, Sequence[Verdict]], Missed | None]] = {
    "numerica": equations.numerica_miss,
    "equate": equations.equate_miss,
    "digifeud": digifeud.miss,
    "numeria": numeria.miss,
}
"""What was missed by a move, by the key of the game."""

PUZZLES: Mapping[str, Callable[[Position, Sequence[Verdict], bool], str]] = {
    "numerica": equations.puzzle,
    "equate": equations.puzzle,
    "digifeud": equations.puzzle,
    "numeria": numeria.puzzle,
}
"""Why a position is worth solving, by the key of the game; empty where it is not."""

KINDS: Mapping[str, Sequence[str]] = {
    "numerica": [kind for kind, _ in equations.NUMERICA] + [OTHER],
    "equate": [kind for kind, _ in equations.EQUATE] + [OTHER],
    "digifeud": [kind for kind, _ in digifeud.RULES] + [OTHER],
    "numeria": numeria.KINDS,
}
"""Every kind of miss in the order in which they are tried, by the key of the game."""


def kinds_of(key: str) -> Sequence[str]:
    """The kinds of misses that a game knows."""
    return KINDS[key]


def reviewed(state: State, seat: Seat, text: str, deadline: float | None = None) -> Json:
    """What a move lost against the best, as plain values; `state` is the position before it.

    Nothing is looked at but what the seat saw. `plays` are the best ones found, the best first,
    with their points; plays that are alike count as one. `left` is what going out gives besides,
    and `outs` tells which of the plays do. `exact` tells whether it is certain that none earns
    more. `best` is the first of them as it is kept beside a move; `loss` is 0 where nothing was
    missed. An ending that is nobody's choice of a play loses nothing.
    """
    at = Position(state.seen_by(seat), seat)
    found, is_exact, are_all = _searched(at, deadline)
    made = _made(at.state, seat, text)
    if made.kind == "play" and at.earned(made) > (at.earned(found[0]) if found else 0):
        found = [made, *found]  # the search was cut short
    missed = judged(at, made, found)
    is_puzzling = is_exact and bool(found) and made.kind in CHOICES
    return {
        "exact": is_exact,
        "plays": [[each.text, each.points] for each in found[:TOP]],
        "left": at.left,
        "outs": [at.is_out(each) for each in found[:TOP]],
        "best": verdict_to_json(found[0], state.layout) if found else None,
        "loss": missed.loss if missed else 0,
        "kind": missed.kind if missed else "",
        "values": missed.values if missed else {},
        "puzzle": PUZZLES[state.key](at, found, are_all) if is_puzzling else "",
    }


def judged(at: Position, made: Verdict, found: Sequence[Verdict]) -> Missed | None:
    """What a move missed beside the plays that were found, the best of them first."""
    if made.kind not in CHOICES or not found:
        return None
    return JUDGES[at.state.key](at, made, found)


def _searched(at: Position, deadline: float | None) -> tuple[list[Verdict], bool, bool]:
    """The best plays, as many as it takes for some that are not alike.

    And whether it is certain that none earns more, and that nothing else earns points at all.
    """
    quiet, is_sure = _quiet(at)
    for count in SEARCHED:
        search = best_moves(at.state, at.seat, count, deadline)
        are_all = len(search.plays) < count
        legal = _legal(at, search.plays)
        found = _distinct(at, [*legal, *quiet])
        least = search.plays[-1][1] if search.plays else 0
        are_best = are_all or (
            len(found) >= TOP and least + at.left <= at.earned(found[TOP - 1])  # and what follows
        )
        if are_best or not search.exact:
            break
    is_exact = search.exact and is_sure and (are_best or not at.left)
    return found, is_exact, are_all and len({_reading(each) for each in legal}) == 1


def _quiet(at: Position) -> tuple[list[Verdict], bool]:
    """Some plays worth nothing that go out, and whether it is certain that there are no others.

    With TOP of them that are not alike no further one would be shown.
    """
    kept: list[Verdict] = []
    if not at.left or not has_quiet_plays(at.state):
        return kept, True
    for text in quiet_ways_out(at.state, at.seat):
        kept = _distinct(at, [*kept, at.state.check(at.seat, text)])
        if len(kept) == TOP:
            break
    return kept, are_few(at.state, at.seat)


def _made(state: State, seat: Seat, text: str) -> Verdict:
    """The verdict on the move that was made; an ending has none but its name."""
    try:
        return state.check(seat, text)
    except Refusal:
        return Verdict(text, text.partition(" ")[0])


def _legal(at: Position, plays: Sequence[tuple[str, int]]) -> list[Verdict]:
    """The plays that the rules take with the points that the search gives them."""
    taken: list[Verdict] = []
    for text, points in plays:
        with suppress(Refusal):
            verdict = at.state.check(at.seat, text)
            taken += [verdict] if verdict.points == points else []
    return taken


def _distinct(at: Position, legal: Sequence[Verdict]) -> list[Verdict]:
    """The same, what earns most first; of those that are alike only one that spends no blank."""
    kept: list[Verdict] = []
    for verdict in sorted(legal, key=lambda each: (-at.earned(each), each.text.count(BLANK))):
        if not any(is_alike(verdict, other) for other in kept):
            kept.append(verdict)
    return kept


def _reading(play: Verdict) -> str:
    """What a play lays where, whichever of its symbols are blanks."""
    return play.text.replace(BLANK, "")
