"""Which form of the search runs: what was compiled from an older source never does."""

import os
from pathlib import Path

import pytest

from games.engine.equations import loading


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which every part is compiled a second after its source was written."""
    for part in loading.PARTS:
        written(tmp_path / f"{part}.py", 1000)
        written(tmp_path / f"{part}{loading.SUFFIX}", 1001)
    return tmp_path


def written(path: Path, at: int) -> None:
    path.touch()
    os.utime(path, (at, at))


def test_what_is_compiled_from_the_sources_as_they_are_is_up_to_date(folder):
    assert loading.is_up_to_date(folder)


@pytest.mark.parametrize("name", [f"{loading.PARTS[0]}.py", "grammar.py", "search.pxd"])
def test_a_newer_source_makes_all_that_is_compiled_stale(folder, name):
    written(folder / name, 1002)
    assert not loading.is_up_to_date(folder)


def test_a_part_that_is_not_compiled_makes_the_others_stale(folder):
    (folder / f"{loading.PARTS[-1]}{loading.SUFFIX}").unlink()
    assert not loading.is_up_to_date(folder)


def test_a_compiled_part_that_there_is_no_more_is_found(folder):
    written(folder / f"former{loading.SUFFIX}", 1001)
    assert folder / f"former{loading.SUFFIX}" in loading.compiled_parts(folder)
    assert loading.is_up_to_date(folder)


def test_stale_compiled_parts_are_passed_over(folder, monkeypatch):
    monkeypatch.setattr(loading, "FOLDER", folder)
    written(folder / "search.py", 1002)
    assert loading.load().__file__.endswith(".py")


def test_what_is_compiled_here_is_what_runs():
    """The build leaves no part behind that would make the others stale."""
    if not any(loading.compiled_parts(loading.FOLDER)):
        pytest.skip("nothing is compiled here")
    assert loading.is_up_to_date(loading.FOLDER)
