"""What the first visit to a table weighs on the wire: the page and all the files it names."""

import re
from collections.abc import Iterator
from typing import Any

from benchmarks.report import Line
from tests.system.visitors import Visitor
from tests.weight import files_named, is_own_script, packed

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


def files(visitor: Visitor, html: str) -> Iterator[tuple[str, bytes]]:
    """Every file that the page names, and every file that its style sheets name."""
    wanted = files_named(html)
    for path in wanted:
        answer = visitor.get(path)
        assert answer.status == 200, path
        yield path, answer.body
        if path.endswith(".css"):
            named = dict.fromkeys(_IN_STYLE.findall(answer.text))
            wanted += [each for each in named if each.startswith("/") and each not in wanted]
