"""What all games promise, tried on short random games that start anywhere in a recorded one."""

import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import GAMES
from games.rules.record import (
    format_record,
    parse,
    ply_taken_back,
    replay,
    replay_to_json,
    result_text,
)
from games.rules.refusals import NotationError, Refusal
from games.rules.tiles import commitment, size, tile_of
from tests.rules.walks import (
    NOBODYS,
    cheap,
    every_game,
    every_game_with_racks,
    plain,
    plays_of,
    posted,
    recorded,
    viewers,
    walks,
)


def tiles_on(face: str, known: list[str]) -> list[str]:
    """The tiles on one square: `[1/2]` is a tile where it is known, `[1?3]` is two."""
    if tile_of(face) in known:
        return [tile_of(face)]
    return [tile_of(part) for part in re.findall(r"\?.|[^\[\]]", face)]


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
                    with suppress(Refusal):  # that must not have changed anything either
                        act(seat, move)
            with suppress(Refusal):
                state.leave(seat, "time")
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
