"""The site's templates as they are rendered: laid out for readers, sent without that layout."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_SILENT = "|".join(
    "block endblock if elif else endif for empty endfor load once endonce"
    " spaceless endspaceless with endwith".split()
)
_TAG = rf"{{% (?:{_SILENT})\b(?:(?!%}}).)*%}}"
_LINE_OF_TAGS = re.compile(rf"^((?:{_TAG})+)\n", re.MULTILINE)
_INDENTATION = re.compile(r"^\s+", re.MULTILINE)


def without_layout(source: str) -> str:
    r"""A template in one line: a space for each line break with the indentation behind it.

    No space is left of lines that hold nothing but tags which show nothing, nor before the `>`
    that ends an element's tag on a line of its own.
    A browser shows the same as of the template with its layout.

    >>> without_layout("<p>\n  {% if name %}\n  {{ name }}\n  {% endif %}\n</p>\n")
    '<p> {% if name %}{{ name }} {% endif %}</p>'
    """
    lines = _LINE_OF_TAGS.sub(r"\1", _INDENTATION.sub("", source))
    return lines.strip().replace("\n>", ">").replace("\n", " ")


class Loader(filesystem.Loader):
    """Reads templates from the site's folder; those of mails, which are plain text, as they are.

    Without their layout pages weigh as much as templates that nobody can read.
    """

    def get_contents(self, origin: Origin) -> str:
        """The source of a template. Raises TemplateDoesNotExist."""
        source = super().get_contents(origin)
        return without_layout(source) if str(origin.name).endswith(".html") else source
