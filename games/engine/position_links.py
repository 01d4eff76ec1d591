"""Positions as links and forms hold them: some short texts by name (docs/notation.md)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.engine.leaves import tiles_laid
from games.engine.position_fields import FieldError, reading
from games.engine.positions import SEED, SQUARE, read_position
from games.engine.quiet_turns import after_quiet_turns, is_by_seat, quiet_turns, read_quiet
from games.rules import GAMES, notation, numeria
from games.rules.grid import Layout, Square
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.notation import COVERED
from games.rules.numeria.constants import NUMBERS, SEATS
from games.rules.numeria.setup import EMPTY_SQUARE, format_initial_position
from games.rules.numeria.tropes import Numbers
from games.rules.options import Option, resolve_options
from games.rules.record import format_options, parse_options
from games.rules.refusals import NotationError
from games.rules.tile_game import TileGame
from games.rules.tiles import BLANK
from games.rules.tokens import split_tokens

LONGEST = 2000  # characters of a board; what is longer is none
LONGEST_VALUE = 200  # characters of any other text
MAX_QUOTED = 20  # characters of the input in a message
HIGHEST_SCORE = 99_999
BETWEEN_NUMBERS = "-"  # of a trope

_NO_ROW = gettext_noop("row %(row)s of the board cannot be read")
_LONG_ROW = gettext_noop("row %(row)s of the board has more than %(size)s squares")
_MANY_ROWS = gettext_noop("the board has %(size)s rows, and these are more")
_SHUT = gettext_noop("no tile can lie on %(square)s")
_NO_TILE = gettext_noop("there is no tile %(tile)s in this game")
_TOO_MANY_OF = gettext_noop(
    "of the tile %(tile)s there are %(count)s in this game, and here are more"
)
_TWICE = gettext_noop("the number %(tile)s is here twice; there is one of each")
_NO_TURN = gettext_noop("whose turn it is is the number of a seat, 1 to %(seats)s")
_NO_SCORES = gettext_noop("scores are whole numbers, one for each seat")
_NO_TROPE = gettext_noop("a trope taken is written as four numbers, like 3-6-9-12")
_NO_FROZEN = gettext_noop("the frozen square has a name like c6, and a tile stands on it")
_TOO_LONG = gettext_noop("this is too long for a position")
_NO_LINE = gettext_noop("a line to lay reads like %(example)s")
_UNNAMED_BLANK = gettext_noop("say what the blank stands for, as in ?5")
_OFF_BOARD = gettext_noop("this line leaves the board")
_NO_LEFT = gettext_noop("who left is told once, does not move, and two seats are still there")


@dataclass(frozen=True, kw_only=True)
class SetPosition:
    """A position that was set up, as the seat to move sees it.

    `turn` is that seat, in the order in which `scores`, `left` (who left the game) and `taken`
    (the numbers of each trope) have the seats. All other tiles are only counted. `quiet` counts the
    turns in a row that could end the game: passes and turns without a play, in Digifeud each seat's
    passes, in Numeria turns without a trope; nothing where there were none.
    """

    key: str
    options: Mapping[str, str]
    board: Mapping[Square, str]
    turn: Seat = 0
    rack: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    left: tuple[Seat, ...] = ()
    frozen: Square | None = None
    taken: tuple[tuple[Numbers, ...], ...] = ((),) * SEATS
    quiet: tuple[int, ...] = ()

    @cached_property
    def start(self) -> State:
        """The first position of a game with these options: its layout, its tiles, its seats."""
        return GAMES[self.key].new(seed=SEED, options=self.options)

    @property
    def layout(self) -> Layout:
        """The board without tiles."""
        return self.start.layout

    @cached_property
    def state(self) -> State:
        """The position with the seat to move as the first one. Raises NotationError."""
        state = read_position(self._values())
        if isinstance(state, TileGame) and self.left:
            gone = tuple((seat - self.turn) % state.seats for seat in self.left)
            state = replace(state, departed=gone)
        return after_quiet_turns(state, self._quiet_from_mover()) if self.quiet else state

    def _quiet_from_mover(self) -> tuple[int, ...]:
        return self.from_mover(self.quiet) if is_by_seat(self.start) else self.quiet

    def _values(self) -> dict[str, Any]:
        """The plain values that `read_position` reads."""
        common = {"game": self.key, "options": dict(self.options)}
        if isinstance(self.start, numeria.State):
            own = [
                [{"numbers": list(numbers), "squares": []} for numbers in tropes]
                for tropes in self.from_mover(self.taken)
            ]
            return common | {
                "setup": self.board_text,
                "frozen": None if self.frozen is None else self.layout.name(self.frozen),
                "taken": own,
            }
        return common | {
            "board": full_rows(self.board, self.layout.size),
            "rack": "".join(self.rack),
            "scores": list(self.from_mover(self.scores)),
        }

    def from_mover(self, of_seats: tuple[Any, ...]) -> tuple[Any, ...]:
        """What there is for each seat, that of the seat to move first."""
        return of_seats[self.turn :] + of_seats[: self.turn]

    def to_seats(self, from_mover: tuple[Any, ...]) -> tuple[Any, ...]:
        """The other way round: what there is for each seat, in the order of the players."""
        first = len(from_mover) - self.turn
        return from_mover[first:] + from_mover[:first]

    def seat_of(self, from_mover: Seat) -> Seat:
        """The seat of the players that sits this many places after the seat to move."""
        return (self.turn + from_mover) % self.start.seats

    @property
    def board_text(self) -> str:
        """The board as a link has it."""
        if self.start.has_racks:
            return " ".join(_short_rows(self.board, self.layout.size))
        return format_initial_position({at: int(face) for at, face in self.board.items()})

    @property
    def link(self) -> dict[str, str]:
        """The texts that a link holds; what is usual is left out."""
        said = {
            "options": format_options(own_options(self.key), self.options),
            "board": self.board_text if self.board else "",
            "turn": str(self.turn + 1) if self.turn else "",
            "quiet": " ".join(map(str, self.quiet)) if any(self.quiet) else "",
        }
        if self.start.has_racks:
            said |= {
                "rack": "".join(self.rack),
                "scores": " ".join(map(str, self.scores)) if any(self.scores) else "",
                "left": " ".join(str(seat + 1) for seat in self.left),
            }
        else:
            said["frozen"] = "" if self.frozen is None else self.layout.name(self.frozen)
            for seat, tropes in enumerate(self.taken, 1):
                said[f"taken{seat}"] = format_tropes(tropes)
        return {name: text for name, text in said.items() if text}

    def with_line(self, text: str) -> "SetPosition":
        """The same with a line laid on the board, whatever the rules say of it, and nothing before.

        It is written as a move: `8F 12+3=15`, `.` leaves a square as it is. Raises NotationError.
        """
        start = self.start
        if not isinstance(start, TileGame):
            raise NotationError(Message(_NO_LINE, {"example": "8F 12+3=15"}))
        play = start.parse_move(text)
        if not isinstance(play, notation.Play):
            raise NotationError(Message(_NO_LINE, {"example": start.phrases.example}))
        board, (row, column) = dict(self.board), play.start
        for token in play.tokens:
            if not self.layout.holds((row, column)):
                raise NotationError(Message(_OFF_BOARD))
            if token != COVERED:
                board[row, column] = token
            row, column = row + play.step[0], column + play.step[1]
        return replace(self, board=board, quiet=())

    def with_face(self, square: Square, face: str) -> "SetPosition":
        """The same with this on a square; nothing for an empty text. Numeria has no tile twice.

        Raises NotationError for a blank that stands for nothing, and for no number of Numeria.
        """
        if face == BLANK:
            raise NotationError(Message(_UNNAMED_BLANK))
        if face and not self.start.has_racks:
            _require_once([face])
        board = {at: old for at, old in self.board.items() if at != square}
        if not self.start.has_racks:
            board = {at: old for at, old in board.items() if old != face}
        return replace(self, board={**board, square: face} if face else board, quiet=())


def own_options(key: str) -> tuple[Option, ...]:
    """The options of a game that a position depends on."""
    return tuple(option for option in GAMES[key].options if not option.decides_start)


# --- read ---


def read_link(key: str, given: Mapping[str, str]) -> SetPosition:
    """The position that the texts of a link or a form describe; the empty board for none.

    Raises NotationError; where one field is at fault, FieldError.
    """
    for name, text in given.items():
        if len(text) > (LONGEST if name == "board" else LONGEST_VALUE):
            raise FieldError(name, Message(_TOO_LONG))
    with reading("options"):
        options = _options(key, given.get("options", ""))
    empty = SetPosition(key=key, options=options, board={})
    seats = empty.start.seats
    with reading("turn"):
        turn = _seat(given.get("turn", "") or "1", seats)
    read = _read_tiles if isinstance(empty.start, TileGame) else _read_numbers
    quiet = read_quiet(given.get("quiet", ""), empty.start)
    position = replace(read(empty, given), turn=turn, quiet=quiet)
    _require_two(position)
    _require_legible(position)
    return position


def _require_two(position: SetPosition) -> None:
    """Raise NotationError unless the seat to move and another one are still there."""
    left = position.left
    is_told_twice = len(set(left)) < len(left)
    if left and (is_told_twice or position.turn in left or len(left) > position.start.seats - 2):
        raise NotationError(Message(_NO_LEFT))


def _require_legible(position: SetPosition) -> None:
    """Raise NotationError for what is wrong with the rest, as the position itself says it."""
    assert position.state.turn is not None


def _options(key: str, text: str) -> dict[str, str]:
    known = {option.name for option in own_options(key)}
    given = {name: value for name, value in parse_options(text).items() if name in known}
    return resolve_options(GAMES[key].options, given)


def _seat(text: str, seats: int) -> Seat:
    if text not in map(str, range(1, seats + 1)):
        raise NotationError(Message(_NO_TURN, {"seats": seats}))
    return int(text) - 1


def _read_tiles(empty: SetPosition, given: Mapping[str, str]) -> SetPosition:
    start = empty.start
    assert isinstance(start, TileGame)
    with reading("board"):
        board = _read_rows(given.get("board", ""), start)
        _require_enough(start, board, ())
    with reading("rack"):
        rack = _read_rack(given.get("rack", ""), start)
        _require_enough(start, board, rack)
    left = tuple(_seat(text, start.seats) for text in given.get("left", "").split())
    with reading("scores"):
        scores = _read_scores(given.get("scores", ""), start.seats)
    return replace(empty, board=board, rack=rack, scores=scores, left=left)


def _read_rack(text: str, start: TileGame) -> tuple[str, ...]:
    """The tiles of a rack, written as a swap has them; what is always at hand is on none."""
    rack = notation.read_typed("".join(text.split()))
    for tile in start.free:
        rack = rack.replace(tile, "")
    kinds = [tile for supply in start.stock.supplies for tile in supply.tiles.counts]
    move = notation.parse(f"swap {rack}", kinds) if rack else notation.Swap(())
    assert isinstance(move, notation.Swap)
    return move.tiles


def _read_rows(text: str, start: TileGame) -> dict[Square, str]:
    """The board of rows with spaces between; what is missing at an end is empty."""
    rows, size = text.split(), start.layout.size
    if len(rows) > size:
        raise NotationError(Message(_MANY_ROWS, {"size": size}))
    board: dict[Square, str] = {}
    for row, typed in enumerate(rows):
        plain = notation.read_typed(typed)
        tokens = split_tokens(plain)
        if "".join(tokens) != plain:
            raise NotationError(Message(_NO_ROW, {"row": row + 1}))
        if len(tokens) > size:
            raise NotationError(Message(_LONG_ROW, {"row": row + 1, "size": size}))
        board |= {(row, at): token for at, token in enumerate(tokens) if token != COVERED}
    for square, face in board.items():
        if not start.can_show(face):
            raise NotationError(Message(_NO_TILE, {"tile": face[:MAX_QUOTED]}))
        if square in start.layout.shut:
            raise NotationError(Message(_SHUT, {"square": start.layout.name(square)}))
    return board


def _require_enough(start: TileGame, board: Mapping[Square, str], rack: tuple[str, ...]) -> None:
    """Raise NotationError where more tiles of a kind are used than there are."""
    counts: Counter[str] = Counter()
    for supply in start.stock.supplies:
        counts.update(supply.tiles.counts)
    used = Counter([*rack, *tiles_laid("".join(board.values()), counts)])
    for tile, count in used.items():
        if count > counts[tile]:
            raise NotationError(Message(_TOO_MANY_OF, {"tile": tile, "count": counts[tile]}))


def _read_scores(text: str, seats: int) -> tuple[int, ...]:
    said = text.split() or ["0"] * seats
    if len(said) != seats or not all(score.isascii() and score.isdigit() for score in said):
        raise NotationError(Message(_NO_SCORES))
    return tuple(min(int(score), HIGHEST_SCORE) for score in said)


def _read_numbers(empty: SetPosition, given: Mapping[str, str]) -> SetPosition:
    """Eight ranks from the eighth to the first, separated by `/` or each on a line of its own."""
    layout = empty.layout
    with reading("board"):
        board = _read_ranks(given.get("board", ""), layout)
    taken: list[tuple[Numbers, ...]] = []
    numbers = [*board.values()]
    for name in (f"taken{seat + 1}" for seat in range(SEATS)):
        with reading(name):
            taken.append(_read_tropes(given.get(name, "")))
            numbers += [str(number) for trope in taken[-1] for number in trope]
            _require_once(numbers)
    frozen = given.get("frozen", "").strip().lower()
    square = layout.parse_square(frozen) if SQUARE.fullmatch(frozen) else None
    if frozen and (square is None or square not in board):
        raise FieldError("frozen", Message(_NO_FROZEN))
    return replace(empty, board=board, frozen=square, taken=tuple(taken))


def _read_ranks(text: str, layout: Layout) -> dict[Square, str]:
    board: dict[Square, str] = {}
    for row, rank in enumerate(_ranks(text, layout.size)):
        signs = rank.split()
        if len(signs) > layout.size:
            raise NotationError(Message(_LONG_ROW, {"row": layout.rows[row], "size": layout.size}))
        board |= {(row, at): sign for at, sign in enumerate(signs) if sign != EMPTY_SQUARE}
    _require_once([*board.values()])
    return board


def _ranks(text: str, size: int) -> list[str]:
    ranks = [rank for rank in text.strip().replace("/", "\n").splitlines() if rank.strip()]
    if len(ranks) > size:
        raise NotationError(Message(_MANY_ROWS, {"size": size}))
    return ranks


def _require_once(faces: list[str]) -> None:
    """Raise NotationError where a number does not exist or stands twice."""
    known = {str(number) for number in NUMBERS}
    for face, count in Counter(faces).items():
        if face not in known:
            raise NotationError(Message(_NO_TILE, {"tile": face[:MAX_QUOTED]}))
        if count > 1:
            raise NotationError(Message(_TWICE, {"tile": face}))


def _read_tropes(text: str) -> tuple[Numbers, ...]:
    """Tropes with spaces between, their numbers with a hyphen."""
    tropes = []
    for said in text.split():
        numbers = said.split(BETWEEN_NUMBERS)
        if not all(number.isascii() and number.isdigit() for number in numbers):
            raise NotationError(Message(_NO_TROPE))
        tropes.append(tuple(map(int, numbers)))
    if any(trope not in numeria.TROPES for trope in tropes):
        raise NotationError(Message(_NO_TROPE))
    return tuple(tropes)


# --- written ---


def format_tropes(tropes: tuple[Numbers, ...]) -> str:
    """Tropes as a link has them: `3-6-9-12 1-4-9-16`."""
    return " ".join(BETWEEN_NUMBERS.join(map(str, numbers)) for numbers in tropes)


def full_rows(board: Mapping[Square, str], size: int) -> list[str]:
    """The rows of a board from the top, a token for each square."""
    across = range(size)
    return ["".join(board.get((row, at), COVERED) for at in across) for row in across]


def _short_rows(board: Mapping[Square, str], size: int) -> list[str]:
    """The same without what is empty at the end of a row, and without empty rows at the end."""
    last = max((row for row, _column in board), default=-1)
    rows = full_rows(board, size)[: last + 1]
    return [row.rstrip(COVERED) or COVERED for row in rows]


def position_of(state: State, options: Mapping[str, str]) -> SetPosition:
    """A position of a game with these options, as the seat to move sees it.

    Raises ValueError where nobody is to move or the rack of that seat is not known.
    """
    if state.turn is None:
        raise ValueError("nobody is to move")
    values = resolve_options(state.options, options)
    board = dict(state.board)
    common = SetPosition(
        key=state.key, options=values, board=board, turn=state.turn, quiet=quiet_turns(state)
    )
    if isinstance(state, numeria.State):
        taken = tuple(tuple(trope.numbers for trope in tropes) for tropes in state.taken)
        return replace(common, frozen=state.frozen(state.turn), taken=taken)
    rack = state.racks[state.turn]
    if isinstance(rack, int):
        raise ValueError("the tiles of this rack are not known")
    return replace(common, rack=rack, scores=state.scores, left=state.departed)
