"""The text of a move, both ways: what people type is read, the canonical form is written."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.rules.base import Message, NotationError, gettext_noop
from games.rules.grid import ACROSS, DOWN, Square, Step, move_on, position_name
from games.rules.tiles import BLANK, is_blank, symbol_of

COVERED = "."
LONGEST = 120  # characters; the longest move on the largest board is shorter

_TYPED = str.maketrans(
    {"×": "*", "x": "*", "X": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-", "⁄": "/"}
)
_POSITION = re.compile(
    r"(?:(?P<row>[0-9]{1,2})(?P<column>[A-Za-z])|(?P<down>[A-Za-z])(?P<at>[0-9]{1,2}))(?P<back><?)"
)
_FRACTION = re.compile("[¼½¾⅐-⅞]")
_POWER = re.compile("([0-9])(⁻?[¹²³⁰⁴-⁹])")
_ONE_TILE = re.compile(r"\[[^\[\]]*\]|.")
_TOKEN = re.compile(r"\?\[[^\[\]]*\]|\[[^\[\]]*\]|\?[^\[\]]|[^\[\]]")


@dataclass(frozen=True)
class Play:
    """Tiles put down: from `start` one token for each square; `.` is a square already covered."""

    start: Square
    step: Step
    tokens: tuple[str, ...]

    def __str__(self) -> str:
        new = [place for place, token in enumerate(self.tokens) if token != COVERED]
        if not new:
            return self.in_full()
        first, last = new[0], new[-1]
        start = move_on(self.start, self.step, first)
        step = ACROSS if first == last else self.step
        return Play(start, step, self.tokens[first : last + 1]).in_full()

    def in_full(self) -> str:
        """The text with a token for every square, covered ones at either end too."""
        return f"{_position(self.start, self.step)} {''.join(self.tokens)}"


def _position(start: Square, step: Step) -> str:
    backwards = "<" if sum(step) < 0 else ""
    return position_name(start, step) + backwards


@dataclass(frozen=True)
class Swap:
    """Tiles given back for new ones, in the order in which they were named."""

    tiles: tuple[str, ...]

    def __str__(self) -> str:
        return f"swap {''.join(self.tiles)}"


@dataclass(frozen=True)
class Pass:
    """A turn let go."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Resign:
    """The game given up."""

    def __str__(self) -> str:
        return "resign"


MoveText = Play | Swap | Pass | Resign

_NOT_A_MOVE = gettext_noop("this is not a move; a move reads like %(examples)s")
_NO_SUCH_TILE = gettext_noop("there is no tile %(tile)s in this game")
_UNNAMED_BLANK = gettext_noop("say what the blank stands for, as in ?5")
_NOTHING_SWAPPED = gettext_noop("name the tiles to swap, as in %(example)s")
_TOO_LONG = gettext_noop("this is too long for a move")
_EXAMPLES = "8F 12+3=15, swap 77+, pass"


def parse(text: str, tiles: Collection[str]) -> MoveText:
    """Read a move of a tile-laying game whose tiles (the blank among them) are given.

    Takes `×`, `x`, `·`, `÷`, `:`, `−`, `–`, `½`, `5²`, lower-case columns, and spaces after the
    position. Raises NotationError.

    >>> str(parse("f8 12 + . = 15", "0123456789+=?"))
    'F8 12+.=15'
    """
    if len(text) > LONGEST:
        raise NotationError(Message(_TOO_LONG))
    head, _, rest = text.strip(" ").partition(" ")
    rest = _in_brackets(rest.replace(" ", "")).translate(_TYPED)
    if head in ("pass", "resign") and not rest:
        return Pass() if head == "pass" else Resign()
    if head == "swap":
        return Swap(_swapped(rest, tiles))
    position = _POSITION.fullmatch(head)
    if position is None or not rest:
        raise NotationError(Message(_NOT_A_MOVE, {"examples": _EXAMPLES}))
    start, step = _start_and_step(position)
    return Play(start, step, _tokens(rest, tiles))


def _in_brackets(text: str) -> str:
    """What is one character on the keyboard: `½` is `[1/2]`, `5²` is `[5^2]`."""
    text = _POWER.sub(lambda typed: f"[{typed[1]}^{unicodedata.normalize('NFKC', typed[2])}]", text)
    return _FRACTION.sub(lambda typed: f"[{unicodedata.normalize('NFKC', typed[0])}]", text)


def _start_and_step(position: re.Match[str]) -> tuple[Square, Step]:
    """Row first is across, column first is down; `<` turns round."""
    across = position["row"] is not None
    row = int(position["row"] or position["at"]) - 1
    column = ord((position["column"] or position["down"]).upper()) - ord("A")
    down, right = ACROSS if across else DOWN
    turn = -1 if position["back"] else 1
    return (row, column), (down * turn, right * turn)


def _split(text: str, tiles: Collection[str]) -> list[str]:
    """The tokens of a text; raises NotationError for what is no tile of this game."""
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != text:
        raise NotationError(Message(_NOT_A_MOVE, {"examples": _EXAMPLES}))
    for token in tokens:
        if token != COVERED and symbol_of(token) not in tiles and token != BLANK:
            raise NotationError(Message(_NO_SUCH_TILE, {"tile": symbol_of(token)}))
    return tokens


def _tokens(text: str, tiles: Collection[str]) -> tuple[str, ...]:
    tokens = _split(text, tiles)
    if any(is_blank(token) and symbol_of(token) in ("", BLANK) for token in tokens):
        raise NotationError(Message(_UNNAMED_BLANK))
    return tuple(tokens)


def swapped_tiles(text: str) -> tuple[str, ...]:
    """The tiles that a swap in its canonical form names.

    >>> swapped_tiles("swap 7[1/2]?")
    ('7', '[1/2]', '?')
    """
    return tuple(_ONE_TILE.findall(text.removeprefix("swap ")))


def _swapped(text: str, tiles: Collection[str]) -> tuple[str, ...]:
    """The tiles named after `swap`; a blank is `?` by itself, so `?5` is a blank and a 5."""
    if not text:
        raise NotationError(Message(_NOTHING_SWAPPED, {"example": "swap 77+"}))
    parts = (part for token in _split(text, tiles) for part in _apart(token))
    swapped = tuple(parts)
    if COVERED in swapped:
        raise NotationError(Message(_NO_SUCH_TILE, {"tile": COVERED}))
    return swapped


def _apart(token: str) -> Sequence[str]:
    return (BLANK, *_apart(symbol_of(token))) if is_blank(token) and len(token) > 1 else (token,)
