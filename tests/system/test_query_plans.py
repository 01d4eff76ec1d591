"""Every query of the lists and tables is led by an index, on both kinds of database."""

import pytest

from tests.servers import Server

pytestmark = [pytest.mark.system, pytest.mark.long]

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


def printed(server: Server, call: str) -> str:
    script = f"from tests.system import query_plans; query_plans.{call}"
    run = server.manage("shell", "-v", "0", "-c", script, seconds=500)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_no_page_reads_more_where_there_are_more_games(unserved):
    assert printed(unserved, "print_faults()") == ""


def test_a_page_is_slow_where_an_index_is_missing(unserved):
    kind = "postgresql" if unserved.database_url else "sqlite"
    assert printed(unserved, f"print_needless(*{NEEDED[kind]})") == ""
