"""What the first visit to a table weighs on the wire: the page and all the files it names."""

import gzip
import re
from collections.abc import Iterator
from typing import Any

from benchmarks.report import Line
from tests.system.visitors import Answer, Visitor
from tests.weight import files_imported, files_named, is_own_script

_IN_STYLE = re.compile(r"url\([\"']?([^)\"']+)[\"']?\)")


def lines(game: Any, stranger: Visitor) -> list[Line]:
    """For somebody who watches, and for a player, whose page brings one more script."""
    return [
        _visit("first visit to a table, to watch", stranger, game.address),
        _visit("first visit to a table, to play", game.players[0], game.address),
    ]


def _visit(what: str, visitor: Visitor, address: str) -> Line:
    page = _fetch(visitor, address)
    weights = {"HTML": len(page.body)}
    weights |= {path: len(answer.body) for path, answer in files(visitor, _text(page))}
    scripts = {path: weight for path, weight in weights.items() if path.endswith(".js")}
    own = sum(weight for path, weight in scripts.items() if is_own_script(path))
    style = sum(weight for path, weight in weights.items() if path.endswith(".css"))
    parts = {
        "HTML": weights["HTML"],
        "style": style,
        "own scripts": own,
        "htmx": sum(scripts.values()) - own,
    }
    told = ", ".join(f"{name} {weight / 1000:.1f}" for name, weight in parts.items())
    return Line(what, sum(weights.values()) / 1000, "kB", len(weights), f"of it {told}")


def files(visitor: Visitor, html: str) -> Iterator[tuple[str, Answer]]:
    """Every file that the page names, and every file that its style sheets and scripts name."""
    wanted = files_named(html)
    for path in wanted:
        answer = _fetch(visitor, path)
        yield path, answer
        wanted += [each for each in _named_in(path, answer) if each not in wanted]


def _named_in(path: str, answer: Answer) -> list[str]:
    """The files that a style sheet or a script of ours asks for by itself."""
    if path.endswith(".css"):
        named = dict.fromkeys(_IN_STYLE.findall(_text(answer)))
        return [each for each in named if each.startswith("/")]
    return files_imported(path, _text(answer)) if is_own_script(path) else []


def _fetch(visitor: Visitor, path: str) -> Answer:
    """As a browser asks: what comes is compressed where the server compresses it."""
    answer = visitor.get(path, **{"Accept-Encoding": "gzip"})
    assert answer.status == 200, path
    return answer


def _text(answer: Answer) -> str:
    is_packed = answer.headers["Content-Encoding"] == "gzip"
    return (gzip.decompress(answer.body) if is_packed else answer.body).decode()
