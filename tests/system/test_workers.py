"""Computers and reviews left to Celery's workers: what they are told, and what dies on the way."""

import base64
import json
import time
from collections.abc import Iterator

import pytest
import redis as redis_client

from games.rules import GAMES
from tests.faults import Figures
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.scaled_out import ScaledServer, Worker
from tests.servers import Server, wait_until
from tests.tiers import times

from .computer_tables import Table
from .holdings import unfinished

pytestmark = pytest.mark.system

KILLS = times(2, 4, 60)


@pytest.fixture
def own_redis(redis: PrivateRedis) -> Iterator[PrivateRedis]:
    """The Redis of the run, which a test may stop, with nothing in it."""
    client = redis_client.Redis.from_url(redis.url)
    client.flushall()
    yield redis
    client.close()


@pytest.fixture
def scaled(
    postgres: PrivatePostgres, own_redis: PrivateRedis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ScaledServer]:
    folder = tmp_path_factory.mktemp("site")
    with ScaledServer(folder, postgres.new_database(), own_redis.url) as started:
        yield started


@pytest.fixture
def tables(scaled: Server) -> Iterator[list[Table]]:
    """A game of every kind against a weak computer."""
    opened = [Table.open(scaled, key, "Pebble") for key in GAMES]
    yield opened
    for table in opened:
        table.guest.leave()


def all_answered(tables: list[Table], seconds: float = 60) -> None:
    wait_until(lambda: not any(table.is_computers() for table in tables), "all moved", seconds)


def end_soon(tables: list[Table]) -> None:
    """A move of each, an answer, and all guests resign."""
    all_answered(tables)
    for table in tables:
        table.move()
    all_answered(tables)
    for table in tables:
        said = table.guest.post(
            f"/games/{table.game_id}/move/", ply=table.read()[0] + 1, text="resign"
        )
        assert said.status == 200, said.text


def test_a_message_holds_a_game_and_a_ply_and_the_worker_makes_the_move(
    scaled: ScaledServer, tables: list[Table], own_redis: PrivateRedis
) -> None:
    (table,) = [table for table in tables if table.key == "numerica"]
    broker = redis_client.Redis.from_url(own_redis.url)
    with Worker(scaled):
        all_answered(tables)
    table.move()
    ply = table.read()[0]

    def sent() -> list[bytes]:
        return [one for one in broker.lrange("workers.urgent", 0, -1) if b'"move"' in one]

    (message,) = wait_until(sent, "a nudge is sent")
    args, named, _ = json.loads(base64.b64decode(json.loads(message)["body"]))
    assert (args, named) == ([table.game_id, ply], {})
    rack = table.read()[1].racks[1]
    told = str(json.loads(message)["headers"])
    assert "rack" not in told and "".join(rack) not in told and str(rack) not in told
    with Worker(scaled):
        all_answered(tables)
    assert "Traceback" not in scaled.log
    broker.close()


@pytest.mark.fault("F1")
@pytest.mark.long
def test_no_answer_is_missing_however_many_workers_are_killed(
    scaled: ScaledServer, tables: list[Table], figures: Figures
) -> None:
    """Now one that thinks, now all of them with who hands out: what was lost is found again."""
    with Worker(scaled) as worker:
        for number in range(KILLS):
            all_answered(tables)
            for table in tables:
                table.move()
            time.sleep(0.02 * (number % 8))
            if number % 3 == 2:
                worker.kill()
                worker.start()
            else:
                worker.kill_a_child()
        all_answered(tables)
    verified = scaled.manage("verify")
    assert verified.returncode == 0 and ", 0 differences" in verified.stdout, verified.stdout
    moves = [text for table in tables for (text,) in table.moves_of_computer()]
    figures.add("kills", KILLS)
    figures.add("moves of computers", len(moves))
    assert sum(text == "pass" for text in moves) < len(moves) / 2, moves
    assert "Traceback" not in scaled.log


@pytest.mark.fault("F2")
@pytest.mark.long
def test_nudges_that_redis_lost_are_given_again(
    scaled: ScaledServer, tables: list[Table], own_redis: PrivateRedis
) -> None:
    with Worker(scaled):
        all_answered(tables)
    for table in tables:
        table.move()
    own_redis.stop()
    own_redis.start()  # it keeps nothing on disk: the queues are empty
    with Worker(scaled):
        all_answered(tables)


@pytest.mark.fault("F1")
@pytest.mark.long
def test_a_worker_reviews_a_game_that_is_over_though_one_dies_of_it(
    scaled: ScaledServer, tables: list[Table]
) -> None:
    with Worker(scaled) as worker:
        end_soon(tables)
        worker.kill_a_child()
        wait_until(lambda: not unfinished(scaled, "games_review"), "all reviews are made")
    moves = "SELECT SUM(moves) FROM games_review"
    assert scaled.database.rows("SELECT COUNT(*) FROM games_reviewedmove") == scaled.database.rows(
        moves
    )


@pytest.mark.fault("F1")
@pytest.mark.long
def test_workers_killed_in_deep_reviews_lose_no_move_that_was_weighed(
    scaled: ScaledServer, tables: list[Table]
) -> None:
    """What was stored stays as it is, and others go on with the rest."""
    weighed = "SELECT deep_id, ply, lost, chances FROM games_weighedmove"
    with Worker(scaled) as worker:
        end_soon(tables)
        wait_until(lambda: scaled.database.rows(weighed), "a move is weighed", 120)
        worker.kill()
        before = set(scaled.database.rows(weighed))
        assert unfinished(scaled, "games_deepreview"), "none was in hand"
        worker.start()
        wait_until(lambda: not unfinished(scaled, "games_deepreview"), "all are weighed", 300)
    assert before <= set(scaled.database.rows(weighed))
    moves = "SELECT SUM(moves) FROM games_deepreview"
    assert scaled.database.rows(
        f"SELECT COUNT(*) FROM ({weighed}) AS found"
    ) == scaled.database.rows(moves)


@pytest.mark.long
def test_a_worker_that_is_asked_to_end_still_makes_the_moves_it_has_found(
    scaled: ScaledServer, tables: list[Table], own_redis: PrivateRedis
) -> None:
    broker = redis_client.Redis.from_url(own_redis.url)

    def all_found() -> bool:
        """No nudge waits, and none is worked on: the moves wait for their moment."""
        return not broker.llen("workers.urgent") and not broker.hlen("workers.unacked")

    with Worker(scaled) as worker:
        all_answered(tables)
        for table in tables:
            table.move()
        wait_until(all_found, "all are found")
        assert any(table.is_computers() for table in tables)
        worker.stop()
    assert not any(table.is_computers() for table in tables)
    broker.close()
