"""Templates are written for people; what is sent leaves out their indentation and empty lines."""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"\n[ \t]+")
_SILENT = "|".join(
    "block endblock if elif else endif for empty endfor load once endonce kept endkept"
    " spaceless endspaceless with endwith".split()
)
_SILENT_LINE = re.compile(
    r"(?:(?<=\n)|\A(?=[^\n]*\n[<{]))"
    rf"(?:{{% (?:{_SILENT})\b(?:[^%\n]|%(?!}}))*%}})+\n"
)
"""A line with nothing but tags that write nothing themselves."""

_SHOWN = r"{%.*?%}|{{.*?}}"
_ELEMENT = re.compile(
    rf"""<[a-zA-Z](?:{_SHOWN}|"(?:{_SHOWN}|[^"])*"|'(?:{_SHOWN}|[^'])*'|[^>"'])*>""", re.DOTALL
)
"""The start of an element with all its attributes."""

_END_OF_TAG = re.compile(r"\n>")
_RUNNING_LINE = re.compile(r"\n(?![<{\n]|\Z)")
"""The end of a line before more of a text."""


def compact(source: str) -> str:
    """The same template in fewer bytes: between two words or elements some white space is left.

    >>> compact('<a\\n  class="btn"\\n  href="/"\\n>Play</a>\\n')
    '<a class="btn" href="/">Play</a>\\n'
    >>> compact('<ul>\\n  {% for n in names %}\\n  <li>{{ n }}</li>\\n  {% endfor %}\\n</ul>')
    '<ul>\\n{% for n in names %}<li>{{ n }}</li>\\n{% endfor %}</ul>'
    """
    lines = _INDENTATION.sub("\n", source)
    shown = _SILENT_LINE.sub(lambda line: line[0].rstrip("\n"), lines)
    joined = _ELEMENT.sub(lambda start: start[0].replace("\n", " "), _END_OF_TAG.sub(">", shown))
    return _RUNNING_LINE.sub(" ", joined)


class CompactLoader(filesystem.Loader):
    """Reads the templates of this project; those of other packages stay as they are."""

    def get_contents(self, origin: Origin) -> str:
        """The source as it is compiled; that of letters and other plain texts keeps its lines."""
        source: str = super().get_contents(origin)
        return compact(source) if origin.name.endswith(".html") else source
