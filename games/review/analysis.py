"""One move beside the best that its position and its rack had to offer."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from games.engine import best_moves
from games.engine.base import Search
from games.review import digifeud, equations, numeria
from games.review.base import OTHER, Missed, Position, same_tiles
from games.rules.base import Json, Refusal, Seat, State, Verdict, verdict_to_json

TOP = 5
"""How many plays are kept."""

SEARCHED = (60, 1000)  # plays: many differ from one another only in the order of their tiles

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
    with their points; those that lay the same tiles on the same squares count as one. `exact`
    tells whether it is certain that there is none better. `best` is the first of them as it is
    kept beside a move; `loss` is 0 where nothing was missed. An ending that is nobody's choice of
    a play loses nothing.
    """
    seen = state.seen_by(seat)
    search, found = _searched(seen, seat, deadline)
    made = _made(seen, seat, text)
    is_choice = made.kind in ("play", "swap", "pass")
    if is_choice and made.points > (found[0].points if found else 0):
        found = [made, *found]  # the search was cut short
    at = Position(seen, seat)
    missed = JUDGES[state.key](at, made, found) if is_choice and found else None
    are_all = search.exact and len(search.plays) < SEARCHED[-1]
    return {
        "exact": search.exact,
        "plays": [[each.text, each.points] for each in found[:TOP]],
        "best": verdict_to_json(found[0], state.layout) if found else None,
        "loss": missed.loss if missed else 0,
        "kind": missed.kind if missed else "",
        "values": missed.values if missed else {},
        "puzzle": PUZZLES[state.key](at, found, are_all) if search.exact and found else "",
    }


def _searched(state: State, seat: Seat, deadline: float | None) -> tuple[Search, list[Verdict]]:
    """The best plays, as many as it takes for some that are not alike."""
    for count in SEARCHED:
        search = best_moves(state, seat, count, deadline)
        found = _distinct(state, _legal(state, seat, search.plays))
        if len(found) >= TOP or len(search.plays) < count or not search.exact:
            break
    return search, found


def _made(state: State, seat: Seat, text: str) -> Verdict:
    """The verdict on the move that was made; an ending has none but its name."""
    try:
        return state.check(seat, text)
    except Refusal:
        return Verdict(text, text.partition(" ")[0])


def _legal(state: State, seat: Seat, plays: Sequence[tuple[str, int]]) -> list[Verdict]:
    """The plays that the rules take with the points that the search gives them."""
    taken: list[Verdict] = []
    for text, points in plays:
        with suppress(Refusal):
            verdict = state.check(seat, text)
            taken += [verdict] if verdict.points == points else []
    return taken


def _distinct(state: State, found: Sequence[Verdict]) -> list[Verdict]:
    """The same in their order, of those that are alike only the first."""
    kept: list[Verdict] = []
    for verdict in found:
        if not any(_is_alike(state, verdict, other) for other in kept):
            kept.append(verdict)
    return kept


def _is_alike(state: State, one: Verdict, other: Verdict) -> bool:
    """Whether two plays lay the same tiles on the same squares for the same points."""
    if one.tile or one.points != other.points:
        return False
    return set(one.squares) == set(other.squares) and same_tiles(state, one, other)
