"""Equate: one sign of equality in a line, two to four at a table, fractions as tiles."""

import re
from fractions import Fraction

from .crossing import Board, CrossingGame, Line
from .game import Illegal, laying_of
from .reckoning import sum_of
from .urns import holds, urn

HAND, MIDDLE, ALL_TILES, IDLE = 9, (9, 9), 40, 5
OF_STAGE = {"number": 6, "sign": 3}  # tiles of a hand, with two piles
BOARD = """
t...T..d...d..T...t
.D...d.......d...D.
....t..D.d.D..t....
...D...........D...
T.t..d...t...d..t.T
.d..d...t.t...d..d.
.......d...d.......
d.D...d.....d...D.d
.....t..d.d..t.....
..d.t....D....t.d..
.....t..d.d..t.....
d.D...d.....d...D.d
.......d...d.......
.d..d...t.t...d..d.
T.t..d...t...d..t.T
...D...........D...
....t..D.d.D..t....
.D...d.......d...D.
t...T..d...d..T...t
""".split()
STANDARD = """
0:5 1:10 2:10 3:9 4:9 5:7 6:9 7:6 8:8 9:6 +:11 -:11 *:11 /:11 1/2:3 3/2:2 5/2:1 7/2:1 1/4:2 3/4:2
5/4:1 7/4:1 1/3:2 2/3:2 4/3:1 5/3:1 7/3:1 8/3:1 1/6:1 5/6:1 7/6:1 ?:3
"""
JUNIOR = """
0:8 1:16 2:13 3:11 4:10 5:9 6:9 7:7 8:8 9:6 1/2:4 3/2:2 +:14 -:12 *:12 /:6 ?:3
"""
ADVANCED = """
0:4 1:6 2:7 3:6 4:6 5:5 6:6 7:4 8:5 9:4 -1:2 -2:3 -3:2 -4:2 -5:2 -6:2 -7:1 -8:1 -9:1
2^2:2 3^2:2 4^2:1 5^2:2 6^2:1 2^3:1 3^3:1 2^-1:1 3^-1:1 4^-1:1 2^-2:1
1/2:3 3/2:1 1/3:2 2/3:2 1/4:2 3/4:2 1/5:1 2/5:1 1/6:1 5/6:1 1/8:1 3/8:1 5/8:1 7/8:1
+:11 -:11 *:11 /:11 ?:3
"""
DIGITS = dict(zip("0123456789", (2, 1, 1, 1, 1, 2, 2, 2, 2, 2), strict=True))
SIGNS = {"+": 1, "-": 2, "*": 3, "/": 5}
FRACTIONS = {
    4: "1/2", 5: "3/2 5/2 7/2 1/4 3/4", 6: "5/4 7/4 1/3 2/3", 7: "4/3 5/3 7/3 8/3 1/5 2/5",
    8: "1/6 5/6 1/8 3/8 5/8 7/8", 9: "7/6",
}  # fmt: skip
OF_FRACTION = {face: points for points, faces in FRACTIONS.items() for face in faces.split()}


def counts_of(options: dict[str, str]) -> dict[str, int]:
    """The tiles of a set in the order of its bag, and how many of each there are."""
    text = {"junior": JUNIOR, "advanced": ADVANCED}.get(options.get("set", ""), STANDARD)
    counts = {face: int(count) for face, count in (each.rsplit(":", 1) for each in text.split())}
    stage = options.get("stage", "none")
    if stage == "1":
        return {face: count for face, count in counts.items() if "/" not in face}
    if stage == "2":
        halves = {face: n for face, n in counts.items() if not face.endswith(("/3", "/6"))}
        return halves | {"/": 5}
    return counts


def points_of(face: str) -> int:
    if face in DIGITS:
        return DIGITS[face]
    if "^" in face:
        return 8 if "^-" in face else 6
    if face.startswith("-") and face != "-":
        return DIGITS[face[1:]] + 2
    return {"=": 0, "?": 0, **SIGNS, **OF_FRACTION}[face]


class Equate(CrossingGame):
    idle_turns = IDLE

    def __init__(self, seed: bytes, options: dict[str, str]) -> None:
        super().__init__(seed, int(options.get("players", "2")))
        self.board = Board(BOARD)
        self.stage = options.get("stage", "none")
        self.is_advanced = options.get("set") == "advanced"
        counts = counts_of(options)
        self.faces = {face: points_of(face) for face in [*counts, "="]}
        if self.stage == "none":
            self.urns = [urn(seed, "draw", counts, HAND)]
        else:
            numbers = {face: count for face, count in counts.items() if face not in SIGNS}
            signs = {face: count for face, count in counts.items() if face in SIGNS}
            self.urns = [
                urn(seed, "draw", numbers, OF_STAGE["number"]),
                urn(seed, "sign", signs, OF_STAGE["sign"]),
            ]
        self.deal()

    def most_passes(self) -> int:
        return len(self.staying) * (1 if self.is_bag_empty else 2)

    def end_by_passes(self, reason: str) -> None:
        for seat in self.staying:
            self.scores[seat] -= self.worth(seat)
        self.end_by_scores(reason)

    def worth(self, seat: int) -> int:
        return sum(self.faces[tile] for tile in self.racks[seat])

    def earn(self, seat: int, text: str) -> int:
        old = set(self.board.tiles)
        laying = laying_of(text)
        new, used = self.board.lay(laying, self.faces)
        if any(new[square].face == "=" and token == "?=" for square, token in
               zip(laying.squares, laying.tokens, strict=True) if square in new):  # fmt: skip
            raise Illegal("a blank stands for no sign of equality")
        from_rack = [tile for tile in used if tile != "="]
        if not holds(self.racks[seat], from_rack):
            raise Illegal("these tiles are not on the rack")
        lines = self.board.lines(new)
        self._require_place(new, old, lines, is_across=laying.step[0] == 0)
        equations = []
        for line in lines:
            if self.read(line.faces):
                equations.append(line)
            elif self.stage == "1":
                raise Illegal("in the first stage each play is an equation")
        points = sum(self.board.points(line, new) for line in equations)
        if len(from_rack) == HAND and any(
            sum(square in new and self.board.tiles[square].face != "=" for square in line.squares)
            == HAND
            for line in equations
        ):
            points += ALL_TILES
        self.scores[seat] += points
        self.laid(seat, from_rack)
        return points

    def _require_place(self, new: dict, old: set, lines: list[Line], *, is_across: bool) -> None:
        around = {square for each in new for square in self.board.neighbours(each)}
        if self.stage == "1":
            is_lone = len(lines) == 1 and set(lines[0].squares) == set(new)
            if not is_lone or lines[0].squares[0][0] != lines[0].squares[-1][0] or around & old:
                raise Illegal("in the first stage equations stand alone, and across")
            return
        if not old and MIDDLE not in new:
            raise Illegal("not over the middle")
        if old and not around & old:
            raise Illegal("not at an old tile")
        if not lines:
            ((square, tile),) = new.items()
            if tile.face in SIGNS or tile.face == "=":
                raise Illegal("a single sign is no number")

    def read(self, faces: list[str]) -> bool:
        """Whether a line is an equation; False for an expression. Raises Illegal for anything else."""
        sides = split(faces, "=")
        if len(sides) > 2:
            raise Illegal("two signs of equality")
        values = [self.side_value(side) for side in sides]
        if None in values or values[0] != values[-1]:
            raise Illegal("malformed or unequal")
        return len(sides) == 2

    def side_value(self, faces: list[str]) -> Fraction | None:
        parts, sign, numeral = [], "", []
        for face in [*faces, ""]:
            if face and face not in SIGNS:
                numeral.append(face)
                continue
            value = numeral_value(numeral)
            if value is None:
                return None
            parts.append((sign, value))
            sign, numeral = face, []
        return sum_of(parts, is_never_negative=not self.is_advanced)


def split(faces: list[str], at: str) -> list[list[str]]:
    sides: list[list[str]] = [[]]
    for face in faces:
        if face == at:
            sides.append([])
        else:
            sides[-1].append(face)
    return sides


NUMERAL = re.compile(r"(n?d*)([ef]?)")


def numeral_value(faces: list[str]) -> Fraction | None:
    """The value of the tiles of one number; None where they are none.

    >>> numeral_value(["2", "1/2"]), numeral_value(["-2", "4"]), numeral_value(["1", "5^2"])
    (Fraction(5, 2), Fraction(-24, 1), Fraction(225, 1))
    """
    kinds = "".join(kind_of(face) for face in faces)
    found = NUMERAL.fullmatch(kinds)
    if not faces or found is None:
        return None
    head, last = faces[: len(found[1])], faces[-1]
    is_negative = head[:1] != [] and head[0].startswith("-")
    digits = "".join(face.lstrip("-") for face in head)
    has_zero_before = digits.startswith("0") and (len(digits) > 1 or bool(found[2]))
    if has_zero_before or (is_negative and found[2] == "e"):
        return None
    if found[2] == "e":
        base, power = last.split("^")
        return Fraction(int(digits + base)) ** int(power)
    rest = Fraction(last) if found[2] else Fraction()
    if digits and rest >= 1:
        return None
    return (-1 if is_negative else 1) * (int(digits or 0) + rest)


def kind_of(face: str) -> str:
    if face in DIGITS:
        return "d"
    if "^" in face:
        return "e"
    return "f" if "/" in face else "n"
