"""The engine's moves of Numeria against the rules' own list, and its look ahead against trying."""

from random import Random

import pytest

from games.engine import best_moves
from games.engine.levels import LEVELS, choose_move
from games.engine.numeria import REPLY_VALUE, TROPE_VALUE, candidate_moves, is_fork, move_value
from games.engine.numeria_wins import IN_ONE, IN_TWO, winning_moves, wins
from games.review import review_move
from games.rules.numeria import State
from games.rules.numeria.constants import LAYOUT, MAX_SCORELESS_TURNS
from games.rules.numeria.movement import destinations, move_tile
from tests.engine.numeria_boards import drawn, position, scattered, with_taken
from tests.tiers import some_of

ALL = 10**6
POSITIONS = some_of(60, 250)  # with each option
TRIED = 12  # of them, in which every answer is tried


def takes(text: str) -> bool:
    return " x " in text


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize("strict", ["off", "on"])
def test_the_engine_finds_every_move_and_its_points(strict):
    random = Random(strict)
    tropes = 0
    for _ in range(POSITIONS):
        state = scattered(random, random.randrange(4, 16), strict)
        plays = best_moves(state, 0, ALL).plays
        assert sorted(text for text, _ in plays) == sorted(state.legal_moves())
        for text, points in random.sample(plays, min(20, len(plays))) + plays[:3]:
            verdict = state.check(0, text)
            assert (verdict.text, verdict.points, verdict.choices) == (text, points, ())
        tropes += sum(points for _, points in plays)
    assert tropes > POSITIONS // 13


@pytest.mark.slow
def test_every_answer_that_takes_a_trope_is_seen():
    random = Random(3)
    answered = 0
    for _ in range(TRIED):
        state = scattered(random, 9)
        for move in candidate_moves(state, 0):
            after = state.play(0, move.text).after
            replies = {text for text in after.legal_moves() if takes(text)}
            assert len(move.replies) == len(replies), move.text
            answered += bool(replies)
    assert answered > 100


@pytest.mark.slow
def test_what_is_threatened_can_be_taken_when_the_other_does_nothing():
    random = Random(4)
    threats = 0
    for _ in range(TRIED):
        state = scattered(random, 9)
        for move in random.sample(list(candidate_moves(state, 0)), 20):
            waiting = position(move.board)
            assert len(move.threats) == sum(map(takes, waiting.legal_moves()))
            threats += len(move.threats)
    assert threats > 20


@pytest.mark.slow
def test_a_fork_leaves_a_threat_whatever_the_other_moves():
    random = Random(6)
    seen = set()
    for _ in range(40):
        for move in candidate_moves(scattered(random, 10), 0):
            if move.replies or len(move.threats) < 2:
                continue
            seen.add(is_fork(move))
            assert is_fork(move) == all(
                leaves_a_threat(move, start, end)
                for start in move.board
                if start != move.end
                for end in destinations(move.board, start)
            )
    assert seen == {True, False}


def leaves_a_threat(move, start, end) -> bool:
    """Whether one of the threats can still be carried out; no new one counts."""
    after = position(move_tile(move.board, start, end), LAYOUT.name(end))
    old = {(trope.start, trope.end, trope.four) for trope in move.threats}
    later = (
        (LAYOUT.parse_square(p.text[:2]), p.end, p.four)
        for p in candidate_moves(after, 0)
        if p.four
    )
    return any(trope in old for trope in later)


LINE = """\
. . . . . . . .
. 1 2 3 . . . .
. . . . . . . .
. . . . 4 . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . ."""
WAITING = LINE[:-1] + "9"


def test_a_trope_is_taken():
    assert best_moves(drawn(LINE), 0, 1).plays == [("e5-e7 x b7-e7", 1)]


def test_with_a_frozen_tile_there_is_no_trope_and_the_other_is_hindered():
    """The 1 is frozen now, but not for the other: the move must leave him nothing to take."""
    state = drawn(LINE, frozen="b7")
    (text, points), *_ = best_moves(state, 0, 1).plays
    assert points == 0
    assert not any(map(takes, state.play(0, text).after.legal_moves()))
    careless = state.play(0, "e5-e4").after
    assert not any(map(takes, careless.legal_moves()))  # the 4 itself is frozen then


@pytest.mark.slow
def test_a_trope_now_comes_before_all_that_may_come_later():
    assert TROPE_VALUE > REPLY_VALUE > 0
    random = Random(8)
    for _ in range(60):
        points = [points for _, points in best_moves(scattered(random, 10), 0, ALL).plays]
        assert points == sorted(points, reverse=True)


def test_the_third_trope_wins_and_the_others_third_loses():
    """With the 4 frozen now, any move but of this line leaves it to the other."""
    taking = next(each for each in candidate_moves(drawn(LINE), 0) if each.points)
    answered = next(
        each for each in candidate_moves(drawn(WAITING, frozen="e5"), 0) if each.replies
    )
    assert move_value((2, 0), 0, taking) > move_value((0, 0), 0, taking) > 0
    assert move_value((0, 2), 0, answered) < move_value((0, 0), 0, answered) < 0


def test_who_is_stuck_has_no_move():
    assert best_moves(position({}), 0, 5).plays == []
    assert best_moves(position({(3, 3): 7}, "d5"), 0, 5).plays == []


def test_a_search_out_of_time_returns_what_it_has_found():
    state = State.new(seed=bytes(32), options={})
    search = best_moves(state, 0, ALL, 0.0)
    assert not search.exact and len(search.plays) == 1
    assert best_moves(state, 0, ALL).exact and len(best_moves(state, 0, ALL).plays) >= 228


ONE_TO_ONE = "\n".join(
    ["1 2 3 . . . . .", *[". . . . . . . ."] * 3, ". . . 4 . . . .", ". . . . . . . ."]
    + [". . . . . . 30 .", ". . . . . . . ."]
)
"""A trope can be taken with the 4, and the 30 takes none."""


def last_turn(own: int, others: int) -> State:
    return with_taken(drawn(ONE_TO_ONE), own, others, MAX_SCORELESS_TURNS - 1)


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_who_is_ahead_in_the_last_turn_wins_by_taking_no_trope(level):
    """M10: after 100 turns without a trope more tropes win."""
    state = last_turn(1, 0)
    after = state.play(0, choose_move(state, 0, level)).after
    assert after.outcome is not None and after.outcome.ranking[0] == (0,)


@pytest.mark.parametrize(("own", "others"), [(0, 0), (0, 1), (1, 1)])
def test_who_is_not_ahead_in_the_last_turn_takes_what_there_is(own, others):
    state = last_turn(own, others)
    for level in (7, 8):
        assert takes(choose_move(state, 0, level))


def test_a_move_that_wins_in_the_last_turn_misses_nothing():
    state = last_turn(1, 0)
    assert review_move(state, 0, "g2-g3")["kind"] == ""
    assert review_move(last_turn(1, 1), 0, "g2-g3")["kind"] == "trope"
    quiet = {text for text in state.legal_moves() if not takes(text)}
    assert set(winning_moves(state, 0, IN_ONE)) == quiet and wins(state, 0, "g2-g3")
    assert winning_moves(state, 0, IN_TWO) == ()
    assert not wins(last_turn(1, 1), 0, "g2-g3")
