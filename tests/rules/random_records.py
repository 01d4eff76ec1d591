"""Random games with random options, written as records and played again.

`python -m tests.rules.random_records --count 1000 --game equate` tries a thousand of one game.
Everything follows from the number of a game, so that a fault can be looked at again.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from games.rules import GAMES
from games.rules.interface import Move, State
from games.rules.notation import Swap
from games.rules.record import (
    ENDING_WORDS,
    Course,
    Replay,
    format_options,
    format_record,
    last_choice_ply,
    parse,
    parse_options,
    play_entry,
    replay,
    replay_to_json,
    result_text,
)
from games.rules.refusals import NotationError, Refusal
from games.rules.tiles import commitment
from tests.rules.plays import legal_plays

LENGTHS = (0, 4, 12, 12, 25, 25, 60, 140)  # moves, unless the game ends before
FEW_TILES = (1, 2, 2, 2, 3)  # of a play
FIRST_TILES = 5  # of the first play, where a game has none of fewer
PLACES = 12  # tried for a play, of some thousand; for the first play, where each takes long:
FIRST_PLACES = 2
NAMES = ("Ada", 'Ben "Bo" Berg', "back\\slash", "Zoë 数", "[x]", "1 pass +0")


class Fault(AssertionError):
    """Something that did not come back as it was written."""


@dataclass(frozen=True)
class Played:
    """A game as it was played: its options, every State from the start, and the moves between."""

    options: Mapping[str, str]
    seed: bytes
    names: tuple[str, ...]
    states: tuple[State, ...]
    moves: tuple[Move, ...]

    def headers(self) -> dict[str, str]:
        """What stands above the moves."""
        start, end = self.states[0], self.states[-1]
        return {
            "Game": start.key,
            "Options": format_options(start.options, self.options),
            **{f"Player{seat}": name for seat, name in enumerate(self.names, 1)},
            "First": str((start.turn or 0) + 1),
            "Seed": self.seed.hex(),
            "Commitment": commitment(self.seed),
            **({"Setup": start.initial_position} if start.initial_position else {}),
            "Result": result_text(end.outcome),
            "Scores": " ".join(map(str, end.scores)),
            "Termination": end.outcome.reason if end.outcome else "*",
        }

    def text(self, **changed: str | None) -> str:
        """The record; headers may be changed, or left out with None."""
        headers = self.headers() | changed
        lines = [(move.verdict.text, move.verdict.points) for move in self.moves]
        return format_record({n: v for n, v in headers.items() if v is not None}, lines)


# --- to play ---


def played(key: str, number: int) -> Played:
    """The random game with this number."""
    random = Random(f"{key} {number}")
    options, seed = some_options(key, random), random.randbytes(32)
    course = Course(GAMES[key].new(seed=seed, options=options))
    for _ in range(random.choice(LENGTHS)):
        if course.state.turn is None:
            break
        course.play(_taken_back(course, random) or some_move(course.state, random))
    names = tuple(random.choice(NAMES) for _ in range(course.state.seats))
    return Played(options, seed, names, (*course.before, course.state), tuple(course.moves))


def _taken_back(course: Course, random: Random) -> str | None:
    """Now and then the last move of somebody is taken back."""
    lines = [(move.seat, move.verdict.text) for move in course.moves]
    ply = last_choice_ply(lines, random.randrange(course.state.seats))
    return f"takeback {ply}" if ply is not None and random.random() < 0.05 else None


def some_options(key: str, random: Random) -> dict[str, str]:
    """A value for every option, such as the game takes together."""
    while True:
        options = {option.name: random.choice(option.values) for option in GAMES[key].options}
        with suppress(NotationError):
            GAMES[key].new(seed=bytes(32), options=options)
            return options


def some_move(state: State, random: Random) -> str:
    """Mostly a play; now and then a swap or a pass, and seldom an end."""
    chance = random.random()
    actions = state.view(state.turn)["actions"]
    if chance < 0.01:
        return random.choice(_endings(state))
    if chance < 0.1 and actions["swap"]:
        return some_swap(state, random)
    if chance < 0.15 and actions["pass"]:
        return "pass"
    play = some_play(state, random)
    if play is None and actions["swap"]:
        return some_swap(state, random)
    return play or ("pass" if actions["pass"] else "resign")


def _endings(state: State) -> list[str]:
    """Everything that ends the game, or the part of a seat in it, in this position."""
    out_of_turn = [seat for seat in range(state.seats) if state.view(seat)["actions"]["resign"]]
    endings = [f"resign {seat + 1}" for seat in out_of_turn if seat != state.turn]
    endings.append("resign")
    for reason in ENDING_WORDS:
        with suppress(Refusal):
            play_entry(state, reason)
            endings.append(reason)
    return endings


def some_play(state: State, random: Random) -> str | None:
    """The first legal play in places that chance has chosen, if there is one."""
    sizes = [(random.choice(FEW_TILES), PLACES)]
    if not state.view(None)["board"]:
        sizes.append((FIRST_TILES, FIRST_PLACES))
    for most_tiles, places in sizes:
        plays = legal_plays(state, state.turn, most_tiles, partial(_some_of, places, random))
        found = next(plays, None)
        if found is not None:
            return found
    return None


def _some_of(places: int, random: Random, found: list[Any]) -> list[Any]:
    return random.sample(found, min(len(found), places))


def some_swap(state: State, random: Random) -> str:
    """One tile or more, of each kind no more than its bag holds, in any order."""
    stock = state.stock
    allowed: list[str] = []
    for bag, pile in zip(stock.bags, stock.racks[state.turn], strict=True):
        allowed += random.sample(pile, min(len(bag), len(pile)))
    return str(Swap(tuple(random.sample(allowed, random.randint(1, len(allowed))))))


# --- to write and to read again ---


def require_round_trip(game: Played) -> None:
    """Raise a Fault unless the record leads through the same States, with its seed and without."""
    text = game.text()
    record = parse(text)
    _require(record.headers == game.headers(), "a header differs")
    again = format_record(record.headers, [(line.text, line.points) for line in record.moves])
    _require(again == text, "the text differs")
    _require(parse_options(record.headers["Options"]).items() <= game.options.items(), "options")
    _require_same(game, _good(text), _is_the_same)
    _require_same(game, _good(game.text(Seed=None)), _looks_the_same)


def _good(text: str) -> Replay:
    result = replay(text)
    _require(result.fault is None, str(result.fault))
    json.dumps(replay_to_json("random.game", result))
    return result


def _require_same(game: Played, result: Replay, same: Callable[[State, State], bool]) -> None:
    """The moves, what they earned, every State after them, and the scores."""
    _require(len(result.moves) == len(game.moves), "the number of moves differs")
    for ply, (move, was) in enumerate(zip(result.moves, game.moves, strict=True), 1):
        _require((move.seat, move.verdict) == (was.seat, was.verdict), f"move {ply} differs")
        _require(same(move.after, was.after), f"the position after move {ply} differs")
    _require(result.final_scores == game.states[-1].scores, "the scores differ")


def _is_the_same(state: State, was: State) -> bool:
    """To the last byte that is stored."""
    return state == was and json.dumps(state.to_json()) == json.dumps(was.to_json())


def _looks_the_same(state: State, was: State) -> bool:
    """To a stranger; at the end to as much as can be known without the draws."""
    if was.outcome is None:
        return state.view(None) == was.view(None)
    shown, seen = state.view(None), was.view(None)
    ended = state.outcome is not None and state.outcome.reason == was.outcome.reason
    return ended and shown["board"] == seen["board"] and shown["bags"] == seen["bags"]


def _require(is_so: bool, what: str) -> None:
    if not is_so:
        raise Fault(what)


# --- a thousand of them ---


def main(words: list[str]) -> int:
    """Try many games; prints what they were, and the numbers of those with a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many of each game")
    parser.add_argument("--from", type=int, default=0, dest="start", help="the first number")
    parser.add_argument("--game", choices=list(GAMES), action="append", help="these games alone")
    asked = parser.parse_args(words)
    faults = 0
    for key in asked.game or GAMES:
        endings: Counter[str] = Counter()
        kinds: Counter[str] = Counter()
        for number in range(asked.start, asked.start + asked.count):
            faults += _tried(key, number, endings, kinds)
        print(f"{key}: {asked.count} records; {_listed(kinds)}; ended {_listed(endings)}")
    print(f"{faults} faults")
    return 1 if faults else 0


def _tried(key: str, number: int, endings: Counter[str], kinds: Counter[str]) -> bool:
    """Whether the game with this number has a fault, which is told."""
    try:
        game = played(key, number)
        require_round_trip(game)
    except Exception as fault:
        print(f"{key} {number}: {fault!r}", flush=True)
        return True
    endings[game.headers()["Termination"]] += 1
    kinds.update(move.verdict.kind for move in game.moves)
    return False


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.most_common())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
