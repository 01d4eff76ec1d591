"""A position that was set up, and what may be changed about it (docs/notation.md)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.engine.positions import NO_TILE, SEED, read_position
from games.rules import GAMES, notation, numeria
from games.rules.grid import Layout, Square
from games.rules.interface import State
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Seat
from games.rules.notation import COVERED
from games.rules.numeria.constants import NUMBERS, SEATS
from games.rules.numeria.setup import format_initial_position
from games.rules.numeria.tropes import Numbers
from games.rules.options import Option
from games.rules.record import format_options
from games.rules.refusals import NotationError
from games.rules.tile_game import TileGame
from games.rules.tiles import BLANK

MAX_QUOTED = 20  # characters of the input in a message
BETWEEN_NUMBERS = "-"  # of a trope

_TWICE = gettext_noop("the number %(tile)s is here twice; there is one of each")
_NO_LINE = gettext_noop("a line to lay reads like %(example)s")
_UNNAMED_BLANK = gettext_noop("say what the blank stands for, as in ?5")
_OFF_BOARD = gettext_noop("this line leaves the board")


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
        return state.with_quiet_turns(self._quiet_from_mover()) if self.quiet else state

    def _quiet_from_mover(self) -> tuple[int, ...]:
        is_by_seat = self.start.has_quiet_turns_by_seat
        return self.from_mover(self.quiet) if is_by_seat else self.quiet

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
            require_once([face])
        board = {at: old for at, old in self.board.items() if at != square}
        if not self.start.has_racks:
            board = {at: old for at, old in board.items() if old != face}
        return replace(self, board={**board, square: face} if face else board, quiet=())


def own_options(key: str) -> tuple[Option, ...]:
    """The options of a game that a position depends on."""
    return tuple(option for option in GAMES[key].options if not option.decides_start)


def require_once(faces: Sequence[str]) -> None:
    """Raise NotationError where a number does not exist or stands twice."""
    known = {str(number) for number in NUMBERS}
    for face, count in Counter(faces).items():
        if face not in known:
            raise NotationError(Message(NO_TILE, {"tile": face[:MAX_QUOTED]}))
        if count > 1:
            raise NotationError(Message(_TWICE, {"tile": face}))


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
