"""`{% script %}`: a module of script, and a line for each other that it imports.

A browser learns of an import when it has read the module that imports; over a slow line each level
would cost a journey of its own. So a page names all of them at once.
"""

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_STATIC = re.compile(r"""(?m)^import\s(?:[^"';]*\sfrom\s)?"([^"]+)";""")
_LATER = re.compile(r"""\bimport\("([^"]+)"\)""")


@register.simple_tag
def script(name: str) -> SafeString:
    """The element that runs a module, after those that fetch what it imports.

    `name` is a path below the folder of static files: `js/live/main.js`.
    """
    links = format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', [[static(each)] for each in needs(name)]
    )
    return format_html('{}\n<script type="module" src="{}"></script>', links, static(name))


@cache
def needs(name: str) -> tuple[str, ...]:
    """All modules that run before this one: what it imports, what those import, and so on."""
    found = dict.fromkeys(imports(name))
    for each in imports(name):
        found |= dict.fromkeys(needs(each))
    return tuple(found)


def imports(name: str) -> list[str]:
    """The modules that this one imports by itself, as paths below the folder of static files."""
    return _named(_STATIC, name)


def later_imports(name: str) -> list[str]:
    """The modules that this one asks for when somebody needs them."""
    return _named(_LATER, name)


def _named(how: re.Pattern[str], name: str) -> list[str]:
    folder = posixpath.dirname(name)
    named = how.findall(_source(name))
    return [posixpath.normpath(posixpath.join(folder, path)) for path in named]


def _source(name: str) -> str:
    """Raise FileNotFoundError where there is no such module."""
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).read_text()
