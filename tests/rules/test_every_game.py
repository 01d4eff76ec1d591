"""What all games promise, tried on short random games that start anywhere in a recorded one."""

import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import GAMES
from games.rules.interface import Move, State
from games.rules.move_generator import legal_plays
from games.rules.notation import Swap
from games.rules.record import (
    ENDING_WORDS,
    Course,
    format_record,
    last_choice_ply,
    parse,
    parse_options,
    ply_taken_back,
    replay,
    replay_to_json,
    result_text,
)
from games.rules.refusals import NotationError, Refusal
from games.rules.tiles import Bag, commitment, size, tile_of
from tests.tiers import examples

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


def tiles_on(face: str, known: list[str]) -> list[str]:
    """The tiles on one square: `[1/2]` is a tile where it is known, `[1?3]` is two."""
    if tile_of(face) in known:
        return [tile_of(face)]
    return [tile_of(part) for part in re.findall(r"\?.|[^\[\]]", face)]


def plain(state: State) -> str:
    """The whole State as text, the order of its parts included."""
    return json.dumps(state.to_json())


def exchanged(state: State, viewer: int | None, number: int) -> State:
    """The same to this viewer: foreign racks and the bag dealt differently, another seed."""
    foreign = [seat for seat in range(state.seats) if seat != viewer]
    stock = state.stock
    racks, bags = [list(rack) for rack in stock.racks], []
    for kind, (supply, bag) in enumerate(zip(stock.supplies, stock.bags, strict=True)):
        pool = [*bag.pile, *(tile for seat in foreign for tile in racks[seat][kind])]
        pool.sort(key=lambda tile: (ord(tile[0]) * 7919 + number) % 101)
        turned = number % len(pool) if pool else 0
        pool = pool[turned:] + pool[:turned]
        for seat in foreign:
            count = len(racks[seat][kind])
            racks[seat][kind], pool = tuple(pool[:count]), pool[count:]
        bags.append(Bag(supply.tiles.sort(pool), bag.drawn, bag.label))
    seed = bytes([number % 256]) * 32
    other = replace(stock, racks=tuple(map(tuple, racks)), bags=tuple(bags), seed=seed)
    return replace(state, stock=other)


@every_game
def test_there_is_something_to_walk_through(key):
    """Else the laws below would hold of nothing."""
    kinds = Counter(move.verdict.kind for walk in recorded(key) for move in walk.moves)
    assert kinds["play"] > 20
    assert any(plays_of(state, 1) for walk in recorded(key) for state in walk.states[5:-1])


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_a_state_survives_json(key, data):
    for state in data.draw(walks(key)).states:
        again = type(state).from_json(json.loads(json.dumps(state.to_json())))
        assert again == state
        assert plain(again) == plain(state)
        for viewer in viewers(state):
            seen = state.seen_by(viewer)
            assert type(state).from_json(json.loads(json.dumps(seen.to_json()))) == seen


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_the_text_of_a_move_means_that_move(key, data):
    walk = data.draw(walks(key))
    for before, move in zip(walk.states, walk.moves, strict=False):
        text = posted(move)
        if move.verdict.kind in NOBODYS:
            continue
        assert before.check(move.seat, text) == move.verdict
        assert before.play(move.seat, text).after == move.after


@pytest.mark.slow
@every_game_with_racks
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_every_tile_is_somewhere_at_every_step(key, data):
    walk = data.draw(walks(key))
    supplies = walk.states[0].stock.supplies
    everything = [tile for supply in supplies for tile in supply.tiles.full_bag()]
    for state in walk.states:
        on_board = [tile for face in state.board.values() for tile in tiles_on(face, everything)]
        lying = [tile for tile in on_board if tile in everything]
        held = [tile for rack in state.stock.hands for tile in rack]
        in_bags = [tile for bag in state.stock.bags for tile in bag.pile]
        assert Counter([*lying, *held, *in_bags]) == Counter(everything)
        seen = state.seen_by(None)
        counted = sum(map(size, seen.stock.hands)) + sum(map(len, seen.stock.bags))
        assert len(lying) + counted == len(everything)


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data(), text=st.text(max_size=12))
def test_nothing_changes_a_state(key, data, text):
    walk = data.draw(walks(key))
    for state in walk.states[-3:]:
        before = plain(state)
        for viewer in viewers(state):
            state.seen_by(viewer)
            view = state.view(viewer)
            view.clear()
        for seat in range(state.seats):
            for move in (*(m.verdict.text for m in walk.moves[-4:]), "pass", "swap 1", text):
                for act in (state.check, state.play):
                    try:
                        act(seat, move)
                    except Refusal:
                        pass
            try:
                state.leave(seat, "time")
            except Refusal:
                pass
        assert plain(state) == before


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_a_view_can_be_changed_without_changing_the_state(key, data):
    """A page may do with its view what it likes."""

    def spoil(value):
        if isinstance(value, dict | list):
            for inner in list(value.values() if isinstance(value, dict) else value):
                spoil(inner)
            value.clear()

    state = data.draw(walks(key)).states[-1]
    before = plain(state)
    for viewer in viewers(state):
        spoil(state.view(viewer))
    spoil(state.to_json())
    assert plain(state) == before


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_checked_points_are_the_points_earned(key, data):
    walk = data.draw(walks(key))
    for before, move in zip(walk.states, walk.moves, strict=False):
        if move.verdict.kind == "takeback":
            continue
        outcome = move.after.outcome
        adjustments = outcome.adjustments if outcome else (0,) * before.seats
        for seat in range(before.seats):
            gained = move.after.scores[seat] - before.scores[seat] - adjustments[seat]
            assert gained == (move.verdict.points if seat == move.seat else 0)
        runs = sum(run.points for run in move.verdict.runs)
        assert move.verdict.points == runs + move.verdict.bonus


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data(), number=st.integers(0, 10**6))
def test_hidden_tiles_make_no_difference_to_a_viewer(key, data, number):
    state = data.draw(walks(key)).states[-1]
    if state.outcome is not None:
        return
    for viewer in viewers(state):
        other = exchanged(state, viewer, number)
        assert other.seen_by(viewer) == state.seen_by(viewer)
        assert plain(other.seen_by(viewer)) == plain(state.seen_by(viewer))
        assert json.dumps(other.view(viewer)) == json.dumps(state.view(viewer))


@every_game_with_racks
def test_the_exchange_of_hidden_tiles_does_exchange_them(key):
    """Else the law above would compare a State with itself."""
    state = recorded(key)[0].states[4]
    others = [exchanged(state, 0, n).stock.racks for n in range(5)]
    assert any(racks[1] != state.stock.racks[1] for racks in others)
    assert all(racks[0] == state.stock.racks[0] for racks in others)


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_no_view_of_a_running_game_holds_a_secret(key, data):
    for state in data.draw(walks(key)).states:
        if state.outcome is not None:
            continue
        for viewer in viewers(state):
            view = state.view(viewer)
            assert state.stock.seed.hex() not in json.dumps(view)
            assert all(isinstance(count, int) for count in view["bags"].values())
            for seat, rack in enumerate(view["racks"]):
                assert seat == viewer or isinstance(rack, int) or not state.stock.supplies
            seen = state.seen_by(viewer)
            assert seen.stock.seed is None
            assert json.dumps(seen.view(viewer)) == json.dumps(view)


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_a_seat_judges_its_own_moves_from_what_it_sees(key, data):
    """Drafts are judged alike by the referee and by the player's page."""
    walk = data.draw(walks(key))
    for before, move in zip(walk.states, walk.moves, strict=False):
        if move.verdict.kind not in NOBODYS:
            assert before.seen_by(move.seat).check(move.seat, posted(move)) == move.verdict


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_a_takeback_restores_the_position_but_not_the_next_draws(key, data):
    """All is as it was before the move, but for the counters, which are as they were after."""
    walk = data.draw(walks(key))
    for before, move in zip(walk.states, walk.moves, strict=False):
        ply = ply_taken_back(move.verdict.text)
        if ply is None:
            continue
        then, after = walk.states[ply - 1], move.after
        assert (after.turn, move.seat, move.verdict.points) == (then.turn, then.turn, 0)
        assert [bag.drawn for bag in after.stock.bags] == [bag.drawn for bag in before.stock.bags]
        counters = [bag.drawn for bag in then.stock.bags]
        bags = zip(after.stock.bags, counters, strict=True)
        stock = replace(after.stock, bags=tuple(replace(bag, drawn=drawn) for bag, drawn in bags))
        assert replace(after, stock=stock) == then
        for viewer in viewers(after):
            assert after.view(viewer) == then.view(viewer)


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_a_refusal_is_the_only_answer_to_a_bad_text(key, data):
    walk = data.draw(walks(key))
    state = walk.states[-1]
    known = [move.verdict.text for move in walk.moves] or ["pass"]
    for _ in range(12):
        text = data.draw(st.sampled_from(known))
        at = data.draw(st.integers(0, len(text)))
        typed = data.draw(st.text(max_size=3) | st.text("0123456789+-*/=?.[]<ABCabc ", max_size=3))
        mutated = text[:at] + typed + text[at + data.draw(st.integers(0, 2)) :]
        for seat in range(state.seats):
            for act in (
                state.check,
                state.play,
                state.seen_by(seat).check,
                state.seen_by(None).check,
            ):
                try:
                    act(seat, mutated)
                except Refusal as refusal:
                    assert refusal.code
                    assert str(refusal)
                    assert (refusal.code == "notation") == isinstance(refusal, NotationError)


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_nobody_is_to_move_exactly_when_there_is_an_outcome(key, data):
    for state in data.draw(walks(key)).states:
        assert (state.turn is None) == (state.outcome is not None)
        if state.outcome is not None and state.outcome.ranking:
            ranked = sorted(seat for rank in state.outcome.ranking for seat in rank)
            assert ranked == list(range(state.seats))


@pytest.mark.slow
@every_game
@pytest.mark.wider
@cheap
@given(data=st.data())
def test_a_record_of_the_game_leads_to_the_same_state(key, data):
    walk = data.draw(walks(key))
    end = walk.states[-1]
    headers = walk.headers | {
        "Commitment": commitment(end.stock.seed),
        "Result": result_text(end.outcome),
        "Scores": " ".join(map(str, end.scores)),
        "Termination": end.outcome.reason if end.outcome else "*",
    }
    moves = [(move.verdict.text, move.verdict.points) for move in walk.moves]
    text = format_record(headers, moves)
    result = replay(text)
    assert result.fault is None
    assert result.state == end
    assert parse(text).headers == headers
    json.dumps(replay_to_json("walk", result))
    del headers["Seed"]
    unseeded = replay(format_record(headers, moves))
    assert unseeded.fault is None
    assert unseeded.state.board == end.board
    assert unseeded.final_scores == end.scores


@every_game
def test_a_game_follows_from_its_seed(key):
    game = GAMES[key]
    for seed in (bytes(32), bytes(range(32))):
        assert game.new(seed=seed, options={}) == game.new(seed=seed, options={})
    assert game.new(seed=bytes(32), options={}) != game.new(seed=bytes(range(32)), options={})


@every_game
def test_every_option_has_a_default_among_its_values(key):
    for option in GAMES[key].options:
        assert option.default in option.values
        assert len(set(option.values)) == len(option.values) > 1
        assert option.label


@every_game
def test_an_unknown_option_is_refused(key):
    for options in (
        {"no-such-option": "1"},
        *({o.name: "no-such-value"} for o in GAMES[key].options),
    ):
        with pytest.raises(NotationError):
            GAMES[key].new(seed=bytes(32), options=options)
        with pytest.raises(NotationError):
            GAMES[key].unseeded(first=0, options=options)
