"""The text of a move, both ways: what people type is read, the canonical form is written."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.rules.grid import ACROSS, DOWN, Square, Step, move_on, play_start_name
from games.rules.messages import Message, gettext_noop
from games.rules.refusals import NOT_A_MOVE, NotationError
from games.rules.tiles import BLANK, is_blank, symbol_of
from games.rules.tokens import split_symbols, split_tokens

COVERED = "."
BACKWARDS = "<"  # after the start of what reads to the left, or upwards
MAX_MOVE_CHARS = 120  # the longest move on the largest board is shorter

_TYPED = str.maketrans(
    {"×": "*", "x": "*", "X": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-", "⁄": "/"}
)
_START = re.compile(
    r"(?:(?P<row>[0-9]{1,2})(?P<column>[A-Za-z])|(?P<down>[A-Za-z])(?P<at>[0-9]{1,2}))(?P<back><?)"
)
_FRACTION = re.compile("[¼½¾⅐-⅞]")
_POWER = re.compile("([0-9])(⁻?[¹²³⁰⁴-⁹])")


@dataclass(frozen=True)
class Play:
    """Tiles to lay: from `start` one token for each square; `.` is a square already covered.

    `step` is the direction of reading.
    """

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
        """Return the text with a token for every square, covered ones at either end too."""
        return f"{_format_start(self.start, self.step)} {''.join(self.tokens)}"


def _format_start(start: Square, step: Step) -> str:
    return play_start_name(start, step) + (BACKWARDS if sum(step) < 0 else "")


@dataclass(frozen=True)
class Swap:
    """Tiles given back for new ones, in the order in which they were named."""

    tiles: tuple[str, ...]

    def __str__(self) -> str:
        return f"swap {''.join(self.tiles)}"


@dataclass(frozen=True)
class Pass:
    """A turn without a play and without a swap."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Resign:
    """A resignation."""

    def __str__(self) -> str:
        return "resign"


MoveText = Play | Swap | Pass | Resign

_NO_SUCH_TILE = gettext_noop("there is no tile %(tile)s in this game")
_UNNAMED_BLANK = gettext_noop("say what the blank stands for, as in ?5")
_NOTHING_SWAPPED = gettext_noop("name the tiles to swap, as in %(example)s")
_TOO_LONG = gettext_noop("this is too long for a move")
_EXAMPLES = "8F 12+3=15, swap 77+, pass"


def parse(text: str, tiles: Collection[str]) -> MoveText:
    """Read a move of a tile-laying game; `tiles` are all its symbols, the blank among them.

    Takes `×`, `x`, `·`, `÷`, `:`, `−`, `–`, `½`, `5²`, lower-case columns, and spaces between
    the tiles. Raises NotationError.

    >>> str(parse("f8 12 + . = 15", "0123456789+=?"))
    'F8 12+.=15'
    """
    if len(text) > MAX_MOVE_CHARS:
        raise NotationError(Message(_TOO_LONG))
    head, _, rest = text.strip(" ").partition(" ")
    rest = read_typed(rest.replace(" ", ""))
    if head in ("pass", "resign") and not rest:
        return Pass() if head == "pass" else Resign()
    if head == "swap":
        return Swap(_parse_swapped(rest, tiles))
    start_text = _START.fullmatch(head)
    if start_text is None or not rest:
        raise NotationError(Message(NOT_A_MOVE, {"examples": _EXAMPLES}))
    start, step = _start_and_step(start_text)
    return Play(start, step, _parse_tokens(rest, tiles))


def read_typed(text: str) -> str:
    """Return the tiles of a text in the notation for what people type: `×` is `*`, `½` `[1/2]`."""
    return _replace_glyphs(text).translate(_TYPED)


def _replace_glyphs(text: str) -> str:
    """Return the text in the notation for glyphs that people type: `½` is `[1/2]`, `5²` `[5^2]`."""
    text = _POWER.sub(lambda typed: f"[{typed[1]}^{unicodedata.normalize('NFKC', typed[2])}]", text)
    return _FRACTION.sub(lambda typed: f"[{unicodedata.normalize('NFKC', typed[0])}]", text)


def _start_and_step(found: re.Match[str]) -> tuple[Square, Step]:
    """Return the first square and the direction: row first is across, `<` turns it round."""
    across = found["row"] is not None
    row = int(found["row"] or found["at"]) - 1
    column = ord((found["column"] or found["down"]).upper()) - ord("A")
    down, right = ACROSS if across else DOWN
    turn = -1 if found["back"] else 1
    return (row, column), (down * turn, right * turn)


def _split_known(text: str, tiles: Collection[str]) -> list[str]:
    """Return the tokens of a text; raises NotationError for a tile that the game has not."""
    tokens = split_tokens(text)
    if "".join(tokens) != text:
        raise NotationError(Message(NOT_A_MOVE, {"examples": _EXAMPLES}))
    for token in tokens:
        if token != COVERED and symbol_of(token) not in tiles and token != BLANK:
            raise NotationError(Message(_NO_SUCH_TILE, {"tile": symbol_of(token)}))
    return tokens


def _parse_tokens(text: str, tiles: Collection[str]) -> tuple[str, ...]:
    tokens = _split_known(text, tiles)
    if any(is_blank(token) and symbol_of(token) in ("", BLANK) for token in tokens):
        raise NotationError(Message(_UNNAMED_BLANK))
    return tuple(tokens)


def swapped_tiles(text: str) -> tuple[str, ...]:
    """Return the tiles that a swap in its canonical form names.

    >>> swapped_tiles("swap 7[1/2]?")
    ('7', '[1/2]', '?')
    """
    return tuple(split_symbols(text.removeprefix("swap ")))


def _parse_swapped(text: str, tiles: Collection[str]) -> tuple[str, ...]:
    """Return the tiles named after `swap`; a blank is `?` alone, so `?5` is a blank and a 5."""
    if not text:
        raise NotationError(Message(_NOTHING_SWAPPED, {"example": "swap 77+"}))
    swapped = tuple(part for token in _split_known(text, tiles) for part in _split_blank(token))
    if COVERED in swapped:
        raise NotationError(Message(_NO_SUCH_TILE, {"tile": COVERED}))
    return swapped


def _split_blank(token: str) -> Sequence[str]:
    if not is_blank(token) or len(token) == 1:
        return (token,)
    return (BLANK, *_split_blank(symbol_of(token)))
