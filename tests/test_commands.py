"""What a command of `manage.py` stumbles over is told in a sentence, and never by a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import OperationalError, ProgrammingError

from numerica_site.command_line import told as sentence_of
from tests.prepared import prepared_folder

ROOT = Path(__file__).resolve().parents[1]
RECORD = "tests/records/whole-game.game"
NO_FOLDER = "/no/such/folder"
NO_TEXT = b"\xff"

pytestmark = pytest.mark.slow


def ran(
    folder: Path, *words: str | bytes, out: int = subprocess.PIPE, **environment: str
) -> subprocess.CompletedProcess:
    """manage.py in a fresh process, on the database of this folder."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=kept | {"NUMERICA_VAR": str(folder)} | environment,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
    )


def told(result: subprocess.CompletedProcess) -> str:
    """The one line that says why there is a status of 1."""
    assert result.returncode == 1, result
    assert len(result.stderr.splitlines()) == 1, result.stderr
    return result.stderr


@pytest.mark.parametrize(
    "words",
    [["verify"], ["review", "abc"], ["import_record", RECORD], ["clearsessions"]],
    ids=lambda words: words[0],
)
def test_a_database_that_was_never_prepared_is_told(words, tmp_path):
    assert "prepare_database" in told(ran(tmp_path, *words))


def test_of_an_empty_database_there_is_no_copy(tmp_path):
    (tmp_path / "numerica.sqlite3").touch()
    assert "There is no database at" in told(ran(tmp_path, "backup", str(tmp_path / "copy")))
    assert not (tmp_path / "copy").exists()


def test_a_file_that_is_no_database_is_told(tmp_path):
    (tmp_path / "numerica.sqlite3").write_bytes(b"no database of SQLite " * 100)
    assert "not a database" in told(ran(tmp_path, "verify"))


def test_a_database_that_is_away_is_told(tmp_path):
    nowhere = "postgres://nobody:secret@127.0.0.1:1/none"
    line = told(ran(tmp_path, "verify", DATABASE_URL=nowhere))
    assert "The database cannot be used" in line and "secret" not in line


@pytest.mark.parametrize("missing", ['relation "games_game"', "column games_game.key"])
def test_what_prepare_database_makes_is_told_where_postgresql_lacks_it(missing):
    fault = ProgrammingError(f"{missing} does not exist\nLINE 1: SELECT 1 FROM ...")
    assert "prepare_database" in sentence_of(fault)


@pytest.mark.parametrize("missing", ['database "numerica"', 'role "ada"'])
def test_what_prepare_database_cannot_make_is_not_asked_of_it(missing):
    said = sentence_of(OperationalError(f"connection failed: FATAL:  {missing} does not exist"))
    assert f"{missing} does not exist" in said and "prepare_database" not in said


@pytest.mark.parametrize(
    "fault",
    [
        ProgrammingError("operator does not exist: text = integer"),
        UnicodeEncodeError("ascii", "÷", 0, 1, "ordinal not in range(128)"),
    ],
    ids=["a query that cannot be", "a sign that the output has not"],
)
def test_a_fault_of_the_site_keeps_its_traceback(fault):
    assert sentence_of(fault) is None


@pytest.mark.parametrize(
    "words",
    [
        ["choose_dailies", "--folder", NO_FOLDER],
        ["choose_dailies", "--days", "1", "--records", NO_FOLDER],
        ["mine_exercises", "--folder", NO_FOLDER],
    ],
    ids=" ".join,
)
def test_a_folder_that_is_not_there_is_named(words, tmp_path):
    assert NO_FOLDER in told(ran(tmp_path, *words))


def test_a_name_that_is_no_text_is_told(tmp_path):
    prepared_folder(tmp_path)
    assert "UTF-8" in told(ran(tmp_path, "review", NO_TEXT))


def test_a_setting_that_cannot_be_is_told(tmp_path):
    assert "SECRET_KEY" in told(ran(tmp_path, "check", SITE_URL="https://numerica.example"))


def test_the_traceback_is_shown_to_those_who_ask(tmp_path):
    result = ran(tmp_path, "verify", "--traceback")
    assert result.returncode == 1 and "Traceback" in result.stderr


def test_a_reader_who_has_gone_ends_a_command_without_words(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    result = ran(tmp_path, "replay", RECORD, out=writing)
    os.close(writing)
    assert result.stderr == "" and result.returncode == 141, "as SIGPIPE ends a program"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--port", "99999"], "99999 is no port"),
        (["--port", "-1"], "-1 is no port"),
        (["--host", "no such host"], "no such host"),
        (["--host", "192.0.2.1"], "192.0.2.1"),
        (["--host", "::zz"], "::zz"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_where_nobody_can_be_served_is_told_as_it_is(words, why, tmp_path):
    prepared_folder(tmp_path)
    result = ran(tmp_path, "play", "--no-demo", *words)
    assert result.returncode in (1, 2), "2 is what argparse says"
    last = result.stderr.splitlines()[-1]
    assert why in last and "is taken" not in last and "Traceback" not in result.stderr
