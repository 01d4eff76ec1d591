"""A move compared with the best plays of its position and rack."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from games.catalogue import Parts
from games.engine import best_moves
from games.engine.time_limit import TimeLimit
from games.review.base import GameReview, Miss, SeenPosition, is_alike
from games.review.endings import quiet_ways_out
from games.rules.interface import State
from games.rules.messages import Json
from games.rules.moves import Seat, Verdict, verdict_to_json
from games.rules.refusals import Refusal
from games.rules.tiles import BLANK

TOP = 5
"""How many of the best plays a review keeps."""

SEARCHED_PLAYS = (60, 1000)  # many plays differ only in the order of their tiles

CHOICES = ("play", "swap", "pass")
"""The kinds of moves that a player chooses; other endings of a turn lose nothing."""

REVIEWS: Mapping[str, GameReview] = Parts("review")
"""What the reviews of each game find, by the key of the game."""


def kinds_of(key: str) -> Sequence[str]:
    """The kinds of misses of the game with this key."""
    return REVIEWS[key].kinds


def review_move(state: State, seat: Seat, text: str, time_limit: float | None = None) -> Json:
    """Compare a move with the best plays; `state` is the position before it.

    Only what the seat saw is used. `time_limit` is in seconds, for each of at most two searches
    and for the plays of no points that go out.
    Returns plain values:

    - `exact`: whether it is certain that no play earns more
    - `plays`: the best plays, best first, with their points; plays that are alike count as one
    - `left`: the points that going out gives besides
    - `outs`: for each of the plays, whether it goes out
    - `best`: the verdict on the first of them, as it is stored with a move; None without any
    - `loss`, `kind`, `values`: as in Miss; 0, empty and empty where nothing was missed
    - `puzzle`: the reason why the position is worth solving, or empty

    An ending that is not a choice of a play loses nothing.
    """
    seen = SeenPosition(state.seen_by(seat), seat)
    found, is_exact, are_all = _search(seen, time_limit)
    made = _verdict_on(seen.state, seat, text)
    most = seen.total_points(found[0]) if found else 0
    if made.kind == "play" and seen.total_points(made) > most:
        found = [made, *found]  # the search was cut short
    miss = classify_move(seen, made, found)
    is_puzzling = is_exact and bool(found) and made.kind in CHOICES
    return {
        "exact": is_exact,
        "plays": [[each.text, each.points] for each in found[:TOP]],
        "left": seen.out_bonus,
        "outs": [seen.goes_out(each) for each in found[:TOP]],
        "best": verdict_to_json(found[0], state.layout) if found else None,
        "loss": miss.loss if miss else 0,
        "kind": miss.kind if miss else "",
        "values": miss.values if miss else {},
        "puzzle": REVIEWS[state.key].find_puzzle(seen, found, are_all) if is_puzzling else "",
    }


def classify_move(seen: SeenPosition, made: Verdict, found: Sequence[Verdict]) -> Miss | None:
    """What a move missed; None for nothing. `found` are the known plays, the best one first."""
    if made.kind not in CHOICES or not found:
        return None
    return REVIEWS[seen.state.key].find_miss(seen, made, found)


def _search(seen: SeenPosition, time_limit: float | None) -> tuple[list[Verdict], bool, bool]:
    """The best plays that are not alike, from as many plays as it takes to have TOP of them.

    Also whether it is certain that none earns more, and that there is only one play with points.
    """
    quiet, is_sure = _quiet_plays(seen, TimeLimit.start(time_limit))
    for count in SEARCHED_PLAYS:
        search = best_moves(seen.state, seen.seat, count, time_limit)
        are_all = len(search.plays) < count
        legal = _legal_plays(seen, search.plays)
        found = _distinct_plays(seen, [*legal, *quiet])
        are_best = are_all or _are_best(seen, found, search.plays)
        if are_best or not search.exact:
            break
    is_exact = search.exact and is_sure and (are_best or not seen.out_bonus)
    return found, is_exact, are_all and len({_without_blanks(each) for each in legal}) == 1


def _are_best(
    seen: SeenPosition, found: Sequence[Verdict], plays: Sequence[tuple[str, int]]
) -> bool:
    """Whether no play beyond these can be among the best, even if it goes out."""
    least = plays[-1][1] if plays else 0
    return len(found) >= TOP and least + seen.out_bonus <= seen.total_points(found[TOP - 1])


def _quiet_plays(seen: SeenPosition, limit: TimeLimit) -> tuple[list[Verdict], bool]:
    """Plays that go out without an equality, and whether it is certain that none is left out.

    Those that earn nothing all give what going out gives: one of them tells for all.
    """
    if not seen.out_bonus:
        return [], True
    texts, is_whole = quiet_ways_out(seen.state, seen.seat, SEARCHED_PLAYS[0], limit)
    kept = [seen.state.check(seen.seat, text) for text in texts]
    return kept, is_whole or any(not each.points for each in kept)


def _verdict_on(state: State, seat: Seat, text: str) -> Verdict:
    """The verdict on the move that was made; for an ending one with its name alone."""
    try:
        return state.check(seat, text)
    except Refusal:
        return Verdict(text, text.partition(" ")[0])


def _legal_plays(seen: SeenPosition, plays: Sequence[tuple[str, int]]) -> list[Verdict]:
    """The plays that the rules accept with the points that the search gives them."""
    accepted: list[Verdict] = []
    for text, points in plays:
        with suppress(Refusal):
            verdict = seen.state.check(seen.seat, text)
            accepted += [verdict] if verdict.points == points else []
    return accepted


def _distinct_plays(seen: SeenPosition, legal: Sequence[Verdict]) -> list[Verdict]:
    """The plays by total points; of plays that are alike only the one with the fewest blanks."""
    kept: list[Verdict] = []
    for verdict in sorted(legal, key=lambda each: _order(seen, each)):
        if not any(is_alike(verdict, other) for other in kept):
            kept.append(verdict)
    return kept


def _order(seen: SeenPosition, play: Verdict) -> tuple[int, int]:
    """Most total points first, then fewest blanks."""
    return -seen.total_points(play), play.text.count(BLANK)


def _without_blanks(play: Verdict) -> str:
    """The text of a play with each blank read as its symbol."""
    return play.text.replace(BLANK, "")
