"""What a process keeps of a site: cleared before another site takes its place."""

import math

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.utils import translation

from games.background.postman import postman
from games.live import fragments
from games.selectors import kept_tables, lists, programme, walls
from games.store import queries, site_time
from games.templatetags import once


def clear_process() -> None:
    """No limit, viewer, fragment, part of a page or language is left in the process."""
    cache.clear()
    ContentType.objects.clear_cache()
    translation.deactivate()
    fragments.clear()
    once.clear()
    queries.clear()
    lists.clear()
    kept_tables.clear()
    walls.clear()
    programme.clear()
    site_time.clear()
    postman.rests_until = math.inf  # a thread of its own would outlive the test, and its database
