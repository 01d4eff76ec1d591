"""The two gentlest levels: skill that a child knows, and a beginner who is held against them."""

import json
from dataclasses import replace

import pytest

from benchmarks import levels as tournament
from benchmarks.beginner import BEGINNER
from games.engine.easy_plays import squares_of
from games.engine.levels import LEVELS, SKILLS, choose_move
from games.engine.positions import read_position
from games.engine.seeded_choice import SeededChoice
from games.engine.sum_player import BOTH_ENDS, SumSkill, choose_sums, is_known_sum
from games.rules import GAMES
from tests.engine.hands import start, with_rack
from tests.tiers import some_of

LAID = ["numerica", "equate", "digifeud"]
CHILD = SumSkill(most_symbols=6, largest_number=20, plays_found=1, swap_percent=0)


def wanted(state, skill=CHILD, chance=b""):
    return list(choose_sums(state, state.turn, skill, SeededChoice(chance), None))


@pytest.mark.slow
@pytest.mark.wider
@pytest.mark.parametrize("key", LAID)
def test_it_is_one_short_line_of_small_numbers_wherever_there_is_one(key):
    """Whole games of the lowest level against itself: how a sum of its own looks."""
    skill = SKILLS[key][0]
    own, games = 0, some_of(1, 3)
    for number in range(games):
        state = start(key, number)
        while state.turn is not None and len(state.board) < 60:
            text = choose_move(state, state.turn, 0)
            verdict = state.check(state.turn, text)
            if verdict.runs and is_known_sum(verdict, skill, state.layout):
                own += 1
                (run,) = verdict.runs
                assert len(run.squares) <= skill.most_symbols and run.text.count("=") == 1
                assert not BOTH_ENDS.search(text.partition(" ")[2])
                named = {
                    state.layout.premiums[at].label
                    for at in verdict.squares
                    if at in state.layout.premiums and at != state.layout.centre
                }
                assert not named & {"2E", "3E"}
            state = state.play(state.turn, text).after
    assert own > 5 * games


@pytest.mark.long
def test_a_sum_in_reach_is_laid_and_not_the_play_that_earns_most():
    state = with_rack(start("numerica"), "12345678+=")
    for number in range(8):
        (text,) = wanted(state, chance=bytes([number]))
        verdict = state.check(state.turn, text)
        assert len(verdict.squares) <= 6 and "?" not in text


@pytest.mark.long
def test_a_skill_that_finds_more_sums_earns_more():
    state = with_rack(start("numerica"), "12345678+=")

    def points(finds):
        made = (wanted(state, replace(CHILD, plays_found=finds), bytes([n]))[0] for n in range(8))
        return sum(state.check(state.turn, text).points for text in made)

    assert points(1) < points(5) < points(400)


def test_a_line_is_not_grown_at_both_ends():
    assert BOTH_ENDS.search("1...=6") and not BOTH_ENDS.search("1+.=6")
    assert not BOTH_ENDS.search("...=6") and not BOTH_ENDS.search("1+..")


def test_where_no_sum_is_known_the_shortest_line_is_laid():
    """48 is a number that it does not know; it lays it all the same."""
    state = with_rack(start("numerica"), "8864*=")
    (text,) = wanted(state)
    assert "48" in text and squares_of(text) == 6
    assert state.check(state.turn, text).text == text


def test_without_any_other_play_the_blank_is_laid():
    state = with_rack(start("numerica"), "770+?")
    (text,) = wanted(state)
    assert "?=" in text


@pytest.mark.slow
def test_now_and_then_its_tiles_are_swapped_and_never_where_there_is_no_swap():
    state = with_rack(start("numerica"), "12345678+=")
    often = replace(CHILD, swap_percent=100)
    assert wanted(state, often)[0].startswith("swap ")
    assert not wanted(with_rack(state, "12345678+=", bag=0), often)[0].startswith("swap ")
    begun = start("digifeud")
    assert not choose_move(begun, begun.turn, 0).startswith("swap ")


LINE = """\
. . . . . . . ./. 1 2 3 . . . ./. . . . . . . ./. . . . 4 . . ./\
. . . . . . . ./. . . . . . . ./. . . . . . . ./. . . . . . . ."""


@pytest.mark.long
def test_a_beginner_lays_one_equation_of_three_to_five_tiles_and_takes_a_trope():
    for number in range(4):
        state = with_rack(start("numerica", number), "12345678+=")
        text = BEGINNER.choose(state, state.turn)
        (run,) = state.check(state.turn, text).runs
        assert 3 <= len(run.squares) <= 5 and run.text.count("=") == 1
    numeria = read_position({"game": "numeria", "setup": LINE})
    assert BEGINNER.choose(numeria, 0) == "e5-e7 x b7-e7"


@pytest.mark.slow
def test_a_beginner_wins_about_half_of_the_games_against_the_lowest_level():
    """As the committed games say: 200 of each kind, of deals that nobody was tuned with."""
    games = tournament.read(tournament.RESULTS)
    for match in tournament.FIRST_GAMES:
        halves = [played.halves for played in games if played.match == match]
        assert len(halves) == 200
        assert 40 <= 50 * sum(halves) / len(halves) <= 60, match
    told = json.loads(tournament.MEASURED.read_text())
    for key in GAMES:
        won, tied, lost = told[key]["beginner"]
        assert won + tied + lost == 200
    assert LEVELS[0].key == "acorn"
