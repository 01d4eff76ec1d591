"""Digifeud: calculations of five squares that share their numbers, for two."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from games.rules import laying, notation
from games.rules.base import (
    IllegalMove,
    Json,
    Message,
    Move,
    NotationError,
    Option,
    Outcome,
    Phrases,
    Seat,
    Verdict,
    added,
    chosen,
    gettext_noop,
    left_by,
    outcome_from_json,
    outcome_to_json,
    ranking,
    require_ending,
    require_turn,
)
from games.rules.digifeud.calculation import (
    NUMBER_FACES,
    Squares,
    calculated,
    is_number,
    number_of,
    require_shape,
    squares_from,
    tiles_of,
)
from games.rules.digifeud.phrases import OPTIONS, PHRASES
from games.rules.digifeud.plays import plays
from games.rules.digifeud.tables import (
    EQUALS,
    LAYOUT,
    LEAVING,
    PASSES_TO_END,
    SCORE_OF_WHO_LEAVES,
    SEATS,
    STANDS_FOR,
    STEPS,
    SUPPLIES,
    TILES,
)
from games.rules.grid import Layout, Square
from games.rules.laying import Board
from games.rules.notation import COVERED, Pass, Play, Resign, Swap
from games.rules.stock import Stock
from games.rules.tiles import Pile, TileSet, first_seat, pile_to_json, size

__all__ = ["LAYOUT", "State"]

_OPENING = gettext_noop("the first calculation puts a number on the middle square, %(square)s")
_CENTRE = gettext_noop("the first calculation must put a number on the middle square, %(square)s")
_NO_SWAP = gettext_noop("tiles are not swapped in this game; after a pass you get new signs")
_DIRECTION = gettext_noop("calculations are read to the right or down in this game")
_SIGN_AGAIN = gettext_noop("%(square)s is covered; a calculation needs a sign and an = of its own")
_NOT_CONNECTED = gettext_noop("the calculation must use a number that is on the board")
_STARTER = gettext_noop("by its options, player %(seat)s starts this game")


@dataclass(frozen=True)
class State:
    """A whole position of Digifeud (rules D1-D9).

    `passes` counts for each seat its own passes in a row.
    """

    key: ClassVar[str] = "digifeud"
    name: ClassVar[str] = "Digifeud"
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    opening: ClassVar[Message] = Message(_OPENING, {"square": LAYOUT.name(LAYOUT.centre)})
    phrases: ClassVar[Phrases] = PHRASES
    layout: ClassVar[Layout] = LAYOUT
    seats: ClassVar[int] = SEATS
    setup: ClassVar[str] = ""

    directions: str
    symbols: str
    starter: str
    stock: Stock
    turn: Seat | None
    board: Board = field(default_factory=dict)
    scores: tuple[int, ...] = (0,) * SEATS
    passes: tuple[int, ...] = (0,) * SEATS
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        starter = chosen(OPTIONS, options)["starter"]
        first = first_seat(seed, SEATS) if starter == "random" else int(starter) - 1
        return cls._start(seed, first, options)

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        starter = chosen(OPTIONS, options)["starter"]
        if starter not in ("random", str(first + 1)):
            raise NotationError(Message(_STARTER, {"seat": starter}))
        return cls._start(None, first, options)

    @classmethod
    def _start(cls, seed: bytes | None, first: Seat, options: Mapping[str, str]) -> Self:
        values = chosen(OPTIONS, options)
        stock = Stock.dealt(SUPPLIES[values["symbols"]], SEATS, seed)
        return cls(values["directions"], values["symbols"], values["starter"], stock, first)

    @property
    def tiles(self) -> TileSet:
        return TILES[self.symbols]

    def worth(self, face: str) -> None:
        """A tile has no points of its own: what a number earns follows from its place."""

    @property
    def racks(self) -> tuple[Pile, ...]:
        return self.stock.hands

    def check(self, seat: Seat, text: str) -> Verdict:
        move = self._read(text)
        if isinstance(move, Play):
            return self._check_play(seat, move)
        if isinstance(move, Resign):
            return left_by(self, seat, "resign")
        return Verdict("pass", "pass")

    def play(self, seat: Seat, text: str) -> Move:
        move = self._read(text)
        if isinstance(move, Resign):
            return self.leave(seat, "resign")
        require_turn(self, seat)
        if isinstance(move, Play):
            verdict = self._check_play(seat, move)
            return Move(seat, verdict, self._after_play(seat, move, verdict))
        return Move(seat, Verdict("pass", "pass"), self._after_pass(seat))

    def leave(self, seat: Seat, reason: str) -> Move:
        require_ending(self, reason, LEAVING)
        after = self._aborted() if reason == "aborted" else self._left(seat, reason)
        return Move(seat, left_by(self, seat, reason), after)

    def legal_moves(self) -> Iterator[str]:
        """Every move of the seat on turn in its canonical form; `resign` is left out."""
        if self.turn is None:
            return
        numbers, signs = self.stock.racks[self.turn]
        if isinstance(numbers, int) or isinstance(signs, int):
            raise ValueError("the tiles of this rack are not known")
        for play in plays(self.board, numbers, signs, STEPS[self.directions]):
            yield play.in_full()
        yield "pass"

    def seen_by(self, seat: Seat | None) -> Self:
        if self.outcome is not None:
            return self
        return replace(self, stock=self.stock.seen_by(seat))

    def view(self, seat: Seat | None) -> Json:
        seen = self.seen_by(seat)
        return {
            "game": self.key,
            "board": {LAYOUT.name(square): face for square, face in seen.board.items()},
            "racks": [pile_to_json(rack) for rack in seen.racks],
            "free": [EQUALS],
            "bags": seen.stock.bag_sizes(),
            "unseen": self.unseen(seat),
            "stands_for": list(STANDS_FOR),
            "directions": self.directions,
            "stacks": True,
            "turn": seen.turn,
            "scores": list(seen.scores),
            "passes": list(seen.passes),
            "outcome": outcome_to_json(seen.outcome),
            "actions": self._actions(seat),
        }

    def draws(self) -> Json:
        return {
            **self.stock.draws(),
            "free": [EQUALS],
            "exchanged_on_pass": "sign",
            "first": None if self.starter == "random" else int(self.starter) - 1,
        }

    def to_json(self) -> Json:
        return {
            "directions": self.directions,
            "symbols": self.symbols,
            "starter": self.starter,
            "stock": self.stock.to_json(),
            "board": {LAYOUT.name(square): face for square, face in self.board.items()},
            "turn": self.turn,
            "scores": list(self.scores),
            "passes": list(self.passes),
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            directions=data["directions"],
            symbols=data["symbols"],
            starter=data["starter"],
            stock=Stock.from_json(SUPPLIES[data["symbols"]], data["stock"]),
            board={LAYOUT.named(name): face for name, face in data["board"].items()},
            turn=data["turn"],
            scores=tuple(data["scores"]),
            passes=tuple(data["passes"]),
            outcome=outcome_from_json(data["outcome"]),
        )

    def unseen(self, seat: Seat | None) -> dict[str, int]:
        """How many tiles of each kind lie neither on the board nor on that seat's rack."""
        return self.stock.unseen(seat, self._on_board())

    def _on_board(self) -> list[str]:
        """The tiles of the board that came from a bag."""
        return [tile for face in self.board.values() for tile in tiles_of(face) if tile != EQUALS]

    def _actions(self, seat: Seat | None) -> Json:
        """What that seat may do now; drafting a play is open to every seat until the end."""
        on_turn = seat is not None and seat == self.turn
        return {
            "draft": seat is not None and self.outcome is None,
            "play": on_turn,
            "swap": 0,
            "pass": on_turn,
            "pass_ends": seat is not None and on_turn and self.passes[seat] + 1 == PASSES_TO_END,
            "swap_ends": False,
            "resign": seat is not None and self.outcome is None,
        }

    # --- what a move is and earns ---

    def _read(self, text: str) -> Play | Pass | Resign:
        move = notation.parse(text, NUMBER_FACES | self.tiles.counts.keys())
        if isinstance(move, Swap):
            raise NotationError(Message(_NO_SWAP))
        return move

    def _check_play(self, seat: Seat, play: Play) -> Verdict:
        """D1-D5: the form, the tiles, the place, the calculation itself, its points."""
        require_shape(play.tokens)
        play = self._with_covered(play)
        used = [tile for token in play.tokens if token != COVERED for tile in tiles_of(token)]
        self.stock.require_held(seat, used, self._on_board())
        if play.step not in STEPS[self.directions]:
            raise IllegalMove("direction", Message(_DIRECTION))
        squares = squares_from(play.start, play.step)
        self._require_own_signs(play, squares)
        new = laying.placed(self.board, LAYOUT, play)
        self._require_place(squares[0::2])
        run = calculated(squares, {**self.board, **new}, new)
        laying.require_legal([run])
        return Verdict(play.in_full(), "play", run.points, (run,), tuple(new))

    def _with_covered(self, play: Play) -> Play:
        """The same with `.` for every number that stands there already and was written out."""
        squares = squares_from(play.start, play.step)
        tokens = (
            COVERED if is_number(token) and self._holds(square, number_of(token)) else token
            for square, token in zip(squares, play.tokens, strict=True)
        )
        return replace(play, tokens=tuple(tokens))

    def _holds(self, square: Square, number: int) -> bool:
        face = self.board.get(square, "")
        return is_number(face) and number_of(face) == number

    def _require_own_signs(self, play: Play, squares: Squares) -> None:
        """D2: the squares of both signs are empty."""
        for square, token in tuple(zip(squares, play.tokens, strict=True))[1::2]:
            if token == COVERED and square in self.board:
                message = Message(_SIGN_AGAIN, {"square": LAYOUT.name(square)})
                raise IllegalMove("malformed", message, squares=[square])

    def _require_place(self, numbers: Squares) -> None:
        """D2: one of the numbers on the centre at first, on an old number later."""
        if not self.board and LAYOUT.centre not in numbers:
            message = Message(_CENTRE, {"square": LAYOUT.name(LAYOUT.centre)})
            raise IllegalMove("centre", message, squares=[LAYOUT.centre])
        if self.board and not any(is_number(self.board.get(square, "")) for square in numbers):
            raise IllegalMove("not-connected", Message(_NOT_CONNECTED), squares=numbers)

    # --- what a move leads to ---

    def _after_play(self, seat: Seat, play: Play, verdict: Verdict) -> Self:
        """D6, D8: whose hand stays without numbers after refilling has gone out."""
        new = laying.placed(self.board, LAYOUT, self._with_covered(play))
        used = [tile for face in new.values() for tile in tiles_of(face)]
        after = replace(
            self,
            board={**self.board, **new},
            stock=self.stock.played(seat, used),
            scores=added(self.scores, {seat: verdict.points}),
            turn=1 - seat,
            passes=self._with_passes(seat, 0),
        )
        has_numbers = size(after.stock.racks[seat][0]) > 0
        return after if has_numbers else after._gone_out(seat)

    def _after_pass(self, seat: Seat) -> Self:
        """D6, D7: the second pass of a seat in a row ends the game, else it gets new signs."""
        after = replace(self, turn=1 - seat, passes=self._with_passes(seat, self.passes[seat] + 1))
        if after.passes[seat] == PASSES_TO_END:
            return after._passed_out()
        return replace(after, stock=self.stock.exchanged(seat, "sign"))

    def _with_passes(self, seat: Seat, passes: int) -> tuple[int, ...]:
        return tuple(passes if owner == seat else old for owner, old in enumerate(self.passes))

    def _gone_out(self, seat: Seat) -> Self:
        """D8, DF12: who goes out gains what the other holds, the other loses as much."""
        left = self.stock.off_board(self._on_board())
        value = sum(self.tiles.points[tile] for tile in left)
        adjustments = tuple(value if owner == seat else -value for owner in range(SEATS))
        return self._ended("out", adjustments)

    def _passed_out(self) -> Self:
        """DF12: each gains what the other holds, as far as it is known."""
        return self._ended("passes", tuple(map(self.stock.value_held_by, reversed(range(SEATS)))))

    def _ended(self, reason: str, adjustments: tuple[int, ...]) -> Self:
        scores = added(self.scores, dict(enumerate(adjustments)))
        outcome = Outcome(ranking(scores), reason, adjustments)
        return replace(self, scores=scores, turn=None, outcome=outcome)

    def _left(self, seat: Seat, reason: str) -> Self:
        """D9: who leaves ends with one point and loses, whatever the other has."""
        lost = {seat: SCORE_OF_WHO_LEAVES - self.scores[seat]}
        adjustments = added((0,) * SEATS, lost)
        outcome = Outcome(((1 - seat,), (seat,)), reason, adjustments, rated=False)
        return replace(self, scores=added(self.scores, lost), turn=None, outcome=outcome)

    def _aborted(self) -> Self:
        outcome = Outcome((), "aborted", (0,) * SEATS, rated=False)
        return replace(self, turn=None, outcome=outcome)
