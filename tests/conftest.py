"""What the tests of the web part share: people, games from a fixed seed, signed-in browsers."""

import asyncio
import difflib
import inspect
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace

import pytest
from asgiref.sync import SyncToAsync
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate
from django.test import Client
from django.utils import timezone

from accounts import database_threads, notifications
from accounts.models import User
from games.models import Game
from games.services.start import start_game
from games.store import transactions
from tests.game_settings import split_settings
from tests.remembered import clear_process
from tests.second_factor import use_second_factor
from tests.tiers import is_in_part, leave_cases, leave_tests

from .games.helpers import SEED, play_record


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Two positions that differ are drawn, line by line."""
    if op != "==" or not (hasattr(left, "board") and hasattr(right, "board")):
        return None
    lines = difflib.ndiff(str(left).splitlines(), str(right).splitlines())
    return ["the positions differ:", *(line for line in lines if line[0] != "?")]


PATIENCE = 30  # seconds; only ever waited for when something is wrong


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long begins first, so that no worker is left with it alone in the end.

    No test of open pages ends its loop before all is over that it began.
    """
    leave_cases(items)
    leave_tests(items)
    config.hook.pytest_deselected(items=[item for item in items if not is_in_part(item)])
    items[:] = [item for item in items if is_in_part(item)]
    items.sort(key=_rank_of_cost)
    for item in items:
        if _shares_the_database(item) and inspect.iscoroutinefunction(item.function):
            behind = (
                item.fixturenames.index("_django_db_marker") + 1
            )  # ends before the database goes
            item.fixturenames.insert(behind, "loop_until_all_is_over")
        if os.environ.get("CI") and _meets_the_machine(item):
            item.add_marker(pytest.mark.flaky(reruns=1))


def _shares_the_database(item: pytest.Item) -> bool:
    """Whether several threads see what it stores."""
    mark = item.get_closest_marker("django_db")
    return mark is not None and mark.kwargs.get("transaction", False)


def _meets_the_machine(item: pytest.Item) -> bool:
    """Whether browsers, servers or open pages are at work, and a machine that pauses may be late.

    Where `.ci/run` guards `main`, such a test that fails is tried once more; its second try is
    counted, and named in the summary, as a rerun: a fault all the same, to be looked for.
    """
    is_system = item.get_closest_marker("system") is not None
    return is_system or _shares_the_database(item) or "/browser/" in item.path.as_posix()


def _rank_of_cost(item: pytest.Item) -> int:
    costly = ("system", "long", "slow")
    return next((rank for rank, mark in enumerate(costly) if item.get_closest_marker(mark)), 3)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """What a room of open pages still reads is read before the database is taken from the test.

    A connection that is refused while it is being opened would stay without autocommit, and lock
    the database of the tests that follow.
    """
    try:
        for thread in (SyncToAsync.single_thread_executor, database_threads.drawing_thread()):
            thread.submit(lambda: None).result(PATIENCE)
    except TimeoutError:  # the tests that follow need not fail too
        SyncToAsync.single_thread_executor = ThreadPoolExecutor(max_workers=1)
        database_threads.begin_thread()
        raise


@pytest.fixture
async def loop_until_all_is_over() -> AsyncIterator[None]:
    """The loop goes on until every task and thread that the test began has come to its end.

    It tells the pages, as a server's does: a thread that waited for it to tell them would wait for
    ever where its task was cancelled, and hold the queue of all who write.
    """
    loop = asyncio.get_running_loop()
    notifications.use_event_loop(loop)
    yield
    async with asyncio.timeout(PATIENCE):
        while begun := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in begun:  # asgiref takes it for the thread's work, and the task may go on
                task.cancel()
            over, _ = await asyncio.wait(begun, timeout=1)
            await asyncio.gather(*over, return_exceptions=True)
        for thread in (SyncToAsync.single_thread_executor, database_threads.drawing_thread()):
            await loop.run_in_executor(thread, lambda: None)
        all_free = Barrier(transactions.BESIDE)
        looks = [
            transactions.in_thread(all_free.wait, PATIENCE) for _ in range(transactions.BESIDE)
        ]
        await asyncio.gather(*looks)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """The database of the tests, whose tables are emptied after some of them.

    Django would then write the permissions and kinds of content again each time, which takes longer
    than many a test: the admin asks a superuser for none.
    """
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(autouse=True)
def nothing_remembered(request: pytest.FixtureRequest) -> Iterator[None]:
    """No limit, viewer, fragment, part of a page or language of another test is left in the process."""
    clear_process()
    yield


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    """Ada sits on seat 1 of every game here, Ben on seat 2; Cleo only watches."""
    return SimpleNamespace(
        **{
            name.lower(): User.objects.create_user(name, f"{name.lower()}@example.org")
            for name in ("Ada", "Ben", "Cleo")
        }
    )


@pytest.fixture
def start(people: SimpleNamespace) -> Callable[..., Game]:
    """Start Ada and Ben's game from the seed of the whole recorded game, some moves on if asked."""

    def started(moves: int = 0, now=None, **settings) -> Game:
        now = now or timezone.now()
        users = [people.ada, people.ben]
        chosen, others = split_settings(settings)
        game = start_game(chosen, users=users, seed=bytes.fromhex(SEED), now=now, **others)
        play_record(game, users, moves, now)
        game.refresh_from_db()
        return game

    return started


@pytest.fixture
def game(start: Callable[..., Game]) -> Game:
    """A game just started; Ada is to move."""
    return start()


@pytest.fixture
def browser() -> Callable[..., Client]:
    """A browser in which this person is signed in; nobody, for a stranger's."""

    def opened(user: User | None = None, **settings) -> Client:
        client = Client(**settings)
        if user is not None:
            client.force_login(user)
        return client

    return opened


@pytest.fixture
def moderator(db: None, browser: Callable[..., Client]) -> Client:
    """A browser of the staff, in which a second factor was used."""
    mia = User.objects.create_superuser("Mia", "mia@example.org")
    return use_second_factor(browser(mia), mia)


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """Every line that this process logs meanwhile, whichever logger says it."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = records.append
    loggers = [logging.getLogger(name) for name in ("", "django")]
    for logger in loggers:
        logger.addHandler(handler)
    yield records
    for logger in loggers:
        logger.removeHandler(handler)
