"""Numeria: numbers that slide and jump into lines of four on a chessboard, for two."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeVar

from games.rules.drawing import draw_state
from games.rules.grid import Layout, Square
from games.rules.interface import Move, departure_verdict, require_ending, require_turn
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import (
    Outcome,
    Seat,
    Verdict,
    outcome_from_json,
    outcome_to_json,
    ranking,
)
from games.rules.notation import Resign
from games.rules.numeria.constants import (
    LAYOUT,
    LEAVE_REASONS,
    MAX_SCORELESS_TURNS,
    SEATS,
    TROPES_TO_WIN,
)
from games.rules.numeria.movement import Board, MoveKind, destinations, move_tile, numbers_on
from games.rules.numeria.notation import TileMove, format_move, parse
from games.rules.numeria.phrases import PHRASES, STRICT_PRIMES
from games.rules.numeria.setup import (
    deal,
    describe_deal,
    format_initial_position,
    parse_initial_position,
)
from games.rules.numeria.tile_moves import (
    find_named_line,
    find_tropes,
    require_choice,
    require_reachable,
    score_trope,
)
from games.rules.numeria.tropes import (
    STRICT_TROPES,
    TROPES,
    Numbers,
    Trope,
    trope_from_json,
    trope_to_json,
    trope_to_view,
)
from games.rules.options import Option, resolve_options
from games.rules.phrases import Phrases
from games.rules.refusals import NotationError
from games.rules.stock import Stock
from games.rules.tiles import Pile, TileSet
from games.rules.views import common_view

__all__ = ["LAYOUT", "STRICT_TROPES", "TROPES", "State", "Trope"]

_FIRST_MOVE = gettext_noop(
    "slide or jump any tile; four in a line that form a series, as 3, 6, 9, 12, are a trope, "
    "and three tropes win"
)
_MAY_NOT_PASS = gettext_noop("you may pass only when you cannot move any tile")

T = TypeVar("T")


@dataclass(frozen=True, repr=False)
class State:
    """A whole position of Numeria (rules M1-M11).

    `last` holds for each seat the square of the tile that it moved last, if that tile is still
    there; `scoreless_turns` counts the turns since the last trope.
    """

    key: ClassVar[str] = "numeria"
    name: ClassVar[str] = "Numeria"
    options: ClassVar[tuple[Option, ...]] = (STRICT_PRIMES,)
    first_move_hint: ClassVar[Message] = Message(_FIRST_MOVE)
    layout: ClassVar[Layout] = LAYOUT
    first_square: ClassVar[Square | None] = None
    ends_by_agreement: ClassVar[bool] = True
    has_racks: ClassVar[bool] = False
    plays_lie_apart: ClassVar[bool] = False
    has_quiet_plays: ClassVar[bool] = False
    counts_points: ClassVar[bool] = False
    tiles: ClassVar[TileSet] = TileSet({}, {})
    departed: ClassVar[tuple[Seat, ...]] = ()
    has_quiet_turns_by_seat: ClassVar[bool] = False
    phrases: ClassVar[Phrases] = PHRASES
    seats: ClassVar[int] = SEATS

    stock: Stock  # no tile is hidden: it holds the seed alone
    is_strict: bool
    initial_position: str
    numbers: Board
    turn: Seat | None
    taken: tuple[tuple[Trope, ...], ...] = ((),) * SEATS
    last: tuple[Square | None, ...] = (None,) * SEATS
    scoreless_turns: int = 0
    outcome: Outcome | None = None

    def __str__(self) -> str:
        return draw_state(self)

    __repr__ = __str__

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        is_strict = _is_strict(options)
        board, first = deal(seed, is_strict)
        stock = Stock.deal((), SEATS, seed)
        return cls(stock, is_strict, format_initial_position(board), board, first)

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        is_strict = _is_strict(options)
        stock = Stock.deal((), SEATS, None)
        board = parse_initial_position(initial_position)
        return cls(stock, is_strict, initial_position, board, first)

    @property
    def board(self) -> Mapping[Square, str]:
        return {square: str(number) for square, number in self.numbers.items()}

    @property
    def racks(self) -> tuple[Pile, ...]:
        return self.stock.hands

    @property
    def scores(self) -> tuple[int, ...]:
        """The number of tropes that each seat has taken."""
        return tuple(map(len, self.taken))

    @property
    def tropes(self) -> Mapping[Numbers, Message]:
        """The lines that count in this game, with the names of their patterns (M3)."""
        return STRICT_TROPES if self.is_strict else TROPES

    def points_of(self, face: str) -> None:
        """Return None: no tile has points; a trope counts 1."""

    def check(self, seat: Seat, text: str) -> Verdict:
        """Return what the move would earn; raises a Refusal.

        A move that makes several tropes and names none has `choices`; `runs` are all of them.
        """
        move = parse(text)
        if isinstance(move, TileMove):
            return self._check_tile_move(seat, move)
        if isinstance(move, Resign):
            return departure_verdict(self, seat, "resign")
        self._require_stuck(seat)
        return Verdict("pass", "pass")

    def play(self, seat: Seat, text: str) -> Move:
        move = parse(text)
        if isinstance(move, Resign):
            return self.leave(seat, "resign")
        require_turn(self, seat)
        if isinstance(move, TileMove):
            verdict = self._check_tile_move(seat, move)
            require_choice(verdict)
            return Move(seat, verdict, self._after_tile_move(seat, move, verdict))
        self._require_stuck(seat)
        return Move(
            seat,
            Verdict("pass", "pass"),
            self._after_turn(scoreless_turns=self.scoreless_turns + 1),
        )

    def leave(self, seat: Seat, reason: str) -> Move:
        require_ending(self, reason, LEAVE_REASONS)
        ranks: tuple[tuple[Seat, ...], ...] = ((1 - seat,), (seat,))
        if reason == "agreement":
            ranks = (tuple(range(SEATS)),)
        elif reason == "aborted":
            ranks = ()
        outcome = Outcome(ranks, reason, (0,) * SEATS, rated=reason != "aborted")
        return Move(
            seat, departure_verdict(self, seat, reason), replace(self, turn=None, outcome=outcome)
        )

    def seen_by(self, seat: Seat | None) -> Self:
        """All lies open but the seed, which is told after the end."""
        if self.outcome is not None:
            return self
        return self.with_stock(self.stock.seen_by(seat))

    def with_stock(self, stock: Stock) -> Self:
        return replace(self, stock=stock)

    @property
    def quiet_turns(self) -> tuple[int, ...]:
        return (self.scoreless_turns,)

    def with_quiet_turns(self, quiet: tuple[int, ...]) -> Self:
        return replace(self, scoreless_turns=quiet[0])

    def view(self, seat: Seat | None) -> Json:
        moves = self.destinations(seat) if seat is not None and seat == self.turn else {}
        frozen = None if self.turn is None else self.frozen(self.turn)
        return {
            **common_view(self, seat),
            "free": [],
            "stands_for": [],
            "frozen": None if frozen is None else LAYOUT.name(frozen),
            "taken": [[trope_to_view(trope) for trope in tropes] for tropes in self.taken],
            "idle": self.scoreless_turns,
            "actions": self._actions(seat, can_move=bool(moves)),
            "moves": _by_square_name(
                {start: _by_square_name(ends) for start, ends in moves.items()}
            ),
        }

    def unseen(self, seat: Seat | None) -> dict[str, int]:
        """Return nothing: all tiles lie on the board."""
        return self.stock.unseen(seat, ())

    def draws(self) -> Json:
        return {**self.stock.draws(), "deal": describe_deal(self.initial_position, self.is_strict)}

    def to_json(self) -> Json:
        return {
            "stock": self.stock.to_json(),
            "strict_primes": self.is_strict,
            "setup": self.initial_position,
            "board": _by_square_name(self.numbers),
            "turn": self.turn,
            "taken": [[trope_to_json(trope) for trope in tropes] for tropes in self.taken],
            "last": [None if square is None else LAYOUT.name(square) for square in self.last],
            "idle": self.scoreless_turns,
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            stock=Stock.from_json((), data["stock"]),
            is_strict=data["strict_primes"],
            initial_position=data["setup"],
            numbers={LAYOUT.parse_square(name): number for name, number in data["board"].items()},
            turn=data["turn"],
            taken=tuple(tuple(map(trope_from_json, tropes)) for tropes in data["taken"]),
            last=tuple(
                None if name is None else LAYOUT.parse_square(name) for name in data["last"]
            ),
            scoreless_turns=data["idle"],
            outcome=outcome_from_json(data["outcome"]),
        )

    # --- what can be done ---

    def frozen(self, seat: Seat) -> Square | None:
        """Return the square of the tile that this seat may neither move nor take (M6)."""
        return self.last[1 - seat]

    def destinations(self, seat: Seat) -> dict[Square, dict[Square, MoveKind]]:
        """Return by square of a tile that this seat can move, where it can go and how (M4)."""
        frozen = self.frozen(seat)
        starts = (start for start in self.numbers if start != frozen)
        moves = {start: destinations(self.numbers, start) for start in starts}
        return {start: ends for start, ends in moves.items() if ends}

    def legal_moves(self, max_tiles: int | None = None) -> Iterator[str]:
        if self.turn is None:
            return
        moves, frozen = self.destinations(self.turn), self.frozen(self.turn)
        for start, ends in moves.items():
            for end in ends:
                lines = find_tropes(self.numbers, TileMove(start, end), frozen, self.tropes)
                yield from (format_move(start, end, line) for line in lines or (None,))
        if not moves:
            yield "pass"

    def _actions(self, seat: Seat | None, *, can_move: bool) -> Json:
        """Return what that seat may do now."""
        on_turn = seat is not None and seat == self.turn
        is_last_scoreless = self.scoreless_turns + 1 == MAX_SCORELESS_TURNS
        return {
            "draft": False,
            "play": can_move,
            "swap": 0,
            "pass": on_turn and not can_move,
            "pass_ends": on_turn and not can_move and is_last_scoreless,
            "swap_ends": False,
            "resign": seat is not None and self.outcome is None,
            "draw": seat is not None and self.outcome is None,
        }

    # --- what a move is and earns ---

    def _check_tile_move(self, seat: Seat, move: TileMove) -> Verdict:
        """M4, M6, M7: the way of the tile, then the tropes made or the one named."""
        require_reachable(self.numbers, move, self.frozen(seat))
        if move.ends is None:
            lines = find_tropes(self.numbers, move, self.frozen(seat), self.tropes)
        else:
            lines = [find_named_line(self.numbers, move, move.ends, self.frozen(seat), self.tropes)]
        texts = [format_move(move.start, move.end, line) for line in lines]
        return Verdict(
            text=texts[0] if len(texts) == 1 else format_move(move.start, move.end),
            kind="play",
            points=1 if lines else 0,
            runs=tuple(score_trope(self.numbers, move, line, self.tropes) for line in lines),
            squares=tuple(dict.fromkeys((move.start, move.end, *sum(lines, ())))),
            choices=tuple(texts) if len(texts) > 1 else (),
            tile=str(self.numbers[move.start]),
            moved=(move.start, move.end),
        )

    def _require_stuck(self, seat: Seat) -> None:
        """Raise NotationError if the seat can move any tile: then it may not pass (M5)."""
        if self.destinations(seat):
            raise NotationError(Message(_MAY_NOT_PASS))

    # --- what a move leads to ---

    def _after_tile_move(self, seat: Seat, move: TileMove, verdict: Verdict) -> Self:
        """M6, M7: the trope goes from the board at once, and with it the frozen tile."""
        after = move_tile(self.numbers, move.start, move.end)
        made = tuple(Trope(numbers_on(after, run.squares), run.squares) for run in verdict.runs)
        emptied = {square for trope in made for square in trope.squares}
        return replace(
            self,
            numbers={square: number for square, number in after.items() if square not in emptied},
            taken=_replace_at(self.taken, seat, self.taken[seat] + made),
            last=_replace_at(self.last, seat, None if made else move.end),
        )._after_turn(scoreless_turns=0 if made else self.scoreless_turns + 1)

    def _after_turn(self, *, scoreless_turns: int) -> Self:
        """M9, M10: three tropes win; a hundred turns without one end the game."""
        assert self.turn is not None  # only a seat on turn gets here
        reason = None
        if max(self.scores) == TROPES_TO_WIN:
            reason = "tropes"
        elif scoreless_turns == MAX_SCORELESS_TURNS:
            reason = "no-trope"
        if reason is None:
            return replace(self, turn=1 - self.turn, scoreless_turns=scoreless_turns)
        outcome = Outcome(ranking(self.scores), reason, (0,) * SEATS)
        return replace(self, turn=None, scoreless_turns=scoreless_turns, outcome=outcome)


def _is_strict(options: Mapping[str, str]) -> bool:
    return resolve_options(State.options, options)[STRICT_PRIMES.name] == "on"


def _replace_at(of_seats: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*of_seats[:seat], value, *of_seats[seat + 1 :])


def _by_square_name(squares: Mapping[Square, T]) -> dict[str, T]:
    return {LAYOUT.name(square): value for square, value in squares.items()}
