"""Numerica: chains of equalities on a board of fifteen squares."""

from fractions import Fraction

from .crossing import Board, CrossingGame
from .game import Illegal, laying_of
from .reckoning import member_value
from .urns import holds, urn

COUNTS = dict.fromkeys("0123456789+", 7) | {"-": 4, "*": 7, "/": 4, "=": 16, "?": 2}
WORTH = dict(zip("0123456789+-*/=?", (1, 1, 2, 3, 3, 4, 4, 5, 5, 8, 2, 3, 4, 5, 1, 0), strict=True))
HAND, MIDDLE, ALL_TILES, FRACTION = 9, (7, 7), 50, 20
PASSES, IDLE = 3, 5
BOARD = """
t..T...d...T..t
.D..d.....d..D.
.....t.D.t.....
T.....d.d.....T
.d..D.....D..d.
..t.........t..
...d..d.d..d...
d.D.........D.d
...d..d.d..d...
..t.........t..
.d..D.....D..d.
T.....d.d.....T
.....t.D.t.....
.D..d.....d..D.
t..T...d...T..t
""".split()


class Numerica(CrossingGame):
    idle_turns = IDLE

    def __init__(self, seed: bytes, options: dict[str, str]) -> None:
        super().__init__(seed)
        self.board = Board(BOARD)
        self.urns = [urn(seed, "draw", COUNTS, HAND)]
        self.deal()

    def most_passes(self) -> int:
        return PASSES

    def end_by_passes(self, reason: str) -> None:
        self.end_by_scores(reason)

    def worth(self, seat: int) -> int:
        return sum(WORTH[tile] for tile in self.racks[seat])

    def earn(self, seat: int, text: str) -> int:
        is_first = not self.board.tiles
        old = set(self.board.tiles)
        new, used = self.board.lay(laying_of(text), WORTH)
        if not holds(self.racks[seat], used):
            raise Illegal("these tiles are not on the rack")
        around = {square for each in new for square in self.board.neighbours(each)}
        if MIDDLE not in new if is_first else not around & old:
            raise Illegal("not over the middle, or not at an old tile")
        values = [(line, value_of(line.faces)) for line in self.board.lines(new)]
        whole = [(line, value) for line, value in values if value is not None]
        if not whole:
            raise Illegal("no equality is formed")
        points = sum(self.board.points(line, new) + bonus(value) for line, value in whole)
        points += ALL_TILES if len(new) == HAND else 0
        self.scores[seat] += points
        self.laid(seat, used)
        return points


def bonus(value: Fraction) -> int:
    return FRACTION * (value.denominator - 1)


def value_of(faces: list[str]) -> Fraction | None:
    """The value of a complete equality; None for what is allowed and is none. Raises Illegal."""
    members = "".join(faces).split("=")
    written = [member for member in members if member]
    values = {member_value(member) for member in written}
    if len(values) != 1 or None in values or len(set(written)) < len(written):
        raise Illegal("unequal, repeated or malformed")
    (value,) = values
    if len(members) == len(written):
        return value if len(members) > 1 else None
    is_at_an_end = not members[0] or not members[-1]
    if len(members) - len(written) > 1 or not is_at_an_end:
        raise Illegal("a sign of equality with nothing beside it")
    return None
