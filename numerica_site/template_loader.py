"""Templates are written for people; what is sent leaves out their indentation and empty lines."""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"\n[ \t]+")
_SILENT = "|".join(
    "block endblock if elif else endif for empty endfor load once endonce"
    " spaceless endspaceless with endwith".split()
)
_SILENT_LINE = re.compile(rf"^(?:{{% (?:{_SILENT})\b(?:[^%\n]|%(?!}}))*%}})+\n", re.MULTILINE)
"""A line with nothing but tags that write nothing themselves."""

_END_OF_TAG = re.compile(r"\n>")
_RUNNING_LINE = re.compile(r"\n(?![<{\n]|\Z)")
"""The end of a line before another attribute, or before more of a text."""


def compact(source: str) -> str:
    """The same template in fewer bytes: between two words or elements some white space is left.

    >>> compact('<a\\n  class="btn"\\n  href="/"\\n>Play</a>\\n')
    '<a class="btn" href="/">Play</a>\\n'
    >>> compact('<ul>\\n  {% for n in names %}\\n  <li>{{ n }}</li>\\n  {% endfor %}\\n</ul>')
    '<ul>\\n{% for n in names %}<li>{{ n }}</li>\\n{% endfor %}</ul>'
    """
    lines = _INDENTATION.sub("\n", source)
    shown = _SILENT_LINE.sub(lambda line: line[0].rstrip("\n"), lines)
    return _RUNNING_LINE.sub(" ", _END_OF_TAG.sub(">", shown))


class CompactLoader(filesystem.Loader):
    """Reads the templates of this project; those of other packages stay as they are."""

    def get_contents(self, origin: Origin) -> str:
        """The source as it is compiled; that of letters and other plain texts keeps its lines."""
        source: str = super().get_contents(origin)
        return compact(source) if origin.name.endswith(".html") else source
