"""Many rated games end at once, every player in many of them: not a hundredth is lost."""

import subprocess
import sys
from itertools import pairwise

import pytest

from ratings.elo import START_RATING
from tests.faults import Figures
from tests.servers import ROOT, Server
from tests.tiers import IS_LONG

from .rated_games import GAMES, PEOPLE

pytestmark = pytest.mark.system

WORKER = [sys.executable, "-m", "tests.system.rated_games"]
PATIENCE = 240  # seconds


@pytest.fixture
def season(fresh_server: Server) -> Server:
    """A server on whose data many games have been ended by many threads at once.

    On SQLite the site is one process, so all threads are in one; PostgreSQL serves several.
    """
    subprocess.run(
        [*WORKER, "start"], cwd=ROOT, env=_environment(fresh_server), check=True, timeout=PATIENCE
    )
    parts = 1 if fresh_server.database.is_sqlite else 3
    workers = [_worker(fresh_server, part, parts) for part in range(parts)]
    try:
        for worker in workers:
            assert worker.stdout.readline() == "ready\n", worker.communicate()[1]
        for worker in workers:
            worker.stdin.write("go\n")
            worker.stdin.flush()
        said = [worker.communicate(timeout=PATIENCE) for worker in workers]
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    assert [worker.returncode for worker in workers] == [0] * parts, said
    return fresh_server


def _environment(server: Server) -> dict[str, str]:
    """The server's, and how many games there are."""
    return server.environment | {"NUMERICA_LONG": str(int(IS_LONG))}


def _worker(server: Server, part: int, parts: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*WORKER, "end", str(part), str(parts)],
        cwd=ROOT,
        env=_environment(server),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.fault("F5")
@pytest.mark.long
def test_games_that_end_at_once_are_all_rated_in_a_chain(season: Server, figures: Figures) -> None:
    for words in (["verify", "--ratings"], ["verify"]):
        verified = season.manage(*words)
        assert verified.returncode == 0, verified.stdout + verified.stderr
        assert verified.stdout == f"{GAMES} games, 0 differences\n"
    count = season.database.rows
    assert count("SELECT COUNT(*) FROM games_game WHERE ended_at IS NULL") == [(0,)]
    assert count("SELECT COUNT(*) FROM ratings_ratingchange") == [(2 * GAMES,)]
    figures.add("games", GAMES)
    endings = dict(count("SELECT termination, COUNT(*) FROM games_game GROUP BY termination"))
    assert sum(endings.values()) == GAMES and min(endings["time"], endings["resign"]) >= GAMES // 20
    people = count("SELECT user_id, rating, rated_games FROM ratings_standing ORDER BY user_id")
    assert len(people) == PEOPLE
    for user_id, rating, rated_games in people:
        sql = "SELECT before, after FROM ratings_ratingchange WHERE user_id = %s ORDER BY id"
        chain = count(sql, user_id)
        assert len(chain) == rated_games and chain[0][0] == START_RATING
        assert all(one[1] == other[0] for one, other in pairwise(chain))
        assert chain[-1][1] == rating
    # K is 32 for everybody here: what one wins another loses, but for a hundredth of rounding
    total = sum(rating for _, rating, _ in people)
    assert abs(total - PEOPLE * START_RATING) <= GAMES
    assert "Traceback" not in season.log, season.log
    if not season.database.is_sqlite:
        sql = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        assert count(sql) == [(0,)]
