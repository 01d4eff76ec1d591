"""What reviews say is true: sentence by sentence, by readers that know the rules alone."""

import os

import pytest

from accounts.models import User
from games.rules import GAMES
from tests.engine.brute_force import all_plays
from tests.engine.compare import SETS, small_position
from tests.review.judging import judge
from tests.review.readers.trying import plays_above, program
from tests.tiers import but_for_certainty

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(program() is None, reason="trying everything takes a C compiler"),
]

PLIES = {"numerica": 9, "equate": 6, "digifeud": 12, "numeria": 24}
"""How long the games are of which some moves are judged in every run."""
EVERY = {"numerica": 3, "equate": 2, "digifeud": 3, "numeria": 6}
SECONDS = 5  # for one move
FIRST, GAMES_OF_EACH, LONGEST, ONE_IN = map(
    int, os.environ.get("NUMERICA_JUDGED", "0 1 4 2").split()
)
"""The first game, how many of each kind, seconds for a move, and one move in how many is judged; the
command judges many more."""
KEYS = [os.environ["NUMERICA_JUDGED_GAME"]] if os.environ.get("NUMERICA_JUDGED_GAME") else [*GAMES]


@pytest.fixture
def users():
    return [User.objects.create_user(name) for name in ("Ada", "Ben", "Cleo", "Dov")]


@pytest.mark.long
@pytest.mark.parametrize("share", [2, 6])
def test_the_readers_find_what_trying_everything_in_python_finds(share):
    """On small racks with all sets and stages; Numerica has a play in few of such positions."""
    found = 0
    for key, options, _ in SETS:
        for seed in range(share if key == "equate" else 10 * share):
            state = small_position(key, options, seed)
            plays = all_plays(state)
            for least in {0, *sorted(points for _, points in plays)[-9::4]}:
                expected = {text for text, points in plays if points > least}
                tried = {each.text for each in plays_above(state, 0, least)}
                assert tried == expected, (options, seed, least)
                found += len(expected)
    assert found > 50


@pytest.mark.slow
@pytest.mark.parametrize("key", but_for_certainty(list(GAMES), ["numerica", "digifeud", "numeria"]))
def test_no_sentence_of_a_game_is_false(key, users, client):
    judged = judge(client, users, [100], [key], PLIES[key], EVERY[key], SECONDS)
    assert not judged.false, judged.false
    assert judged.kinds["sentence"] > 2 and judged.kinds["try"] > 2


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("key", KEYS)
def test_no_sentence_of_whole_games_is_false(key, users, client):
    numbers = range(FIRST, FIRST + GAMES_OF_EACH)
    judged = judge(client, users, numbers, [key], every=ONE_IN, seconds=LONGEST)
    print("\n".join(judged.false))
    assert not judged.false
