"""On the path of a server: its clock is set, forward or back, whenever a file says so."""

import os
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

STEP = Path(os.environ["NUMERICA_VAR"]) / "seconds_off"
right = timezone.now


def stepped():
    try:
        return right() + timedelta(seconds=int(STEP.read_text()))
    except (FileNotFoundError, ValueError):
        return right()


timezone.now = stepped
