"""A pytest plugin: the environment of the tests, set before Django reads its settings."""

import atexit
import os
import shutil
import tempfile


def _fresh_directory() -> str:
    """A directory for this run's database and secret, gone when the run is over."""
    path = tempfile.mkdtemp(prefix="numerica-tests-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


os.environ.setdefault("NUMERICA_TICKER", "0")
os.environ.setdefault("NUMERICA_LIMITS", "0")
os.environ.setdefault("NUMERICA_SETTLE_NOTHING_FOR", "0")
os.environ.setdefault("EMAIL_URL", "memorymail://")
if "NUMERICA_VAR" not in os.environ:
    os.environ["NUMERICA_VAR"] = _fresh_directory()
