"""`python -m games.engine.build`: compile the searches where that is possible.

Without Cython, setuptools or a C compiler they run from their source, only slower. What was
compiled from an older source is thrown away first, so that nobody runs it by mistake. What the
compilers say goes to a file.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from games.engine.equations import parts as parts_for_equations
from games.engine.loading import ROOT, SHARED, CompiledPackage, compiled_files
from games.engine.numeria_search import parts as parts_for_numeria

if TYPE_CHECKING:
    from setuptools import Extension

PACKAGES: tuple[CompiledPackage, ...] = (parts_for_equations.PACKAGE, parts_for_numeria.PACKAGE)
BUILT_IN = "var/build"
LOG = Path(BUILT_IN) / "log.txt"
NOW = "--now"  # compile in this process, with all that the compilers say


def main() -> None:
    os.chdir(ROOT)
    stale = _stale_packages()
    if not stale:
        print("The engine is compiled.")
        return
    for path in _all_compiled(stale):
        path.unlink()
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("wb") as log:
        command = [sys.executable, "-m", "games.engine.build", NOW]
        compiling = subprocess.run(command, stdout=log, stderr=log)  # noqa: S603  # itself
    if compiling.returncode:  # whatever it is, the source runs
        print(f"The engine runs uncompiled, and slower; why is said in {LOG}")
    else:
        print("The engine is compiled.")


def build() -> None:
    """Compile in place all that is not up to date; raises where that is not possible."""
    from setuptools import Distribution

    stale = _stale_packages()
    modules = [module for package in stale for module in _in_c(package)]
    distribution = Distribution({"name": "engine", "ext_modules": modules})
    command = distribution.get_command_obj("build_ext")
    command.inplace = True
    command.parallel = True
    command.build_temp = BUILT_IN
    distribution.run_command("build_ext")
    for path in _all_compiled(stale):
        path.touch()  # a part that had not changed is copied with its old time


def _in_c(package: CompiledPackage) -> list["Extension"]:
    """The modules of a package, written in C by Cython.

    Each would bring all that Cython knows of arrays, more than half of it: they share that.
    """
    from Cython.Build import cythonize
    from setuptools import Extension

    def extension(module: str, suffix: str) -> Extension:
        source = str(package.folder / f"{module}{suffix}")
        return Extension(f"{package.name}.{module}", [source], extra_compile_args=["-O3", "-g0"])

    modules: list[Extension] = cythonize(  # type: ignore[no-untyped-call]  # Cython has no types of its own
        [*(extension(part, ".py") for part in package.parts), extension(SHARED, ".c")],
        shared_utility_qualified_name=f"{package.name}.{SHARED}",
        build_dir=BUILT_IN,
        language_level=3,
        quiet=True,
        nthreads=os.cpu_count(),
    )
    return modules


def _stale_packages() -> list[CompiledPackage]:
    return [package for package in PACKAGES if not package.is_up_to_date(package.folder)]


def _all_compiled(packages: Iterable[CompiledPackage]) -> list[Path]:
    return [path for package in packages for path in compiled_files(package.folder)]


if __name__ == "__main__":
    if sys.argv[1:] == [NOW]:
        build()
    else:
        main()
