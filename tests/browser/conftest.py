"""Real Chromium against a real server that shares the test database."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from asgiref.sync import SyncToAsync
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import database_threads, shared_counts
from accounts.models import User
from games.models import GameSettings
from games.services.start import start_game
from tests.browser import table
from tests.browser.positions import SEED
from tests.every_page import sign_in

CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")  # the same without windows: a third less work
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
    or shutil.which("google-chrome")
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
NO_CHROMIUM = "no Chromium here: apt-get install chromium, or set CHROMIUM=/path/to/it"

# Playwright's loop runs in this thread, and the ORM takes that for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_collection_modifyitems(items):
    for item in items:
        if "/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="package")
def browser():
    """One Chromium for all tests of this package; a skip where there is none, or a failure."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # several of these browsers may share one core
    with sync_playwright() as playwright:
        path = CHROMIUM or playwright.chromium.executable_path
        if not os.path.exists(path):
            if os.environ.get("NUMERICA_REQUIRE_BROWSER"):
                pytest.fail(NO_CHROMIUM)
            pytest.skip(NO_CHROMIUM)
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def live(django_db_setup, django_db_blocker):
    """The address of a daphne that serves the site from the test database."""
    from channels.testing.live import make_application, set_database_connection
    from daphne.testing import DaphneProcess
    from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
    from django.db import connections

    def in_child():
        django_db_blocker.unblock()  # the block is inherited over the fork
        # So are the executors of asgiref, counts and drawings, but not their threads: without new
        # ones, a test that ran a consumer before the fork would leave sockets here that wait.
        SyncToAsync.single_thread_executor = ThreadPoolExecutor(max_workers=1)
        shared_counts.begin_thread()
        database_threads.begin_thread()
        set_database_connection()

    connections.close_all()
    application = partial(make_application, static_wrapper=ASGIStaticFilesHandler)
    server = DaphneProcess("127.0.0.1", application, setup=in_child)
    server.start()
    if not server.ready.wait(30):
        server.terminate()
        raise RuntimeError("daphne did not start")
    yield f"http://127.0.0.1:{server.port.value}"
    server.terminate()
    server.join()


@pytest.fixture(autouse=True)
def nobody_listens_here(live, monkeypatch):
    """Pages hear of what their server does; the games that a test sets up itself, no page shows."""
    for module in ("games.notifications", "accounts.notifications"):
        monkeypatch.setattr(f"{module}.tell_after_commit", lambda group, message: None)


@pytest.fixture
def reader(browser, live):
    """Open a browser of one's own: `reader(user, width, height, …)`; strangers have no user.

    What its console complains about is kept in `page.problems` and must be empty at the end. The
    line that Chromium writes for a refused post is its own, and no complaint of the page.
    """
    pages = []

    def open_page(user=None, width=1440, height=900, **options):
        context = browser.new_context(
            base_url=live, viewport={"width": width, "height": height}, **options
        )
        if user is not None:
            client = Client()  # one each: a second force_login flushes the first session
            sign_in(client, user)
            cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": cookie, "url": live}])
        page = context.new_page()
        page.has_touch = options.get("has_touch", False)
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("console", lambda line: _keep_problem(page, line))
        pages.append(page)
        return page

    yield open_page
    problems = [problem for page in pages for problem in page.problems]
    for page in pages:
        page.context.close()
    assert problems == []


@pytest.fixture
def pair():
    """Ada and Ben, in the order of their seats."""
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("Ada", "Ben")]


@pytest.fixture
def opening(pair):
    """A game of Numerica before its first move, which is Ada's."""
    return start_game(GameSettings("numerica"), users=pair, seed=SEED, now=timezone.now())


@pytest.fixture
def play_elsewhere(reader):
    """Post a move from another browser of that person's, so that open pages are told."""
    others = {}

    def played(game, user, text):
        game.refresh_from_db()
        if user not in others:
            others[user] = reader(user).context.request
        table.post_move(others[user], game, text, game.ply + 1)

    return played


def _keep_problem(page, line):
    is_refusal = "the server responded with a status of 4" in line.text
    if line.type == "error" and not is_refusal:
        page.problems.append(line.text)
