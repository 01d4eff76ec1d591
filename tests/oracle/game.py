"""What the four games have in common: seats, turns, passes, who leaves, and how it ends."""

import copy
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from .urns import Urn, chance, holds, without

START = re.compile(
    r"(?:(?P<row>[1-9][0-9]?)(?P<column>[A-Z])|(?P<first>[A-Z])(?P<down>[1-9][0-9]?))(?P<back><?)"
)
TOKEN = re.compile(r"\[[^\[\]]*\]|\?\[[^\[\]]*\]|\?[^\[\]?]|[^\[\]?]")
SWAP = re.compile(r"\[[^\[\]]{2,}\]|[^\[\]]")


class Illegal(Exception):
    """This cannot be played."""


class Ending(NamedTuple):
    """Why a game is over, and the seats best first, each with those that share its place."""

    reason: str
    ranking: list[list[int]]


class Laying(NamedTuple):
    """Where the text of a play begins, how it goes on, and a token for each of its squares."""

    square: tuple[int, int]
    step: tuple[int, int]
    tokens: list[str]

    @property
    def squares(self) -> list[tuple[int, int]]:
        (row, column), (down, right) = self.square, self.step
        return [(row + n * down, column + n * right) for n in range(len(self.tokens))]


def tiles_typed(text: str) -> str:
    """What people type for a multiplication is its sign."""
    return text.replace("x", "*")


def laying_of(text: str) -> Laying:
    """A play of tiles, read."""
    start, _, rest = text.partition(" ")
    rest = tiles_typed(rest)
    found = START.fullmatch(start)
    tokens = TOKEN.findall(rest)
    if found is None or not tokens or "".join(tokens) != rest:
        raise Illegal("no move")
    is_across = found["row"] is not None
    row = int(found["row"] or found["down"]) - 1
    column = ord(found["column"] or found["first"]) - ord("A")
    sense = -1 if found["back"] else 1
    return Laying((row, column), (0, sense) if is_across else (sense, 0), tokens)


T = TypeVar("T")


def copied(value: T) -> T:
    """The same with lists and mappings of its own, as far down as there are any."""
    if isinstance(value, list):
        return [copied(each) for each in value]
    if isinstance(value, dict):
        return dict(value)
    if not hasattr(value, "__dict__"):
        return value
    other = copy.copy(value)
    other.__dict__ = {name: copied(each) for name, each in value.__dict__.items()}
    return other


class Game:
    """A game that is going on; `play` makes a move or raises Illegal, and then nothing changes."""

    urns: list[Urn]
    racks: list[list[str]]

    def __init__(self, seed: bytes, seats: int = 2, first: int | None = None) -> None:
        self.seed, self.seats = seed, seats
        self.scores = [0] * seats
        self.turn: int | None = chance(seed, "first", seats) if first is None else first
        self.left: list[int] = []
        self.ending: Ending | None = None
        self.urns, self.racks = [], [[] for _ in range(seats)]
        self.past: list[Game] = []

    # --- what a game brings ---

    def earn(self, seat: int, text: str) -> int:
        """Lay or move what the text says; the points it earns. Raises Illegal."""
        raise NotImplementedError

    def swap(self, seat: int, tiles: list[str]) -> None:
        raise Illegal("no tiles are swapped in this game")

    def passed(self, seat: int) -> None:
        raise NotImplementedError

    def gone(self, seat: int) -> None:
        """Somebody has left; the turn stands as it stood."""

    # --- what they have in common ---

    def play(self, seat: int, text: str) -> int:
        """Make a move of this seat; the points that it earns."""
        if self.ending is not None:
            raise Illegal("the game is over")
        if text.split(" ")[0] == "resign":
            return self._make(lambda: self._resign(seat, text))
        if seat != self.turn:
            raise Illegal("not your turn")
        return self._make(lambda: self._choose(seat, text))

    def close(self, reason: str) -> int:
        """What is nobody's move: the time of who is to move, an agreement, a game called off."""
        if self.ending is not None or self.turn is None:
            raise Illegal("the game is over")
        if reason == "time":
            seat = self.turn
            return self._make(lambda: self._leave(seat, "time"))
        ranking = [list(range(self.seats))] if reason == "agreement" else []
        return self._make(lambda: self._end(reason, ranking))

    def take_back(self, ply: int) -> int:
        """The position before this ply stands again, but no draw is made a second time."""
        before = self.past[ply - 1]
        drawn = [each.drawn for each in self.urns]

        def restore() -> int:
            self.__dict__ = copied(before).__dict__
            for each, count in zip(self.urns, drawn, strict=True):
                each.drawn = count
            return 0

        return self._make(restore)

    def _make(self, change: Callable[[], int]) -> int:
        past, self.past = self.past, []
        before = copied(self)
        try:
            points = change()
        except Illegal:
            self.__dict__ = before.__dict__
            self.past = past
            raise
        self.past = [*past, before]
        return points

    def _choose(self, seat: int, text: str) -> int:
        points = 0
        if text == "pass":
            self.passed(seat)
        elif text.startswith("swap "):
            typed = tiles_typed(text.removeprefix("swap "))
            tiles = SWAP.findall(typed)
            if "".join(tiles) != typed:
                raise Illegal("no tiles")
            tiles = [tile.strip("[]") for tile in tiles]
            if not tiles or not holds(self.racks[seat], tiles):
                raise Illegal("these tiles are not on the rack")
            self.swap(seat, tiles)
        else:
            points = self.earn(seat, text)
        if self.ending is None:
            self._next(seat)
        return points

    def _resign(self, seat: int, text: str) -> int:
        if seat in self.left or text not in ("resign", f"resign {seat + 1}"):
            raise Illegal("who has left cannot resign")
        return self._leave(seat, "resign")

    def _leave(self, seat: int, reason: str) -> int:
        self.left.append(seat)
        self.gone(seat)
        staying = [each for each in range(self.seats) if each not in self.left]
        if len(staying) == 1:
            self.close_with_one(seat)
            return self._end(reason, [[each] for each in [*staying, *reversed(self.left)]])
        if self.turn == seat:
            self._next(seat)
        return 0

    def close_with_one(self, seat: int) -> None:
        """The seat that leaves last; what its scores are then."""

    def _next(self, seat: int) -> None:
        order = [(seat + more) % self.seats for more in range(1, self.seats + 1)]
        self.turn = next(each for each in order if each not in self.left)

    def _end(self, reason: str, ranking: list[list[int]]) -> int:
        self.ending, self.turn = Ending(reason, ranking), None
        return 0

    def end_by_scores(self, reason: str) -> None:
        """Who has more ranks before who has less, equal scores share a place; who left is behind."""
        staying = [seat for seat in range(self.seats) if seat not in self.left]
        totals = sorted({self.scores[seat] for seat in staying}, reverse=True)
        places = [[seat for seat in staying if self.scores[seat] == total] for total in totals]
        self._end(reason, [*places, *([seat] for seat in reversed(self.left))])

    def deal(self) -> None:
        for rack in self.racks:
            for each in self.urns:
                each.fill(rack)

    def exchange(self, seat: int, tiles: list[str]) -> None:
        """Of each bag: first draw as many, then put the old ones back; no more than it holds."""
        for each in self.urns:
            own = [tile for tile in tiles if tile in each.order]
            if len(own) > len(each.tiles):
                raise Illegal("the bag holds fewer tiles")
            new = [each.draw() for _ in own]
            each.put_back(own)
            self.racks[seat] = without(self.racks[seat], own) + new
