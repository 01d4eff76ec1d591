"""`kill -9` in the middle of many games: every move that was acknowledged is there, once."""

import random
import time

import pytest

from tests.faults import Figures
from tests.servers import Server, wait_until
from tests.tiers import some_of, times

from .histories import History, judge, playing

pytestmark = pytest.mark.system

GAMES = some_of(4, 6, 10)
KILLS = times(2, 3, 150)
MOVES = times(0, 0, 12_500)  # acknowledged, on each database
SECONDS_BETWEEN = (0.4, 1.1)


@pytest.mark.fault("F1")
@pytest.mark.fault("F14")
@pytest.mark.wider
def test_every_acknowledged_move_survives_kills_in_the_middle_of_many_games(
    fresh_server: Server, figures: Figures
) -> None:
    with playing(fresh_server, GAMES) as history:
        _kill_again_and_again(fresh_server, history, figures)
    assert len(history.acknowledged) > max(KILLS * GAMES, MOVES - 1)
    assert history.unanswered, "no kill hit a post: nothing was tested"
    judge(fresh_server, history, figures)


def _kill_again_and_again(server: Server, history: History, figures: Figures) -> None:
    """Kills at odd moments, spread over the moves, and each time the same data are served again."""
    dice = random.Random(20)
    for number in range(KILLS):
        _played(history, number * MOVES // KILLS)
        time.sleep(dice.uniform(*SECONDS_BETWEEN))
        server.kill()
        begun = time.monotonic()
        server.start()
        figures.add("slowest start s", time.monotonic() - begun)
        figures.add("kills", 1)
    _played(history, MOVES)
    time.sleep(SECONDS_BETWEEN[1])


def _played(history: History, moves: int) -> None:
    """Wait until this many have been acknowledged."""
    wait_until(lambda: history.faults or len(history.acknowledged) >= moves, "people play", 300)
