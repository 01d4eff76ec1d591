"""What a page weighs on the wire: the files it names, and their bytes as gzip sends them."""

import gzip
import re

LEVEL = 6  # what servers and proxies use when nothing else is said

_LINK = re.compile(
    r'<(?:link rel="(?:icon|stylesheet|manifest)"|script\b|img\b)[^>]*?\b(?:href|src)="([^"]+)"'
)


def files_named(html: str) -> list[str]:
    """The paths of the scripts, style sheets and pictures that a page asks for, each once."""
    return list(dict.fromkeys(_LINK.findall(html)))


def is_own_script(path: str) -> bool:
    """Whether it is a script of this project: those lie in the first folder of static files."""
    return path.endswith(".js") and path.count("/") == 2


def packed(body: bytes) -> int:
    """Bytes of a body as gzip sends it."""
    return len(gzip.compress(body, LEVEL, mtime=0))
