"""`python -m games.engine.build`: compile the search for equations where that is possible.

Without Cython, setuptools or a C compiler the search runs from its source, only slower. What was
compiled from an older source is thrown away first, so that nobody runs it by mistake. What the
compilers say goes to a file.
"""

import os
import subprocess
import sys
from pathlib import Path

from games.engine.equations import loading

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(loading.PACKAGE.replace(".", "/"))
LOG = Path("var/build/log.txt")
NOW = "--now"  # compile in this process, with all that the compilers say


def main() -> None:
    os.chdir(ROOT)
    if loading.is_up_to_date(FOLDER):
        print("The engine is compiled.")
        return
    for path in loading.compiled_parts(FOLDER):
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
    """Compile in place; raises where that is not possible."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    extensions = [
        Extension(
            f"{loading.PACKAGE}.{part}",
            [str(FOLDER / f"{part}.py")],
            extra_compile_args=["-O3", "-g0"],
        )
        for part in loading.PARTS
    ]
    modules = cythonize(  # type: ignore[no-untyped-call]  # Cython has no types of its own
        extensions, build_dir="var/build", language_level=3, quiet=True
    )
    distribution = Distribution({"name": "engine", "ext_modules": modules})
    command = distribution.get_command_obj("build_ext")
    command.inplace = True
    command.parallel = True
    command.build_temp = "var/build"
    distribution.run_command("build_ext")
    for path in loading.compiled_parts(FOLDER):
        path.touch()  # a part that had not changed is copied with its old time


if __name__ == "__main__":
    if sys.argv[1:] == [NOW]:
        build()
    else:
        main()
