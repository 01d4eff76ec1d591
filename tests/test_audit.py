"""The lock files against the list of advisories: what stops `make lint`, and what is taken over."""

import io
import json
import re
import runpy
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

ROOT = Path(__file__).parents[1]
MAIN = runpy.run_path(str(ROOT / ".ci/audit"), run_name="audit")["main"]
LOCK = """\
daphne==4.2.1 \\
    --hash=sha256:00
six==1.17.0 ; python_version < '4' \\
    --hash=sha256:01
"""
ADVISORY = """
[[advisory]]
package = "Daphne"
id = "CVE-1"
affected = "<4.2.2"
about = "frames without a limit"
"""
ACCEPTED = 'accepted = { on = 2026-11-25, because = "a proxy limits them" }\n'


def audit(folder: Path, *more: str, said: str = "") -> subprocess.CompletedProcess[str]:
    told, complained = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["audit", str(folder), *more]),
        patch.object(sys, "stdin", io.StringIO(said)),
        redirect_stdout(told),
    ):
        try:
            code = MAIN()
        except SystemExit as end:
            code = 1
            complained.write(str(end))
    return subprocess.CompletedProcess([], code, told.getvalue(), complained.getvalue())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two locked packages, and a list that was read for them."""
    (tmp_path / "requirements.txt").write_text(LOCK)
    list_advisories(tmp_path, "", locks="")
    (digest,) = re.findall(r'locks = "(\w+)"', audit(tmp_path).stdout)
    list_advisories(tmp_path, "", locks=digest)
    return tmp_path


def list_advisories(folder: Path, text: str, locks: str | None = None) -> None:
    file = folder / "advisories.toml"
    locks = locks if locks is not None else tomllib.loads(file.read_text())["read"]["locks"]
    file.write_text(f'[read]\non = 2026-11-25\nhow = "by hand"\nlocks = "{locks}"\n{text}')


def report(*vulns: dict[str, object], **skipped: str) -> str:
    daphne = {"name": "daphne", "version": "4.2.1", "vulns": list(vulns)}
    six = {"name": "six", "version": "1.17.0", "vulns": []}
    return json.dumps({"dependencies": [daphne, {"name": "six", **skipped} if skipped else six]})


def test_the_lock_files_of_the_site_have_no_open_advisory():
    said = audit(ROOT)
    assert said.returncode == 0, said.stdout
    assert "nothing is open" in said.stdout


def test_a_locked_version_that_is_affected_stops_the_check(folder: Path):
    list_advisories(folder, ADVISORY)
    said = audit(folder)
    assert said.returncode == 1
    assert "CVE-1: 4.2.1 is affected" in said.stdout


def test_one_that_was_accepted_with_a_day_and_a_reason_does_not(folder: Path):
    list_advisories(folder, ADVISORY + ACCEPTED)
    assert audit(folder).returncode == 0
    list_advisories(folder, ADVISORY + "accepted = { on = 2026-11-25 }\n")
    assert "because of what" in audit(folder).stdout


def test_what_was_accepted_and_is_not_needed_any_more_is_found(folder: Path):
    list_advisories(folder, ADVISORY.replace("<4.2.2", "<4.2.1") + ACCEPTED)
    assert "take `accepted` out" in audit(folder).stdout


def test_an_advisory_of_a_package_that_is_gone_is_found(folder: Path):
    list_advisories(folder, ADVISORY.replace("Daphne", "tornado"))
    assert "take the advisory out" in audit(folder).stdout


def test_a_changed_lock_file_wants_a_new_look(folder: Path):
    (folder / "requirements-dev.txt").write_text("six==1.16.0 \\\n")
    said = audit(folder)
    assert said.returncode == 1 and "run `make advisories`" in said.stdout
    (folder / "requirements-dev.txt").write_text("six==1.17.0 \\\n")
    assert audit(folder).returncode == 0


def test_what_the_service_knows_is_written_into_the_list_and_stops_the_check(folder: Path):
    vuln = {"id": "PYSEC-1", "aliases": ["CVE-2"], "fix_versions": ["3.0.9", "4.2.3", "5.0"]}
    said = audit(folder, "--take", said=report(vuln | {"description": "a “long”\nstory"}))
    assert said.returncode == 1 and "PYSEC-1: 4.2.1 is affected (>=4.2.1,<4.2.3)" in said.stdout
    kept = tomllib.loads((folder / "advisories.toml").read_text())
    assert kept["read"]["how"] == "pip-audit"
    assert [one["about"] for one in kept["advisory"]] == ["a “long” story"]


def test_what_was_known_and_accepted_is_kept_when_the_service_is_asked_again(folder: Path):
    list_advisories(folder, ADVISORY + ACCEPTED)
    before = tomllib.loads((folder / "advisories.toml").read_text())["advisory"]
    vuln = {"id": "PYSEC-2", "aliases": ["CVE-1"], "fix_versions": ["4.2.2"]}
    assert audit(folder, "--take", said=report(vuln)).returncode == 0
    assert tomllib.loads((folder / "advisories.toml").read_text())["advisory"] == before


def test_a_service_that_says_nothing_about_a_package_has_not_answered(folder: Path):
    before = (folder / "advisories.toml").read_text()
    said = audit(folder, "--take", said=report(skip_reason="could not be audited"))
    assert said.returncode == 1 and "No answer was given about: six" in said.stderr
    assert (folder / "advisories.toml").read_text() == before
