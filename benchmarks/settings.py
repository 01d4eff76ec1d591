"""The site's own settings, and one more address: a view that does nothing."""

from numerica_site.settings import *  # noqa: F403
from numerica_site.settings import MIDDLEWARE as _MIDDLEWARE

ROOT_URLCONF = "benchmarks.urls"
MIDDLEWARE = ["benchmarks.urls.QueryCount", *_MIDDLEWARE]
