"""A pytest plugin: the environment of the tests, set before Django reads its settings."""

import atexit
import os
import shutil
import tempfile

IN_MEMORY = "/dev/shm"
"""Where files lie in memory: elsewhere each commit waits for the disk, 20 ms and more."""

ENOUGH = 2 * 1024**3  # bytes


def _has_memory() -> bool:
    """Whether there is such a place, with room, where compiled programs may run too."""
    if not os.access(IN_MEMORY, os.W_OK):
        return False
    place = os.statvfs(IN_MEMORY)
    return place.f_bavail * place.f_frsize > ENOUGH and not place.f_flag & os.ST_NOEXEC


def _fresh_directory() -> str:
    """A directory for this run, gone when the run is over."""
    path = tempfile.mkdtemp(prefix="numerica-tests-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


if _has_memory():  # no test cuts the power: what a killed process wrote is there in both
    os.environ.setdefault("TMPDIR", IN_MEMORY)
    tempfile.tempdir = None  # to be looked up again
os.environ.setdefault("NUMERICA_TICKER", "0")
os.environ.setdefault("NUMERICA_LIMITS", "0")
os.environ.setdefault("NUMERICA_SETTLE_NOTHING_FOR", "0")
os.environ.setdefault("NUMERICA_CLAIM_NOTHING_FOR", "0")
os.environ.setdefault("EMAIL_URL", "memorymail://")
if "NUMERICA_VAR" not in os.environ:
    os.environ["NUMERICA_VAR"] = _fresh_directory()
if "NUMERICA_PREPARED" not in os.environ:  # in the first process of a run; its workers share it
    os.environ["NUMERICA_PREPARED"] = _fresh_directory()
