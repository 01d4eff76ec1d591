"""The steps of the lessons: short, true, and open to every true answer."""

import pytest
from django.utils import translation

from games.presentation.rules_examples import PAGES
from games.presentation.tutorials import TUTORIALS
from games.presentation.tutorials.base import LEARNER
from games.rules import GAMES
from tests.games.lessons.steps import IDS, STEPS, is_true_answer, state_of, step_of
from tests.tiers import some_of

LONGEST = 90  # characters of what is asked
MOST_TILES = 2  # of the plays that are tried where tiles are many

OTHERS = {
    "numerica-true": ["8D 7+2=", "H8 .=7+2"],
    "numerica-cross": ["F8 .=2+4", "J8 .=8+1", "H4 4-1=."],
    "numerica-longer": ["8I =5+1", "8I =8-2"],
    "numerica-double": ["8K =2*3", "8B 2*3="],
    "numerica-fraction": ["8I 8/12"],
    "numerica-swap": ["swap +", "swap ++-**/+*/"],
    "numerica-negative": ["8E 1-3=3-5"],
    "numerica-chain": ["8F =7-1=4+2"],
    "numerica-blank": ["J8 .=5?+4", "8K =4?+5"],
    "numerica-triple": ["J3 12/2=."],
    "numerica-ends": ["8B 15+-.....2"],
    "numerica-bingo": ["8D 5-1=8-4*1"],
    "numerica-quarters": ["8E 2/8=1/4"],
    "numerica-leave": ["F8 .=2+4"],
    "numerica-out": ["8K =5+4"],
    "equate-true": ["10F 7+2=", "J10 .=7+2"],
    "equate-cross": ["F10 .=2+4", "J10 .=8+1"],
    "equate-longer": ["10K *1", "10D 0+....."],
    "equate-double": ["Q6 2+7=."],
    "equate-fraction": ["10F [3/4]=3/4", "10F 2/4=[1/2]"],
    "equate-trade": ["swap /"],
    "equate-bingo": ["10E 5-1=12-4*2"],
    "equate-blank": ["J11 ?1"],
    "equate-mixed": ["10F 2[1/2]*2=5"],
    "equate-ends": ["10E 1*7.....7"],
    "equate-symbol": ["F10 .=2+4"],
    "equate-nothing": ["J11 8"],
    "equate-out": ["J10 .=5+4"],
    "digifeud-sum": ["7G 4+3=7", "G3 3+4=7", "7C 3+4=7"],
    "digifeud-pair": ["7E 5+8=[13]"],
    "digifeud-share": ["G7 .+2=5", "K7 .-5=2"],
    "digifeud-outcome": ["G3 1+2=."],
    "digifeud-twelve": ["7G .-8=4"],
    "digifeud-points": ["7G .*7=[84]"],
    "digifeud-colour": ["G3 1+2=."],
    "digifeud-double": ["K7 .+2=9"],
    "digifeud-along": ["7E .+2=9"],
    "digifeud-blank": ["7C ?1+2=."],
    "digifeud-times": ["K5 9*.=[63]"],
    "digifeud-division": ["7G ./2=6"],
    "digifeud-back": ["7G< .+1=4"],
    "digifeud-out": ["K7 .-5=2"],
    "numeria-slide": ["f3-f8", "c3-a5"],
    "numeria-jump": ["e5-c5"],
    "numeria-jumps": ["b4-f6", "f5-b3"],
    "numeria-several": ["f8-f4 x f1-f4"],
    "numeria-spoil": ["e4-e7", "c4-b5"],
}
"""Other true answers than the one that is shown, as people find them."""

WRONG = {
    "numerica-true": ["8I =2+2", "8I +2", "8I =7"],
    "numerica-order": ["8J 14", "8J 1"],
    "numerica-cross": ["7B 1+4=5", "J8 .=4+8"],
    "numerica-longer": ["H8 .=5+1", "8I =2+5"],
    "numerica-double": ["J8 .=8-2", "F8 .=1+2"],
    "numerica-fraction": ["8I 3/2", "8I 2/8"],
    "numerica-quarters": ["8D 8/4=2", "8E 1/2=4/8"],
    "numerica-swap": ["pass", "swap 9", "8K +"],
    "equate-order": ["10J 14", "E7 4=1.3"],
    "equate-trade": ["pass", "swap 1"],
    "digifeud-sum": ["7E 3+4=8", "1A 3+4=7", "7E 4+7=[11]"],
    "digifeud-pair": ["7E 5+3=8"],
    "digifeud-twelve": ["G3 4+8=."],
    "digifeud-points": ["7G .-4=8", "7G .-8=4"],
    "digifeud-pass": ["swap 9", "K7 .+9=9"],
    "numeria-slide": ["d5-f5", "c3-h4"],
    "numeria-jump": ["c3-d3"],
    "numeria-jumps": ["b4-d4"],
    "numeria-trope": ["f7-f5", "f7-f3"],
    "numeria-locked": ["f7-f4", "f5-f3"],
    "numeria-win": ["d2-d3"],
    "numeria-spoil": ["b7-b8", "g2-g3"],
}


@pytest.mark.parametrize("key", GAMES)
def test_each_game_has_eight_steps_and_up_to_twelve_more_each_of_another_name(key):
    tutorial = TUTORIALS[key]
    assert len(tutorial.first) == 8 and 6 <= len(tutorial.more) <= 12
    names = [step.name for step in tutorial.steps]
    assert len(set(names)) == len(names) and max(map(len, names)) <= 20


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_step_is_one_short_sentence_or_two(language):
    with translation.override(language):
        for key, number in STEPS:
            asked = translation.gettext(step_of(key, number).asked)
            assert len(asked) <= LONGEST and asked.endswith("."), asked
            assert "!" not in asked


@pytest.mark.parametrize(("key", "number"), STEPS, ids=IDS)
def test_the_answer_that_is_shown_is_a_true_one(key, number):
    assert is_true_answer(key, number, step_of(key, number).answer)


@pytest.mark.parametrize("name", OTHERS)
def test_any_other_true_answer_counts_as_well(name):
    key, number = STEPS[IDS.index(name)]
    assert step_of(key, number).answer not in OTHERS[name]
    for text in OTHERS[name]:
        assert is_true_answer(key, number, text), text


@pytest.mark.parametrize("name", WRONG)
def test_what_is_false_or_something_else_does_not_count(name):
    key, number = STEPS[IDS.index(name)]
    for text in WRONG[name]:
        assert not is_true_answer(key, number, text), text


@pytest.mark.wider
@pytest.mark.parametrize(("key", "number"), STEPS, ids=IDS)
def test_some_legal_moves_do_what_is_asked_and_others_do_not(key, number):
    step, state = step_of(key, number), state_of(key, number)
    most = some_of(MOST_TILES, 3) if key in ("numerica", "equate") else None
    met = [step.goal.is_met(state, state.check(LEARNER, text)) for text in state.legal_moves(most)]
    met.append(step.goal.is_met(state, state.check(LEARNER, step.answer)))
    assert any(met)
    assert not all(met) or step.name == "pass"  # where nothing else is legal


@pytest.mark.parametrize(("key", "number"), STEPS, ids=IDS)
def test_the_rule_of_a_step_stands_on_the_page_of_rules(key, number):
    assert step_of(key, number).rule in PAGES[key].headings


@pytest.mark.parametrize("key", GAMES)
def test_the_sections_that_steps_lead_to_are_on_the_page(client, db, key):
    page = client.get(f"/rules/{key}/").content.decode()
    for step in TUTORIALS[key].steps:
        assert f'<section id="{step.rule}"' in page


@pytest.mark.parametrize(("key", "number"), STEPS, ids=IDS)
def test_nobody_else_is_to_move_and_nothing_is_known_that_nobody_has(key, number):
    state = state_of(key, number)
    assert state.turn == LEARNER and state.outcome is None
    if state.has_racks:
        assert not isinstance(state.racks[LEARNER], int)
        assert all(isinstance(rack, int) for rack in state.racks[1:])
        assert min(state.unseen(LEARNER).values()) >= 0
