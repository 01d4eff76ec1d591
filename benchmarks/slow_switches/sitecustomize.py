"""A server with this on its path takes turns between its threads as Python does by itself."""

import sys


def _leave_as_it_is(interval: float) -> None:
    """In place of `sys.setswitchinterval`."""


sys.setswitchinterval = _leave_as_it_is
