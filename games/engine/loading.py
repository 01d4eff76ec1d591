"""Which form of a search runs: the compiled one where it was built, else its source."""

import importlib
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]
FORCED = "NUMERICA_ENGINE"  # `uncompiled` leaves compiled files alone
SHARED = "compiled_shared"  # what the parts of a package share when compiled; has no source here


@dataclass(frozen=True)
class CompiledPackage:
    """A package of which some modules, its parts, run compiled where they were built.

    - `name`: of the package, with dots
    - `parts`: names of the modules, each after those that it imports; the last one is what the
      package itself imports
    """

    name: str
    parts: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """The folder of its sources and of what is compiled from them, relative to the site's."""
        return Path(self.name.replace(".", "/"))

    def load(self, folder: Path | None = None) -> ModuleType:
        """The last part: compiled from the source as it is, or else the source itself.

        `folder` is where the compiled files lie, its own if it is None.
        """
        folder = folder or ROOT / self.folder
        is_stale = any(compiled_files(folder)) and not self.is_up_to_date(folder)
        if is_stale or os.environ.get(FORCED) == "uncompiled":
            return self.from_source()
        return importlib.import_module(f"{self.name}.{self.parts[-1]}")

    def is_up_to_date(self, folder: Path) -> bool:
        """Whether every part is compiled for this Python from the sources in a folder."""
        built = [folder / f"{module}{SUFFIX}" for module in (*self.parts, SHARED)]
        sources = [*folder.glob("*.py"), *folder.glob("*.pxd")]
        if not all(path.exists() for path in built):
            return False
        return min(map(_modified_at, built)) >= max(map(_modified_at, sources))

    def from_source(self) -> ModuleType:
        """The last part uncompiled, beside a compiled one that others may use."""
        names = [f"{self.name}.{part}" for part in self.parts]
        others = {name: sys.modules.pop(name) for name in names if name in sys.modules}
        try:
            loaded = [self._source(name) for name in names]
        finally:
            for name in names:
                sys.modules.pop(name, None)
            sys.modules.update(others)
        return loaded[-1]

    def _source(self, name: str) -> ModuleType:
        path = ROOT / self.folder / f"{name.rpartition('.')[2]}.py"
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise ImportError(name)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module


class LoadedPackage:
    """A package as it runs in this process; `parts` is its last part, with all that it names."""

    def __init__(self, package: CompiledPackage) -> None:
        self._package = package
        self.parts: Any = package.load()

    def is_compiled(self) -> bool:
        """Whether it runs compiled."""
        compiled: bool = self.parts.is_compiled()
        return compiled

    @contextmanager
    def from_source(self) -> Iterator[None]:
        """It runs uncompiled meanwhile, to compare the two."""
        before, self.parts = self.parts, self._package.from_source()
        try:
            yield
        finally:
            self.parts = before


def compiled_files(folder: Path) -> list[Path]:
    """The compiled files in this folder, those of parts that no longer exist among them."""
    return [path for suffix in (".so", ".pyd") for path in folder.glob(f"*{suffix}")]


def _modified_at(path: Path) -> float:
    return path.stat().st_mtime
