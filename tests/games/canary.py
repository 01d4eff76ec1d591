"""Tiles with faces that stand nowhere else: one letter of its own for each tile of the bags.

Digits are everywhere on a page, so that finding a 7 proves nothing. Here every tile that is no
blank shows a rare ideograph of its own: alone, or inside the brackets of a fraction or a power. It
takes four bytes, which the thousands of tokens and numbers of requests in a game do not write by
chance; three bytes stood in one of them now and then.
The rules read what it stands for through `Canary.symbol`; the classes, the services, the
selectors and the templates are the real ones. The tiles lie in the bags in the order of the plain
ones, so that a seed deals the same game and a record can be played.
"""

import base64
import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import count
from urllib.parse import unquote

import pytest

from games.presentation import rules_pages
from games.rules import GAMES, digifeud, equate, numerica
from games.rules.digifeud import calculation
from games.rules.equate.constants import tiles_in_use
from games.rules.notation import swapped_tiles
from games.rules.record import Record, parse_options
from games.rules.stock import Supply
from games.rules.tiles import BLANK, TileSet

from .helpers import demo_record, recorded_game

RECORDS = {
    "numerica": demo_record("ada-ben.game"),  # swaps of both, passes, a blank
    "equate for two, stage 1": recorded_game("equate-stage-1"),
    "equate for three, advanced": recorded_game("equate-three-advanced-left"),
    "equate for four, two piles": recorded_game("equate-four-stage-3-all-leave"),
    "digifeud": recorded_game("digifeud-passes"),
    "numeria": recorded_game("numeria-strict-agreement"),
}
"""Games in which it is looked for leaks."""

FIRST_LETTER = "\U00020000"
_LETTERS = re.compile(f"[{FIRST_LETTER}-\U0002a6df]")
_ESCAPED = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_SYMBOLS = re.compile(r"\[[^\[\]]*\]|.")
_TOKENS = re.compile(r"\?\[[^\[\]]*\]|\[[^\[\]]*\]|\?.|.")


@dataclass(frozen=True)
class Canary:
    """The bags of one game with such faces: what each face stands for, bag by bag."""

    key: str
    supplies: tuple[Supply, ...]
    symbol: Mapping[str, str]

    @classmethod
    def of(cls, record: Record) -> "Canary":
        """The tiles of the game that was recorded, by its options."""
        options = parse_options(record.headers["Options"])
        start = GAMES[record.headers["Game"]].new(seed=bytes(32), options=options)
        places, symbol = count(), {}
        supplies = tuple(_marked(supply, places, symbol) for supply in start.stock.supplies)
        return cls(start.key, supplies, symbol)

    @property
    def faces(self) -> list[str]:
        """Every face, in the order of the bags."""
        return list(self.symbol)

    def put_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Give the game these tiles: its tables of tiles and the reading of a line, nothing else.

        The boards of the rules pages, which hold nobody's tiles, are drawn before.
        """
        for key in GAMES:
            rules_pages.stamp(key)
        opening = rules_pages.opening()
        monkeypatch.setattr(rules_pages, "opening", lambda: opening)
        _WEAR[self.key](self, monkeypatch)

    def read(self, line: str) -> str:
        """What a line stands for."""
        return "".join(self.symbol.get(face, face) for face in _SYMBOLS.findall(line))

    def translated(self, text: str, rack: Iterable[str]) -> str:
        """A move of a record, made with the tiles that this rack has."""
        held = list(rack)
        head, space, rest = text.partition(" ")
        if not self.symbol or not space:
            return text
        tokens = swapped_tiles(text) if head == "swap" else _TOKENS.findall(rest)
        return f"{head} " + "".join(self._worn(token, held) for token in tokens)

    def _worn(self, token: str, held: list[str]) -> str:
        """A token in tiles that are held, which are taken away; two digits on a square are two."""
        if token in self.symbol.values():
            face = next(face for face in held if self.symbol.get(face) == token)
            held.remove(face)
            return face
        if token.startswith("["):
            return f"[{''.join(self._worn(one, held) for one in _TOKENS.findall(token[1:-1]))}]"
        return token

    @cached_property
    def _face_of(self) -> Mapping[str, str]:
        """The face that shows a letter."""
        return {letter: face for face in self.symbol for letter in _LETTERS.findall(face)}

    def faces_in(self, text: str) -> set[str]:
        """The tiles whose letter stands in this text."""
        letters = set(_LETTERS.findall(text))
        return {self._face_of[letter] for letter in letters & self._face_of.keys()}

    def seen_in(self, data: bytes) -> set[str]:
        """The tiles that show in these bytes, in whatever dress."""
        return self.faces_in("".join("".join(_LETTERS.findall(text)) for text in readings(data)))


def _marked(plain: Supply, places: Iterator[int], symbol: dict[str, str]) -> Supply:
    """The same bag, each tile with a face of its own; what they stand for is noted in `symbol`.

    The plain symbols stay, none of them in the bag: a blank stands for one of them.
    """
    faces = {
        _face(tile, chr(ord(FIRST_LETTER) + 53 * place)): tile
        for tile, place in zip(_without_blanks(plain.tiles), places, strict=False)
    }
    symbol |= faces
    counts = dict.fromkeys(faces, 1) | dict.fromkeys(plain.tiles.counts, 0)
    if BLANK in plain.tiles.counts:
        counts[BLANK] = plain.tiles.counts[BLANK]
    points = {face: plain.tiles.points[tile] for face, tile in faces.items()}
    return Supply(plain.label, TileSet(counts, points | plain.tiles.points), plain.rack_size)


def _without_blanks(tiles: TileSet) -> list[str]:
    return [tile for tile in tiles.full_bag() if tile != BLANK]


def _face(tile: str, letter: str) -> str:
    """The letter for a digit or a sign; for its first digit where there is more: `[1/2]`, `[-2]`."""
    return re.sub("[0-9]", letter, tile, count=1) if tile.startswith("[") else letter


# --- where each game keeps its tiles, and where it reads a line ---


def _wear_numerica(canary: Canary, monkeypatch: pytest.MonkeyPatch) -> None:
    (supply,) = canary.supplies
    judge = numerica.judge
    monkeypatch.setattr(numerica, "TILES", supply.tiles)
    monkeypatch.setattr(numerica, "SUPPLIES", canary.supplies)
    monkeypatch.setattr(numerica.State, "tiles", supply.tiles)
    monkeypatch.setattr(numerica, "judge", lambda line: judge(canary.read(line)))


def _wear_equate(canary: Canary, monkeypatch: pytest.MonkeyPatch) -> None:
    judge, judge_advanced = equate.judge, equate.judge_advanced
    monkeypatch.setattr(equate, "supplies", lambda set_name, stage: canary.supplies)
    monkeypatch.setattr(equate, "game_tiles", lambda set_name, stage: tiles_in_use(canary.supplies))
    monkeypatch.setattr(equate, "judge", lambda line: judge(canary.read(line)))
    monkeypatch.setattr(equate, "judge_advanced", lambda line: judge_advanced(canary.read(line)))


def _wear_digifeud(canary: Canary, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, signs = canary.supplies
    symbols = "".join(sign for sign in signs.tiles.counts if sign not in canary.symbol)
    shown = calculation.digits_of
    figures = [*calculation._FIGURES, *(numbers.tiles.counts.keys() & canary.symbol)]
    faces = frozenset([*figures, *(f"[{one}{two}]" for one in figures for two in figures)])
    in_all = tiles_in_use(canary.supplies)  # with `=`, which is always at hand here as well
    monkeypatch.setitem(digifeud.SUPPLIES, symbols, canary.supplies)
    monkeypatch.setitem(digifeud.TILES, symbols, in_all)
    monkeypatch.setattr(digifeud, "NUMBER_FACES", faces)
    monkeypatch.setattr(calculation, "NUMBER_FACES", faces)
    monkeypatch.setattr(calculation, "SIGNS", {*calculation.SIGNS, *signs.tiles.counts})
    monkeypatch.setattr(
        calculation, "digits_of", lambda face: "".join(map(canary.read, shown(face)))
    )


def _wear_nothing(canary: Canary, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is hidden in this game but the seed."""


_WEAR = {
    "numerica": _wear_numerica,
    "equate": _wear_equate,
    "digifeud": _wear_digifeud,
    "numeria": _wear_nothing,
}


# --- bytes as somebody could read them ---


def readings(data: bytes) -> Iterable[str]:
    """The text as it is, and as somebody could read it who knows the usual encodings."""
    text = data.decode("utf-8", "replace")
    yield text
    yield html.unescape(text)
    yield unquote(text)
    yield _ESCAPED.sub(lambda found: _from_escapes(found[0]), text)
    for token in re.findall(r"[A-Za-z0-9+/_-]{8,}", text):
        yield _decoded(token)


@cache
def _decoded(token: str) -> str:
    """What a word says in base64, wherever that may begin, and in hex.

    Only whole text counts.
    """
    return "".join(_from_base64(token[start:]) for start in range(4)) + _from_hex(token)


def _from_base64(token: str) -> str:
    token = token[: len(token) // 4 * 4].replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(token).decode()
    except ValueError:
        return ""


def _from_escapes(escaped: str) -> str:
    """What JSON says in escapes, two of them for a letter of four bytes."""
    units = bytes.fromhex(escaped.replace("\\u", ""))
    return units.decode("utf-16-be", "replace")


def _from_hex(token: str) -> str:
    try:
        return bytes.fromhex(token).decode()
    except ValueError:
        return ""
