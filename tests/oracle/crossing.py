"""The board of the two crossing games: tiles, premium squares, and the lines through new tiles."""

from typing import NamedTuple

from .game import Game, Illegal, Laying

Square = tuple[int, int]


class Tile(NamedTuple):
    """What a tile stands for, and what it is worth: a blank nothing."""

    face: str
    points: int


def bare(token: str) -> str:
    """A tile without the brackets that a tile of several characters stands in."""
    return token[1:-1] if token.startswith("[") else token


class Line(NamedTuple):
    """A whole line of tiles without a gap."""

    squares: list[Square]
    faces: list[str]


class Board:
    """The tiles that lie, and the premium squares as rows of `.dtDT`."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        self.tiles: dict[Square, Tile] = {}

    def has(self, square: Square) -> bool:
        return 0 <= square[0] < len(self.rows) and 0 <= square[1] < len(self.rows)

    def neighbours(self, square: Square) -> list[Square]:
        row, column = square
        return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]

    def lay(self, laying: Laying, points: dict[str, int]) -> tuple[dict[Square, Tile], list[str]]:
        """Lay new tiles; these, and what comes from the rack for them. Raises Illegal."""
        new, used = {}, []
        if min(laying.step) < 0:
            raise Illegal("lines are read to the right or down")
        for square, token in zip(laying.squares, laying.tokens, strict=True):
            if not self.has(square) or (token == ".") != (square in self.tiles):
                raise Illegal("off the board, on a tile, or a gap")
            if token == ".":
                continue
            is_blank = token.startswith("?")
            face = bare(token.removeprefix("?"))
            if face not in points or face == "?":
                raise Illegal("no such tile")
            new[square] = Tile(face, 0 if is_blank else points[face])
            used.append("?" if is_blank else face)
        if not new:
            raise Illegal("nothing is laid")
        self.tiles |= new
        return new, used

    def lines(self, new: dict[Square, Tile]) -> list[Line]:
        """All lines of two squares or more, across and down, that hold a new tile."""
        found = {}
        for square in new:
            for down, right in ((0, 1), (1, 0)):
                row, column = square
                while (row - down, column - right) in self.tiles:
                    row, column = row - down, column - right
                begin = (row, column)
                squares = []
                while (row, column) in self.tiles:
                    squares.append((row, column))
                    row, column = row + down, column + right
                if len(squares) > 1:
                    found[begin, down] = squares
        return [Line(each, [self.tiles[s].face for s in each]) for each in found.values()]

    def points(self, line: Line, new: dict[Square, Tile]) -> int:
        """Of new tiles the premium of the tile counts, and then that of the line."""
        total, times = 0, 1
        for square in line.squares:
            premium = self.rows[square[0]][square[1]] if square in new else "."
            total += self.tiles[square].points * {"d": 2, "t": 3}.get(premium, 1)
            times *= {"D": 2, "T": 3}.get(premium, 1)
        return total * times


class CrossingGame(Game):
    """A game whose bag runs out; passes and turns without a play end it too."""

    board: Board
    idle_turns: int  # of each seat

    def __init__(self, seed: bytes, seats: int = 2) -> None:
        super().__init__(seed, seats)
        self.passes = self.idle = 0

    @property
    def is_bag_empty(self) -> bool:
        return not any(each.tiles for each in self.urns)

    @property
    def staying(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.left]

    def most_passes(self) -> int:
        raise NotImplementedError

    def end_by_passes(self, reason: str) -> None:
        raise NotImplementedError

    def swap(self, seat: int, tiles: list[str]) -> None:
        self.exchange(seat, tiles)
        self.passes = 0
        self._idle()

    def passed(self, seat: int) -> None:
        self.passes += 1
        self._idle()

    def gone(self, seat: int) -> None:
        self.passes = self.idle = 0

    def _idle(self) -> None:
        self.idle += 1
        if self.passes >= self.most_passes():
            self.end_by_passes("passes")
        elif self.idle >= self.idle_turns * len(self.staying):
            self.end_by_passes("idle")

    def worth(self, seat: int) -> int:
        """The points of the tiles that are left on a rack."""
        raise NotImplementedError

    def laid(self, seat: int, used: list[str]) -> None:
        """The rack after a play: filled again; who holds nothing any more has gone out."""
        self.racks[seat] = rack = self.racks[seat].copy()
        for tile in used:
            rack.remove(tile)
        for each in self.urns:
            each.fill(rack)
        self.passes = self.idle = 0
        if not rack and self.is_bag_empty:
            for other in self.staying:
                if other != seat:
                    self.scores[seat] += self.worth(other)
                    self.scores[other] -= self.worth(other)
            self.end_by_scores("out")
