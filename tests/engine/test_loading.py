"""Which form of a search runs: what was compiled from an older source never does."""

import os
from pathlib import Path

import pytest

from games.engine.build import PACKAGES
from games.engine.loading import ROOT, SHARED, SUFFIX, CompiledPackage, compiled_files

PACKAGE = PACKAGES[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which every part is compiled a second after its source was written."""
    for part in PACKAGE.parts:
        written(tmp_path / f"{part}.py", 1000)
        written(tmp_path / f"{part}{SUFFIX}", 1001)
    written(tmp_path / f"{SHARED}{SUFFIX}", 1001)
    return tmp_path


def written(path: Path, at: int) -> None:
    path.touch()
    os.utime(path, (at, at))


def test_what_is_compiled_from_the_sources_as_they_are_is_up_to_date(folder):
    assert PACKAGE.is_up_to_date(folder)


@pytest.mark.parametrize("name", [f"{PACKAGE.parts[0]}.py", "grammar.py", "search.pxd"])
def test_a_newer_source_makes_all_that_is_compiled_stale(folder, name):
    written(folder / name, 1002)
    assert not PACKAGE.is_up_to_date(folder)


@pytest.mark.parametrize("module", [PACKAGE.parts[-1], SHARED])
def test_what_is_not_compiled_makes_the_others_stale(folder, module):
    (folder / f"{module}{SUFFIX}").unlink()
    assert not PACKAGE.is_up_to_date(folder)


def test_a_compiled_part_that_there_is_no_more_is_found(folder):
    written(folder / f"former{SUFFIX}", 1001)
    assert folder / f"former{SUFFIX}" in compiled_files(folder)
    assert PACKAGE.is_up_to_date(folder)


def test_stale_compiled_parts_are_passed_over(folder):
    written(folder / "search.py", 1002)
    assert PACKAGE.load(folder).__file__.endswith(".py")


def test_every_module_with_declarations_in_c_is_compiled():
    """The build knows each package, and each package its parts."""
    folders = {ROOT / package.folder: package for package in PACKAGES}
    for path in (ROOT / "games" / "engine").rglob("*.pxd"):
        assert path.stem in folders[path.parent].parts


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_what_is_compiled_here_is_what_runs(package: CompiledPackage):
    """The build leaves no part behind that would make the others stale."""
    if not any(compiled_files(ROOT / package.folder)):
        pytest.skip("nothing is compiled here")
    assert package.is_up_to_date(ROOT / package.folder)
