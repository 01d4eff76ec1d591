"""What is true of a position, from the rules alone and with everything open."""

from collections import Counter
from functools import cached_property

from games.rules import arithmetic
from games.rules.tiles import BLANK, is_blank
from games.rules.tokens import split_symbols

from .trying import TooMany, plays_above, symbols_laid

SECONDS = 60  # for one position


class Truth:
    """A position before a move, and that move.

    `shown` is the least that any play that the review lists earns: below that nothing is claimed.
    """

    def __init__(self, state, text, shown=0, seconds=SECONDS):
        self.state, self.seat, self.text = state, state.turn, text
        self.verdict = state.check(state.turn, text) if self.is_choice else None
        self.shown, self.seconds = shown, seconds
        self._least, self._plays = None, []

    def beside(self, text):
        """Another move in the same position; what has been tried is not tried again."""
        other = Truth(self.state, text, self.shown, self.seconds)
        other._least, other._plays = self._least, self._plays
        return other

    @property
    def is_choice(self):
        return self.text.split()[0] not in ("resign", "time", "agreement", "aborted")

    @cached_property
    def after(self):
        return self.state.play(self.seat, self.text).after

    @cached_property
    def left(self):
        """What going out gives to this seat: all that the others hold, once the bag is empty."""
        state = self.state
        if state.key == "numeria" or getattr(state, "departed", ()):
            return 0
        bags = state.stock.bags[:1] if state.key == "digifeud" else state.stock.bags
        if any(map(len, bags)):
            return 0
        return sum(
            state.tiles.points[tile]
            for seat, rack in enumerate(state.racks)
            for tile in rack
            if seat != self.seat
        )

    def goes_out(self, text):
        """Whether the game ends with it by going out, and what that gives."""
        after = self.state.play(self.seat, text).after
        if after.outcome is None or after.outcome.reason != "out":
            return 0
        return after.outcome.adjustments[self.seat]

    def earned(self, verdict):
        """Points, and what the ending gives where the play goes out."""
        if not self.left or verdict.kind != "play":
            return verdict.points
        return verdict.points + (self.goes_out(verdict.text) if self.lays_all(verdict) else 0)

    def lays_all(self, verdict):
        """Whether nothing with points stays on the rack."""
        laid = Counter(tiles_of(verdict.text, self.state))
        rest = Counter(self.state.racks[self.seat]) - laid
        return self.state.key == "digifeud" or not rest

    def at_least(self, points):
        """Return every play of `points` points and more; raises TooMany."""
        if self._least is None or points < self._least:
            self._plays = plays_above(self.state, self.seat, max(-1, points - 1), self.seconds)
            self._least = points
        return [each for each in self._plays if each.points >= points]

    @cached_property
    def plays(self):
        """Every play that earns at least what is shown; raises TooMany."""
        return [
            each
            for each in self.at_least(max(0, self.shown - self.left))
            if self.earned(each) >= self.shown
        ]

    def above(self, least, *, with_ending=True):
        """The plays that earn more than that; raises TooMany."""
        if not with_ending:
            return self.at_least(least + 1)
        worth = self.at_least(max(0, least + 1 - self.left))
        return [each for each in worth if self.earned(each) > least]

    def at(self, where, points):
        """The plays that begin there and earn so much."""
        found = self.at_least(points)
        return [each for each in found if each.points == points and place(each) == where]


def begins(run):
    """Where a line begins, by the name that says how it runs: 8F to the side, F8 up or down.

    One that reads to the left or upwards has a `<` as well.
    """
    (row, column), following = run.squares[:2]
    letter, number = chr(ord("A") + column), str(row + 1)
    name = number + letter if following[0] == row else letter + number
    return name + ("<" if following < (row, column) else "")


def place(verdict):
    """Where a play lies, as pages name it: where its first line begins, or the way of a tile.

    A play that reads to the left or upwards has a `<` as well.
    """
    first = verdict.text.split(" ")[0]
    if verdict.tile:
        return f"{verdict.tile} {first.replace('-', '–')}"
    told = told_lines(verdict)
    if not told or len(told[0].squares) < 2:
        return first
    return begins(told[0]).removesuffix("<") + ("<" if first.endswith("<") else "")


def told_lines(verdict):
    return [run for run in verdict.runs if run.kind == "complete"] or verdict.runs[:1]


def lines(verdict):
    """The equations of a play as pages name them."""
    return ", ".join(
        arithmetic.readable(run.text).replace(",", ", ") for run in told_lines(verdict)
    )


def listed(verdict):
    """The same in a list, which tells what blanks stand for."""
    _place, _, laid = verdict.text.partition(" ")
    meant = []
    while BLANK in laid:
        laid = laid.partition(BLANK)[2]
        symbol = laid[: laid.index("]") + 1] if laid.startswith("[") else laid[0]
        meant.append(arithmetic.readable(symbol))
    if not meant:
        return lines(verdict)
    return f"{lines(verdict)} ({'blank' if len(meant) == 1 else 'blanks'}: {', '.join(meant)})"


def tiles_of(text, state):
    """The tiles that a play takes off the rack."""
    tokens = split_symbols(text.partition(" ")[2].replace(BLANK, BLANK + "\0"))
    laid, is_next_blank = [], False
    for token in tokens:
        if token == BLANK:
            is_next_blank = True
        elif token == "\0":
            continue
        elif state.key == "digifeud" and token.startswith("["):
            inner = token.strip("[]").replace("\0", "")
            while inner:
                laid.append(inner[0])
                inner = inner[2:] if inner[0] == BLANK else inner[1:]
        elif token != ".":
            laid.append(BLANK if is_next_blank else token)
            is_next_blank = False
    free = set(getattr(state, "free", ())) | ({"="} if state.key == "digifeud" else set())
    return [tile for tile in laid if tile not in free]


def plain_points(run, state, new):
    """The tiles of a line without any premium."""
    faces = {**state.board, **new}
    return sum(0 if is_blank(faces[at]) else state.tiles.points[faces[at]] for at in run.squares)


def choice(verdict):
    """The symbols that a play lays, in any order, and the squares that it covers."""
    tokens = split_symbols(symbols_laid(verdict.text).partition(" ")[2])
    return frozenset(verdict.squares), tuple(sorted(each for each in tokens if each != "."))


def can_take(state):
    """Whether the seat on turn can take a trope."""
    return state.turn is not None and any(" x " in text for text in state.legal_moves())


def hands_over(state, text):
    """Whether the other can take a trope at once after this move."""
    return can_take(state.play(state.turn, text).after)


def loses(state, text):
    """Whether the other can win at once after this move."""
    after = state.play(state.turn, text).after
    return after.turn is not None and after.scores[after.turn] == 2 and can_take(after)


__all__ = ["TooMany", "Truth"]
