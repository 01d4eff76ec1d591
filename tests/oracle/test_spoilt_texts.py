"""Moves as people type them, many with something wrong: both readings of the rules judge alike."""

from collections import Counter
from random import Random

import pytest

from games.rules import GAMES
from games.rules import record as records
from games.rules.refusals import Refusal
from tests.tiers import some_of

from .game import Game, Illegal, copied
from .ideas import idea, spoilt, written
from .records import begin, options_of

pytestmark = [pytest.mark.slow(cases="all"), pytest.mark.wider]

COURSES = some_of(1, 5)  # games
PLIES, TEXTS = some_of(8, 30), 40  # of a game, and of each of its positions
VARIANTS = [
    ("numerica", ""),
    ("equate", ""),
    ("equate", "set=junior"),
    ("equate", "players=3 set=advanced"),
    ("equate", "stage=1"),
    ("digifeud", ""),
    ("digifeud", "directions=4"),
    ("numeria", ""),
]
OTHER_LINES = ("resign", "takeback")  # name a seat, or are of records alone


@pytest.mark.parametrize(("key", "options"), VARIANTS)
def test_what_is_typed_is_legal_in_both_readings_and_earns_the_same_or_in_none(key, options):
    judged = Counter()
    for number in range(COURSES):
        dice = Random(f"{key} {options} {number}")
        seed = dice.randbytes(32)
        state = GAMES[key].new(seed=seed, options=records.parse_options(options))
        course, oracle = records.Course(state), begin(key, seed, options_of(options))
        while oracle.turn is not None and len(oracle.past) < PLIES:
            for text in texts(oracle, dice):
                by_site, by_oracle = _site(course, text), _oracle(oracle, text)
                assert by_site == by_oracle, (number, len(oracle.past), text)
                judged[by_oracle is not None] += 1
            text = next(each for each in legal(oracle, dice) if _oracle(oracle, each) is not None)
            course.play(text)
            oracle.play(oracle.turn, text)
    assert judged[True] > COURSES and judged[False] > COURSES


def texts(game: Game, dice: Random) -> list[str]:
    """Swaps and ideas, most of them spoilt."""
    ideas = [idea(game, dice), idea(game, dice), "pass"]
    rack = game.racks[game.turn]
    if rack:
        ideas += ["swap " + "".join(map(written, dice.sample(rack, dice.randint(1, len(rack)))))]
    tried = [*ideas, *(spoilt(dice.choice(ideas), dice) for _ in range(TEXTS))]
    return [text for text in tried if not text.startswith(OTHER_LINES)]


def legal(game: Game, dice: Random) -> list[str]:
    return [*(idea(game, dice) for _ in range(20)), "pass"]


def _site(course: records.Course, text: str) -> int | None:
    try:
        return course.state.check(course.state.turn, text).points
    except Refusal:
        return None


def _oracle(game: Game, text: str) -> int | None:
    try:
        return copied(game).play(game.turn, text)
    except Illegal:
        return None
