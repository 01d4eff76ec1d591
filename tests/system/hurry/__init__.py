"""An app of a server whose time runs RATE times as fast as ours; see `apps`."""

import os
import time
from datetime import datetime, timedelta

RATE = 24
"""A day of the site is an hour of ours."""

BEGINS, SINCE = "HURRIED_TIME_BEGINS", "HURRIED_SINCE"
"""Of the environment: the site's time when it began to run, in ISO's form, and ours in seconds."""


def hurried_now() -> datetime:
    """The site's time at this moment, the same for every process with this environment."""
    passed = time.time() - float(os.environ[SINCE])
    return datetime.fromisoformat(os.environ[BEGINS]) + timedelta(seconds=RATE * passed)
