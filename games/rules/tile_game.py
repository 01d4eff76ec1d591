"""The turn cycle of the games in which tiles from racks are laid on a board.

A game derives its State from `TileGame`. It names its tables and hooks: what a move is, what a
play earns, what a turn counts, when the game ends and what that gives or takes.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from games.rules import notation
from games.rules.drawing import draw_state
from games.rules.grid import Layout, Square
from games.rules.interface import Move, departure_verdict, require_ending, require_turn
from games.rules.messages import Json, Message, gettext_noop
from games.rules.move_generator import legal_swaps
from games.rules.moves import (
    Outcome,
    Seat,
    Verdict,
    add_points,
    next_seat,
    outcome_from_json,
    outcome_to_json,
    ranking,
)
from games.rules.notation import COVERED, MoveText, Play, Resign, Swap
from games.rules.options import Option, resolve_options
from games.rules.phrases import Phrases
from games.rules.placement import Board, first_play_hint, place_tiles, squares_of
from games.rules.refusals import IllegalMove, NotationError
from games.rules.stock import Stock, Supply
from games.rules.tiles import BLANK, Pile, TileSet, first_seat, symbol_of, tile_of
from games.rules.turn_counts import NO_QUIET, TurnCounts, TurnsInARow
from games.rules.views import common_view

LEAVE_REASONS = ("resign", "time", "aborted")  # nothing is agreed upon

_LIES_THERE = gettext_noop(
    "you do not hold all of this, and on %(square)s lies a tile already, for which a point stands"
)


@dataclass(frozen=True, kw_only=True, repr=False)
class TileGame(ABC):
    """A whole position of a game of laid tiles, and the moves that lead on from it.

    A game sets the tables and the abstract hooks, and the other hooks where it differs. `departed`
    are the seats that left a game that goes on, in the order in which they left.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()
    layout: ClassVar[Layout]
    phrases: ClassVar[Phrases]
    turn_counts: ClassVar[type[TurnCounts]] = TurnsInARow
    free: ClassVar[tuple[str, ...]] = ()  # tiles always at hand, in any number
    has_swaps: ClassVar[bool] = True
    has_racks: ClassVar[bool] = True
    counts_points: ClassVar[bool] = True
    ends_by_agreement: ClassVar[bool] = False
    initial_position: ClassVar[str] = ""

    stock: Stock
    turn: Seat | None
    scores: tuple[int, ...]
    counts: TurnCounts
    board: Board = field(default_factory=dict)
    departed: tuple[Seat, ...] = ()
    outcome: Outcome | None = None

    def __str__(self) -> str:
        return draw_state(self)

    __repr__ = __str__

    # --- hooks: tables ---

    @classmethod
    @abstractmethod
    def supplies(cls, values: Mapping[str, str]) -> tuple[Supply, ...]:
        """Return the bags of a game with these values of its options."""

    @classmethod
    def resolve(cls, options: Mapping[str, str]) -> dict[str, str]:
        """Return the value of every option; raises NotationError for those that do not exist."""
        return resolve_options(cls.options, options)

    @classmethod
    def settings(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields that options set, from `values` or from a stored State."""
        return {}

    @classmethod
    def count_seats(cls, values: Mapping[str, str]) -> int:
        """Return the number of seats of a game with these values of its options."""
        return 2

    @property
    @abstractmethod
    def tiles(self) -> TileSet:
        """The set in use: the tiles of all bags and those always at hand."""

    @property
    def plays_lie_apart(self) -> bool:
        return False

    @property
    def has_quiet_plays(self) -> bool:
        return False

    @property
    def first_square(self) -> Square | None:
        return self.layout.centre

    @property
    def first_move_hint(self) -> Message:
        return first_play_hint(self.layout)

    @property
    def stands_for(self) -> tuple[str, ...]:
        """The symbols that a blank may stand for."""
        return tuple(tile for tile in self.tiles.counts if tile not in (BLANK, *self.free))

    def can_show(self, face: str) -> bool:
        """Tell whether this can lie on a square; a blank shows what it stands for."""
        return symbol_of(face) != BLANK and symbol_of(face) in self.tiles.counts

    def can_lie_on(self, square: Square, face: str) -> bool:
        """Tell whether the game ever lays this there."""
        return square not in self.layout.shut

    def points_of(self, face: str) -> int | None:
        return self.tiles.points_of(face)

    # --- hooks: moves ---

    def parse_move(self, text: str) -> MoveText:
        """Read a move; raises NotationError."""
        return notation.parse(text, self.tiles.counts)

    def bag_tiles(self, faces: Iterable[str]) -> list[str]:
        """Return the tiles of these faces that come from a bag; covered squares have none."""
        from_no_bag = (COVERED, *self.free)
        return [tile_of(face) for face in faces if face not in from_no_bag]

    @abstractmethod
    def check_play(self, seat: Seat, play: Play) -> Verdict:
        """Return what a play earns: its tiles, place, lines and points; raises a Refusal."""

    @abstractmethod
    def legal_plays(self, seat: Seat, max_tiles: int) -> Iterator[str]:
        """Generate the plays of a seat whose tiles are known; `max_tiles` as in `legal_moves`."""

    def new_faces(self, play: Play) -> Board:
        """Return the faces that a play adds, by square; raises a Refusal."""
        return place_tiles(self.board, self.layout, play)

    def after_pass(self, seat: Seat) -> Self:
        """Return the State after what else a pass brings, in a game that goes on."""
        return self

    def after_departure(self, seat: Seat, reason: str) -> Self:
        """Return the State after a seat left by `time` or `resign`: the other one has won."""
        return self._with_outcome(Outcome(ranking(self.scores, (seat,)), reason, self.nothing()))

    @abstractmethod
    def ending_after(self, seat: Seat, kind: str) -> str | None:
        """Return why the game ends in this position, just after a turn of this kind and seat."""

    def adjustments(self, seat: Seat, reason: str) -> tuple[int, ...]:
        """Return the points that such an ending gives or takes, by seat."""
        return self.nothing()

    def has_played_out(self, seat: Seat) -> bool:
        """Tell whether the seat has no tile left, and there is none to draw."""
        return self.stock.are_bags_empty() and self.stock.count_held_by(seat) == 0

    # --- a State, as `games.rules.interface` describes it ---

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        values = cls.resolve(options)
        return cls.start(values, seed, first_seat(seed, cls.count_seats(values)))

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        return cls.start(cls.resolve(options), None, first)

    @classmethod
    def start(cls, values: Mapping[str, str], seed: bytes | None, first: Seat) -> Self:
        """Return the State before the first move, with these values of the options."""
        seats = cls.count_seats(values)
        return cls(
            stock=Stock.deal(cls.supplies(values), seats, seed),
            turn=first,
            scores=(0,) * seats,
            counts=cls.turn_counts.at_start(seats),
            **cls.settings(values),
        )

    @property
    def seats(self) -> int:
        return len(self.stock.racks)

    @property
    def racks(self) -> tuple[Pile, ...]:
        return self.stock.hands

    def with_stock(self, stock: Stock) -> Self:
        return replace(self, stock=stock)

    @property
    def quiet_turns(self) -> tuple[int, ...]:
        return self.counts.quiet_turns

    @property
    def has_quiet_turns_by_seat(self) -> bool:
        return self.turn_counts.are_by_seat

    def with_quiet_turns(self, quiet: tuple[int, ...]) -> Self:
        after = self
        for seat, kind in self.turn_counts.turns_to(quiet):
            after = replace(after, counts=after.counts.after(seat, kind))
            if after.ending_after(seat, kind) is not None:
                raise NotationError(Message(NO_QUIET))
        if after.quiet_turns != quiet:
            raise NotationError(Message(NO_QUIET))
        return after

    def check(self, seat: Seat, text: str) -> Verdict:
        return self._check_move(seat, self.parse_move(text))

    def play(self, seat: Seat, text: str) -> Move:
        move = self.parse_move(text)
        if isinstance(move, Resign):
            return self.leave(seat, "resign")
        require_turn(self, seat)
        verdict = self._check_move(seat, move)
        return Move(seat, verdict, self._after(seat, move, verdict))

    def leave(self, seat: Seat, reason: str) -> Move:
        require_ending(self, reason, LEAVE_REASONS)
        if reason == "aborted":
            after = self._with_outcome(Outcome((), reason, self.nothing(), rated=False))
        else:
            after = self.after_departure(seat, reason)
        return Move(seat, departure_verdict(self, seat, reason), after)

    def legal_moves(self, max_tiles: int | None = None) -> Iterator[str]:
        if self.turn is None:
            return
        rack = self.racks[self.turn]
        if isinstance(rack, int):
            raise ValueError("the tiles of this rack are not known")
        most = len(rack) + len(self.free) if max_tiles is None else max_tiles
        yield from self.legal_plays(self.turn, most)
        if self.has_swaps:
            yield from legal_swaps(self, self.turn, rack)
        yield "pass"

    def seen_by(self, seat: Seat | None) -> Self:
        return self if self.outcome is not None else self.with_stock(self.stock.seen_by(seat))

    def unseen(self, seat: Seat | None) -> dict[str, int]:
        return self.stock.unseen(seat, self.tiles_on_board())

    def view(self, seat: Seat | None) -> Json:
        return {
            **common_view(self.seen_by(seat), seat),
            **self.counts.to_json(),
            "free": list(self.free),
            "stands_for": list(self.stands_for),
            "actions": self._actions(seat),
        }

    def draws(self) -> Json:
        return self.stock.draws() | ({"free": list(self.free)} if self.free else {})

    def to_json(self) -> Json:
        names = self.layout.names
        return {
            "stock": self.stock.to_json(),
            "board": {names[square]: face for square, face in self.board.items()},
            "turn": self.turn,
            "scores": list(self.scores),
            **self.counts.to_json(),
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        squares = cls.layout.squares_by_name
        return cls(
            stock=Stock.from_json(cls.supplies(data), data["stock"]),
            board={squares[name]: face for name, face in data["board"].items()},
            turn=data["turn"],
            scores=tuple(data["scores"]),
            counts=cls.turn_counts.from_json(data),
            departed=tuple(data.get("left", ())),
            outcome=outcome_from_json(data["outcome"]),
            **cls.settings(data),
        )

    def nothing(self) -> tuple[int, ...]:
        """Return adjustments of 0 for every seat."""
        return (0,) * self.seats

    def require_held(self, seat: Seat, play: Play) -> None:
        """Raise IllegalMove `not-on-rack` unless the seat may hold the tiles of a play.

        Who writes out a tile that lies on the board is told that it lies there.
        """
        try:
            self.stock.require_held(seat, self.bag_tiles(play.tokens), self.tiles_on_board())
        except IllegalMove as refusal:
            written = zip(squares_of(play), play.tokens, strict=True)
            covered = [at for at, token in written if token != COVERED and at in self.board]
            if not covered:
                raise
            message = Message(_LIES_THERE, {"square": self.layout.name(covered[0])})
            raise IllegalMove(refusal.code, message, squares=covered[:1]) from refusal

    def end(self, reason: str, adjustments: Sequence[int]) -> Self:
        """Return the State at the end; the adjustments, by seat, are added to the scores."""
        scores = add_points(self.scores, dict(enumerate(adjustments)))
        outcome = Outcome(ranking(scores, self.departed), reason, tuple(adjustments))
        return replace(self, scores=scores)._with_outcome(outcome)

    # --- the cycle ---

    def _check_move(self, seat: Seat, move: MoveText) -> Verdict:
        if isinstance(move, Play):
            return self.check_play(seat, move)
        if isinstance(move, Swap):
            return self.check_swap(seat, move)
        if isinstance(move, Resign):
            return departure_verdict(self, seat, "resign")
        return Verdict("pass", "pass")

    def check_swap(self, seat: Seat, swap: Swap) -> Verdict:
        """Return the verdict of a swap: of each bag at most as many tiles as it holds."""
        self.stock.require_held(seat, swap.tiles, self.tiles_on_board())
        self.stock.require_swappable(swap.tiles)
        return Verdict(str(swap), "swap")

    def _after(self, seat: Seat, move: MoveText, verdict: Verdict) -> Self:
        if isinstance(move, Play):
            return self._after_play(seat, self.new_faces(move), verdict.points)
        if isinstance(move, Swap):
            return self._after_turn(seat, "swap", stock=self.stock.swap(seat, move.tiles))
        after = self._after_turn(seat, "pass")
        return after if after.outcome is not None else after.after_pass(seat)

    def _after_play(self, seat: Seat, new: Board, points: int) -> Self:
        stock = self.stock.play(seat, self.bag_tiles(new.values()))
        scores = add_points(self.scores, {seat: points})
        return self._after_turn(
            seat, "play", board={**self.board, **new}, stock=stock, scores=scores
        )

    def _after_turn(self, seat: Seat, kind: str, **changes: Any) -> Self:
        turn = next_seat(seat, self.seats, self.departed)
        after = replace(self, turn=turn, counts=self.counts.after(seat, kind), **changes)
        reason = after.ending_after(seat, kind)
        return after if reason is None else after.end(reason, after.adjustments(seat, reason))

    def _with_outcome(self, outcome: Outcome) -> Self:
        return replace(self, turn=None, outcome=outcome)

    def _actions(self, seat: Seat | None) -> Json:
        """Return what that seat may do now; every seat in the game may draft a play."""
        is_playing = seat is not None and seat not in self.departed and self.outcome is None
        mover = seat if seat == self.turn else None
        return {
            "draft": is_playing,
            "play": mover is not None,
            "swap": 0 if mover is None or not self.has_swaps else self.stock.largest_swap(mover),
            "pass": mover is not None,
            "pass_ends": mover is not None and self._would_end(mover, "pass"),
            "swap_ends": mover is not None and self._would_end(mover, "swap"),
            "resign": is_playing,
        }

    def _would_end(self, seat: Seat, kind: str) -> bool:
        """Tell whether a pass or swap of this seat now would end the game."""
        after = replace(self, counts=self.counts.after(seat, kind))
        return after.ending_after(seat, kind) is not None

    def tiles_on_board(self) -> list[str]:
        """Return the tiles on the board that came from a bag."""
        return self.bag_tiles(self.board.values())
