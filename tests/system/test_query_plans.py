"""Every query of the lists and tables is led by an index, on both kinds of database."""

import pytest

from tests.servers import Server

pytestmark = [pytest.mark.system, pytest.mark.slow]

NEEDED = {
    "sqlite": (
        "running_game_by_change",
        "game_by_end",
        "game_by_key",
        "game_by_ending",
        "game_by_best_score",
        "player_by_user_and_end",
        "player_by_imported_name",
        "name_unique_whatever_the_case",
    ),
    "postgresql": (
        "game_by_key_and_ending",
        "player_by_user_and_end",
        "name_unique_whatever_the_case",
    ),
}
"""Indexes that something is slow without: by that the test is seen to find it."""


def faults(server: Server, *without: str) -> str:
    script = f"from tests.system import query_plans; query_plans.print_faults(*{without})"
    run = server.manage("shell", "-v", "0", "-c", script, seconds=500)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_no_page_reads_more_where_there_are_more_games(unserved):
    assert faults(unserved) == ""


@pytest.mark.long
@pytest.mark.parametrize(
    ("unserved", "index"),
    [(kind, index) for kind, indexes in NEEDED.items() for index in indexes],
    indirect=["unserved"],
)
def test_a_page_is_slow_where_an_index_is_missing(unserved, index):
    assert faults(unserved, index)
