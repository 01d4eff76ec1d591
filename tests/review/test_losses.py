"""What moves lost, confirmed by trying everything on positions with small racks.

`NUMERICA_POSITIONS=200 python -m pytest tests/review/test_losses.py` tries 200 of each game.
"""

import itertools
import os
import random

import pytest

from games.engine import best_moves
from games.review import TOP, review_move
from games.rules import GAMES
from games.rules.refusals import Refusal
from tests.engine.brute_force import all_plays
from tests.engine.random_positions import random_position
from tests.games.helpers import demo_record

POSITIONS = int(os.environ.get("NUMERICA_POSITIONS", "10"))
SETS = [("numerica", {}), ("equate", {"set": "standard"}), ("equate", {"set": "junior"})]


def small_positions(key, options):
    """Boards of up to five plays, with racks of one to three tiles that have a play."""
    found = 0
    for seed in itertools.count(5000):
        tiles = 2 + seed % 2 if key == "numerica" else 1 + seed % 2
        state = random_position(key, options, 1 + seed % 5, tiles, 0, seed, best_moves)
        if best_moves(state, 0).plays:
            yield state, dict(all_plays(state)), random.Random(seed)
            found += 1
        if found == POSITIONS:
            return


def require_right(state, seat, plays, made):
    """The loss is what the best of all plays earns more; what is shown is legal and as told."""
    found = review_move(state, seat, made)
    best = max(plays.values(), default=0)
    assert found["loss"] == max(0, best - plays.get(made, 0))
    assert (found["kind"] != "") == (found["loss"] > 0)
    assert found["exact"] and len(found["plays"]) <= TOP
    points = [points for _, points in found["plays"]]
    assert points == sorted(points, reverse=True) and points[:1] == [best][: len(points)]
    for text, earned in found["plays"]:
        verdict = state.check(seat, text)
        assert (verdict.text, verdict.points) == (text, earned) and plays[text] == earned


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), SETS)
def test_every_loss_is_what_trying_everything_says(key, options):
    for state, plays, source in small_positions(key, options):
        for made in {"pass", source.choice(sorted(plays))}:
            require_right(state, 0, plays, made)


def random_game(key, options, seed, plies):
    """Positions of a game in which everybody plays anything, with the move that is made."""
    source = random.Random(f"{key} {seed}")
    state = GAMES[key].new(seed=source.randbytes(32), options=options)
    for _ in range(plies):
        if state.turn is None:
            return
        moves = list(state.legal_moves())
        yield state, moves, (made := source.choice(moves))
        state = state.play(state.turn, made).after


@pytest.mark.slow(cases="all")
@pytest.mark.parametrize("symbols", ["+-", "+-*", "+-*/"])
def test_every_loss_of_digifeud_is_what_trying_everything_says(symbols):
    for seed in range(max(1, POSITIONS // 10)):
        for state, moves, made in random_game("digifeud", {"symbols": symbols}, seed, 6):
            plays = {m: state.check(state.turn, m).points for m in moves if m != "pass"}
            require_right(state, state.turn, plays, made)


def can_take(state, seat):
    """Whether this seat can take a trope now: every move is tried."""
    return any(" x " in move for move in state.legal_moves())


def gives_away(state, move):
    """Whether the other can take a trope at once after this move."""
    after = state.play(state.turn, move).after
    return after.turn is not None and can_take(after, after.turn)


@pytest.mark.slow
def test_every_loss_of_numeria_is_what_trying_everything_says():
    """The moves of the demo game near its tropes, and one at random beside each."""
    kinds = []
    record = demo_record("cleo-dov-numeria.game")
    state = GAMES["numeria"].new(seed=bytes.fromhex(record.headers["Seed"]), options={})
    for line in record.moves:
        moves, seat = list(state.legal_moves()), state.turn
        if line.ply in (3, 4, 24, 25, 26, 56):
            for made in (line.text, random.Random(line.ply).choice(moves)):
                found = review_move(state, seat, made)
                assert found["kind"] == numeria_kind(state, moves, made)
                assert found["loss"] == (found["kind"] != "")
                kinds.append(found["kind"])
        state = state.play(seat, line.text).after
    assert set(kinds) == {"", "trope", "handed"}


def numeria_kind(state, moves, made):
    takes = [move for move in moves if " x " in move]
    if takes and made not in takes:
        return "trope"
    if state.scores[state.turn] == 2 and made in takes or not gives_away(state, made):
        return ""
    return "" if all(gives_away(state, move) for move in takes or moves) else "handed"


def test_what_is_no_choice_loses_nothing_and_shows_what_was_there():
    state = random_position("numerica", {}, 3, 6, 0, 1, best_moves)
    for made in ("resign", "time"):
        found = review_move(state, 0, made)
        assert (found["loss"], found["kind"]) == (0, "") and found["plays"]


def test_only_what_the_mover_saw_is_looked_at():
    """With everything else exchanged the review is the same."""
    game = GAMES["numerica"].new(seed=bytes(32), options={})
    seat = game.turn
    whole = review_move(game, seat, "pass")
    assert whole == review_move(game.seen_by(seat), seat, "pass")
    with pytest.raises((ValueError, Refusal)):
        review_move(game.seen_by(seat), 1 - seat, "pass")


def test_a_search_cut_short_never_says_that_a_better_move_lost():
    """With no time at all nothing is found, and what was played counts as the best."""
    state = random_position("numerica", {}, 5, 9, 2, 9, best_moves)
    made = best_moves(state, 0, 1, 0.2).plays[0]
    found = review_move(state, 0, made[0], time_limit=0)
    assert (found["loss"], found["kind"]) == (0, "") and found["plays"][0] == list(made)
    assert not found["exact"] and found["puzzle"] == ""


@pytest.mark.slow
def test_plays_that_differ_in_the_order_of_their_tiles_alone_count_as_one():
    state = random_position("numerica", {}, 0, 9, 0, 2, best_moves)
    found = review_move(state, 0, "pass")["plays"]
    kept = {
        (points, "".join(sorted(text.split()[1])), frozenset(state.check(0, text).squares))
        for text, points in found
    }
    assert len(found) == len(kept) == TOP
