"""The site's time runs RATE times as fast; what a machine does in seconds keeps its seconds.

Days and hours pass sooner: deadlines, reminders, the puzzles' days, the hour of the daily mail. But
a process beats, thinks and stores no faster than else, so what the site says about that in its own
time is RATE times as long: when silence is an outage, how long somebody holds a piece of work.
"""

import time
from types import ModuleType, SimpleNamespace

from django.apps import AppConfig
from django.utils import timezone

from . import RATE, hurried_now


class Hurry(AppConfig):
    """The last of the apps: all that it changes is there by then."""

    name = "tests.system.hurry"

    def ready(self) -> None:
        from games.background import nudges
        from games.services import analyses, deep_reviews, outages, reviews
        from games.store import site_time

        timezone.now = hurried_now
        site_time.time = SimpleNamespace(monotonic=lambda: RATE * time.monotonic())
        _lengthen(site_time, "JUMP")
        _lengthen(outages, "LONGEST_SILENCE", "LONGEST_RETURN", "PROMPTLY", "DOUBTED_FOR")
        _lengthen(nudges, "RECOVER_AFTER")
        for queue in (analyses.ANALYSES, deep_reviews.DEEP_REVIEWS, reviews.REVIEWS):
            object.__setattr__(queue, "claim_lasts", RATE * queue.claim_lasts)


def _lengthen(module: ModuleType, *names: str) -> None:
    for name in names:
        setattr(module, name, RATE * getattr(module, name))
