"""Numeria: numbers that slide and jump into lines of four on a chessboard, for two."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeVar

from games.rules.grid import Layout, Square
from games.rules.interface import Move, departure_verdict, require_ending, require_turn
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import (
    Outcome,
    Run,
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
from games.rules.numeria.movement import Board, Line4, MoveKind, destinations, move_tile, numbers_on
from games.rules.numeria.notation import TileMove, format_move, parse
from games.rules.numeria.phrases import PHRASES, STRICT_PRIMES
from games.rules.numeria.setup import (
    deal,
    describe_deal,
    format_initial_position,
    parse_initial_position,
)
from games.rules.numeria.tile_moves import find_named_line, find_tropes, require_reachable
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
from games.rules.refusals import IllegalMove, NotationError
from games.rules.stock import Stock
from games.rules.tiles import pile_to_json

__all__ = ["LAYOUT", "STRICT_TROPES", "TROPES", "State", "Trope"]

_FIRST_MOVE = gettext_noop(
    "slide or jump any tile; four numbers in a line are yours if they form a series, as 3, 6, 9, 12"
)
_MUST_CHOOSE = gettext_noop("this move makes %(count)s tropes; name one: %(choices)s")
_MAY_NOT_PASS = gettext_noop("you may pass only when you cannot move any tile")

T = TypeVar("T")


@dataclass(frozen=True)
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
    phrases: ClassVar[Phrases] = PHRASES
    seats: ClassVar[int] = SEATS

    stock: Stock  # no tile is hidden: it holds the seed alone
    is_strict: bool
    initial_position: str
    board: Board
    turn: Seat | None
    taken: tuple[tuple[Trope, ...], ...] = ((),) * SEATS
    last: tuple[Square | None, ...] = (None,) * SEATS
    scoreless_turns: int = 0
    outcome: Outcome | None = None

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
            _require_chosen(verdict)
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
        return replace(self, stock=self.stock.seen_by(seat))

    def view(self, seat: Seat | None) -> Json:
        moves = self.destinations(seat) if seat is not None and seat == self.turn else {}
        frozen = None if self.turn is None else self.frozen(self.turn)
        return {
            "game": self.key,
            "board": _by_square_name(
                {square: str(number) for square, number in self.board.items()}
            ),
            "racks": [pile_to_json(rack) for rack in self.stock.hands],
            "free": [],
            "bags": self.stock.bag_sizes(),
            "unseen": self.stock.unseen(seat, ()),
            "stands_for": [],
            "turn": self.turn,
            "scores": list(self.scores),
            "frozen": None if frozen is None else LAYOUT.name(frozen),
            "taken": [[trope_to_view(trope) for trope in tropes] for tropes in self.taken],
            "idle": self.scoreless_turns,
            "outcome": outcome_to_json(self.outcome),
            "actions": self._actions(seat, can_move=bool(moves)),
            "moves": _by_square_name(
                {start: _by_square_name(ends) for start, ends in moves.items()}
            ),
        }

    def draws(self) -> Json:
        return {**self.stock.draws(), "deal": describe_deal(self.initial_position, self.is_strict)}

    def to_json(self) -> Json:
        return {
            "stock": self.stock.to_json(),
            "strict_primes": self.is_strict,
            "setup": self.initial_position,
            "board": _by_square_name(self.board),
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
            board={LAYOUT.parse_square(name): number for name, number in data["board"].items()},
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
        moves = {start: destinations(self.board, start) for start in self.board if start != frozen}
        return {start: ends for start, ends in moves.items() if ends}

    def legal_moves(self) -> Iterator[str]:
        """Generate every move of the seat on turn but `resign`, in its canonical form."""
        if self.turn is None:
            return
        moves, frozen = self.destinations(self.turn), self.frozen(self.turn)
        for start, ends in moves.items():
            for end in ends:
                lines = find_tropes(self.board, TileMove(start, end), frozen, self.tropes)
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
        require_reachable(self.board, move, self.frozen(seat))
        if move.ends is None:
            lines = find_tropes(self.board, move, self.frozen(seat), self.tropes)
        else:
            lines = [find_named_line(self.board, move, move.ends, self.frozen(seat), self.tropes)]
        texts = [format_move(move.start, move.end, line) for line in lines]
        return Verdict(
            text=texts[0] if len(texts) == 1 else format_move(move.start, move.end),
            kind="play",
            points=1 if lines else 0,
            runs=tuple(self._score_trope(move, line) for line in lines),
            squares=tuple(dict.fromkeys((move.start, move.end, *sum(lines, ())))),
            choices=tuple(texts) if len(texts) > 1 else (),
            tile=str(self.board[move.start]),
        )

    def _score_trope(self, move: TileMove, line: Line4) -> Run:
        numbers = numbers_on(move_tile(self.board, move.start, move.end), line)
        return Run(
            text=",".join(map(str, numbers)),
            squares=line,
            kind="complete",
            base_points=1,
            points=1,
            label=self.tropes[numbers],
        )

    def _require_stuck(self, seat: Seat) -> None:
        """Raise NotationError if the seat can move any tile: then it may not pass (M5)."""
        if self.destinations(seat):
            raise NotationError(Message(_MAY_NOT_PASS))

    # --- what a move leads to ---

    def _after_tile_move(self, seat: Seat, move: TileMove, verdict: Verdict) -> Self:
        """M6, M7: the trope goes from the board at once, and with it the frozen tile."""
        after = move_tile(self.board, move.start, move.end)
        made = tuple(Trope(numbers_on(after, run.squares), run.squares) for run in verdict.runs)
        emptied = {square for trope in made for square in trope.squares}
        return replace(
            self,
            board={square: number for square, number in after.items() if square not in emptied},
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


def _require_chosen(verdict: Verdict) -> None:
    """Raise IllegalMove `must-choose` if the move leaves a choice of tropes (M7)."""
    if verdict.choices:
        values = {"count": len(verdict.choices), "choices": ", ".join(verdict.choices)}
        squares = verdict.squares
        raise IllegalMove("must-choose", Message(_MUST_CHOOSE, values), squares=squares)


def _replace_at(of_seats: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*of_seats[:seat], value, *of_seats[seat + 1 :])


def _by_square_name(squares: Mapping[Square, T]) -> dict[str, T]:
    return {LAYOUT.name(square): value for square, value in squares.items()}
