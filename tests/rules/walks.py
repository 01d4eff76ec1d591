"""Walks through every game: recorded ones, and random ones."""

import json
from functools import cache
from itertools import islice
from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from games.rules import GAMES
from games.rules.interface import Move, State
from games.rules.notation import Swap
from games.rules.record import (
    ENDING_WORDS,
    Course,
    last_choice_ply,
    parse_options,
    replay,
)
from tests.tiers import examples

from .plays import legal_plays
from .playthroughs import records

FEW_TILES = 2  # of a play
MOST_MOVES = 6  # of a random game
NOBODYS = (*ENDING_WORDS, "takeback")  # kinds of lines that no text of a player makes

every_game = pytest.mark.parametrize("key", GAMES)
every_game_with_racks = pytest.mark.parametrize(
    "key",
    [key for key, game in GAMES.items() if game.new(seed=bytes(32), options={}).stock.supplies],
)
cheap = examples(8)


class Walk(NamedTuple):
    """A game from its start: every State, the moves between them, the plies that stood before each."""

    headers: dict[str, str]
    states: list[State]
    moves: list[Move]
    standing: list[list[int]] | None = None


@cache
def recorded(key: str) -> list[Walk]:
    """The recorded games of this kind, each from its start to its end."""
    walks = []
    for path in records():
        result = replay(path.read_bytes())
        assert result.fault is None
        if result.record.headers["Game"] == key:
            headers = {
                n: v
                for n, v in result.record.headers.items()
                if n in ("Game", "Options", "First", "Seed", "Setup")
            }
            options = parse_options(headers.get("Options", ""))
            start = GAMES[key].new(seed=bytes.fromhex(headers["Seed"]), options=options)
            walks.append(whole_walk(headers, start, result.moves))
    return walks


def whole_walk(headers: dict[str, str], start: State, moves: list[Move]) -> Walk:
    """A recorded game, and which plies stood after each of its moves."""
    course, standing = Course(start), [[]]
    for move in moves:
        course.play(move.verdict.text)
        standing.append(course.standing_plies.copy())
    return Walk(headers, [*course.before, course.state], course.moves, standing)


def resumed(whole: Walk, known: int) -> Course:
    """Return the recorded game after `known` moves, without making them again."""
    course = Course(whole.states[0])
    course.before, course.moves = whole.states[:known], whole.moves[:known]
    course.standing_plies, course.state = whole.standing[known].copy(), whole.states[known]
    return course


@st.composite
def walks(draw: st.DrawFn, key: str) -> Walk:
    """Some recorded moves, then some that nobody foresaw."""
    whole = draw(st.sampled_from(recorded(key)))
    known = draw(st.integers(0, len(whole.moves)))
    course = resumed(whole, known)
    for _ in range(draw(st.sampled_from(range(MOST_MOVES, -1, -1)))):
        if course.state.turn is None:
            break
        is_move = draw(st.sampled_from([True] * 4 + [False]))
        course.play(draw(moves_of(course.state) if is_move else lines_of(course)))
    return Walk(whole.headers, [*course.before, course.state], course.moves)


def lines_of(course: Course) -> st.SearchStrategy[str]:
    """Lines that only a record has: moves taken back, and resignations out of turn."""
    state = course.state
    lines = [(move.seat, move.verdict.text) for move in course.moves]
    backs = {last_choice_ply(lines, seat) for seat in range(state.seats)} - {None}
    away = [seat for seat in range(state.seats) if state.view(seat)["actions"]["resign"]]
    resigning = [f"resign {seat + 1}" for seat in away if seat != state.turn]
    return st.sampled_from([f"takeback {ply}" for ply in sorted(backs)] * 3 + resigning)


def posted(move: Move) -> str:
    """What a player posts to make this move."""
    return "resign" if move.verdict.kind == "resign" else move.verdict.text


@st.composite
def moves_of(draw: st.DrawFn, state: State) -> str:
    """A legal move: mostly a play, else something that the view says the seat may do."""
    actions = state.view(state.turn)["actions"]
    others = [kind for kind in ("swap", "pass") if actions[kind]] * 3 + ["resign", "time"]
    kind = draw(st.sampled_from(["play"] * 12 + others))
    if kind == "play":
        plays = plays_of(state, draw(st.integers(0, 2**32)))
        if plays:
            return draw(st.sampled_from(plays))
        kind = others[0]
    return draw(swaps_of(state)) if kind == "swap" else kind


@st.composite
def swaps_of(draw: st.DrawFn, state: State) -> str:
    """One tile or more, of each kind no more than its bag holds."""
    stock = state.stock
    allowed: list[str] = []
    for bag, pile in zip(stock.bags, stock.racks[state.turn], strict=True):
        allowed += draw(st.permutations(pile))[: len(bag)]
    count = draw(st.integers(1, len(allowed)))
    return str(Swap(tuple(draw(st.permutations(allowed))[:count])))


def plays_of(state: State, number: int) -> list[str]:
    """Up to three legal moves on the board that follow from the number."""

    def some(found):
        return [found[(number + 7919 * n) % len(found)] for n in range(min(150, len(found)))]

    return list(islice(legal_plays(state, state.turn, FEW_TILES, order=some), 3))


def viewers(state: State) -> list[int | None]:
    return [None, *range(state.seats)]


def plain(state: State) -> str:
    """The whole State as text, the order of its parts included."""
    return json.dumps(state.to_json())
