"""Numeria's plans: attacks and answers against the rules, forced tropes, and chances to win."""

from random import Random

import pytest

from games.engine import numeria_search
from games.engine.levels import choose_move_with
from games.engine.numeria import candidate_moves
from games.engine.numeria_planner import NUMERIA_SEARCH, NumeriaSearchSkill
from games.engine.numeria_plans import TROPE, plans
from games.engine.numeria_prospects import BAND_STARTS, chance_of
from games.engine.numeria_search import move_text, position_of
from games.engine.numeria_search.marks import NO_MOVE
from games.engine.numeria_search.tables import tables_of
from games.engine.prospects import CERTAIN, weigh_moves
from games.rules.numeria import State
from games.rules.numeria.constants import MAX_SCORELESS_TURNS, TROPES_TO_WIN
from games.rules.refusals import Refusal
from tests.engine.numeria_boards import nearly_forked, position, scattered, with_taken
from tests.tiers import some_of

START = State.new(seed=bytes(range(32)), options={})
BOARDS = some_of(20, 60)
FORCED = some_of({2: 6}, {2: 20})  # tropes that are forced, by the moves they take
COMPARED = some_of(4, 8)
NODES = 2000


def searching(state: State):
    """The parts of the search, its position and the tables."""
    return numeria_search.searches(), position_of(state, state.turn), tables_of(state.is_strict)


def takes(state: State) -> list[str]:
    return [text for text in state.legal_moves() if " x " in text]


def boards(random: Random, count: int):
    for _ in range(count):
        yield with_taken(random.choice([scattered, nearly_forked])(random, 10), 0, 0)


@pytest.mark.slow
@pytest.mark.wider
def test_an_attack_leaves_a_trope_with_the_tile_that_moved():
    found = 0
    for state in boards(Random(1), BOARDS):
        parts, position, given = searching(state)
        attacks = set(map(move_text, parts.Threats(position, given, 1).attacks()))
        quiet = [move for move in candidate_moves(state, state.turn) if move.four is None]
        for move in quiet:
            if move.text in attacks:
                assert any(move.end in trope.squares for trope in move.threats), (state, move.text)
                found += 1
    assert found > BOARDS


@pytest.mark.slow
@pytest.mark.wider
def test_after_every_move_that_is_no_answer_to_an_attack_a_trope_can_be_taken():
    random = Random(2)
    left_out = answered = 0
    for state in boards(random, BOARDS):
        parts, position, given = searching(state)
        threats = parts.Threats(position, given, 1)
        legal = set(state.legal_moves())
        for attack in threats.attacks()[:2]:
            if move_text(attack) not in legal:
                continue  # a trope must be taken there
            after = state.play(state.turn, move_text(attack)).after
            if takes(after):
                continue
            position.play(attack)
            answers = set(map(move_text, threats.answers()))
            position.take_back()
            assert answers <= set(after.legal_moves())
            others = sorted(set(after.legal_moves()) - answers)
            for text in random.sample(others, min(12, len(others))):
                assert takes(after.play(after.turn, text).after), (after, text)
            left_out += len(others)
            answered += len(answers)
    assert left_out > answered


def forced(state: State, most: int) -> tuple[int, int]:
    parts, position, given = searching(state)
    return parts.TropeProof(position, given, parts.SearchBudget(10**9, None)).first_move(most)


def takes_one_by_force(state: State, seat: int, text: str, count: int) -> bool:
    """Whether a first move takes a trope within this many, before the other: by the rules."""
    after = state.play(seat, text).after
    if after.scores[seat] > state.scores[seat]:
        return True
    if count == 1 or after.outcome is not None:
        return False
    for answer in after.legal_moves():
        later = after.play(1 - seat, answer).after
        if later.outcome is not None or later.scores[1 - seat] > state.scores[1 - seat]:
            return False
        at_once = takes(later)
        move, needed = (0, 1) if at_once else forced(later, count - 1)
        following = at_once[0] if at_once else move_text(move)
        if needed == 0 or not takes_one_by_force(later, seat, following, needed):
            return False
    return True


@pytest.mark.slow
@pytest.mark.wider
def test_a_forced_trope_is_taken_against_every_answer():
    random = Random(3)
    for count, wanted in FORCED.items():
        while wanted:
            state = with_taken(nearly_forked(random, random.choice([8, 12])), 0, 0)
            move, needed = (NO_MOVE, 0) if takes(state) else forced(state, count)
            if needed == count:
                assert takes_one_by_force(state, 0, move_text(move), count), state
                wanted -= 1


def test_no_trope_is_forced_when_the_turns_without_one_are_over_before():
    random = Random(4)
    states = (nearly_forked(random, 8) for _ in range(1000))
    state = next(each for each in states if not takes(each) and forced(each, 2)[1] == 2)
    last = MAX_SCORELESS_TURNS
    assert forced(with_taken(state, 0, 0, last - 3), 2)[1] == 2
    assert forced(with_taken(state, 0, 0, last - 2), 2)[1] == 0


# --- plans ---


def test_the_best_plan_takes_the_trope_that_wins():
    states = (with_taken(state, 2, 2) for state in boards(Random(5), 1000))
    state = next(filter(takes, states))
    best = plans(state, 0, NODES)[0]
    assert best.text in takes(state) and best.takes == 1


@pytest.mark.slow
def test_a_plan_that_gives_a_trope_away_is_worth_less_than_one_that_does_not():
    state = next(each for each in boards(Random(6), 1000) if not takes(each))
    for plan in plans(state, 0, NODES):
        after = state.play(0, plan.text).after
        assert (plan.loses == 1) == bool(after.outcome is None and takes(after))
        assert not plan.loses or plan.value < -TROPE // 2


def test_every_legal_move_has_a_plan_and_the_best_comes_first():
    found = plans(START, START.turn, NODES)
    assert sorted(plan.text for plan in found) == sorted(START.legal_moves())
    values = [plan.value for plan in found]
    assert values == sorted(values, reverse=True)


def test_with_the_same_nodes_the_plans_are_the_same():
    assert plans(START, START.turn, NODES) == plans(START, START.turn, NODES)


@pytest.mark.parametrize("seconds", [0.0, 0.01])
def test_a_computer_with_a_short_time_makes_a_legal_move(seconds):
    legal = set(START.legal_moves())
    assert choose_move_with(START, START.turn, NUMERIA_SEARCH, seconds) in legal
    with numeria_search.from_source():
        assert choose_move_with(START, START.turn, NumeriaSearchSkill(1), seconds) in legal


def test_who_is_stuck_passes():
    stuck = position({(3, 3): 7}, "d5")
    assert list(stuck.legal_moves()) == ["pass"]
    assert choose_move_with(stuck, stuck.turn, NUMERIA_SEARCH) == "pass"


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.skipif(not numeria_search.is_compiled(), reason="no C compiler here")
def test_compiled_and_from_source_plans_are_the_same():
    for state in boards(Random(7), COMPARED):
        compiled = plans(state, 0, 300)
        with numeria_search.from_source():
            assert plans(state, 0, 300) == compiled


# --- chances ---


@pytest.mark.slow
def test_what_is_proven_is_certain_and_what_is_not_is_open():
    won = next(filter(takes, (with_taken(s, 2, 0) for s in boards(Random(8), 1000))))
    best = weigh_moves(won, 0, 2).moves[0]
    assert (best.win, best.error, best.is_proven, best.points) == (CERTAIN, 0, True, 1)
    for each in weigh_moves(START, START.turn, 2).moves:
        assert not each.is_proven and 0 < each.win < CERTAIN and each.error > 0


def test_a_move_that_ends_the_game_by_idle_turns_is_proven():
    quiet = next(each for each in boards(Random(9), 1000) if not takes(each))
    last = MAX_SCORELESS_TURNS - 1
    for own, others, win in ((1, 0, CERTAIN), (1, 1, CERTAIN // 2), (0, 1, 0)):
        for each in weigh_moves(with_taken(quiet, own, others, last), 0, 2).moves:
            assert (each.win, each.is_proven) == (win, True)


def test_moves_that_are_asked_for_are_weighed_and_others_refused():
    last = plans(START, START.turn, NODES)[-1].text
    found = weigh_moves(START, START.turn, 2, [last, "resign"])
    weighed = {each.text: each for each in found.moves}
    assert weighed[last].win < found.moves[0].win or not weighed[last].is_proven
    assert (weighed["resign"].win, weighed["resign"].is_proven) == (0, True)
    assert found.racks == 0
    with pytest.raises(Refusal):
        weigh_moves(START, START.turn, 2, ["a1-a1"])


def test_the_line_of_a_move_can_be_played():
    best = weigh_moves(START, START.turn, 2).moves[0]
    state = START
    for text in (best.text, *best.line):
        state = state.play(state.turn, text).after
    assert len(best.line) > 1


def test_a_chance_never_falls_when_the_value_or_the_lead_grows():
    bands = range(len(BAND_STARTS) + 1)
    for own in range(TROPES_TO_WIN):
        for others in range(TROPES_TO_WIN):
            chances = [chance_of((own, others, band))[0] for band in bands]
            assert chances == sorted(chances)
            assert not own or chances[0] > chance_of((own - 1, others, 0))[0]
            assert not others or chances[0] < chance_of((own, others - 1, 0))[0]
