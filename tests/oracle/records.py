"""Records of games, read and judged by the second reading of the rules."""

import re
from typing import NamedTuple

from .digifeud import Digifeud
from .equate import Equate
from .game import Game, Illegal
from .numeria import Numeria
from .numerica import Numerica

ORACLES = {"numerica": Numerica, "equate": Equate, "digifeud": Digifeud, "numeria": Numeria}
HEADER = re.compile(r'\[(\w+) "(.*)"\]')
MOVE = re.compile(r"(\d+) (.+?) ([+-]\d+)(?: \{[0-9.]+\})?")
NOBODYS = ("time", "agreement", "aborted")


class Judged(NamedTuple):
    """A record judged: the game to its end or its first fault, which has a line and words."""

    headers: dict[str, str]
    game: Game
    line: int | None
    fault: str


def begin(key: str, seed: bytes, options: dict[str, str]) -> Game:
    """A game at its start."""
    return ORACLES[key](seed, options)


def options_of(text: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in text.split())


def enter(game: Game, text: str) -> int:
    """Make what a line of a record says; the points it earns."""
    word, _, rest = text.partition(" ")
    if word in NOBODYS:
        return game.close(word)
    if word == "takeback":
        return game.take_back(int(rest))
    if word == "resign":
        seat = int(rest) - 1 if rest else game.turn
        return game.play(-1 if seat is None else seat, text)
    return game.play(-1 if game.turn is None else game.turn, text)


def judge(text: str) -> Judged:
    """Play a record with its seed to its end, or to the first line that is not right."""
    lines = text.lstrip("\ufeff").splitlines()
    headers = {found[1]: found[2] for line in lines if (found := HEADER.fullmatch(line))}
    game = begin(
        headers["Game"], bytes.fromhex(headers["Seed"]), options_of(headers.get("Options", ""))
    )
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("["):
            continue
        found = MOVE.fullmatch(line)
        try:
            points = enter(game, found[2]) if found else None
        except Illegal as fault:
            return Judged(headers, game, number, str(fault))
        if found is None or points != int(found[3]):
            return Judged(headers, game, number, f"it earns {points}")
    return Judged(headers, game, None, "")


def result_of(game: Game) -> str:
    """How the header of a record tells who won."""
    ranking = game.ending.ranking if game.ending else []
    return "-".join("=".join(str(seat + 1) for seat in place) for place in ranking) or "*"
