"""Choosing puzzles: of finished games, or games that levels play for it, what is worth a day.

Chance is the hash of the number of the game, so the same numbers give the same puzzles.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from statistics import median_low
from typing import Any

from games.daily.puzzles import SEAT, Puzzle
from games.daily.series import Series
from games.daily.shares import share_in
from games.engine import distinct_moves
from games.engine.levels import YARDSTICK, choose_move
from games.engine.numeria_wins import IN_ONE, IN_TWO, winning_moves
from games.engine.positions import read_position, write_position
from games.rules import GAMES, numeria
from games.rules.interface import State
from games.rules.numeria.constants import TROPES_TO_WIN
from games.rules.record import replay
from games.rules.tiles import BLANK, seeded_number

SECONDS = 6.0  # for the proof; what takes longer is left
SECONDS_A_LEVEL = 3.0
PLAYS_KEPT = 3
ORDINARY = (3, 4, 5)  # the levels in the middle: what an ordinary person finds
EASIEST, HARDEST = 80, 50  # per cent of the best that the median of them reaches
LEAST_IN_BAG = 9
LEAST_BEST = 15  # points
MOST_WINS = 3  # first moves that win at Numeria: it is to be looked for
PLAYERS = (4, 5, 6)  # the levels that play the games
EARLIEST, LATEST = 3, 11  # plays made before the position
EARLIEST_SMALL, LATEST_SMALL = 1, 3
SMALL_RACK = 7
SMALL_HANDS = (5, 2)  # numbers and signs, where they come from bags of their own
TRIES_A_GAME = 4  # positions of one game that are looked at
LONGEST = 120  # positions of a game
NAME_LENGTH = 12  # letters of the hash of a record, by which it is known
SEATS = 2
LOOKS_NEAR_THE_END = 30  # at a game of Numeria: later ones seldom have what earlier ones lack


def seed_of(series: Series, number: int) -> bytes:
    """What all chance in this game for the series follows from."""
    return sha256(f"daily {series.key} {number}".encode()).digest()


def find_puzzle(series: Series, number: int) -> Puzzle | None:
    """The first position of this game that is worth a day, as a puzzle of day 0; None without."""
    seed = seed_of(series, number)
    return _first(series, _played(series, seed), seed, number)


def find_in_record(series: Series, record: bytes) -> Puzzle | None:
    """The same of the record of a finished game, whose names are not kept.

    None also for a record that does not replay with all its draws to an end, and for a game of
    another kind: with another number of seats, or played by other rules than the usual ones.
    """
    result = replay(record)
    headers = result.record.headers if result.record is not None else {}
    start = result.state
    if result.fault or start is None or "Seed" not in headers or headers.get("Options"):
        return None
    states = [start, *(move.after for move in result.moves)]
    if start.key != series.game or len(start.scores) != SEATS or states[-1].turn is not None:
        return None
    digest = sha256(record)
    return _first(series, iter(states), digest.digest(), digest.hexdigest()[:NAME_LENGTH])


def _first(
    series: Series, states: Iterator[State], chance: bytes, source: int | str
) -> Puzzle | None:
    for position in _positions(series, states, chance):
        state = read_position(position)
        found = _judge(series, state)
        if found is not None:
            best, plays, levels = found
            return Puzzle(0, position, best, plays, levels, source)
    return None


# --- positions ---


def _positions(series: Series, states: Iterator[State], chance: bytes) -> Iterator[dict[str, Any]]:
    """Some of the positions of a game, as the seat to move sees them."""
    if series.game == numeria.State.key:
        yield from islice(_near_the_end(states), LOOKS_NEAR_THE_END)
        return
    earliest, latest = (EARLIEST_SMALL, LATEST_SMALL) if series.is_small else (EARLIEST, LATEST)
    first = earliest + seeded_number(chance, "first look") % (latest - earliest + 1)
    for state in islice(states, first, first + TRIES_A_GAME):
        if state.turn is not None:
            yield _position(series, state)


def _near_the_end(states: Iterator[State]) -> Iterator[dict[str, Any]]:
    """Positions of a game of Numeria with two tropes taken or more.

    Each as if the mover had taken two, and once more as if it were the turn of the other.
    """
    for state in states:
        assert isinstance(state, numeria.State)
        taken = sum(state.taken, ())
        if state.turn is not None and len(taken) >= TROPES_TO_WIN - 1:
            own, others = taken[: TROPES_TO_WIN - 1], taken[TROPES_TO_WIN - 1 :]
            for seat, shared in enumerate([(own, others), (others, own)]):
                yield write_position(replace(state, taken=shared, turn=seat), seat)


def _played(series: Series, seed: bytes) -> Iterator[State]:
    """The positions of a game that levels play."""
    state: State = GAMES[series.game].new(seed=seed, options={})
    for ply in range(LONGEST):
        yield state
        if state.turn is None:
            return
        state = _played_on(state, ply)


def _played_on(state: State, ply: int) -> State:
    assert state.turn is not None
    level = PLAYERS[ply % len(PLAYERS)]
    return state.play(state.turn, choose_move(state, state.turn, level, SECONDS_A_LEVEL)).after


def _position(series: Series, state: State) -> dict[str, Any]:
    assert state.turn is not None
    seen = state.seen_by(state.turn)
    if series.is_small:
        piles = seen.stock.racks[state.turn]
        hands = (SMALL_RACK,) if len(piles) == 1 else SMALL_HANDS
        small = tuple(
            pile[:hand]
            for pile, hand in zip(piles, hands, strict=True)
            if not isinstance(pile, int)
        )
        racks = tuple(
            small if at == state.turn else rack for at, rack in enumerate(seen.stock.racks)
        )
        seen = seen.with_stock(replace(seen.stock, racks=racks))
    return write_position(seen, state.turn)


# --- judging ---

Judged = tuple[int, Sequence[tuple[str, int]], Sequence[int]]
"""The best, the best plays, and what each level reaches."""


def _judge(series: Series, state: State) -> Judged | None:
    """What is proven of a position; None where it is not worth a day."""
    found = _prove_win(series, state) if isinstance(state, numeria.State) else _prove_best(state)
    if found is None:
        return None
    best, plays = found
    ordinary = [_share_of_level(state, level, best) for level in ORDINARY]
    if not isinstance(state, numeria.State) and not HARDEST <= median_low(ordinary) <= EASIEST:
        return None
    return best, plays, [_share_of_level(state, level, best) for level in YARDSTICK]


def _prove_best(state: State) -> tuple[int, Sequence[tuple[str, int]]] | None:
    """The best of a position where tiles are laid, by the exact search without end."""
    rack = state.racks[SEAT]
    if isinstance(rack, int) or BLANK in rack or min(map(len, state.stock.bags)) < LEAST_IN_BAG:
        return None
    search = distinct_moves(state, SEAT, PLAYS_KEPT, SECONDS)
    if not search.exact or not search.plays or search.plays[0][1] < LEAST_BEST:
        return None
    best = search.plays[0][1]
    return best, [(text, points) for text, points in search.plays if points == best]


def _prove_win(
    series: Series, state: numeria.State
) -> tuple[int, Sequence[tuple[str, int]]] | None:
    """The win of a position of Numeria, by trying every answer."""
    count = IN_ONE if series.is_small else IN_TWO
    moves = winning_moves(state, SEAT, count)
    if not 0 < len(moves) <= MOST_WINS:
        return None
    return count, [(text, state.check(SEAT, text).points) for text in moves]


def _share_of_level(state: State, level: int, best: int) -> int:
    """What the play of this level reaches; 0 where it makes none."""
    made = state.check(SEAT, choose_move(state, SEAT, level, SECONDS_A_LEVEL))
    return share_in(state, made, best) if made.kind == "play" else 0
