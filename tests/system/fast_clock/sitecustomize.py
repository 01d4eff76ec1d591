"""On the path of a server: it takes every moment for one that is minutes later."""

import os
from datetime import timedelta

from django.utils import timezone

right = timezone.now
AHEAD = timedelta(minutes=int(os.environ["MINUTES_AHEAD"]))

timezone.now = lambda: right() + AHEAD
