"""Two processes on one folder without Redis: the second one warns, for nobody else would notice."""

from pathlib import Path

import pytest

from tests.prepared import prepared_folder
from tests.servers import Server

pytestmark = pytest.mark.system

WARNING = "Another process serves from"


def test_who_serves_from_a_folder_that_another_process_holds_says_so(tmp_path: Path) -> None:
    prepared_folder(tmp_path)
    with Server(tmp_path) as first:
        with Server(tmp_path) as second:
            assert WARNING in second.log
        assert WARNING not in first.log
        first.kill()
        first.start()
        assert WARNING not in first.log


def test_where_redis_is_at_hand_as_many_processes_serve_as_are_wanted(
    tmp_path: Path, redis
) -> None:
    prepared_folder(tmp_path)
    with Server(tmp_path, REDIS_URL=redis.url), Server(tmp_path, REDIS_URL=redis.url) as second:
        assert WARNING not in second.log
