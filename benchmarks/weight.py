"""What the first visit to a table weighs on the wire: the page and all the files it names."""

import gzip
import re
from collections.abc import Iterator
from typing import Any

from benchmarks.report import Line
from tests.trust.visitors import Visitor

LEVEL = 6  # what servers and proxies use when nothing else is said

_LINK = re.compile(
    r'<(?:link rel="(?:icon|stylesheet|manifest)"|script|img)\b[^>]*?\b(?:href|src)="([^"]+)"'
)
_IN_STYLE = re.compile(r"url\([\"']?([^)\"']+)[\"']?\)")


def lines(game: Any, stranger: Visitor) -> list[Line]:
    """For somebody who watches, and for a player, whose page brings one more script."""
    return [
        _visit("first visit to a table, to watch", stranger, game.address),
        _visit("first visit to a table, to play", game.players[0], game.address),
    ]


def _visit(what: str, visitor: Visitor, address: str) -> Line:
    page = visitor.get(address)
    weights = {"HTML": packed(page.body)}
    weights |= {path: packed(body) for path, body in files(visitor, page.text)}
    scripts = {path: weight for path, weight in weights.items() if path.endswith(".js")}
    own = sum(weight for path, weight in scripts.items() if path.count("/") == 2)
    style = sum(weight for path, weight in weights.items() if path.endswith(".css"))
    parts = {
        "HTML": weights["HTML"],
        "style": style,
        "own scripts": own,
        "htmx": sum(scripts.values()) - own,
    }
    told = ", ".join(f"{name} {weight / 1000:.1f}" for name, weight in parts.items())
    return Line(what, sum(weights.values()) / 1000, "kB", len(weights), f"of it {told}")


def files(visitor: Visitor, html: str) -> Iterator[tuple[str, bytes]]:
    """Every file that the page names, and every file that its style sheets name."""
    wanted = list(dict.fromkeys(_LINK.findall(html)))
    for path in wanted:
        answer = visitor.get(path)
        assert answer.status == 200, path
        yield path, answer.body
        if path.endswith(".css"):
            named = dict.fromkeys(_IN_STYLE.findall(answer.text))
            wanted += [each for each in named if each.startswith("/") and each not in wanted]


def packed(body: bytes) -> int:
    """Bytes of a body as gzip sends it."""
    return len(gzip.compress(body, LEVEL, mtime=0))
