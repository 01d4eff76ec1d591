"""Browsers by name: what people recognise of what browsers say of themselves."""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _

register = template.Library()

Marks = Sequence[tuple[str, tuple[str, ...]]]
"""Names, and what only those say that have them, or have not been found before in the list."""

BROWSERS: Marks = (
    ("Edge", ("Edg/", "EdgA/", "EdgiOS/", "Edge/")),
    ("Opera", ("OPR/", "OPT/", "Opera")),
    ("Vivaldi", ("Vivaldi/",)),
    ("Samsung Internet", ("SamsungBrowser/",)),
    ("Firefox", ("Firefox/", "FxiOS/")),
    ("Chrome", ("Chrome/", "CriOS/")),
    ("Safari", ("Safari/",)),
    ("curl", ("curl/",)),
)
SYSTEMS: Marks = (
    ("Android", ("Android",)),
    ("iPhone", ("iPhone",)),
    ("iPad", ("iPad",)),
    ("Windows", ("Windows",)),
    ("ChromeOS", ("CrOS",)),
    ("macOS", ("Macintosh", "Mac OS X")),
    ("Linux", ("Linux", "X11")),
)


@register.filter
def browser(user_agent: str) -> str:
    """A browser and where it runs, as far as they are known.

    >>> browser("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
    'Firefox on Linux'
    """
    names = {
        "browser": _first_match(user_agent, BROWSERS),
        "system": _first_match(user_agent, SYSTEMS),
    }
    if names["browser"] and names["system"]:
        return _("%(browser)s on %(system)s") % names
    if names["system"]:
        return _("Unknown browser on %(system)s") % names
    return names["browser"] or _("Unknown browser")


def _first_match(user_agent: str, known: Marks) -> str:
    return next((name for name, marks in known if any(mark in user_agent for mark in marks)), "")
