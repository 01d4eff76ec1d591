"""Numeria: moving, what may not be touched, what is taken, how it ends (M1-M11)."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from games.rules.numeria import LAYOUT, State
from games.rules.numeria.movement import destinations
from games.rules.record import replay
from games.rules.refusals import IllegalMove, NotationError, Refusal
from games.rules.stock import Stock

from .playthroughs import records

SEED = bytes(range(32))
ON = {"strict_primes": "on"}


def board(**numbers: int) -> dict[tuple[int, int], int]:
    """Tiles by the squares on which they lie."""
    return {LAYOUT.parse_square(name): number for name, number in numbers.items()}


def position(
    *, strict: bool = False, last: str | None = None, scoreless_turns: int = 0, **numbers
) -> State:
    """The first seat is to move; `last` is the square where the other's last tile stands."""
    frozen = None if last is None else LAYOUT.parse_square(last)
    return State(
        stock=Stock.deal((), 2, SEED),
        is_strict=strict,
        initial_position="",
        board=board(**numbers),
        turn=0,
        last=(None, frozen),
        scoreless_turns=scoreless_turns,
    )


def played(state: State, *moves: str) -> State:
    """The State after these moves, seat by seat."""
    for text in moves:
        state = state.play(state.turn, text).after
    return state


def refusal(state: State, text: str, seat: int = 0) -> Refusal:
    with pytest.raises(Refusal) as caught:
        state.play(seat, text)
    return caught.value


def code(state: State, text: str) -> str:
    return refusal(state, text).code


def ways(state: State, start: str) -> dict[str, str]:
    """Where the tile on this square can go, by name."""
    found = destinations(state.board, LAYOUT.parse_square(start))
    return {LAYOUT.name(square): way for square, way in found.items()}


def names(squares) -> list[str]:
    return [LAYOUT.name(square) for square in squares]


START = State.new(seed=SEED, options={})

RECORDED = [path for path in records() if path.stem.startswith("numeria-")]


@cache
def states_of(path: Path) -> list[State]:
    """Every State of a recorded game."""
    return [move.after for move in replay(path.read_bytes()).moves]


# the 4 comes down to d1 and completes a line
READY = {"a1": 1, "b1": 2, "c1": 3, "d4": 4, "h8": 30}


# --- M4: how a tile moves ---


def at(row: int, column: int) -> str:
    """The name of a square that the rules give by row and column."""
    return LAYOUT.name((row, column))


def test_start_has_228_moves():
    kinds = [way for ends in START.destinations(0).values() for way in ends.values()]
    assert len(kinds) == 228
    assert kinds.count("slide") == 144
    assert kinds.count("jump") == 84


def test_start_has_76_moves_by_a_single_jump():
    """From every tile over its neighbour to an empty square that no slide reaches."""
    single = set()
    for row, column in START.board:
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                over, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if over in START.board and LAYOUT.holds(end) and end not in START.board:
                    single.add(((row, column), end))
    by_jump = {
        (start, end)
        for start, ends in START.destinations(0).items()
        for end, way in ends.items()
        if way == "jump"
    }
    assert len(single & by_jump) == 76
    assert len(by_jump - single) == 8


def test_the_moves_of_the_start_do_not_depend_on_the_numbers():
    other = State.new(seed=bytes(32), options={})
    assert other.board != START.board
    assert other.destinations(0) == START.destinations(0)


@pytest.mark.parametrize(
    ("start", "slides", "jumps"),
    [
        ((0, 0), [(0, n) for n in range(1, 7)] + [(n, 0) for n in range(1, 7)], []),
        ((1, 1), [(0, 1), (0, 2), (1, 0), (2, 0)], [(3, 3)]),
        ((3, 2), [(3, 3), (3, 4), (4, 3)], [(1, 0), (3, 0), (5, 0), (7, 2)]),
    ],
)
def test_worked_moves_of_the_start(start, slides, jumps):
    expected = {at(*square): "slide" for square in slides}
    expected |= {at(*square): "jump" for square in jumps}
    assert ways(START, at(*start)) == expected


def test_a_tile_slides_like_a_queen():
    """M4."""
    state = position(d4=1)
    found = ways(state, "d4")
    assert set(found.values()) == {"slide"}
    assert len(found) == 27
    assert {"d8", "d1", "a4", "h4", "h8", "a1", "a7", "g1"} <= set(found)
    assert "e6" not in found


def test_a_tile_stops_a_slide_and_is_not_taken():
    state = position(a1=1, a4=2)
    assert "a3" in ways(state, "a1")
    assert "a4" not in ways(state, "a1")
    assert code(state, "a1-a4") == "occupied"
    assert code(state, "a1-a6") == "unreachable"


def test_a_jump_goes_over_one_adjacent_tile_to_the_square_behind():
    """M4."""
    state = position(a1=1, b2=2)
    assert ways(state, "a1")["c3"] == "jump"
    assert "d4" not in ways(state, "a1")
    after = played(state, "a1-c3")
    assert after.board == board(c3=1, b2=2)  # nothing is captured


def test_two_tiles_in_a_row_cannot_be_jumped():
    assert "d1" not in ways(position(a1=1, b1=2, c1=3), "a1")


def test_a_jump_needs_a_tile_next_to_it():
    state = position(a1=1, c3=2, b1=3)
    assert ways(state, "a1").get("d4") is None  # c3 is two squares away
    assert ways(state, "a1")["c1"] == "jump"


def test_a_chain_of_jumps_turns():
    """Over b1 to c1, over d2 to e3; c1 is next to no other tile."""
    state = position(a1=1, b1=2, d2=4)
    assert ways(state, "a1")["c1"] == "jump"
    assert ways(state, "a1")["e3"] == "jump"


def test_a_chain_may_jump_the_same_tile_again():
    """M4: over b1 to c1, over d2 to e3, over d3 to c3, and over d2 again to e1: there is no other way."""
    state = position(a1=1, b1=2, d2=4, d3=5)
    assert ways(state, "a1")["e1"] == "jump"
    assert "e1" not in ways(position(a1=1, b1=2, d2=4), "a1")


def test_a_slide_and_a_jump_are_not_combined():
    """M4."""
    state = position(a1=1, e2=2)
    assert "e1" in ways(state, "a1")
    assert "e3" not in ways(state, "a1")


def test_a_chain_may_come_through_its_own_square_but_not_end_there():
    """All round: a1 over b1 to c1, over c2 to c3, over b3 to a3, over a2 to a1."""
    ring = position(a1=1, b1=2, c2=3, b3=4, a2=5)
    assert {"c1", "c3", "a3"} <= set(ways(ring, "a1"))
    assert "a1" not in ways(ring, "a1")


def test_a_square_reached_both_ways_counts_as_a_slide():
    both = position(d4=1, d5=2, e6=3)  # d4-d6-f6 by jumps, d4-f6 along the diagonal
    assert ways(both, "d4")["d6"] == "jump"
    assert ways(both, "d4")["f6"] == "slide"
    blocked = position(d4=1, d5=2, e6=3, e5=4, f7=5)
    assert ways(blocked, "d4")["f6"] == "jump"


def test_a_move_does_not_end_where_it_starts():
    error = refusal(position(a1=1, b2=2), "a1-a1")
    assert error.code == "notation"


def test_tiles_belong_to_nobody():
    """M4."""
    state = position(a1=1, h1=9, d8=20)
    for start in ("a1", "h1", "d8"):
        for seat in (0, 1):
            assert state.check(seat, f"{start}-{start[0]}5").points == 0


def naive_ends(tiles: set[str], start: str) -> dict[str, str]:
    """Where a tile can go, looked for step by step by the words of the rule."""
    others = tiles - {start}
    found: dict[str, str] = {}
    steps = [(f, r) for f in (-1, 0, 1) for r in (-1, 0, 1) if (f, r) != (0, 0)]

    def go(name: str, step: tuple[int, int], times: int = 1) -> str:
        return f"{chr(ord(name[0]) + step[0] * times)}{int(name[1]) + step[1] * times}"

    def is_empty(name: str) -> bool:
        return len(name) == 2 and name[0] in "abcdefgh" and name[1] in "12345678" and (
            name not in others
        )  # fmt: skip

    def jump(name: str, been: set[str]) -> None:
        for step in steps:
            over, end = go(name, step), go(name, step, 2)
            if over in others and is_empty(end) and end not in been:
                found[end] = "jump"
                been.add(end)
                jump(end, been)

    jump(start, {start})
    for step in steps:
        times = 1
        while is_empty(go(start, step, times)):
            found[go(start, step, times)] = "slide"
            times += 1
    return found


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_the_moves_of_whole_games_are_those_of_a_search_by_the_words_of_the_rule(path):
    for state in states_of(path):
        tiles = {LAYOUT.name(square) for square in state.board}
        for start in tiles:
            assert ways(state, start) == naive_ends(tiles, start)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_every_number_is_on_the_board_or_taken(path):
    """M9."""
    for state in states_of(path):
        taken = [number for tropes in state.taken for trope in tropes for number in trope.numbers]
        assert sorted([*state.board.values(), *taken]) == list(range(1, 37))
        assert state.scores == tuple(len(tropes) for tropes in state.taken)


# --- M6: the last tile standing ---


def test_the_tile_moved_last_cannot_be_moved():
    """M6."""
    state = played(START, "a8-c8")
    error = refusal(state, "c8-d8", seat=state.turn)
    assert error.code == "frozen-tile"
    assert names(error.squares) == ["c8"]
    assert state.view(None)["frozen"] == "c8"
    assert "c8" not in state.view(state.turn)["moves"]


def test_it_can_be_moved_again_two_turns_later():
    state = played(position(a1=1, h8=2), "a1-a3", "h8-h7", "a3-a4")
    assert state.board == board(a4=1, h7=2)


def test_there_is_no_ban_on_the_first_turn():
    """M6."""
    assert START.frozen(START.turn) is None
    assert START.view(None)["frozen"] is None
    assert set(START.destinations(START.turn)) == {
        square for square in START.board if destinations(START.board, square)
    }


def test_the_tile_moved_last_cannot_be_part_of_a_trope():
    """M6."""
    state = position(**READY, last="b1")
    verdict = state.check(0, "d4-d1")
    assert (verdict.text, verdict.points, verdict.runs) == ("d4-d1", 0, ())
    after = played(state, "d4-d1")
    assert after.scores == (0, 0)
    assert len(after.board) == 5


def test_a_trope_named_with_the_tile_moved_last_is_refused():
    error = refusal(position(**READY, last="b1"), "d4-d1 x a1-d1")
    assert error.code == "frozen-tile"
    assert names(error.squares) == ["b1"]


def test_a_frozen_tile_may_be_jumped_over():
    """M6."""
    assert ways(position(a1=1, b1=2, last="b1"), "a1")["c1"] == "jump"
    assert position(a1=1, b1=2, last="b1").check(0, "a1-c1").points == 0


def test_a_tile_that_left_with_a_trope_bans_nothing():
    """M6."""
    state = played(position(**READY, g5=20), "d4-d1")
    assert state.scores == (1, 0)
    assert state.frozen(1) is None
    assert state.view(1)["frozen"] is None
    assert set(state.view(1)["moves"]) == {"g5", "h8"}


def test_the_ban_stays_after_a_turn_was_skipped():
    """M6: seat 2 moved h8, seat 1 moved a tile, seat 2 cannot move: h8 is still banned for seat 1."""
    state = position(a1=1, last="a1")
    stuck = played(state, "pass")
    assert stuck.turn == 1
    assert stuck.frozen(0) == LAYOUT.parse_square("a1")
    moved = played(stuck, "a1-a2")  # seat 2 was never banned from it
    assert names([moved.frozen(0)]) == ["a2"]


def test_the_tile_that_the_opponent_moved_last_stays_frozen_over_a_pass():
    state = position(a1=1, last="a1")
    again = played(state, "pass", "a1-a2", "pass", "a2-a3", "pass")
    assert (again.turn, names([again.frozen(0)])) == (1, ["a3"])
    assert again.frozen(1) is None


# --- M5: passing ---


def test_one_may_not_pass_while_a_tile_can_be_moved():
    """M5."""
    for state in (START, position(a1=1, b1=2, last="b1")):
        error = refusal(state, "pass", seat=state.turn)
        assert error.code == "notation"
        assert state.view(state.turn)["actions"]["pass"] is False


def test_one_passes_when_no_tile_can_be_moved():
    """M5."""
    state = position(a1=1, last="a1")
    assert list(state.legal_moves()) == ["pass"]
    assert state.view(0)["moves"] == {}
    actions = state.view(0)["actions"]
    assert (actions["pass"], actions["play"], actions["pass_ends"]) == (True, False, False)
    move = state.play(0, "pass")
    assert (move.verdict.kind, move.verdict.points) == ("pass", 0)
    assert (move.after.turn, move.after.scoreless_turns, move.after.board) == (1, 1, state.board)
    assert state.check(0, "pass").text == "pass"


def test_a_pass_counts_towards_the_hundred_turns():
    state = position(a1=1, last="a1", scoreless_turns=99)
    assert state.view(0)["actions"]["pass_ends"] is True
    assert played(state, "pass").outcome.reason == "no-trope"


# --- M7: claiming ---


def test_one_trope_is_taken_at_once():
    """M7, M9."""
    move = position(**READY).play(0, "d4-d1")
    assert move.verdict.text == "d4-d1 x a1-d1"
    assert (move.verdict.kind, move.verdict.points, move.verdict.choices) == ("play", 1, ())
    (run,) = move.verdict.runs
    assert (run.text, run.points, run.kind) == ("1,2,3,4", 1, "complete")
    assert names(run.squares) == ["a1", "b1", "c1", "d1"]
    assert str(run.label) == "consecutive numbers"
    assert names(move.verdict.squares) == ["d4", "d1", "a1", "b1", "c1"]
    assert move.after.board == board(h8=30)
    assert move.after.scores == (1, 0)
    assert move.after.turn == 1


def test_a_move_without_a_trope_is_plain():
    verdict = position(**READY).check(0, "d4-d2")
    assert (verdict.text, verdict.points, verdict.runs) == ("d4-d2", 0, ())
    assert names(verdict.squares) == ["d4", "d2"]


@pytest.mark.parametrize(
    "line",
    [
        {"a1": 1, "b1": 2, "c1": 3, "d1": 4},  # across
        {"a1": 1, "a2": 2, "a3": 3, "a4": 4},  # up
        {"a1": 1, "b2": 2, "c3": 3, "d4": 4},  # diagonal
        {"d1": 1, "c2": 2, "b3": 3, "a4": 4},  # the other diagonal
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_trope_lies_in_any_of_the_four_directions_both_ways(line, turned):
    """M1."""
    numbers = list(line.values())[:: -1 if turned else 1]
    squares = list(line)
    placed = dict(zip(squares, numbers, strict=True))
    last = placed.pop(squares[-1])
    free = "g7" if squares[-1] == "d4" else {"d1": "d8", "a4": "h4"}[squares[-1]]
    move = position(**placed, **{free: last}).play(0, f"{free}-{squares[-1]}")
    assert move.verdict.text.endswith(f"x {squares[0]}-{squares[-1]}")
    assert move.verdict.runs[0].text == ",".join(map(str, numbers))
    assert move.after.board == {}


def test_four_tiles_with_a_gap_are_no_trope():
    """M1."""
    state = position(a1=1, b1=2, c1=3, e4=4)
    assert state.check(0, "e4-e1").points == 0
    assert code(state, "e4-e1 x a1-d1") == "not-a-trope"
    error = refusal(state, "e4-e1 x b1-e1")
    assert error.code == "not-a-trope"
    assert str(error) == "not every square of b1-e1 holds a tile"
    assert code(state, "e4-e1 x a1-e1") == "not-a-trope"


@pytest.mark.parametrize("ends", ["b1-e1", "a1-a4", "a1-c1", "a1-e1", "a1-d2", "a1-a1", "h8-h5"])
def test_ends_that_name_no_trope_of_the_move_are_refused(ends):
    assert code(position(**READY), f"d4-d1 x {ends}") == "not-a-trope"


def test_numbers_out_of_order_are_no_trope():
    state = position(a1=2, b1=3, c1=1, d4=4)
    error = refusal(state, "d4-d1 x a1-d1")
    assert (error.code, str(error)) == ("not-a-trope", "2, 3, 1, 4 is no trope")
    assert names(error.squares) == ["a1", "b1", "c1", "d1"]
    assert state.check(0, "d4-d1").points == 0


FIVE = position(a1=1, b1=2, c4=3, d1=4, e1=5)


def test_of_five_in_a_line_the_player_takes_one_of_two_tropes():
    """M7."""
    verdict = FIVE.check(0, "c4-c1")
    assert verdict.choices == ("c4-c1 x a1-d1", "c4-c1 x b1-e1")
    assert (verdict.text, verdict.points) == ("c4-c1", 1)
    assert [run.text for run in verdict.runs] == ["1,2,3,4", "2,3,4,5"]
    assert set(names(verdict.squares)) == {"c4", "c1", "a1", "b1", "d1", "e1"}
    assert played(FIVE, "c4-c1 x d1-a1").board == board(e1=5)
    assert played(FIVE, "c4-c1 x b1-e1").board == board(a1=1)
    assert played(FIVE, "c4-c1 x b1-e1").scores == (1, 0)


def test_two_tropes_and_none_named_is_refused():
    """M7."""
    error = refusal(FIVE, "c4-c1")
    assert isinstance(error, IllegalMove)
    assert error.code == "must-choose"
    assert str(error) == ("this move makes 2 tropes; name one: c4-c1 x a1-d1, c4-c1 x b1-e1")


def test_every_choice_is_a_whole_move():
    for text in FIVE.check(0, "c4-c1").choices:
        verdict = FIVE.check(0, text)
        assert (verdict.text, verdict.points, verdict.choices) == (text, 1, ())


def test_crossing_tropes_are_a_choice_too():
    state = position(a1=1, b1=2, c1=3, h1=4, d2=8, d3=12, d4=16)
    assert state.check(0, "h1-d1").choices == ("h1-d1 x a1-d1", "h1-d1 x d1-d4")
    after = played(state, "h1-d1 x d4-d1")
    assert after.board == board(a1=1, b1=2, c1=3)
    assert after.taken[0][0].numbers == (4, 8, 12, 16)


def test_a_ban_can_leave_one_of_two_tropes():
    state = position(a1=1, b1=2, c4=3, d1=4, e1=5, last="e1")
    assert state.play(0, "c4-c1").verdict.text == "c4-c1 x a1-d1"


def test_a_move_is_final_when_it_is_made():
    """M11."""
    state = played(position(**READY), "d4-d2")
    assert code(state, "d2-d1") == "not-your-turn"


def test_a_trope_may_not_be_declined():
    """One is removed at once: the move without its trope is the same move."""
    assert position(**READY).check(0, "d4-d1") == position(**READY).check(0, "d4-d1 x a1-d1")


# --- M8: old lines ---


def test_a_line_that_was_complete_before_is_not_taken():
    """M8."""
    state = position(a1=1, b1=2, c1=3, d1=4, h8=30)
    assert played(state, "h8-h1").scores == (0, 0)
    assert code(state, "h8-h1 x a1-d1") == "not-a-trope"
    assert code(state, "h8-e5 x a1-d1") == "not-a-trope"


def test_it_is_taken_when_a_move_completes_it_anew():
    """M8."""
    state = position(a1=1, b1=2, c1=3, d1=4, h8=30)
    after = played(state, "d1-d2", "h8-h7", "d2-d1")
    assert after.scores == (1, 0)


# --- M9, M10: the end ---


def test_three_tropes_win():
    """M9."""
    state = position(
        a1=1, b1=2, c1=3, d4=4,
        a8=5, b8=6, c8=7, h8=8,
        e2=9, f2=10, g2=11, h5=12,
        a4=20, a5=30,
    )  # fmt: skip
    state = played(state, "d4-d1", "a4-b4", "h8-d8", "a5-a6")
    assert state.scores == (2, 0)
    assert state.outcome is None
    state = played(state, "h5-h2")
    assert state.scores == (3, 0)
    assert state.turn is None
    outcome = state.outcome
    assert (outcome.ranking, outcome.reason, outcome.rated) == (((0,), (1,)), "tropes", True)
    assert outcome.adjustments == (0, 0)
    assert refusal(state, "a6-a7").code == "game-over"


def test_a_hundred_turns_without_a_trope_end_the_game():
    """M10."""
    state = position(a1=1, h8=2, scoreless_turns=98)
    state = played(state, "a1-a2")
    assert state.outcome is None
    state = played(state, "h8-h7")
    assert (state.outcome.reason, state.outcome.ranking) == ("no-trope", ((0, 1),))
    assert state.turn is None


def test_more_tropes_win_after_a_hundred_turns():
    state = played(position(**READY, g5=20, g6=33), "d4-d1")
    assert state.scoreless_turns == 0
    for _ in range(100):
        assert state.outcome is None
        state = played(state, next(iter(state.legal_moves())))
    assert (state.outcome.reason, state.outcome.ranking) == ("no-trope", ((0,), (1,)))


def test_a_trope_on_the_hundredth_turn_lets_the_game_go_on():
    state = played(position(**READY, scoreless_turns=99), "d4-d1")
    assert (state.outcome, state.scoreless_turns) == (None, 0)


def test_the_seat_that_resigns_or_runs_out_of_time_loses():
    resigned = START.play(START.turn, "resign")
    assert (resigned.verdict.text, resigned.verdict.points) == ("resign", 0)
    assert resigned.after.outcome.ranking == ((1 - START.turn,), (START.turn,))
    for seat in (0, 1):
        outcome = START.leave(seat, "time").after.outcome
        assert (outcome.ranking, outcome.reason, outcome.rated) == (
            ((1 - seat,), (seat,)),
            "time",
            True,
        )


def test_a_seat_that_resigns_with_more_tropes_loses():
    state = played(position(**READY), "d4-d1", "h8-h7")
    assert state.play(0, "resign").after.outcome.ranking == ((1,), (0,))


def test_a_draw_by_agreement_is_a_tie_whatever_was_taken():
    """M10."""
    state = played(position(**READY), "d4-d1")
    move = state.leave(0, "agreement")
    outcome = move.after.outcome
    assert (outcome.ranking, outcome.reason, outcome.rated) == (((0, 1),), "agreement", True)
    assert (move.verdict.text, move.verdict.points, move.after.scores) == ("agreement", 0, (1, 0))


def test_an_aborted_game_has_no_ranking():
    outcome = START.leave(0, "aborted").after.outcome
    assert (outcome.ranking, outcome.reason, outcome.rated) == ((), "aborted", False)


def test_nothing_else_ends_a_game_and_nothing_ends_it_twice():
    with pytest.raises(NotationError):
        START.leave(0, "passes")
    ended = START.leave(0, "agreement").after
    for reason in ("time", "agreement", "aborted", "resign"):
        with pytest.raises(IllegalMove) as caught:
            ended.leave(0, reason)
        assert caught.value.code == "game-over"


# --- the text of a move ---


@pytest.mark.parametrize(
    "text",
    [
        "d4-d1",
        "D4-D1",
        " d4 - d1 ",
        "d4–d1",
        "d4−d1",
        "d4-d1 x a1-d1",
        "d4-d1 x d1-a1",
        "d4-d1xa1-d1",
        "d4-d1 × a1–d1",
        "D4-D1 X A1-D1",
    ],
)
def test_people_type_a_move_in_many_ways(text):
    assert position(**READY).play(0, text).verdict.text == "d4-d1 x a1-d1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d4",
        "d4-",
        "d4d1",
        "d4-d1 x",
        "d4-d1 x a1",
        "d4-d1 a1-d1",
        "d4-d1 x a1-d1 x a1-d1",
        "dd-d1",
        "4d-1d",
        "d4-d١",
        "d-d1",
        "8H 3",
        "swap 1",
        "pass 1",
        "resign now",
        "time",
        "agreement",
        "d4-d1" + " " * 200,
    ],
)
def test_text_that_is_no_move_is_refused(text):
    for act in (position(**READY).check, position(**READY).play):
        with pytest.raises(NotationError):
            act(0, text)


@pytest.mark.parametrize("text", ["d4-d9", "d4-d0", "d4-i1", "k1-d1", "d4-d10", "d4-d1 x a1-d0"])
def test_a_square_off_the_board_is_refused(text):
    error = refusal(position(**READY), text)
    assert (error.code, str(error)) == ("off-board", "the squares of this board run from a1 to h8")


@pytest.mark.parametrize(
    ("text", "code_of_it", "sentence", "squares"),
    [
        ("e5-e6", "empty-square", "there is no tile on e5", ["e5"]),
        ("a1-b1", "occupied", "there is a tile on b1 already", ["b1"]),
        ("e5-b1", "occupied", "there is a tile on b1 already", ["b1"]),
        ("a1-h7", "unreachable", "the 1 can neither slide nor jump from a1 to h7", ["a1", "h7"]),
        ("d4-d1 x a1-e1", "not-a-trope", None, None),
    ],
)
def test_a_refusal_says_why_and_where(text, code_of_it, sentence, squares):
    error = refusal(position(**READY), text)
    assert error.code == code_of_it
    if sentence is not None:
        assert str(error) == sentence
        assert names(error.squares) == squares


def test_turn_and_end_come_before_the_board():
    assert refusal(START, "e5-e6", seat=1 - START.turn).code == "not-your-turn"
    assert refusal(START, "e5", seat=1 - START.turn).code == "notation"
    ended = START.leave(0, "aborted").after
    assert refusal(ended, "e5-e6").code == "game-over"
    assert refusal(ended, "k9-e6").code == "game-over"


def test_a_move_is_checked_off_turn_too():
    other = 1 - START.turn
    assert START.check(other, "a8-b8").text == "a8-b8"


# --- every legal move ---


def test_the_legal_moves_are_those_that_can_be_played():
    for state in (START, FIVE, position(**READY, last="b1"), position(a1=1, last="a1")):
        moves = list(state.legal_moves())
        assert len(set(moves)) == len(moves)
        assert all(state.play(state.turn, text).verdict.text == text for text in moves)
    assert len(list(START.legal_moves())) >= 228
    assert {"c4-c1 x a1-d1", "c4-c1 x b1-e1"} <= set(FIVE.legal_moves())
    assert "c4-c1" not in set(FIVE.legal_moves())


def test_no_move_is_legal_after_the_end():
    assert list(START.leave(0, "aborted").after.legal_moves()) == []


# --- what is shown ---


def test_the_view_lists_where_each_tile_can_go():
    view = START.view(START.turn)
    assert sum(map(len, view["moves"].values())) == 228
    assert view["moves"]["b7"] == {
        "b8": "slide", "c8": "slide", "a7": "slide", "a6": "slide", "d5": "jump",
    }  # fmt: skip
    assert START.view(1 - START.turn)["moves"] == {}
    assert START.view(None)["moves"] == {}
    assert START.leave(0, "aborted").after.view(START.turn)["moves"] == {}


def test_the_view_names_the_tropes_taken():
    state = played(position(a1=3, b1=6, c1=9, d4=12, h8=30), "d4-d1")
    assert state.view(None)["taken"] == [
        [
            {
                "numbers": [3, 6, 9, 12],
                "squares": ["a1", "b1", "c1", "d1"],
                "name": "multiples of %(step)s",
                "values": {"step": 3},
            }
        ],
        [],
    ]
    assert state.view(None)["scores"] == [1, 0]
    assert state.view(None)["board"] == {"h8": "30"}


def test_the_actions_of_the_start():
    actions = START.view(START.turn)["actions"]
    assert actions == {
        "draft": False,
        "play": True,
        "swap": 0,
        "pass": False,
        "pass_ends": False,
        "swap_ends": False,
        "resign": True,
        "draw": True,
    }
    waiting = START.view(1 - START.turn)["actions"]
    assert [name for name, may in waiting.items() if may] == ["resign", "draw"]
    assert not any(START.view(None)["actions"].values())
    assert not any(START.leave(0, "aborted").after.view(0)["actions"].values())


def test_the_seed_is_hidden_until_the_end_and_nothing_else_is():
    for viewer in (None, 0, 1):
        seen = START.seen_by(viewer)
        assert seen.stock.seed is None
        assert (seen.board, seen.initial_position, seen.turn) == (
            START.board,
            START.initial_position,
            START.turn,
        )
        assert SEED.hex() not in json.dumps(START.view(viewer))
        assert seen.view(viewer) == START.view(viewer)
    ended = START.leave(0, "time").after
    assert ended.seen_by(None).stock.seed == SEED


def test_a_game_goes_on_alike_for_those_who_do_not_know_the_seed():
    text = next(iter(START.legal_moves()))
    assert START.seen_by(0).play(START.turn, text).after == replaced_seed(played(START, text))


def replaced_seed(state: State) -> State:
    return state.seen_by(None)


STATES: Mapping[str, State] = {
    "start": START,
    "strict": State.new(seed=SEED, options=ON),
    "taken": played(position(**READY), "d4-d1", "h8-h7"),
    "frozen": position(**READY, last="b1", scoreless_turns=7),
    "over": START.leave(1, "time").after,
    "unseeded": State.unseeded(first=1, options=ON, initial_position=START.initial_position),
}


@pytest.mark.parametrize("name", STATES)
def test_a_state_survives_json(name):
    state = STATES[name]
    again = State.from_json(json.loads(json.dumps(state.to_json())))
    assert again == state
    assert list(again.board) == list(state.board)
