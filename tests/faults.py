"""A pytest plugin: what the tests of the plan of faults count, and the report of their run.

`@pytest.mark.fault("F1")` says which fault of the plan a test injects, the fixture `figures` takes
what it counts. `make faults` runs these tests alone and writes `docs/faults.md`: a run of a few
faults (`ONLY`) prints what it would write.
"""

import os
import platform
import re
import sqlite3
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from typing import TypeVar

import pytest

from tests.fault_plan import PLAN
from tests.private_servers import program
from tests.servers import ROOT, NotHere
from tests.tiers import SHARE

REPORT = ROOT / "docs" / "faults.md"
ONLY = [each for each in os.environ.get("NUMERICA_FAULTS_ONLY", "").split(",") if each]
PACKAGES = ("Django", "channels", "daphne", "psycopg", "redis")

Figure = int | float
F = TypeVar("F", int, float)


class Figures:
    """What a test counts or measures, by the words under which the report shows it.

    Of several cases and calls whole numbers are added up, and of measurements the largest is kept.
    """

    def __init__(self, properties: list[tuple[str, object]]) -> None:
        self._properties = properties

    def add(self, name: str, value: F) -> F:
        """The same value, so that a loop can take it from here."""
        self._properties.append(("figure", [name, value]))
        return value


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    return Figures(request.node.user_properties)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each test says to the report what it injects, and where; in `make faults` others are left out.

    There a file's tests on one kind of database stay together, and share its server.
    """
    kept: list[pytest.Item] = []
    for item in items:
        faults = [mark.args[0] for mark in item.iter_markers("fault")]
        if unknown := set(faults) - PLAN.keys():
            raise pytest.UsageError(f"{item.nodeid}: no such fault: {unknown}")
        if SHARE and set(ONLY or PLAN).intersection(faults):
            database = _database(item)
            item.user_properties += [("fault", each) for each in faults]
            item.user_properties.append(("database", database))
            item.add_marker(pytest.mark.xdist_group(f"{item.path.stem} {database}"))
            kept.append(item)
    if SHARE:
        chosen = set(kept)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = kept


def _database(item: pytest.Item) -> str:
    """On what the test tries it; of both kinds of database, the second has a Redis beside it."""
    given = [
        str(value) for value in getattr(getattr(item, "callspec", None), "params", {}).values()
    ]
    uses = set(getattr(item, "fixturenames", ()))
    if "postgresql" in given or uses & {"own_redis", "pair", "redis"}:
        return "PostgreSQL + Redis"
    if uses & {"postgres", "two_processes"} or any("PostgreSQL" in value for value in given):
        return "PostgreSQL"
    return "SQLite + memory"


# --- the report ---


@dataclass
class Row:
    """A test on one kind of database, all its cases together."""

    faults: list[str]
    cases: int = 0
    seconds: float = 0.0
    outcomes: set[str] = field(default_factory=set)
    figures: dict[str, Figure] = field(default_factory=dict)

    def count(self, name: str, value: Figure) -> None:
        known = self.figures.get(name)
        if known is not None:
            value = known + value if isinstance(value, int) else max(known, value)
        self.figures[name] = value

    @property
    def result(self) -> str:
        ranked = ("failed", "skipped", "passed")
        told = next((each for each in ranked if each in self.outcomes), "did not end")
        return told if told == "passed" else f"**{told}**"


class Report:
    """What the processes of a run have told."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], Row] = {}
        self.cases: set[str] = set()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.cases.update(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.cases.update(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told = defaultdict[str, list[object]](list)
        for name, value in report.user_properties:
            told[name].append(value)
        if not told["fault"]:
            return
        key = re.split(r"[\[@]", report.nodeid.rpartition("::")[2])[0], told["database"][0]
        row = self.rows.setdefault(key, Row(told["fault"]))
        row.seconds += report.duration
        if report.when == "call" or report.outcome != "passed":
            row.outcomes.add(report.outcome)
        if report.when == "teardown":  # told once, when the test has counted all
            row.cases += 1
            for name, value in told["figure"]:
                row.count(name, value)
            if not ONLY:  # a run that is stopped leaves what it has measured
                REPORT.write_text(written(self.rows, len(self.cases)))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.rows:
            told = (
                written(self.rows, len(self.cases))
                if ONLY
                else f"written: {REPORT.relative_to(ROOT)}"
            )
            terminalreporter.write_line(f"\n{told}")


def pytest_configure(config: pytest.Config) -> None:
    if SHARE and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Report(), "report of faults")


Rows = dict[tuple[str, str], Row]
"""By the name of the test, and what it ran on."""


def written(rows: Rows, cases: int) -> str:
    """The whole document."""
    return "\n".join([*_head(rows, cases), *_faults(rows), *_open(), ""])


def _head(rows: Rows, cases: int) -> Iterator[str]:
    ended = sum(row.cases for row in rows.values())
    yield "# Faults"
    yield ""
    yield "What is done to the site while people play, and what became of it. `make faults` runs all"
    yield "of it against real servers and writes this page; nothing here is written by hand but what"
    yield "each fault is and what is [not tried yet](#not-tried-yet). A short form of each is in"
    yield "`make test`."
    yield ""
    yield f"The run of {datetime.now(UTC):%d %B %Y} had {SHARE:.0%} of the planned sizes, and {ended} of {cases}"
    yield "cases came to their end; a line stands below for each test that did. Where the share of the"
    yield "plan is less than `make test-long` has, that size ran."
    yield ""
    yield f"Machine: {_machine()}."
    yield f"Versions: {', '.join(_versions())}."


def _machine() -> str:
    pages, size = (os.sysconf(name) for name in ("SC_PHYS_PAGES", "SC_PAGE_SIZE"))
    memory = round(pages * size / 1024**3)
    busy = "with other work to do" if os.getloadavg()[2] > os.cpu_count() else "quiet"
    return f"{platform.system()}, {os.cpu_count()} processors, {memory} GiB of memory, {busy}"


@cache
def _versions() -> tuple[str, ...]:
    return (*_of_packages(), *_of_servers())


def _of_packages() -> Iterator[str]:
    yield f"Python {platform.python_version()}"
    yield from (f"{name} {version(name)}" for name in PACKAGES)
    yield f"SQLite {sqlite3.sqlite_version}"


def _of_servers() -> Iterator[str]:
    for name, server in (("PostgreSQL", "postgres"), ("Redis", "redis-server")):
        try:
            said = subprocess.run([program(server), "--version"], capture_output=True, text=True)
        except NotHere:
            yield f"no {name}"
        else:
            number = next(word for word in said.stdout.split() if word.strip("v=")[0].isdigit())
            yield f"{name} {number.strip('v=')}"


def _faults(rows: Rows) -> Iterator[str]:
    for code, fault in PLAN.items():
        yield from ("", f"## {code}: {fault.what}", "", f"Planned: {fault.planned}.", "")
        own = {key: row for key, row in rows.items() if code in row.faults}
        if not own:
            yield "No test of it ran."
            continue
        yield "| what is tried | on | figures | time | result |"
        yield "|---|---|---|---|---|"
        for (test, database), row in sorted(own.items()):
            sentence = test.removeprefix("test_").replace("_", " ").capitalize()
            counted = [
                *_cases(row),
                *(f"{name} {_said(row.figures[name])}" for name in row.figures),
            ]
            yield (
                f"| {sentence} | {database} | {', '.join(counted)} | {_duration(row.seconds)} "
                f"| {row.result} |"
            )


def _cases(row: Row) -> Iterator[str]:
    if row.cases > 1:
        yield f"cases {row.cases}"


def _said(value: Figure) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds > 90 else f"{seconds:.0f} s"


def _open() -> Iterator[str]:
    yield from ("", "## Not tried yet", "")
    for code, fault in PLAN.items():
        if fault.missing:
            yield f"- **{code}**: {fault.missing}"
