"""The report of faults says what ran, with what figures, and what did not."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fault_plan import PLAN
from tests.faults import KEPT, REPORT, ByDatabase, Figures, Report, Row, Runs, written

CASE = "tests/test_it.py::test_a_kill_loses_nothing"
LINE = "| A kill loses nothing | SQLite + memory |"


def told(report: Report, case: str, outcome: str, **figures: float) -> None:
    """Let a case of a test end."""
    properties: list[tuple[str, object]] = [("fault", "F1"), ("database", "SQLite + memory")]
    for name, value in figures.items():
        Figures(properties).add(name, value)
    for when in ("setup", "call", "teardown"):
        node_id = f"{CASE}[sqlite-{case}]"
        how = outcome if when == "call" else "passed"
        report.pytest_runtest_logreport(
            pytest.TestReport(node_id, ("", 0, ""), {}, how, None, when, user_properties=properties)
        )


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Report:
    monkeypatch.setattr("tests.faults.KEPT", tmp_path / "faults.json")
    monkeypatch.setattr("tests.faults.REPORT", tmp_path / "faults.md")
    return begun(Runs())


def begun(runs: Runs) -> Report:
    """A run of two cases of one test that has not told anything yet."""
    report = Report(runs)
    cases = [f"{CASE}[sqlite-{case}]" for case in ("one", "other")]
    report.pytest_xdist_node_collection_finished([*cases, f"{CASE}[postgresql-one]"])
    return report


def line_of(report: Report) -> str:
    [line] = [line for line in written(report.runs).splitlines() if line.startswith(LINE)]
    return line


def test_of_all_cases_counts_are_added_up_and_the_largest_measurement_is_kept(report):
    told(report, "one", "passed", kills=2, slowest=1.5)
    told(report, "other", "passed", kills=3, slowest=0.5)
    assert line_of(report).startswith(f"{LINE} cases 2, kills 5, slowest 1.50")
    assert line_of(report).endswith("| passed |")


def test_one_case_that_fails_is_said_though_another_passed(report):
    told(report, "one", "failed")
    told(report, "other", "passed")
    assert "**failed**" in line_of(report)


def test_a_run_that_was_stopped_says_how_many_cases_it_tried(report):
    told(report, "one", "passed")
    assert f"{LINE} cases 1 of 2 |" in line_of(report) and "**did not end**" in line_of(report)


def test_a_run_of_few_faults_leaves_the_other_rows_and_replaces_its_own(report, tmp_path):
    report.runs.rows["test_other", "PostgreSQL"] = Row(
        "test_other", "PostgreSQL", ["F2"], 1, "2026-01-01", 10, 1, 2.0, ["passed"]
    )
    report.runs.machines["2026-01-01"] = "an old machine"
    told(report, "one", "failed", kills=7)
    again = begun(Runs.read(tmp_path / "faults.json"))
    told(again, "one", "passed", kills=1)
    told(again, "other", "passed", kills=1)
    assert f"{LINE} cases 2, kills 2 |" in line_of(again)
    page = (tmp_path / "faults.md").read_text()
    assert "| Other | PostgreSQL |  | 2 s | 2026-01-01, 10% | passed |" in page
    assert "- 2026-01-01: an old machine." in page


def test_the_tests_of_a_file_on_one_kind_of_database_stay_together():
    scope = ByDatabase._split_scope
    one, other = (scope(None, f"{CASE}[{case}]") for case in ("sqlite-one", "postgresql-one"))
    assert one == scope(None, f"{CASE}_again[sqlite]") != other
    assert one != scope(None, f"{CASE.replace('test_it', 'test_that')}[sqlite-one]")


def test_every_fault_of_the_plan_is_named_and_so_is_what_is_not_tried():
    text = written(Runs())
    assert all(f"## {code}: {fault.what}" in text for code, fault in PLAN.items())
    assert all(fault.missing in text for fault in PLAN.values())
    assert text.count("No test of it ran.") == len(PLAN)


def test_the_page_is_written_from_what_was_kept():
    assert REPORT.read_text() == written(Runs.read(KEPT))


def planned_tests() -> Iterator[str]:
    """The names of all tests that inject a fault: they or their file are marked."""
    for path in Path(__file__).parent.rglob("test_*.py"):
        statements = ast.parse(path.read_text()).body
        marks = [each.value for each in statements if isinstance(each, ast.Assign)]
        for test in statements:
            if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and test.name.startswith(
                "test_"
            ):
                if any("pytest.mark.fault(" in ast.unparse(m) for m in marks + test.decorator_list):
                    yield test.name


@pytest.mark.slow
def test_every_test_of_the_plan_has_run_and_each_that_was_kept_still_exists():
    rows = Runs.read(KEPT).rows.values()
    assert set(planned_tests()) == {row.test for row in rows}


def test_all_that_was_kept_ended():
    rows = Runs.read(KEPT).rows.values()
    assert [row.test for row in rows if "did not end" in row.result] == []
