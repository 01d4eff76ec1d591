"""Finished games to fill a database with: played once by computers, and kept in `var/`.

What is kept are seeds and moves. They are played again by the rules when they are read, and played
afresh where the rules refuse one of them.
"""

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from games.engine.levels import SKILLS, choose_move_with
from games.rules import GAMES
from games.rules.interface import Move, State
from games.rules.moves import Outcome
from games.rules.record import parse, play_entry
from games.rules.refusals import Refusal

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "games" / "demo"
KEPT = ROOT / "var" / "stock-of-games.jsonl"
OF_EACH = 12  # whole games that computers play of each game
LEVELS = (1, 2, 3)  # they play quickly
CUTS = (0, 1, 2, 4, 6, 8, 10)  # plies after which a short game is ended
ENDINGS = ("resign", "resign", "time", "pass", "pass", "agreement", "aborted")
WHOLE = 4  # one game of this many is a whole one


@dataclass(frozen=True, eq=False)
class Played:
    """A game from its seed to its end; each is equal to itself alone."""

    key: str
    seed: bytes
    moves: tuple[Move, ...]

    @property
    def end(self) -> State:
        return self.moves[-1].after

    @property
    def outcome(self) -> Outcome:
        assert self.end.outcome is not None
        return self.end.outcome


@dataclass(frozen=True)
class Stock:
    """Whole games, and short ones: the same, given up or ended otherwise after some plies."""

    whole: Sequence[Played]
    short: Sequence[Played]

    def pick(self, chance: random.Random) -> Played:
        return chance.choice(self.short if chance.randrange(WHOLE) else self.whole)


def stock() -> Stock:
    """The demo's games that have ended, and those that computers have played once."""
    whole = [*_recorded(), *(kept_games() or made_games())]
    return Stock(whole, [short for game in whole for short in _cut(game)])


def _recorded() -> Iterator[Played]:
    """Games of two with the options that a game has by itself."""
    for path in sorted(RECORDS.glob("*.game")):
        headers = (record := parse(path.read_text())).headers
        if headers["Result"] != "*" and not headers["Options"]:
            seed = bytes.fromhex(headers["Seed"])
            yield _replayed(headers["Game"], seed, [line.text for line in record.moves])


def _replayed(key: str, seed: bytes, texts: Sequence[str]) -> Played:
    state = GAMES[key].new(seed=seed, options={})
    moves: list[Move] = []
    for text in texts:
        moves.append(play_entry(state, text))
        state = moves[-1].after
    return Played(key, seed, tuple(moves))


def _cut(game: Played) -> Iterator[Played]:
    """The game ended after a few plies in different ways."""
    chance = random.Random(game.seed)
    for plies in CUTS:
        moves = game.moves[:plies]
        start = GAMES[game.key].new(seed=game.seed, options={})
        state = moves[-1].after if moves else start
        if state.outcome is None:
            ending = tuple(_ending(state, chance.choice(ENDINGS)))
            yield Played(game.key, game.seed, (*moves, *ending))


def _ending(state: State, text: str) -> Iterator[Move]:
    """The same entry until the game has ended; a resignation where a game does not end so."""
    while state.outcome is None:
        move = _play_or_resign(state, text)
        yield move
        state = move.after


def _play_or_resign(state: State, text: str) -> Move:
    try:
        return play_entry(state, text)
    except Refusal:
        return play_entry(state, "resign")


# --- what computers have played ---


def kept_games() -> list[Played]:
    """The games that are kept; none where there are too few, or where the rules have changed."""
    if not KEPT.exists():
        return []
    rows = [json.loads(line) for line in KEPT.read_text().splitlines()]
    try:
        kept = [_replayed(key, bytes.fromhex(seed), texts) for key, seed, texts in rows]
    except Refusal:
        return []
    are_over = all(game.end.outcome is not None for game in kept)
    return kept if are_over and len(kept) == OF_EACH * len(GAMES) else []


def made_games() -> list[Played]:
    """Play the games, and keep them."""
    made = [_play(key, number) for key in GAMES for number in range(OF_EACH)]
    rows = [
        [game.key, game.seed.hex(), [move.verdict.text for move in game.moves]] for game in made
    ]
    KEPT.parent.mkdir(exist_ok=True)
    half_written = KEPT.with_suffix(".new")
    half_written.write_text("".join(json.dumps(row) + "\n" for row in rows))
    half_written.replace(KEPT)
    return made


def _play(key: str, number: int) -> Played:
    """A whole game between two levels."""
    chance = random.Random(f"{key} {number}")
    skills = [SKILLS[key][level] for level in chance.choices(LEVELS, k=2)]
    seed = hashlib.sha256(f"stock {key} {number}".encode()).digest()
    state: State = GAMES[key].new(seed=seed, options={})
    moves: list[Move] = []
    while (seat := state.turn) is not None:
        moves.append(state.play(seat, choose_move_with(state, seat, skills[seat])))
        state = moves[-1].after
    return Played(key, seed, tuple(moves))
