# cython: language_level=3, annotation_typing=False
"""The figures of what stands in a part of a line: a member, a side, an equals sign, the whole."""


class Part:
    """A part of a line.

    - `numerator`, `denominator`: its value; a denominator of 0 marks a number that only stands for
      the value, see `MemberReader`
    - `use`: the counters of the tiles that it takes from the rack, see `Rack`
    - `tiles`: the number of these tiles
    - `most_tiles`: the number of these tiles in the member that has the most
    - `squares`: the number of its new squares; more than tiles where equals signs are free
    - `symbols`: its new symbols in the order of reading, six bits each, the first the lowest
    - `points`: the points of its tiles, new and old, with the factors of their squares
    - `factor`: the product of the line factors of its new squares
    - `cross_gain`: what the lines that cross it earn: points times 16, plus their number
    - `near`, `far`: of a member its first and its last place; of a side the place next to the
      member that it is joined to, and the one at its other end
    - `bucket`: where a `PartStore` keeps the parts of this value
    """

    def __init__(self) -> None:
        self.numerator = 0
        self.denominator = 1
        self.bucket = 0
        self.near = 0
        self.far = 0
        self.clear()

    def clear(self) -> None:
        """Let it have no squares."""
        self.use = 0
        self.tiles = 0
        self.most_tiles = 0
        self.squares = 0
        self.symbols = 0
        self.points = 0
        self.factor = 1
        self.cross_gain = 0

    def append(self, other: "Part") -> None:
        """Add the figures of what stands on its right; value and places stay."""
        self.use += other.use
        self.tiles += other.tiles
        self.symbols |= other.symbols << 6 * self.squares
        self.squares += other.squares
        self.points += other.points
        self.factor *= other.factor
        self.cross_gain += other.cross_gain
        if other.most_tiles > self.most_tiles:
            self.most_tiles = other.most_tiles
