"""Which form of the search runs: the compiled one where it was built, else its source."""

import importlib
import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

PACKAGE = "games.engine.equations"
PARTS = (
    "arrays",
    "search_clock",
    "line_rules",
    "member_reader",
    "line_judge",
    "board",
    "rack",
    "best_plays",
    "part",
    "cross_checks",
    "single_tiles",
    "line",
    "line_bounds",
    "part_store",
    "side_finder",
    "side_maker",
    "whole_lines",
    "members",
    "search",
)
FOLDER = Path(__file__).parent
SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]
FORCED = "NUMERICA_ENGINE"  # `uncompiled` leaves compiled files alone


def load() -> ModuleType:
    """Load the search: compiled from the source as it is, or else the source itself."""
    is_stale = any(compiled_parts(FOLDER)) and not is_up_to_date(FOLDER)
    if is_stale or os.environ.get(FORCED) == "uncompiled":
        return from_source()
    return importlib.import_module(f"{PACKAGE}.search")


def compiled_parts(folder: Path) -> list[Path]:
    """The compiled files in this folder, those of parts that there are no more among them."""
    return [path for suffix in (".so", ".pyd") for path in folder.glob(f"*{suffix}")]


def is_up_to_date(folder: Path) -> bool:
    """Whether every part is compiled for this Python from the sources as they are."""
    built = [folder / f"{part}{SUFFIX}" for part in PARTS]
    sources = [*folder.glob("*.py"), *folder.glob("*.pxd")]
    if not all(path.exists() for path in built):
        return False
    return min(map(_modified_at, built)) >= max(map(_modified_at, sources))


def _modified_at(path: Path) -> float:
    return path.stat().st_mtime


def from_source() -> ModuleType:
    """The search uncompiled, beside a compiled one that others may use."""
    names = [f"{PACKAGE}.{part}" for part in PARTS]
    others = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    try:
        loaded = [_source(name) for name in names]
    finally:
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(others)
    return loaded[-1]


def _source(name: str) -> ModuleType:
    path = Path(__file__).with_name(f"{name.rpartition('.')[2]}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
