"""What the site stands on goes away and comes back: told as such, and nothing is lost by it."""

import resource
import socket
from http.client import HTTPException
from itertools import count
from pathlib import Path

import pytest

from tests.faults import Figures
from tests.prepared import prepared_database, prepared_folder
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.servers import HOST, Server, wait_until

from .players import Table, a_move, two_guests
from .raw_sockets import hear, open_socket
from .visitors import Answer, Visitor, answer_head

pytestmark = pytest.mark.system

MOST_HANDLES = 20  # that a process may hold besides: threads open their connections when needed
READ = [
    "/",
    "/games/",
    "/games/{game}/",
    "/games/{game}/live/",
    "/games/{game}/text/",
    "/leaderboard/",
    "/games/archive/",
    "/accounts/login/",
    "/@{name}/",
    "/people/settings/",
    "/misses/",
    "/invitations/new/",
    "/computer/",
    "/games/{game}/1.png",
]
POSTED = ["/games/{game}/move/", "/games/{game}/check/", "/games/{game}/hint/", "/games/{game}/draw/",
          "/games/{game}/call-off/", "/games/{game}/take-back/", "/people/guest/", "/invitations/new/",
          "/accounts/login/", "/accounts/signup/", "/people/language/", "/people/export/"]  # fmt: skip


def seated(site: Server) -> Table:
    table = Table(site.database, two_guests(site))
    table.sit_down()
    return table


def move(table: Table) -> Answer:
    return table.mover.move(table.game_id, table.ply + 1, a_move(table.state))


def every_answer(table: Table) -> dict[str, Answer]:
    """What a player is told at each kind of address."""
    player = table.mover
    named = {"game": table.game_id, "name": "somebody"}
    answers = {f"GET {path}": player.get(path.format(**named)) for path in READ}
    return answers | {
        f"POST {path}": player.post(path.format(**named), ply=1, text="pass") for path in POSTED
    }


def assert_told_as_an_outage(name: str, answer: Answer) -> None:
    assert answer.status == 503, (name, answer.status, answer.text[:300])
    assert int(answer.headers["Retry-After"]) > 0, name
    assert "acknowledged is safe" in answer.text, (name, answer.text[:300])


@pytest.mark.fault("F2")
def test_a_database_that_is_away_is_told_as_such_and_comes_back(
    postgres: PrivatePostgres, tmp_path: Path, figures: Figures
) -> None:
    with Server(tmp_path, prepared_database(postgres)) as site, Visitor(site) as stranger:
        table = seated(site)
        postgres.stop()
        for name, answer in every_answer(table).items():
            figures.add("addresses asked while it is away", 1)
            assert_told_as_an_outage(name, answer)
        german = stranger.get("/games/", **{"Accept-Language": "de"})
        assert german.status == 503 and 'lang="de"' in german.text
        assert stranger.get("/healthz").status == 200
        assert stranger.get("/readyz").text == "away: database\n"
        postgres.start()
        wait_until(lambda: stranger.get("/readyz").status == 200, "the site is ready again")
        assert move(table).status == 200
        broken = {name: a.status for name, a in every_answer(table).items() if a.status >= 500}
        assert not broken
        assert "Traceback" not in site.log, site.log
        for player in table.players:
            player.leave()


def test_a_server_is_ready_once_its_migrations_are_applied(tmp_path: Path) -> None:
    prepared_folder(tmp_path)
    last = "(SELECT max(id) FROM django_migrations WHERE app = 'games')"
    with Server(tmp_path) as site, Visitor(site) as probe:
        site.database.execute(f"UPDATE django_migrations SET app = 'later' WHERE id = {last}")
        answer = probe.get("/readyz")
        assert (answer.status, answer.text) == (503, "away: migrations\n")
        assert probe.get("/healthz").status == 200
        site.database.execute("UPDATE django_migrations SET app = 'games' WHERE app = 'later'")
        assert probe.get("/readyz").text == "ok\n"


@pytest.mark.long
@pytest.mark.fault("F2")
def test_people_play_watch_read_and_sign_in_while_redis_is_away(
    postgres: PrivatePostgres, redis: PrivateRedis, tmp_path: Path, figures: Figures
) -> None:
    with (
        Server(
            tmp_path, prepared_database(postgres), REDIS_URL=redis.url, NUMERICA_LIMITS="1"
        ) as site,
        Visitor(site) as stranger,
    ):
        table = seated(site)
        redis.stop()
        try:
            assert move(table).status == 200
            table.read()
            with open_socket(site, f"/ws/games/{table.game_id}/?ply=0") as reader:
                assert hear(reader, table.ply), "who comes to watch is shown the table"
                assert move(table).status == 200
                table.read()
                assert hear(reader, table.ply), "a move made in the same process is told"
            answers = every_answer(table)
            figures.add("addresses asked while it is away", len(answers))
            broken = {name: a.status for name, a in answers.items() if a.status >= 500}
            assert not broken
            stranger.get("/")
            assert stranger.post("/people/guest/").status == 302
            assert stranger.get("/healthz").status == 200
            assert stranger.get("/readyz").text == "away: cache, channel layer\n"
        finally:
            redis.start()
        wait_until(lambda: stranger.get("/readyz").status == 200, "the site is ready again")
        assert "Traceback" not in site.log, site.log
        for player in table.players:
            player.leave()


@pytest.mark.long
@pytest.mark.fault("F18")
def test_a_full_disk_is_told_as_such_and_loses_nothing(tmp_path: Path) -> None:
    """No file of the server may grow: for SQLite that is a disk without room."""
    with Server(tmp_path) as site:
        table = seated(site)
        before = table.rows()
        resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        assert_told_as_an_outage("move", move(table))
        assert table.rows() == before
        assert table.mover.get("/healthz").status == 200
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(site.pid, resource.RLIMIT_FSIZE, unlimited)
        assert move(table).status == 200
        for player in table.players:
            player.leave()


@pytest.mark.long
@pytest.mark.fault("F18")
def test_a_disk_that_is_read_only_is_told_as_such_and_loses_nothing(
    broken_disk: Path, tmp_path: Path, figures: Figures
) -> None:
    sign = tmp_path / "read-only"
    environment = {"LD_PRELOAD": str(broken_disk), "READ_ONLY_WHILE": str(sign)}
    with Server(prepared_folder(tmp_path), **environment) as site, Visitor(site) as stranger:
        table = seated(site)
        assert move(table).status == 200
        table.read()
        before = table.rows()
        sign.touch()
        assert_told_as_an_outage("move", move(table))
        assert_none_but_outages(table, figures)
        assert table.rows() == before
        assert stranger.get("/healthz").status == 200
        assert stranger.get(f"/games/{table.game_id}/").status == 200, "who only reads is served"
        sign.unlink()
        assert_plays_on(table)


@pytest.mark.long
@pytest.mark.fault("F18")
def test_a_process_without_free_handles_says_so_and_recovers(
    tmp_path: Path, figures: Figures
) -> None:
    with Server(prepared_folder(tmp_path)) as site:
        table = seated(site)
        assert table.mover.get("/healthz").status == 200  # as after each start: deploy/systemd/
        before = table.rows()
        files = Path(f"/proc/{site.pid}/fd")
        held = {int(file.name) for file in files.iterdir()}
        first_free = next(number for number in count() if number not in held)
        limits = resource.prlimit(site.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(site.pid, resource.RLIMIT_NOFILE, (first_free, limits[1]))
        assert_none_but_outages(table, figures)
        for _ in range(20):
            figures.add("visitors who find no handle", 1)
            with Visitor(site) as newcomer, pytest.raises((OSError, HTTPException)):
                newcomer.get("/")
        assert table.mover.get("/healthz").status == 200
        resource.prlimit(site.pid, resource.RLIMIT_NOFILE, limits)
        assert table.rows()[: len(before)] == before
        table.sit_down()  # the game was called off meanwhile: that took no new handle
        assert_plays_on(table)
        wait_until(
            lambda: len(list(files.iterdir())) <= len(held) + MOST_HANDLES, "all are given back"
        )


def assert_none_but_outages(table: Table, figures: Figures) -> None:
    """Whatever a player asks for is answered, or told to be away for now."""
    for name, answer in every_answer(table).items():
        figures.add("addresses asked meanwhile", 1)
        if answer.status >= 500:
            figures.add("of these told as an outage", 1)
            assert_told_as_an_outage(name, answer)


def assert_plays_on(table: Table) -> None:
    """All is as it was: a move is taken, and nothing is answered as a fault."""
    table.read()
    assert move(table).status == 200
    broken = {name: a.status for name, a in every_answer(table).items() if a.status >= 500}
    assert not broken
    assert "Traceback" not in table.mover.server.log, table.mover.server.log
    for player in table.players:
        player.leave()


@pytest.mark.fault("F2")
@pytest.mark.long
def test_a_database_that_hangs_keeps_nobody_waiting_for_long(
    postgres: PrivatePostgres, tmp_path: Path
) -> None:
    """Who finds no thread free is told within three seconds; the process itself is alive."""
    with Server(tmp_path, prepared_database(postgres)) as site, Visitor(site) as stranger:
        table = seated(site)
        lock = postgres.hold_lock(site.database_url, "games_game")
        hanging = []
        try:
            hanging = [_ask(site, "/games/") for _ in range(20)]
            assert stranger.get("/healthz").status == 200
            told = stranger.get("/games/")
            assert_told_as_an_outage("behind those who hang", told)
        finally:
            lock.close()
            for connection in hanging:
                connection.close()
        wait_until(lambda: stranger.get("/games/").status == 200, "pages are served again")
        assert move(table).status == 200
        for player in table.players:
            player.leave()


@pytest.mark.fault("F2")
@pytest.mark.long
def test_a_process_that_can_answer_no_page_says_so_and_ends(
    postgres: PrivatePostgres, tmp_path: Path
) -> None:
    """A database that stands still answers no question ever asked; another process may do better."""
    with Server(tmp_path, prepared_database(postgres)) as site, Visitor(site) as stranger:
        for connection in [_ask(site, "/games/") for _ in range(30)]:  # every thread connects
            assert answer_head(connection).startswith(b"HTTP/1.1 200 ")
            connection.close()
        postgres.freeze()
        try:
            waiting = [_ask(site, "/games/") for _ in range(6)]
            assert stranger.get("/healthz").status == 200
            wait_until(lambda: not site.is_alive, "the process ends", seconds=60)
        finally:
            postgres.thaw()
        assert "this process ends" in site.log
        for connection in waiting:
            connection.close()


def _ask(site: Server, path: str) -> socket.socket:
    """A request whose answer is not waited for."""
    connection = socket.create_connection((HOST, site.port), 30)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{site.port}\r\n\r\n".encode())
    return connection
