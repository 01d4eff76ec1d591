"""Numerica: crossing equalities on 15×15 squares, for two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from games.rules import laying, notation
from games.rules.base import (
    IllegalMove,
    Json,
    Message,
    Move,
    Option,
    Outcome,
    Phrases,
    Run,
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
from games.rules.grid import ACROSS, DOWN, Layout, Square, square_name, square_named
from games.rules.laying import Board
from games.rules.numerica.lines import fraction_bonus, judge
from games.rules.numerica.phrases import PHRASES
from games.rules.numerica.tables import (
    BINGO,
    IDLE_TURNS_TO_END,
    LAYOUT,
    LEAVING,
    PASSES_TO_END,
    RACK_SIZE,
    SEATS,
    TILES,
)
from games.rules.stock import Stock, Supply
from games.rules.tiles import BLANK, Pile, TileSet, first_seat, pile_to_json, tile_of

__all__ = ["LAYOUT", "RACK_SIZE", "TILES", "State", "fraction_bonus", "judge"]

_ACROSS_OR_DOWN = gettext_noop("lines are read to the right or down in this game")
_OPENING = gettext_noop("the first play covers the middle square, %(square)s")
_CENTRE = gettext_noop("the first play must cover the middle square, %(square)s")
_NOT_CONNECTED = gettext_noop("the play must touch a tile on the board")
_NO_EQUALITY = gettext_noop("the play forms no complete equality")

_SUPPLIES = (Supply("draw", TILES, RACK_SIZE),)


@dataclass(frozen=True)
class State:
    """A whole position of Numerica (rules N1-N13)."""

    key: ClassVar[str] = "numerica"
    name: ClassVar[str] = "Numerica"
    options: ClassVar[tuple[Option, ...]] = ()
    opening: ClassVar[Message] = Message(_OPENING, {"square": square_name(LAYOUT.centre)})
    layout: ClassVar[Layout] = LAYOUT
    phrases: ClassVar[Phrases] = PHRASES
    tiles: ClassVar[TileSet] = TILES
    seats: ClassVar[int] = SEATS
    setup: ClassVar[str] = ""
    free: ClassVar[tuple[str, ...]] = ()

    stock: Stock
    turn: Seat | None
    board: Board = field(default_factory=dict)
    scores: tuple[int, ...] = (0,) * SEATS
    passes: int = 0
    idle: int = 0
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        chosen(cls.options, options)
        return cls(Stock.dealt(_SUPPLIES, SEATS, seed), first_seat(seed, SEATS))

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        chosen(cls.options, options)
        return cls(Stock.dealt(_SUPPLIES, SEATS, None), first)

    def worth(self, face: str) -> int:
        return TILES.value_of(face)

    @property
    def judge(self) -> laying.Judge:
        """What a line of two or more tiles is in this game."""
        return judge

    def has_place(self, squares: Sequence[Square]) -> bool:
        """Whether tiles may lie on these empty squares, whatever they show (N3)."""
        return laying.is_connected(self.board, LAYOUT, squares)

    @property
    def racks(self) -> tuple[Pile, ...]:
        return self.stock.hands

    def check(self, seat: Seat, text: str) -> Verdict:
        move = notation.parse(text, TILES.counts)
        if isinstance(move, notation.Play):
            return self._check_play(seat, move)
        if isinstance(move, notation.Swap):
            return self._check_swap(seat, move)
        if isinstance(move, notation.Resign):
            return left_by(self, seat, "resign")
        return Verdict("pass", "pass")

    def play(self, seat: Seat, text: str) -> Move:
        move = notation.parse(text, TILES.counts)
        if isinstance(move, notation.Resign):
            return self.leave(seat, "resign")
        require_turn(self, seat)
        if isinstance(move, notation.Play):
            verdict = self._check_play(seat, move)
            return Move(seat, verdict, self._after_play(seat, move, verdict))
        if isinstance(move, notation.Swap):
            return Move(seat, self._check_swap(seat, move), self._after_swap(seat, move))
        return Move(seat, Verdict("pass", "pass"), self._after_pass())

    def leave(self, seat: Seat, reason: str) -> Move:
        require_ending(self, reason, LEAVING)
        stayed = tuple(other for other in range(SEATS) if other != seat)
        outcome = Outcome((stayed, (seat,)), reason, (0,) * SEATS)
        if reason == "aborted":
            outcome = Outcome((), reason, (0,) * SEATS, rated=False)
        return Move(seat, left_by(self, seat, reason), replace(self, turn=None, outcome=outcome))

    def seen_by(self, seat: Seat | None) -> Self:
        if self.outcome is not None:
            return self
        return replace(self, stock=self.stock.seen_by(seat))

    def view(self, seat: Seat | None) -> Json:
        seen = self.seen_by(seat)
        return {
            "game": self.key,
            "board": {square_name(square): face for square, face in seen.board.items()},
            "racks": [pile_to_json(rack) for rack in seen.racks],
            "free": [],
            "bags": seen.stock.bag_sizes(),
            "unseen": self.unseen(seat),
            "stands_for": [symbol for symbol in TILES.counts if symbol != BLANK],
            "turn": seen.turn,
            "scores": list(seen.scores),
            "passes": seen.passes,
            "idle": seen.idle,
            "outcome": outcome_to_json(seen.outcome),
            "actions": self._actions(seat),
        }

    def draws(self) -> Json:
        return self.stock.draws()

    def to_json(self) -> Json:
        return {
            "stock": self.stock.to_json(),
            "board": {square_name(square): face for square, face in self.board.items()},
            "turn": self.turn,
            "scores": list(self.scores),
            "passes": self.passes,
            "idle": self.idle,
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            stock=Stock.from_json(_SUPPLIES, data["stock"]),
            board={square_named(name): face for name, face in data["board"].items()},
            turn=data["turn"],
            scores=tuple(data["scores"]),
            passes=data["passes"],
            idle=data["idle"],
            outcome=outcome_from_json(data["outcome"]),
        )

    def unseen(self, seat: Seat | None) -> dict[str, int]:
        """How many tiles of each kind lie neither on the board nor on that seat's rack."""
        return self.stock.unseen(seat, self._on_board())

    def _on_board(self) -> list[str]:
        return list(map(tile_of, self.board.values()))

    def _actions(self, seat: Seat | None) -> Json:
        """What that seat may do now; drafting a play is open to every seat until the end."""
        on_turn = seat is not None and seat == self.turn
        is_last_idle = self.idle + 1 == IDLE_TURNS_TO_END
        return {
            "draft": seat is not None and self.outcome is None,
            "play": on_turn,
            "swap": self.stock.largest_swap(seat) if on_turn and seat is not None else 0,
            "pass": on_turn,
            "pass_ends": on_turn and (self.passes + 1 == PASSES_TO_END or is_last_idle),
            "swap_ends": on_turn and is_last_idle,
            "resign": seat is not None and self.outcome is None,
        }

    # --- what a move is and earns ---

    def _check_swap(self, seat: Seat, swap: notation.Swap) -> Verdict:
        """N12, NF13: any number of tiles, at most as many as the bag holds."""
        self.stock.require_held(seat, swap.tiles, self._on_board())
        self.stock.require_swappable(swap.tiles)
        return Verdict(text=str(swap), kind="swap")

    def _check_play(self, seat: Seat, play: notation.Play) -> Verdict:
        """N3-N9: placement, every line legal, one of them a complete equality, points."""
        used = [tile_of(token) for token in play.tokens if token != notation.COVERED]
        self.stock.require_held(seat, used, self._on_board())
        if play.step not in (ACROSS, DOWN):
            raise IllegalMove("direction", Message(_ACROSS_OR_DOWN))
        new = laying.placed(self.board, LAYOUT, play)
        self._require_place(new)
        runs = self._runs(play, new)
        laying.require_legal(runs)
        if not any(run.kind == "complete" for run in runs):
            raise IllegalMove("no-equality", Message(_NO_EQUALITY), runs=runs)
        bonus = BINGO if len(new) == RACK_SIZE else 0
        points = sum(run.points for run in runs) + bonus
        return Verdict(str(play), "play", points, tuple(runs), tuple(new), bonus)

    def _require_place(self, new: Board) -> None:
        """N3: over the centre at first, next to an old tile later."""
        if self.has_place(tuple(new)):
            return
        if self.board:
            raise IllegalMove("not-connected", Message(_NOT_CONNECTED), squares=tuple(new))
        message = Message(_CENTRE, {"square": square_name(LAYOUT.centre)})
        raise IllegalMove("centre", message, squares=[LAYOUT.centre])

    def _runs(self, play: notation.Play, new: Board) -> list[Run]:
        after = {**self.board, **new}
        lines = laying.lines_formed(after, tuple(new), play.step)
        return [
            laying.judged_run(line, after, new, judge, fraction_bonus, LAYOUT, TILES)
            for line in lines
        ]

    # --- what a move leads to ---

    def _after_play(self, seat: Seat, play: notation.Play, verdict: Verdict) -> Self:
        new = laying.placed(self.board, LAYOUT, play)
        after = replace(
            self,
            board={**self.board, **new},
            stock=self.stock.played(seat, tuple(map(tile_of, new.values()))),
            scores=added(self.scores, {seat: verdict.points}),
            turn=self._next(),
            passes=0,
            idle=0,
        )
        if after.stock.is_drawn_out() and after.stock.held_by(seat) == 0:
            return after._gone_out(seat)
        return after

    def _after_swap(self, seat: Seat, swap: notation.Swap) -> Self:
        """N12: a turn without a placement."""
        after = replace(
            self,
            stock=self.stock.swapped(seat, swap.tiles),
            turn=self._next(),
            passes=0,
            idle=self.idle + 1,
        )
        return after._ended_if_idle()

    def _after_pass(self) -> Self:
        after = replace(self, turn=self._next(), passes=self.passes + 1, idle=self.idle + 1)
        if after.passes == PASSES_TO_END:
            return after._ended("passes", (0,) * SEATS)
        return after._ended_if_idle()

    def _ended_if_idle(self) -> Self:
        """N12: ten turns in a row without a placement end the game."""
        return self._ended("idle", (0,) * SEATS) if self.idle == IDLE_TURNS_TO_END else self

    def _gone_out(self, seat: Seat) -> Self:
        """N11: who goes out gains what the other holds, the other loses as much."""
        left = TILES.total(self.stock.off_board(self._on_board()))
        adjustments = tuple(left if owner == seat else -left for owner in range(SEATS))
        return self._ended("out", adjustments)

    def _ended(self, reason: str, adjustments: tuple[int, ...]) -> Self:
        scores = added(self.scores, dict(enumerate(adjustments)))
        outcome = Outcome(ranking(scores), reason, adjustments)
        return replace(self, scores=scores, turn=None, outcome=outcome)

    def _next(self) -> Seat | None:
        return None if self.turn is None else (self.turn + 1) % SEATS
