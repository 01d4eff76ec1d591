"""The deeper search of Numeria against the rules alone: its moves, its gaps, its values, its wins."""

from itertools import chain, pairwise
from random import Random

import pytest

from games.engine import numeria_search
from games.engine.numeria import gaps, missing_numbers
from games.engine.numeria_search import move_text, position_of, proven_win, search
from games.engine.numeria_search.marks import (
    DEEPEST_SEARCH,
    EXACT,
    SURE_WIN,
    THREAT_VALUE,
    TROPE_VALUE,
    WIN_VALUE,
)
from games.engine.numeria_search.tables import square_index, tables_of
from games.practice.exercises import exercises
from games.practice.numeria import WIN_IN_THREE
from games.rules.interface import State as AnyState
from games.rules.numeria import State
from games.rules.numeria.constants import MAX_SCORELESS_TURNS
from games.rules.numeria.movement import LINES4, destinations
from games.rules.numeria.notation import format_move
from tests.engine.numeria_boards import drawn, nearly_forked, position, scattered, with_taken
from tests.tiers import some_of

STRICT = {"off": False, "on": True}
START = State.new(seed=bytes(range(32)), options={})
WALKS = some_of(4, 12)
VALUES = [(1, 12, some_of(25, 75)), (2, 8, some_of(4, 12)), (3, 7, some_of(1, 2))]
"""The depth, the tiles on the board, and how many positions' values the rules calculate."""
REPLAYED = some_of({1: 3, 2: 24}, {1: 30, 2: 967})  # wins, by the moves they take
REPLAYED_IN_ALL = some_of(30, 1000)  # with those in three moves that practice holds
VALUED = some_of({1: 2, 2: 4}, {1: 5, 2: 40})
PLAIN_PROOFS = some_of(2, 6)  # positions in which every first move is tried by the rules
COMPARED = some_of(6, 20)


def takes(text: str) -> bool:
    return " x " in text


def listed(state: State) -> list[str]:
    """The moves of the search, in notation."""
    lists = numeria_search.searches().MoveLists(position_of(state, state.turn), 1)
    return sorted(map(move_text, lists.all_moves()))


def walk(random: Random, strict: str, moves: int):
    """A game in which tropes are taken where they can be, and any move is made where not."""
    seed = random.randbytes(32)
    state = State.new(seed=seed, options={"strict_primes": strict})
    for _ in range(moves):
        yield state
        texts = list(state.legal_moves())
        after = state.play(state.turn, random.choice([*filter(takes, texts)] or texts)).after
        if after.turn is None:
            return
        state = after


# --- moves and gaps ---


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize("strict", STRICT)
def test_its_moves_are_those_of_the_rules(strict):
    random = Random(strict)
    taken = frozen = 0
    states = [state for _ in range(WALKS) for state in walk(random, strict, 40)]
    states += [scattered(random, random.randrange(4, 16), strict) for _ in range(20 * WALKS)]
    for state in states:
        texts = listed(state)
        assert texts == sorted(state.legal_moves()), state
        taken += sum(map(takes, texts))
        frozen += state.frozen(state.turn) is not None
    assert taken > WALKS and frozen > 40


FIVE = """\
. . . . . . . .
. 1 2 . 4 5 . .
. . . 3 . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . 30"""


def test_where_a_move_makes_two_tropes_each_of_them_is_a_move():
    state = drawn(FIVE)
    assert listed(state) == sorted(state.legal_moves())
    assert {"d6-d7 x b7-e7", "d6-d7 x c7-f7"} <= set(listed(state)) and "d6-d7" not in listed(state)


def test_a_trope_with_the_frozen_tile_is_no_move_and_the_tile_may_go_there():
    state = drawn(FIVE, frozen="b7")
    assert listed(state) == sorted(state.legal_moves())
    assert "d6-d7 x c7-f7" in listed(state) and "d6-d7 x b7-e7" not in listed(state)


def test_who_is_stuck_skips_the_turn():
    for state in (position({}), position({(3, 3): 7}, "d5")):
        assert listed(state) == ["pass"]
        assert search(state, 0, 100).text == "pass"


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize("strict", STRICT)
def test_gaps_that_are_kept_up_to_date_are_those_of_the_board(strict):
    """After every move, and after every move that is taken back."""
    random = Random(7)
    missing, given = missing_numbers(STRICT[strict]), tables_of(STRICT[strict])
    found = 0
    for _ in range(WALKS):
        states = list(walk(random, strict, 60))
        kept = position_of(states[0], states[0].turn)
        seen = []
        for state, after in pairwise(states):
            whole = kept.read()
            assert whole == position_of(state, state.turn).read()
            expected = gaps(state.numbers, LINES4, missing)
            assert sorted((LINES4.index(gap.four), gap.numbers) for gap in expected) == [
                (line, tuple(filter(None, given.completing[2 * entry : 2 * entry + 2])))
                for line, entry in whole[1]
            ]
            found += len(whole[1])
            seen.append(whole)
            kept.play(move_between(state, after))
        for before in reversed(seen):
            kept.take_back()
            assert kept.read() == before
    assert found > 10 * WALKS


def move_between(state: State, after: State) -> int:
    """The number of the move that leads from one position to the next."""
    for move in numeria_search.searches().MoveLists(position_of(state, state.turn), 1).all_moves():
        if state.play(state.turn, move_text(move)).after == after:
            return move
    raise AssertionError(str(state))


def test_a_position_that_came_before_is_known_again():
    kept = position_of(START, START.turn)
    one, other = ((0, 0), (0, 3)), ((7, 0), (7, 3))  # corners at the start, and back
    ways = [one, other, one[::-1], other[::-1]] * 2
    repeated = []
    for start, end in ways:
        kept.play(square_index(start) + 64 * square_index(end))
        repeated.append(kept.came_before())
    assert repeated == [False] * 4 + [True] * 4  # at the start no tile was frozen


# --- values ---


def plain_value(state: AnyState, depth: int, ply: int = 0, most: int = 2 * WIN_VALUE) -> int:
    """The value of a position for its seat to move, by trying moves with the rules.

    No more are tried when one is worth `most`: the other would not let it come to this.
    """
    if depth == 0:
        return calm_value(state, ply)
    best = -2 * WIN_VALUE
    for text in sorted(state.legal_moves(), key=takes, reverse=True):
        best = max(best, value_after(state, text, ply, lambda after, best=best: plain_value(
            after, depth - 1, ply + 1, -best
        )))  # fmt: skip
        if best >= most:
            break
    return best


def value_after(state, text: str, ply: int, value) -> int:
    """The value of a move for who makes it; `value` is that of the position after it."""
    after = state.play(state.turn, text).after
    if after.outcome is None:
        return -value(after)
    if len(after.outcome.ranking[0]) > 1:
        return 0
    return (1 if after.outcome.ranking[0] == (state.turn,) else -1) * (WIN_VALUE - ply - 1)


def calm_value(state, ply: int) -> int:
    """Tropes are still taken; against two threats every move is tried."""
    if tropes_to_take(state, state.frozen(state.turn)):
        return taking_value(state, ply)
    if len(threats(state)) < 2:
        return standing(state)
    return max(
        value_after(state, text, ply, lambda after: taking_value(after, ply + 1))
        for text in state.legal_moves()
    )


def taking_value(state, ply: int) -> int:
    taken = [
        value_after(state, text, ply, lambda after: taking_value(after, ply + 1))
        for text in tropes_to_take(state, state.frozen(state.turn))
    ]
    return max([standing(state), *taken])


def standing(state) -> int:
    own, others = state.scores[state.turn], state.scores[1 - state.turn]
    return TROPE_VALUE * (own - others) - THREAT_VALUE * len(threats(state))


def threats(state) -> set[str]:
    """What the other could take next because the tile that it moved is frozen now."""
    return tropes_to_take(state, None) - tropes_to_take(state, state.frozen(state.turn))


def tropes_to_take(state, frozen) -> set[str]:
    """The moves that take a trope without the tile on this square, from the lines of the rules."""
    board, found = state.numbers, set()
    for line in LINES4:
        empty = [square for square in line if square not in board]
        if len(empty) == 1 and frozen not in line:
            for start in board.keys() - {frozen, *line}:
                numbers = tuple(board.get(square, board[start]) for square in line)
                if numbers in state.tropes and empty[0] in destinations(board, start):
                    found.add(format_move(start, empty[0], line))
    return found


@pytest.mark.slow
def test_the_tropes_to_take_are_those_among_the_legal_moves():
    random = Random(3)
    for _ in range(20):
        state = scattered(random, 12)
        assert tropes_to_take(state, state.frozen(0)) == {*filter(takes, state.legal_moves())}


@pytest.mark.long
@pytest.mark.wider
def test_its_values_are_those_of_trying_everything_with_the_rules():
    random = Random(1)
    values = set()
    for depth, tiles, count in VALUES:
        for _ in range(count):
            made = random.choice([scattered, nearly_forked])(random, tiles)
            idle = random.choice([0, 0, MAX_SCORELESS_TURNS - random.randrange(1, 4)])
            state = with_taken(made, random.randrange(3), random.randrange(3), idle)
            found = search(state, 0, depth=depth)
            assert found.value == plain_value(state, depth), state
            values.add(found.value)
            assert found.depth == depth or found.is_proven
            assert found.is_proven == (abs(found.value) >= SURE_WIN)
    assert len(values) > 8


def test_a_move_that_ends_the_game_by_idle_turns_wins_for_who_is_ahead():
    quiet = position({(0, 0): 5, (4, 4): 9, (7, 2): 30})
    last = MAX_SCORELESS_TURNS - 1
    assert search(with_taken(quiet, 1, 0, last), 0).value == WIN_VALUE - 1
    assert search(with_taken(quiet, 1, 1, last), 0, 500, depth=3).value == 0
    assert search(with_taken(quiet, 0, 1, last), 0).value == 1 - WIN_VALUE
    assert proven_win(with_taken(quiet, 1, 0, last), 0, 1).count == 1
    answered = with_taken(quiet, 1, 0, last - 1)  # the other's turn ends it
    assert proven_win(answered, 0, 1).count == 1
    assert proven_win(with_taken(quiet, 1, 0, last - 2), 0, 1) is None
    assert proven_win(with_taken(quiet, 0, 1, last), 0, 1) is None


# --- wins ---


def is_won(state, seat: int) -> bool:
    return state.outcome is not None and state.outcome.ranking[0] == (seat,)


def holds_against_every_answer(state, seat: int, text: str, count: int) -> bool:
    """Whether a first move wins in this many own moves: all answers are those of the rules.

    The search only proposes the later moves of the seat.
    """
    after = state.play(seat, text).after
    if after.outcome is not None or count == 1:
        return is_won(after, seat)
    for answer in after.legal_moves():
        later = after.play(1 - seat, answer).after
        if later.outcome is not None:
            if not is_won(later, seat):
                return False
            continue
        win = proven_win(later, seat, count - 1)
        if win is None or not holds_against_every_answer(later, seat, win.texts[0], win.count):
            return False
    return True


def proven_wins(random: Random, wanted: dict[int, int]):
    """Positions with their proven wins, as many of each length as are wanted."""
    for count, left in wanted.items():
        while left:
            state = nearly_forked(random, random.choice([8, 9, 10]))
            win = proven_win(state, 0, count)
            if win is not None and win.count == count:
                left -= 1
                yield state, win


def wins_in_three():
    """The positions that practice holds, with their proven wins."""
    for exercise in exercises("numeria").values():
        if exercise.theme == WIN_IN_THREE:
            win = proven_win(exercise.state, 0, 3)
            assert win.count == 3
            yield exercise.state, win


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.timeout(2400)  # two minutes of a processor, which others may need as well
def test_every_win_holds_against_every_answer():
    random = Random(11)
    replayed = 0
    for state, win in chain(wins_in_three(), proven_wins(random, REPLAYED)):
        text = random.choice(win.texts)
        assert holds_against_every_answer(state, 0, text, win.count), (state, win)
        replayed += 1
    assert replayed >= REPLAYED_IN_ALL


@pytest.mark.slow
@pytest.mark.wider
def test_the_value_of_a_win_counts_its_plies():
    for state, win in proven_wins(Random(15), VALUED):
        found = search(state, 0, 4 * 10**6, depth=2 * win.count - 1)
        assert (found.value, found.is_proven) == (WIN_VALUE + 1 - 2 * win.count, True)


def wins_by_trying(state, text: str, count: int) -> bool:
    """Whether a move of the seat on turn wins within this many own moves, by the rules alone.

    Far from the end by turns without a trope only a trope wins in the last one.
    """
    seat = state.turn
    after = state.play(seat, text).after
    if after.outcome is not None or count == 1:
        return is_won(after, seat)
    for answer in after.legal_moves():
        later = after.play(1 - seat, answer).after
        if later.outcome is not None:
            if not is_won(later, seat):
                return False
            continue
        texts = tropes_to_take(later, later.frozen(seat)) if count == 2 else later.legal_moves()
        if not any(wins_by_trying(later, text, count - 1) for text in texts):
            return False
    return True


@pytest.mark.slow
@pytest.mark.wider
def test_in_full_width_exactly_the_first_moves_that_win_are_found():
    random = Random(12)
    wanted = {2: PLAIN_PROOFS, None: PLAIN_PROOFS}
    while any(wanted.values()):
        state = nearly_forked(random, 7)
        win = proven_win(state, 0, 2, is_full_width=True)
        count = win and win.count
        if not wanted.get(count):
            continue
        wanted[count] -= 1
        winning = {text for text in state.legal_moves() if wins_by_trying(state, text, 2)}
        assert winning == set(win.texts if win else ()) and (win is None or win.is_whole)
        attacks = proven_win(state, 0, 2)
        assert attacks is None or set(attacks.texts) <= winning


# --- limits ---


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.skipif(not numeria_search.is_compiled(), reason="no C compiler here")
def test_compiled_and_from_source_it_finds_the_same():
    random = Random(14)

    def found(state: State) -> list:
        return [search(state, 0, 3000), proven_win(state, 0, 2), position_of(state, 0).read()]

    for _ in range(COMPARED):
        strict = random.choice(list(STRICT))
        state = with_taken(scattered(random, 14, strict), random.randrange(3), random.randrange(3))
        compiled = found(state)
        with numeria_search.from_source():
            assert not numeria_search.is_compiled()
            assert found(state) == compiled
    assert numeria_search.is_compiled()


def test_with_a_number_of_nodes_it_always_finds_the_same():
    first = search(START, START.turn, 20_000)
    assert search(START, START.turn, 20_000) == first
    assert 20_000 <= first.nodes < 20_500 and first.depth >= 2


@pytest.mark.parametrize("seconds", [0.0, 0.01])
def test_a_move_is_legal_however_short_the_time(seconds):
    legal = set(START.legal_moves())
    assert search(START, START.turn, time_limit=seconds).text in legal
    with numeria_search.from_source():
        assert search(START, START.turn, time_limit=seconds).text in legal


def test_a_game_that_is_over_has_no_best_move():
    over = START.leave(0, "resign").after
    with pytest.raises(ValueError):
        search(over, 0, 100)


def test_the_table_keeps_the_deeper_search_and_the_latest():
    table = numeria_search.searches().PositionTable(4)
    for depth, key in ((9, 4), (2, 8), (1, 12)):  # all in one bucket
        table.store(key, -depth, EXACT, depth, 77)
    assert [table.look_up(key) for key in (4, 8, 12, 5)] == [
        (-9, EXACT, 9, 77), None, (-1, EXACT, 1, 77), None
    ]  # fmt: skip


def test_no_table_takes_more_than_fifty_megabytes():
    assert numeria_search.MOST_BUCKETS * 32 <= 50 * 10**6
    assert DEEPEST_SEARCH < 256  # a depth has eight bits in it
