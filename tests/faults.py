"""A pytest plugin: what the tests of the plan of faults count, and the report of their run.

`@pytest.mark.fault("F1")` says which fault of the plan a test injects, the fixture `figures` takes
what it counts. `make faults` runs these tests alone, keeps what they tell in `docs/faults.json`,
and writes `docs/faults.md` from it: a run of a few faults (`ONLY`) leaves the others as they were.
"""

import json
import os
import platform
import sqlite3
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Self, TypeVar

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.fault_plan import FOUND, LEFT, PLAN
from tests.private_servers import program
from tests.servers import ROOT, NotHere
from tests.tiers import SHARE

REPORT = ROOT / "docs" / "faults.md"
KEPT = REPORT.with_suffix(".json")
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
    """Each test says to the report what it injects, and where; in `make faults` others are left out."""
    kept: list[pytest.Item] = []
    for item in items:
        faults = [mark.args[0] for mark in item.iter_markers("fault")]
        if unknown := set(faults) - PLAN.keys():
            raise pytest.UsageError(f"{item.nodeid}: no such fault: {unknown}")
        if SHARE and set(ONLY or PLAN).intersection(faults):
            item.user_properties += [("fault", each) for each in faults]
            item.user_properties.append(("database", _database(item)))
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
    if uses & {"postgres", "cramped", "two_processes"} or any(
        "PostgreSQL" in value for value in given
    ):
        return "PostgreSQL"
    return "SQLite + memory"


# --- the report ---


@dataclass
class Row:
    """A test on one kind of database, all its cases together, and the run that it is of.

    - `planned`: how many cases it has
    - `day`: of the run, as in 2026-11-24
    - `per_cent`: of the planned sizes that the run had
    """

    test: str
    database: str
    faults: list[str]
    planned: int
    day: str
    per_cent: int
    cases: int = 0
    seconds: float = 0.0
    outcomes: list[str] = field(default_factory=list)
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
        if told == "passed" and self.cases < self.planned:
            told = "did not end"
        return told if told == "passed" else f"**{told}**"


Key = tuple[str, str]
"""The name of a test, and what it ran on."""


@dataclass
class Runs:
    """What all runs have told: the rows, and on which machine the runs of a day were."""

    rows: dict[Key, Row] = field(default_factory=dict)
    machines: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Self:
        if not path.exists():
            return cls()
        kept = json.loads(path.read_text())
        rows = [Row(**row) for row in kept["rows"]]
        return cls({(row.test, row.database): row for row in rows}, kept["machines"])

    def text(self) -> str:
        """What `read` reads: one line for each row, so that a run changes few of them."""
        days = {row.day for row in self.rows.values()}
        machines = {day: said for day, said in sorted(self.machines.items()) if day in days}
        rows = ",\n".join(json.dumps(asdict(self.rows[key])) for key in sorted(self.rows))
        return f'{{"machines": {json.dumps(machines)},\n"rows": [\n{rows}\n]}}\n'


class Report:
    """What the processes of a run tell; what the run does not try stays as it was, if `ONLY` few."""

    def __init__(self, runs: Runs) -> None:
        self.runs = runs
        self.day = f"{datetime.now(UTC):%Y-%m-%d}"
        self.told: set[Key] = set()
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
        row = self._row((_test(report.nodeid), told["database"][0]), told["fault"])
        row.seconds += report.duration
        if report.when == "call" or report.outcome != "passed":
            row.outcomes = sorted({*row.outcomes, report.outcome})
        if report.when == "teardown":  # told once, when the test has counted all
            row.cases += 1
            for name, value in told["figure"]:
                row.count(name, value)
            self.keep()  # a run that is stopped leaves what it has measured

    def _row(self, key: Key, faults: list[str]) -> Row:
        """The row of a test, begun again when this run first tells of it."""
        if key not in self.told:
            self.told.add(key)
            test, database = key
            planned = sum(_test(case) == test and _is_on(case, database) for case in self.cases)
            share = round(100 * SHARE)
            self.runs.rows[key] = Row(test, database, faults, planned, self.day, share)
        return self.runs.rows[key]

    def keep(self) -> None:
        self.runs.machines[self.day] = f"{_machine()}; {', '.join(_versions())}"
        KEPT.write_text(self.runs.text())
        REPORT.write_text(written(self.runs))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.told:
            terminalreporter.write_line(f"\nwritten: {REPORT.relative_to(ROOT)}")


def _test(node_id: str) -> str:
    return node_id.rpartition("::")[2].partition("[")[0]


KINDS = {
    "[sqlite": "SQLite + memory",
    "[postgresql": "PostgreSQL + Redis",
    " on SQLite]": "SQLite + memory",
    " on PostgreSQL]": "PostgreSQL",
}
"""What a case is tried on, by how its parameters begin or end."""


def _is_on(node_id: str, database: str) -> bool:
    """Whether the case is tried on this database, as its name says."""
    named = [kind for says, kind in KINDS.items() if says in node_id]
    return database in named if named else True


class ByDatabase(LoadScopeScheduling):
    """In `make faults` a file's tests on one kind of database stay together, and share its server."""

    def _split_scope(self, nodeid: str) -> str:
        named = [kind for says, kind in KINDS.items() if says in nodeid]
        return f"{nodeid.partition('::')[0]} {named}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByDatabase | None:
    return ByDatabase(config, log) if SHARE else None


def pytest_configure(config: pytest.Config) -> None:
    if SHARE and not hasattr(config, "workerinput"):
        config.pluginmanager.register(
            Report(Runs.read(KEPT) if ONLY else Runs()), "report of faults"
        )


def written(runs: Runs) -> str:
    """The whole document."""
    return "\n".join([*_head(runs), *_faults(runs), *_found(), *_left(), *_open(), ""])


def _head(runs: Runs) -> Iterator[str]:
    yield "# Faults"
    yield ""
    yield "What is done to the site while people play, and what became of it. `make faults` runs all"
    yield "of it against real servers and writes this page; nothing here is written by hand but what"
    yield "each fault is, [what broke](#what-broke-and-was-mended) and what is [not tried yet](#not-tried-yet)."
    yield "A short form of each guards main or is in `make test-long`."
    yield ""
    yield "A line stands below for each test that was run, with the day and the part of the planned"
    yield "size that was run on it: 100% is all of it. Where that is less than `make test-long` has,"
    yield "the size of `make test-long` ran."
    yield ""
    for day in sorted({row.day for row in runs.rows.values()}):
        yield f"- {day}: {runs.machines[day]}."


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


def _faults(runs: Runs) -> Iterator[str]:
    for code, fault in PLAN.items():
        yield from ("", f"## {code}: {fault.what}", "", f"Planned: {fault.planned}.", "")
        own = [runs.rows[key] for key in sorted(runs.rows) if code in runs.rows[key].faults]
        if not own:
            yield "No test of it ran."
            continue
        yield "| what is tried | on | figures | time | run | result |"
        yield "|---|---|---|---|---|---|"
        for row in own:
            sentence = row.test.removeprefix("test_").replace("_", " ").capitalize()
            figures = (f"{name} {_said(value)}" for name, value in row.figures.items())
            counted = ", ".join([*_cases(row), *figures])
            yield (
                f"| {sentence} | {row.database} | {counted} | {_duration(row.seconds)} "
                f"| {row.day}, {row.per_cent}% | {row.result} |"
            )


def _cases(row: Row) -> Iterator[str]:
    if row.cases < row.planned:
        yield f"cases {row.cases} of {row.planned}"
    elif row.cases > 1:
        yield f"cases {row.cases}"


def _said(value: Figure) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds > 90 else f"{seconds:.0f} s"


def _found() -> Iterator[str]:
    yield from ("", "## What broke, and was mended", "")
    yield "Found by a fault of the plan, or by people who were told nothing before; what holds it"
    yield "since is a test. Smaller things stand in the [changelog](../CHANGELOG.md)."
    yield from ("", "| by | what broke | since |", "|---|---|---|")
    yield from (f"| {found.by} | {found.what} | {found.mended} |" for found in FOUND)


def _left() -> Iterator[str]:
    yield from (
        "",
        "## What was found, and is left",
        "",
        "| by | what | why not yet |",
        "|---|---|---|",
    )
    yield from (f"| {left.by} | {left.what} | {left.why} |" for left in LEFT)


def _open() -> Iterator[str]:
    yield from ("", "## Not tried yet", "")
    for code, fault in PLAN.items():
        if fault.missing:
            yield f"- **{code}**: {fault.missing}"
