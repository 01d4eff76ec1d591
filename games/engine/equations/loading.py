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
    "member_reader",
    "cross_checks",
    "line_bounds",
    "part_store",
    "sides",
    "whole_lines",
    "kernel",
)
SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]
FORCED = "NUMERICA_ENGINE"  # `uncompiled` leaves compiled files alone


def load() -> ModuleType:
    """The search as it is to run here."""
    if os.environ.get(FORCED) == "uncompiled":
        return from_source()
    return importlib.import_module(f"{PACKAGE}.kernel")


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
