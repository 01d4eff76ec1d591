"""Choosing puzzles: of finished games, or games that levels play for it, what is worth a day.

Chance is the hash of the number of the game, so the same numbers give the same puzzles.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from games.daily.kinds import DAILIES
from games.daily.puzzles import SEAT, Puzzle
from games.daily.series import Series
from games.daily.shares import share_in
from games.engine.levels import YARDSTICK, choose_move
from games.engine.positions import read_position
from games.rules import GAMES
from games.rules.interface import State
from games.rules.record import replay

SECONDS_A_LEVEL = 3.0
ORDINARY = (3, 4, 5)  # the levels in the middle: what an ordinary person finds
PLAYERS = (4, 5, 6)  # the levels that play the games
LONGEST = 120  # positions of a game
NAME_LENGTH = 12  # letters of the hash of a record, by which it is known
SEATS = 2


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
    for position in DAILIES[series.game].positions(series, states, chance):
        state = read_position(position)
        found = _judge(series, state)
        if found is not None:
            best, plays, levels = found
            return Puzzle(0, position, best, plays, levels, source)
    return None


# --- positions ---


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


# --- judging ---

Judged = tuple[int, Sequence[tuple[str, int]], Sequence[int]]
"""The best, the best plays, and what each level reaches."""


def _judge(series: Series, state: State) -> Judged | None:
    """What is proven of a position; None where it is not worth a day."""
    kind = DAILIES[series.game]
    found = kind.prove(series, state)
    if found is None:
        return None
    best, plays = found
    ordinary = [_share_of_level(state, level, best) for level in ORDINARY]
    if not kind.suits(ordinary):
        return None
    return best, plays, [_share_of_level(state, level, best) for level in YARDSTICK]


def _share_of_level(state: State, level: int, best: int) -> int:
    """What the play of this level reaches; 0 where it makes none."""
    made = state.check(SEAT, choose_move(state, SEAT, level, SECONDS_A_LEVEL))
    return share_in(state, made, best) if made.kind == "play" else 0
