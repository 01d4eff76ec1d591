"""A server on each kind of database; where a program is missing, a reason, or a failure."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.prepared import prepared_database, prepared_folder
from tests.private_servers import PrivatePostgres, PrivateRedis
from tests.required import required
from tests.servers import Server
from tests.tiers import SHARE

KINDS = ("sqlite", "postgresql")
KINDS_LEFT = {
    "test_kill": "[postgresql",
    "test_migrations_both_ways": "[postgresql",
}
"""Which kind is left to `make test-long`, where it is not SQLite, on which one write waits for another."""

collect_ignore = [
    "fast_clock",
    "fail_points",
    "stepping_clock",
]  # what a server is started with: no tests


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        left = KINDS_LEFT.get(item.path.stem, "[sqlite")
        if left in item.name and item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivatePostgres]:
    """One PostgreSQL for the whole run; every server has a database of its own in it.

    A test may stop it for a while: no other server stands on it then.
    """
    yield from required(PrivatePostgres, "NUMERICA_REQUIRE_POSTGRES")


@pytest.fixture(scope="session")
def redis() -> Iterator[PrivateRedis]:
    yield from required(PrivateRedis, "NUMERICA_REQUIRE_REDIS")


@pytest.fixture(scope="session")
def broken_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What makes a disk read-only or full for a process that it is loaded into."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        pytest.skip("no C compiler")
    library = tmp_path_factory.mktemp("disk") / "disk.so"
    source = Path(__file__).parent / "broken_disk/disk.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


@pytest.fixture(scope="module", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """The site with no limits on how often, on SQLite and on PostgreSQL."""
    with _server(request, tmp_path_factory.mktemp("site")) as started:
        yield started


@pytest.fixture(params=KINDS)
def fresh_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """The same for one test alone."""
    with _server(request, tmp_path) as started:
        yield started


@pytest.fixture(params=KINDS)
def unserved(request: pytest.FixtureRequest, tmp_path: Path) -> Server:
    """A site's data that no process serves, for what a script does to them."""
    return _server(request, tmp_path)


def _server(request: pytest.FixtureRequest, folder: Path) -> Server:
    """A server on a database of the kind that is asked for, ready to be served.

    In `make faults` a PostgreSQL has a Redis beside it, as where many machines serve.
    """
    if request.param == "sqlite":
        return Server(prepared_folder(folder))
    url = prepared_database(request.getfixturevalue("postgres"))
    more = {"REDIS_URL": request.getfixturevalue("redis").url} if SHARE else {}
    return Server(folder, url, **more)
