"""The report of faults says what ran, with what figures, and what did not."""

import pytest

from tests.fault_plan import PLAN
from tests.faults import Figures, Report, written


def told(report: Report, case: str, outcome: str, **figures: float) -> None:
    """Let a case of a test end."""
    properties: list[tuple[str, object]] = [("fault", "F1"), ("database", "SQLite + memory")]
    for name, value in figures.items():
        Figures(properties).add(name, value)
    for when in ("setup", "call", "teardown"):
        node_id = f"tests/test_it.py::test_a_kill_loses_nothing[{case}]@group"
        how = outcome if when == "call" else "passed"
        report.pytest_runtest_logreport(
            pytest.TestReport(node_id, ("", 0, ""), {}, how, None, when, user_properties=properties)
        )


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.setattr("tests.faults.ONLY", ["F1"])  # it writes no file
    return Report()


def test_of_all_cases_counts_are_added_up_and_the_largest_measurement_is_kept(report):
    told(report, "one", "passed", kills=2, slowest=1.5)
    told(report, "other", "passed", kills=3, slowest=0.5)
    [line] = [line for line in written(report.rows, 3).splitlines() if "A kill" in line]
    assert line.startswith(
        "| A kill loses nothing | SQLite + memory | cases 2, kills 5, slowest 1.50"
    )
    assert "2 of 3" in written(report.rows, 3)


def test_one_case_that_fails_is_said_though_another_passed(report):
    told(report, "one", "failed")
    told(report, "other", "passed")
    assert "**failed**" in written(report.rows, 2)


def test_every_fault_of_the_plan_is_named_and_so_is_what_is_not_tried(report):
    text = written(report.rows, 0)
    assert all(f"## {code}: {fault.what}" in text for code, fault in PLAN.items())
    assert all(fault.missing in text for fault in PLAN.values())
    assert text.count("No test of it ran.") == len(PLAN)
