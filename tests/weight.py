"""What a page weighs on the wire: the files it asks for, and their bytes as gzip sends them."""

import gzip
import posixpath
import re

LEVEL = 6  # what servers and proxies use when nothing else is said

_LINK = re.compile(
    r'<(?:link rel="(?:icon|stylesheet|manifest|modulepreload)"|script\b|img\b)[^>]*?\b(?:href|src)="([^"]+)"'
)


def files_named(html: str) -> list[str]:
    """The paths of the scripts, style sheets and pictures that a page asks for, each once."""
    return list(dict.fromkeys(_LINK.findall(html)))


_IMPORT = re.compile(r'''(?m)^import\s(?:[^"';]*\sfrom\s)?"([^"]+)"''')
_LATER = re.compile(r'\bimport\("([^"]+)"\)')


def files_imported(path: str, script: str) -> list[str]:
    """The paths of the modules that a script of this path asks for by itself, as soon as it is read."""
    return [_beside(path, named) for named in _IMPORT.findall(script)]


def files_imported_later(path: str, script: str) -> list[str]:
    """The paths of the modules that a script asks for when somebody needs them."""
    return [_beside(path, named) for named in _LATER.findall(script)]


def _beside(path: str, named: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), named))


def is_own_script(path: str) -> bool:
    """Whether it is a script of this project: those lie below one folder of the static files."""
    return path.endswith(".js") and path.startswith("/static/js/")


def packed(body: bytes) -> int:
    """Bytes of a body as gzip sends it."""
    return len(gzip.compress(body, LEVEL, mtime=0))
