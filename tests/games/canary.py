"""Tiles with faces that stand nowhere else: one letter of its own for each of the 110.

Digits are everywhere on a page, so that finding a 7 proves nothing. Here every tile that is no
blank shows a Korean syllable of its own. The rules read what it stands for through `SYMBOL`; the
class, the services, the selectors and the templates are the real ones. The tiles lie in the bag
in the order of the plain ones, so that a seed deals the same game and a record can be played.
"""

import base64
import html
import re
from collections.abc import Iterable
from functools import cache
from urllib.parse import unquote

import pytest

from games.rules import numerica
from games.rules.stock import Supply
from games.rules.tiles import BLANK, TileSet

_PLAIN = numerica.TILES
FACES = [
    symbol if symbol == BLANK else chr(0xAC00 + 53 * place)
    for place, symbol in enumerate(_PLAIN.full_bag())
]
SYMBOL = {
    face: symbol for face, symbol in zip(FACES, _PLAIN.full_bag(), strict=True) if face != BLANK
}
_SYLLABLES = re.compile("[\uac00-\ud7a3]")
# The plain symbols stay, none of them in the bag: a blank stands for one of them.
TILES = TileSet(
    counts=dict.fromkeys(SYMBOL, 1) | {s: 0 for s in _PLAIN.counts} | {BLANK: FACES.count(BLANK)},
    points={face: _PLAIN.points[symbol] for face, symbol in SYMBOL.items()} | _PLAIN.points,
)


def put_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give Numerica these tiles: its table of tiles and the reading of a line, nothing else."""
    judge = numerica.judge
    monkeypatch.setattr(numerica, "TILES", TILES)
    supply = Supply("draw", TILES, numerica.RACK_SIZE)
    monkeypatch.setattr(numerica, "_SUPPLIES", (supply,))
    monkeypatch.setattr(numerica.State, "tiles", TILES)
    monkeypatch.setattr(
        numerica, "judge", lambda line: judge("".join(SYMBOL.get(face, face) for face in line))
    )


def translated(text: str, rack: Iterable[str]) -> str:
    """A move of a record, made with the tiles that this rack has."""
    held = list(rack)

    def taken(symbol: str) -> str:
        face = next(face for face in held if SYMBOL.get(face, face) == symbol)
        held.remove(face)
        return face

    head, _, tokens = text.partition(" ")
    if head == "swap":
        return "swap " + "".join(taken(symbol) for symbol in tokens)
    parts = re.findall(r"\?.|.", tokens)
    return (
        f"{head} "
        + "".join(part if part == "." or part[0] == BLANK else taken(part) for part in parts)
        if tokens
        else text
    )


def readings(data: bytes) -> Iterable[str]:
    """The text as it is, and as somebody could read it who knows the usual encodings."""
    text = data.decode("utf-8", "replace")
    yield text
    yield html.unescape(text)
    yield unquote(text)
    yield re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    for token in re.findall(r"[A-Za-z0-9+/_-]{8,}", text):
        yield _decoded(token)


@cache
def _decoded(token: str) -> str:
    """What a word says in base64, wherever that may begin, and in hex.

    Only whole text counts: in random bytes, as of a token, some syllable is found by chance.
    """
    return "".join(_from_base64(token[start:]) for start in range(4)) + _from_hex(token)


def _from_base64(token: str) -> str:
    token = token[: len(token) // 4 * 4].replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(token).decode()
    except ValueError:
        return ""


def _from_hex(token: str) -> str:
    try:
        return bytes.fromhex(token).decode()
    except ValueError:
        return ""


def seen_in(data: bytes) -> set[str]:
    """The tiles that show in these bytes, in whatever dress."""
    found = (letter for text in readings(data) for letter in _SYLLABLES.findall(text))
    return {letter for letter in found if letter in SYMBOL}
