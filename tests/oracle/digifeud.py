"""Digifeud: calculations of five squares; what comes out is what is earned."""

import re

from .game import Game, Illegal, Laying, laying_of
from .urns import holds, urn, without

NUMBERS = dict(zip("0123456789?", (3, 9, 5, 5, 5, 5, 4, 4, 4, 4, 2), strict=True))
SIGNS = {
    "+-": {"+": 24, "-": 24},
    "+-*": {"+": 16, "-": 12, "*": 12},
    "+-*/": {"+": 16, "-": 12, "*": 12, "/": 8},
}
MIDDLE, SIZE = (6, 6), 13
BOARD = """
B...R...R...B
.............
..R...B...R..
.............
R...B...B...R
.............
..B...B...B..
.............
R...B...B...R
.............
..R...B...R..
.............
B...R...R...B
""".split()
NUMBER = re.compile(r"(\??[0-9])|\[(\??[0-9])(\??[0-9])\]")
MOST = 99


class Digifeud(Game):
    def __init__(self, seed: bytes, options: dict[str, str]) -> None:
        starter = options.get("starter", "random")
        super().__init__(seed, first=None if starter == "random" else int(starter) - 1)
        self.reads_back = options.get("directions") == "4"
        self.signs = SIGNS[options.get("symbols", "+-*")]
        self.board: dict[tuple[int, int], str] = {}
        self.urns = [urn(seed, "draw", NUMBERS, 8), urn(seed, "sign", self.signs, 3)]
        self.has_passed = [False, False]
        self.deal()

    def earn(self, seat: int, text: str) -> int:
        laying = laying_of(text)
        squares, tokens = laying.squares, laying.tokens
        self._require_place(laying)
        old = [square in self.board for square in squares[::2]]
        values, digits = self._numbers(squares[::2], tokens[::2])
        used = [tokens[1], *digits]
        if not holds(self.racks[seat], used):
            raise Illegal("these tiles are not on the rack")
        if result(values[0], tokens[1], values[1]) != values[2] or values[2] > MOST:
            raise Illegal("unequal")
        points = values[2]
        for number, (square, value) in enumerate(zip(squares[::2], values, strict=True)):
            colour = "." if old[number] else BOARD[square[0]][square[1]]
            points += bonus(colour, value, is_outcome=number == 2)
            self.board[square] = str(value)
        self.board[squares[1]], self.board[squares[3]] = tokens[1], "="
        self.scores[seat] += points
        self._laid(seat, used)
        return points

    def _require_place(self, laying: Laying) -> None:
        squares, tokens = laying.squares, laying.tokens
        is_on = all(0 <= row < SIZE and 0 <= column < SIZE for row, column in squares)
        if len(tokens) != 5 or not is_on or any(n % 2 for n in squares[0]):
            raise Illegal("no five squares from one for numbers")
        if sum(laying.step) < 0 and not self.reads_back:
            raise Illegal("this game is not read backwards")
        if tokens[1] not in self.signs or tokens[3] != "=":
            raise Illegal("no sign of this game")
        if squares[1] in self.board or squares[3] in self.board:
            raise Illegal("a sign lies there")
        if not (self.board.keys() & squares[::2] if self.board else MIDDLE in squares[::2]):
            raise Illegal("no number of the board is used, or none is laid in the middle")

    def _numbers(
        self, squares: list[tuple[int, int]], tokens: list[str]
    ) -> tuple[list[int], list[str]]:
        """The three numbers, and the tiles that come from the rack for them."""
        values, used = [], []
        for square, token, most in zip(squares, tokens, (1, 1, 2), strict=True):
            found = NUMBER.fullmatch(token)
            digits = [each for each in found.groups() if each] if found else []
            faces = "".join(each.lstrip("?") for each in digits)
            if square in self.board and self.board[square] == faces:
                token = "."  # what lies there may be written out
            if (token == ".") != (square in self.board):
                raise Illegal("a number lies there, or none")
            if token == ".":
                values.append(int(self.board[square]))
                continue
            if not 0 < len(digits) <= most or (len(digits) > 1 and faces[0] == "0"):
                raise Illegal("no number of one digit, or of two where it comes out")
            used += ["?" if each.startswith("?") else each for each in digits]
            values.append(int(faces))
        return values, used

    def _laid(self, seat: int, used: list[str]) -> None:
        """The rack after a play: filled again; without a number, its owner has gone out."""
        self.has_passed[seat] = False
        rack = without(self.racks[seat], used)
        for each in self.urns:
            each.fill(rack)
        self.racks[seat] = rack
        if not any(tile in NUMBERS for tile in rack):
            rest = self.worth(1 - seat)
            self.scores[seat] += rest
            self.scores[1 - seat] -= rest
            self.end_by_scores("out")

    def worth(self, seat: int) -> int:
        return sum(int(tile) for tile in self.racks[seat] if tile.isdigit())

    def passed(self, seat: int) -> None:
        if self.has_passed[seat]:
            rests = [self.worth(each) for each in (0, 1)]
            self.scores = [self.scores[0] + rests[1], self.scores[1] + rests[0]]
            self.end_by_scores("passes")
            return
        self.has_passed[seat] = True
        signs = self.urns[1]
        own = [tile for tile in self.racks[seat] if tile in self.signs]
        rack = without(self.racks[seat], own)
        signs.put_back(own)
        signs.fill(rack)
        self.racks[seat] = rack

    def close_with_one(self, seat: int) -> None:
        self.scores[seat] = 1


def bonus(colour: str, value: int, *, is_outcome: bool) -> int:
    """What a new number earns by the colour of its square."""
    if is_outcome:
        return value if colour == "R" else 0
    return {"B": value, "R": 2 * value}.get(colour, 0)


def result(one: int, sign: str, other: int) -> int | None:
    if sign == "/":
        return one // other if other and one % other == 0 else None
    return {"+": one + other, "-": one - other, "*": one * other}[sign]
