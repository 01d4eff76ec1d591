"""Numeria: numbers that slide and jump into lines of four on a chessboard, for two."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeVar

from games.rules.base import (
    IllegalMove,
    Json,
    Message,
    Move,
    NotationError,
    Option,
    Outcome,
    Phrases,
    Run,
    Seat,
    Verdict,
    chosen,
    gettext_noop,
    left_by,
    outcome_from_json,
    outcome_to_json,
    ranking,
    require_ending,
    require_turn,
)
from games.rules.grid import Layout, Square
from games.rules.notation import Resign
from games.rules.numeria.dealing import dealt, how_dealt, read_setup, setup_text
from games.rules.numeria.movement import (
    FOUR_BETWEEN,
    FOURS_THROUGH,
    Board,
    Four,
    Way,
    destinations,
    moved,
    numbers_on,
)
from games.rules.numeria.phrases import PHRASES, STRICT_PRIMES
from games.rules.numeria.tables import IDLE_TURNS_TO_END, LAYOUT, LEAVING, SEATS, TROPES_TO_WIN
from games.rules.numeria.taken import Trope, trope_from_json, trope_to_json, trope_to_view
from games.rules.numeria.texts import Shift, ends_of, parse, written
from games.rules.numeria.tropes import LENGTH, STRICT_TROPES, TROPES, Numbers
from games.rules.stock import Stock
from games.rules.tiles import pile_to_json

__all__ = ["LAYOUT", "STRICT_TROPES", "TROPES", "State", "Trope"]

_OPENING = gettext_noop(
    "slide or jump any tile; four numbers in a line are yours if they form a series, as 3, 6, 9, 12"
)
_OFF_BOARD = gettext_noop("the squares of this board run from %(first)s to %(last)s")
_OCCUPIED = gettext_noop("there is a tile on %(square)s already")
_EMPTY = gettext_noop("there is no tile on %(square)s")
_FROZEN = gettext_noop("your opponent moved the %(number)s last, so you may not move it now")
_UNREACHABLE = gettext_noop("the %(number)s can neither slide nor jump from %(start)s to %(end)s")
_NO_LINE = gettext_noop("a trope is named by the two ends of four squares in a straight line")
_WITHOUT_THE_TILE = gettext_noop("the tile that you move is not part of %(line)s")
_EMPTY_IN_LINE = gettext_noop("not every square of %(line)s holds a tile")
_FROZEN_IN_LINE = gettext_noop(
    "your opponent moved the %(number)s last, so it cannot be part of your trope now"
)
_NOT_A_TROPE = gettext_noop("%(numbers)s is no trope")
_MUST_CHOOSE = gettext_noop("this move makes %(count)s tropes; name one: %(choices)s")
_MAY_NOT_PASS = gettext_noop("you may pass only when you cannot move any tile")

T = TypeVar("T")


@dataclass(frozen=True)
class State:
    """A whole position of Numeria (rules M1-M11).

    `last` holds for each seat the square where the tile that it moved last still stands; `idle`
    counts the turns since the last trope.
    """

    key: ClassVar[str] = "numeria"
    name: ClassVar[str] = "Numeria"
    options: ClassVar[tuple[Option, ...]] = (STRICT_PRIMES,)
    opening: ClassVar[Message] = Message(_OPENING)
    layout: ClassVar[Layout] = LAYOUT
    phrases: ClassVar[Phrases] = PHRASES
    seats: ClassVar[int] = SEATS

    stock: Stock  # no tile is hidden: it holds the seed alone
    is_strict: bool
    setup: str
    board: Board
    turn: Seat | None
    taken: tuple[tuple[Trope, ...], ...] = ((),) * SEATS
    last: tuple[Square | None, ...] = (None,) * SEATS
    idle: int = 0
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        is_strict = _is_strict(options)
        board, first = dealt(seed, is_strict)
        stock = Stock.dealt((), SEATS, seed)
        return cls(stock, is_strict, setup_text(board), board, first)

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        is_strict = _is_strict(options)
        stock = Stock.dealt((), SEATS, None)
        return cls(stock, is_strict, setup, read_setup(setup), first)

    @property
    def scores(self) -> tuple[int, ...]:
        """How many tropes each seat has taken."""
        return tuple(map(len, self.taken))

    @property
    def tropes(self) -> Mapping[Numbers, Message]:
        """The lines that count in this game, with the names of their patterns (M3)."""
        return STRICT_TROPES if self.is_strict else TROPES

    def worth(self, face: str) -> None:
        """No tile has points; a trope counts 1."""

    def check(self, seat: Seat, text: str) -> Verdict:
        """A move that makes several tropes and names none has `choices`; `runs` are all of them."""
        move = parse(text)
        if isinstance(move, Shift):
            return self._check_shift(seat, move)
        if isinstance(move, Resign):
            return left_by(self, seat, "resign")
        self._require_stuck(seat)
        return Verdict("pass", "pass")

    def play(self, seat: Seat, text: str) -> Move:
        move = parse(text)
        if isinstance(move, Resign):
            return self.leave(seat, "resign")
        require_turn(self, seat)
        if isinstance(move, Shift):
            verdict = self._check_shift(seat, move)
            _require_chosen(verdict)
            return Move(seat, verdict, self._after_shift(seat, move, verdict))
        self._require_stuck(seat)
        return Move(seat, Verdict("pass", "pass"), self._after_turn(idle=self.idle + 1))

    def leave(self, seat: Seat, reason: str) -> Move:
        require_ending(self, reason, LEAVING)
        ranks: tuple[tuple[Seat, ...], ...] = ((1 - seat,), (seat,))
        if reason == "agreement":
            ranks = (tuple(range(SEATS)),)
        elif reason == "aborted":
            ranks = ()
        outcome = Outcome(ranks, reason, (0,) * SEATS, rated=reason != "aborted")
        return Move(seat, left_by(self, seat, reason), replace(self, turn=None, outcome=outcome))

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
            "board": _named({square: str(number) for square, number in self.board.items()}),
            "racks": [pile_to_json(rack) for rack in self.stock.hands],
            "free": [],
            "bags": self.stock.bag_sizes(),
            "unseen": self.stock.unseen(seat, ()),
            "stands_for": [],
            "turn": self.turn,
            "scores": list(self.scores),
            "frozen": None if frozen is None else LAYOUT.name(frozen),
            "taken": [[trope_to_view(trope) for trope in tropes] for tropes in self.taken],
            "idle": self.idle,
            "outcome": outcome_to_json(self.outcome),
            "actions": self._actions(seat, can_move=bool(moves)),
            "moves": _named({start: _named(ends) for start, ends in moves.items()}),
        }

    def draws(self) -> Json:
        return {**self.stock.draws(), "deal": how_dealt(self.setup, self.is_strict)}

    def to_json(self) -> Json:
        return {
            "stock": self.stock.to_json(),
            "strict_primes": self.is_strict,
            "setup": self.setup,
            "board": _named(self.board),
            "turn": self.turn,
            "taken": [[trope_to_json(trope) for trope in tropes] for tropes in self.taken],
            "last": [None if square is None else LAYOUT.name(square) for square in self.last],
            "idle": self.idle,
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            stock=Stock.from_json((), data["stock"]),
            is_strict=data["strict_primes"],
            setup=data["setup"],
            board={LAYOUT.named(name): number for name, number in data["board"].items()},
            turn=data["turn"],
            taken=tuple(tuple(map(trope_from_json, tropes)) for tropes in data["taken"]),
            last=tuple(None if name is None else LAYOUT.named(name) for name in data["last"]),
            idle=data["idle"],
            outcome=outcome_from_json(data["outcome"]),
        )

    # --- what can be done ---

    def frozen(self, seat: Seat) -> Square | None:
        """M6: where the tile stands that this seat may neither move nor take."""
        return self.last[1 - seat]

    def destinations(self, seat: Seat) -> dict[Square, dict[Square, Way]]:
        """M4: from every square that this seat can move from, where to and how."""
        frozen = self.frozen(seat)
        ways = {start: destinations(self.board, start) for start in self.board if start != frozen}
        return {start: ends for start, ends in ways.items() if ends}

    def legal_moves(self) -> Iterator[str]:
        """Every move of the seat on turn in its canonical form; `resign` is left out."""
        if self.turn is None:
            return
        ways = self.destinations(self.turn)
        for start, ends in ways.items():
            for end in ends:
                fours = self._tropes_made(self.turn, start, end)
                yield from (written(start, end, four) for four in fours or (None,))
        if not ways:
            yield "pass"

    def _tropes_made(self, seat: Seat, start: Square, end: Square) -> list[Four]:
        """M7: the tropes through the tile just moved, without the frozen one."""
        after, frozen = moved(self.board, start, end), self.frozen(seat)
        return [
            four
            for four in FOURS_THROUGH[end]
            if frozen not in four and numbers_on(after, four) in self.tropes
        ]

    def _actions(self, seat: Seat | None, *, can_move: bool) -> Json:
        """What that seat may do now."""
        on_turn = seat is not None and seat == self.turn
        return {
            "draft": False,
            "play": can_move,
            "swap": 0,
            "pass": on_turn and not can_move,
            "pass_ends": on_turn and not can_move and self.idle + 1 == IDLE_TURNS_TO_END,
            "swap_ends": False,
            "resign": seat is not None and self.outcome is None,
            "draw": seat is not None and self.outcome is None,
        }

    # --- what a move is and earns ---

    def _check_shift(self, seat: Seat, shift: Shift) -> Verdict:
        """M4, M6, M7: the way there, then the tropes made or the one named."""
        self._require_way(seat, shift)
        if shift.ends is None:
            fours = self._tropes_made(seat, shift.start, shift.end)
        else:
            fours = [self._trope_named(seat, shift, shift.ends)]
        texts = [written(shift.start, shift.end, four) for four in fours]
        return Verdict(
            text=texts[0] if len(texts) == 1 else written(shift.start, shift.end),
            kind="play",
            points=1 if fours else 0,
            runs=tuple(self._run(shift, four) for four in fours),
            squares=tuple(dict.fromkeys((shift.start, shift.end, *sum(fours, ())))),
            choices=tuple(texts) if len(texts) > 1 else (),
            tile=str(self.board[shift.start]),
        )

    def _run(self, shift: Shift, four: Four) -> Run:
        numbers = numbers_on(moved(self.board, shift.start, shift.end), four)
        return Run(
            text=",".join(map(str, numbers)),
            squares=four,
            kind="complete",
            tile_points=1,
            points=1,
            label=self.tropes[numbers],
        )

    def _require_way(self, seat: Seat, shift: Shift) -> None:
        """A tile that this seat may move, and an empty square that it reaches."""
        start, end = shift.start, shift.end
        _require_on_board(start, end, *(shift.ends or ()))
        if end in self.board:
            values = {"square": LAYOUT.name(end)}
            raise IllegalMove("occupied", Message(_OCCUPIED, values), squares=[end])
        if start not in self.board:
            values = {"square": LAYOUT.name(start)}
            raise IllegalMove("empty-square", Message(_EMPTY, values), squares=[start])
        number = str(self.board[start])
        if start == self.frozen(seat):
            values = {"number": number}
            raise IllegalMove("frozen-tile", Message(_FROZEN, values), squares=[start])
        if end not in destinations(self.board, start):
            values = {"number": number, "start": LAYOUT.name(start), "end": LAYOUT.name(end)}
            raise IllegalMove("unreachable", Message(_UNREACHABLE, values), squares=[start, end])

    def _trope_named(self, seat: Seat, shift: Shift, ends: frozenset[Square]) -> Four:
        """The line with these ends, if this seat may take it after the move."""
        four = FOUR_BETWEEN.get(ends)
        if four is None:
            raise IllegalMove("not-a-trope", Message(_NO_LINE), squares=tuple(ends))
        if shift.end not in four:
            raise _not_a_trope(four, _WITHOUT_THE_TILE, line=ends_of(four))
        numbers = numbers_on(moved(self.board, shift.start, shift.end), four)
        if len(numbers) < LENGTH:
            raise _not_a_trope(four, _EMPTY_IN_LINE, line=ends_of(four))
        frozen = self.frozen(seat)
        if frozen is not None and frozen in four:
            message = Message(_FROZEN_IN_LINE, {"number": str(self.board[frozen])})
            raise IllegalMove("frozen-tile", message, squares=[frozen])
        if numbers not in self.tropes:
            raise _not_a_trope(four, _NOT_A_TROPE, numbers=", ".join(map(str, numbers)))
        return four

    def _require_stuck(self, seat: Seat) -> None:
        """M5: who can move must."""
        if self.destinations(seat):
            raise NotationError(Message(_MAY_NOT_PASS))

    # --- what a move leads to ---

    def _after_shift(self, seat: Seat, shift: Shift, verdict: Verdict) -> Self:
        """The trope leaves the board at once; a tile that left with it is frozen no longer."""
        after = moved(self.board, shift.start, shift.end)
        made = tuple(Trope(numbers_on(after, run.squares), run.squares) for run in verdict.runs)
        lifted = {square for trope in made for square in trope.squares}
        return replace(
            self,
            board={square: number for square, number in after.items() if square not in lifted},
            taken=_replaced(self.taken, seat, self.taken[seat] + made),
            last=_replaced(self.last, seat, None if made else shift.end),
        )._after_turn(idle=0 if made else self.idle + 1)

    def _after_turn(self, *, idle: int) -> Self:
        """M9, M10: three tropes win; a hundred turns without one end the game."""
        assert self.turn is not None  # only a seat on turn gets here
        reason = None
        if max(self.scores) == TROPES_TO_WIN:
            reason = "tropes"
        elif idle == IDLE_TURNS_TO_END:
            reason = "no-trope"
        if reason is None:
            return replace(self, turn=1 - self.turn, idle=idle)
        outcome = Outcome(ranking(self.scores), reason, (0,) * SEATS)
        return replace(self, turn=None, idle=idle, outcome=outcome)


def _is_strict(options: Mapping[str, str]) -> bool:
    return chosen(State.options, options)[STRICT_PRIMES.name] == "on"


def _require_on_board(*squares: Square) -> None:
    if not all(map(LAYOUT.holds, squares)):
        highest = LAYOUT.size - 1
        values = {"first": LAYOUT.name((highest, 0)), "last": LAYOUT.name((0, highest))}
        raise IllegalMove("off-board", Message(_OFF_BOARD, values))


def _require_chosen(verdict: Verdict) -> None:
    """M7: of several tropes the player takes exactly one."""
    if verdict.choices:
        values = {"count": len(verdict.choices), "choices": ", ".join(verdict.choices)}
        squares = verdict.squares
        raise IllegalMove("must-choose", Message(_MUST_CHOOSE, values), squares=squares)


def _not_a_trope(four: Four, template: str, **values: object) -> IllegalMove:
    return IllegalMove("not-a-trope", Message(template, values), squares=four)


def _replaced(of_seats: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*of_seats[:seat], value, *of_seats[seat + 1 :])


def _named(squares: Mapping[Square, T]) -> dict[str, T]:
    return {LAYOUT.name(square): value for square, value in squares.items()}
