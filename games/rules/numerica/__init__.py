"""Numerica: crossing equalities on 15×15 squares, for two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from games.rules import notation
from games.rules.grid import Layout, Square, parse_square, square_name
from games.rules.interface import Move, departure_verdict, require_ending, require_turn
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import (
    Outcome,
    Seat,
    Verdict,
    add_points,
    outcome_from_json,
    outcome_to_json,
    ranking,
)
from games.rules.numerica.constants import (
    LAYOUT,
    LEAVE_REASONS,
    MAX_PASSES,
    MAX_SCORELESS_TURNS,
    RACK_SIZE,
    SEATS,
    TILES,
)
from games.rules.numerica.lines import judge
from games.rules.numerica.phrases import PHRASES
from games.rules.numerica.scoring import bingo_points, fraction_bonus, score_lines
from games.rules.options import Option, resolve_options
from games.rules.phrases import Phrases
from games.rules.placement import (
    Board,
    Judge,
    first_play_hint,
    is_connected,
    place_tiles,
    require_connected,
    require_direction,
    require_legal,
)
from games.rules.refusals import IllegalMove
from games.rules.stock import Stock, Supply
from games.rules.tiles import BLANK, Pile, TileSet, first_seat, pile_to_json, tile_of

__all__ = ["LAYOUT", "RACK_SIZE", "TILES", "State", "fraction_bonus", "judge"]

_NO_EQUALITY = gettext_noop("the play forms no complete equality")

SUPPLIES = (Supply("draw", TILES, RACK_SIZE),)


@dataclass(frozen=True)
class State:
    """A whole position of Numerica (rules N1-N13).

    `passes` and `scoreless_turns` count the passes, and the turns without a play, in a row.
    """

    key: ClassVar[str] = "numerica"
    name: ClassVar[str] = "Numerica"
    options: ClassVar[tuple[Option, ...]] = ()
    first_move_hint: ClassVar[Message] = first_play_hint(LAYOUT)
    layout: ClassVar[Layout] = LAYOUT
    phrases: ClassVar[Phrases] = PHRASES
    tiles: ClassVar[TileSet] = TILES
    seats: ClassVar[int] = SEATS
    initial_position: ClassVar[str] = ""
    free: ClassVar[tuple[str, ...]] = ()

    stock: Stock
    turn: Seat | None
    board: Board = field(default_factory=dict)
    scores: tuple[int, ...] = (0,) * SEATS
    passes: int = 0
    scoreless_turns: int = 0
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        resolve_options(cls.options, options)
        return cls(Stock.deal(SUPPLIES, SEATS, seed), first_seat(seed, SEATS))

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        resolve_options(cls.options, options)
        return cls(Stock.deal(SUPPLIES, SEATS, None), first)

    def points_of(self, face: str) -> int:
        return TILES.points_of(face)

    @property
    def judge(self) -> Judge:
        """Judges a line of two or more tiles by the rules of this game (N4-N7)."""
        return judge

    def has_place(self, squares: Sequence[Square]) -> bool:
        """Tell whether any tiles may lie on these empty squares (N3)."""
        return is_connected(self.board, LAYOUT, squares)

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
            return departure_verdict(self, seat, "resign")
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
        """N13: the seat that leaves loses; an aborted game has no ranking."""
        require_ending(self, reason, LEAVE_REASONS)
        outcome = Outcome(((1 - seat,), (seat,)), reason, (0,) * SEATS)
        if reason == "aborted":
            outcome = Outcome((), reason, (0,) * SEATS, rated=False)
        return Move(
            seat, departure_verdict(self, seat, reason), replace(self, turn=None, outcome=outcome)
        )

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
            "idle": seen.scoreless_turns,
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
            "idle": self.scoreless_turns,
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            stock=Stock.from_json(SUPPLIES, data["stock"]),
            board={parse_square(name): face for name, face in data["board"].items()},
            turn=data["turn"],
            scores=tuple(data["scores"]),
            passes=data["passes"],
            scoreless_turns=data["idle"],
            outcome=outcome_from_json(data["outcome"]),
        )

    def unseen(self, seat: Seat | None) -> dict[str, int]:
        """Return how many tiles of each kind lie neither on the board nor on that seat's rack."""
        return self.stock.unseen(seat, self._on_board())

    def _on_board(self) -> list[str]:
        return list(map(tile_of, self.board.values()))

    def _actions(self, seat: Seat | None) -> Json:
        """Return what that seat may do now; every seat may draft a play until the end."""
        on_turn = seat is not None and seat == self.turn
        is_last_scoreless = self.scoreless_turns + 1 == MAX_SCORELESS_TURNS
        return {
            "draft": seat is not None and self.outcome is None,
            "play": on_turn,
            "swap": self.stock.largest_swap(seat) if on_turn and seat is not None else 0,
            "pass": on_turn,
            "pass_ends": on_turn and (self.passes + 1 == MAX_PASSES or is_last_scoreless),
            "swap_ends": on_turn and is_last_scoreless,
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
        require_direction(play)
        new = place_tiles(self.board, LAYOUT, play)
        require_connected(self.board, LAYOUT, tuple(new))
        runs = score_lines(self.board, play, new, judge, TILES)
        require_legal(runs)
        if not any(run.kind == "complete" for run in runs):
            raise IllegalMove("no-equality", Message(_NO_EQUALITY), runs=runs)
        bonus = bingo_points(new)
        points = sum(run.points for run in runs) + bonus
        return Verdict(str(play), "play", points, tuple(runs), tuple(new), bonus)

    # --- what a move leads to ---

    def _after_play(self, seat: Seat, play: notation.Play, verdict: Verdict) -> Self:
        new = place_tiles(self.board, LAYOUT, play)
        after = replace(
            self,
            board={**self.board, **new},
            stock=self.stock.play(seat, tuple(map(tile_of, new.values()))),
            scores=add_points(self.scores, {seat: verdict.points}),
            turn=self._next_seat(),
            passes=0,
            scoreless_turns=0,
        )
        if after.stock.are_bags_empty() and after.stock.count_held_by(seat) == 0:
            return after._end_with_empty_rack(seat)
        return after

    def _after_swap(self, seat: Seat, swap: notation.Swap) -> Self:
        after = replace(
            self,
            stock=self.stock.swap(seat, swap.tiles),
            turn=self._next_seat(),
            passes=0,
            scoreless_turns=self.scoreless_turns + 1,
        )
        return after._end_if_scoreless()

    def _after_pass(self) -> Self:
        after = replace(
            self,
            turn=self._next_seat(),
            passes=self.passes + 1,
            scoreless_turns=self.scoreless_turns + 1,
        )
        if after.passes == MAX_PASSES:
            return after._end("passes", (0,) * SEATS)
        return after._end_if_scoreless()

    def _end_if_scoreless(self) -> Self:
        """N12: ten turns in a row without a play end the game."""
        if self.scoreless_turns < MAX_SCORELESS_TURNS:
            return self
        return self._end("idle", (0,) * SEATS)

    def _end_with_empty_rack(self, seat: Seat) -> Self:
        """N11: the seat with the empty rack gains the other rack's points, the other loses them."""
        points = TILES.total_points(self.stock.tiles_off_board(self._on_board()))
        adjustments = tuple(points if owner == seat else -points for owner in range(SEATS))
        return self._end("out", adjustments)

    def _end(self, reason: str, adjustments: tuple[int, ...]) -> Self:
        scores = add_points(self.scores, dict(enumerate(adjustments)))
        outcome = Outcome(ranking(scores), reason, adjustments)
        return replace(self, scores=scores, turn=None, outcome=outcome)

    def _next_seat(self) -> Seat | None:
        return None if self.turn is None else (self.turn + 1) % SEATS
