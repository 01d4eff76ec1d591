"""The site's settings, with one app more."""

from numerica_site.settings import *  # noqa: F403 (all of them, whatever there will be)
from numerica_site.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.system.hurry.apps.Hurry"]
