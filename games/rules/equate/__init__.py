"""Equate: crossing equations on 19×19 squares, for two to four."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from games.rules.equate.constants import (
    EQUALS,
    LAYOUT,
    LEAVE_REASONS,
    SETS,
    SETS_WITH_NEGATIVE_RESULTS,
    game_tiles,
    supplies,
)
from games.rules.equate.endings import (
    empty_rack_adjustments,
    max_passes,
    max_scoreless_turns,
    stalemate_adjustments,
)
from games.rules.equate.lines import judge, judge_advanced
from games.rules.equate.options import OPTIONS, resolve_equate_options
from games.rules.equate.phrases import PHRASES
from games.rules.equate.placement import has_place
from games.rules.equate.plays import check_play, parse_move
from games.rules.equate.scoring import tiles_from_rack
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
from games.rules.notation import Play, Resign, Swap
from games.rules.options import Option
from games.rules.phrases import Phrases
from games.rules.placement import Board, Judge, first_play_hint, place_tiles
from games.rules.refusals import IllegalMove
from games.rules.stock import Stock
from games.rules.tiles import BLANK, Pile, TileSet, first_seat, pile_to_json

__all__ = ["LAYOUT", "SETS", "State", "judge", "judge_advanced"]

_FIRST_EQUATION_APART = gettext_noop("every play is an equation across that touches no other tile")
_EQUALS_AT_HAND = gettext_noop("equals signs are always at hand; there is none to swap")


@dataclass(frozen=True)
class State:
    """A whole position of Equate (rules E5-E22).

    `departed` are the seats that left the game, in the order in which they left (E20). `passes`
    and `scoreless_turns` count the passes, and the turns without a play, in a row.
    """

    key: ClassVar[str] = "equate"
    name: ClassVar[str] = "Equate"
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    phrases: ClassVar[Phrases] = PHRASES
    layout: ClassVar[Layout] = LAYOUT
    initial_position: ClassVar[str] = ""
    free: ClassVar[tuple[str, ...]] = (EQUALS,)

    set_name: str
    stage: str
    stock: Stock
    turn: Seat | None
    scores: tuple[int, ...]
    board: Board = field(default_factory=dict)
    passes: int = 0
    scoreless_turns: int = 0
    departed: tuple[Seat, ...] = ()
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        seats = int(resolve_equate_options(options)["players"])
        return cls._start(options, seed, first_seat(seed, seats))

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        return cls._start(options, None, first)

    @classmethod
    def _start(cls, options: Mapping[str, str], seed: bytes | None, first: Seat) -> Self:
        values = resolve_equate_options(options)
        seats, set_name, stage = int(values["players"]), values["set"], values["stage"]
        stock = Stock.deal(supplies(set_name, stage), seats, seed)
        return cls(set_name, stage, stock, first, (0,) * seats)

    # --- to look at ---

    @property
    def seats(self) -> int:
        return len(self.stock.racks)

    @property
    def tiles(self) -> TileSet:
        return game_tiles(self.set_name, self.stage)

    @property
    def racks(self) -> tuple[Pile, ...]:
        return self.stock.hands

    @property
    def first_move_hint(self) -> Message:
        if self.stage == "1":
            return Message(_FIRST_EQUATION_APART)
        return first_play_hint(LAYOUT)

    def points_of(self, face: str) -> int:
        return self.tiles.points_of(face)

    @property
    def judge(self) -> Judge:
        """Judges a line of two or more tiles with the set in use (E6-E8, E16)."""
        return judge_advanced if self.set_name in SETS_WITH_NEGATIVE_RESULTS else judge

    def unseen(self, seat: Seat | None) -> dict[str, int]:
        """Return how many tiles of each kind lie neither on the board nor on that seat's rack."""
        return self.stock.unseen(seat, self._on_board())

    def has_place(self, squares: Sequence[Square]) -> bool:
        """Tell whether any tiles may lie on these empty squares (E8, E9, E21)."""
        return has_place(self.board, squares, self.stage)

    # --- moves ---

    def check(self, seat: Seat, text: str) -> Verdict:
        move = parse_move(text, self.tiles.counts)
        if isinstance(move, Play):
            return self._check_play(seat, move)
        if isinstance(move, Swap):
            return self._check_swap(seat, move)
        if isinstance(move, Resign):
            return departure_verdict(self, seat, "resign")
        return Verdict("pass", "pass")

    def play(self, seat: Seat, text: str) -> Move:
        move = parse_move(text, self.tiles.counts)
        if isinstance(move, Resign):
            return self.leave(seat, "resign")
        require_turn(self, seat)
        if isinstance(move, Play):
            verdict = self._check_play(seat, move)
            return Move(seat, verdict, self._after_play(seat, move, verdict))
        if isinstance(move, Swap):
            return Move(seat, self._check_swap(seat, move), self._after_swap(seat, move))
        return Move(seat, Verdict("pass", "pass"), self._after_pass())

    def leave(self, seat: Seat, reason: str) -> Move:
        """E20: the seat leaves the game; the last remaining seat has won.

        Time runs out only for the seat to move. A resignation out of turn does not change the
        turn.
        """
        require_ending(self, reason, LEAVE_REASONS)
        verdict = departure_verdict(self, seat, reason)
        if reason == "aborted":
            outcome = Outcome((), reason, self._no_adjustments(), rated=False)
            return Move(seat, verdict, replace(self, turn=None, outcome=outcome))
        if reason != "resign" or seat in self.departed:
            require_turn(self, seat)
        turn = self._next_seat() if seat == self.turn else self.turn
        after = replace(
            self, departed=(*self.departed, seat), passes=0, scoreless_turns=0, turn=turn
        )
        if len(after._remaining_seats()) == 1:
            return Move(seat, verdict, after._end(reason, self._no_adjustments()))
        return Move(seat, verdict, after)

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
            "free": list(self.free),
            "bags": seen.stock.bag_sizes(),
            "unseen": self.unseen(seat),
            "stands_for": [tile for tile in self.tiles.counts if tile not in (BLANK, EQUALS)],
            "turn": seen.turn,
            "scores": list(seen.scores),
            "passes": seen.passes,
            "idle": seen.scoreless_turns,
            "left": list(seen.departed),
            "outcome": outcome_to_json(seen.outcome),
            "actions": self._actions(seat),
        }

    def draws(self) -> Json:
        return {**self.stock.draws(), "free": list(self.free)}

    def to_json(self) -> Json:
        return {
            "set": self.set_name,
            "stage": self.stage,
            "stock": self.stock.to_json(),
            "board": {square_name(square): face for square, face in self.board.items()},
            "turn": self.turn,
            "scores": list(self.scores),
            "passes": self.passes,
            "idle": self.scoreless_turns,
            "left": list(self.departed),
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            set_name=data["set"],
            stage=data["stage"],
            stock=Stock.from_json(supplies(data["set"], data["stage"]), data["stock"]),
            board={parse_square(name): face for name, face in data["board"].items()},
            turn=data["turn"],
            scores=tuple(data["scores"]),
            passes=data["passes"],
            scoreless_turns=data["idle"],
            departed=tuple(data["left"]),
            outcome=outcome_from_json(data["outcome"]),
        )

    def _actions(self, seat: Seat | None) -> Json:
        """Return what that seat may do now; every remaining seat may draft a play."""
        on_turn = seat is not None and seat == self.turn
        remaining = self._remaining_seats()
        is_last_scoreless = self.scoreless_turns + 1 == max_scoreless_turns(remaining)
        is_last_pass = self.passes + 1 == max_passes(self.stock, remaining)
        is_playing = seat is not None and seat not in self.departed
        return {
            "draft": is_playing and self.outcome is None,
            "play": on_turn,
            "swap": self.stock.largest_swap(seat) if on_turn and seat is not None else 0,
            "pass": on_turn,
            "pass_ends": on_turn and (is_last_pass or is_last_scoreless),
            "swap_ends": on_turn and is_last_scoreless,
            "resign": is_playing and self.outcome is None,
        }

    # --- what a move is and earns ---

    def _check_swap(self, seat: Seat, swap: Swap) -> Verdict:
        """E13: one tile or more, of each pile at most as many as it holds."""
        if EQUALS in swap.tiles:
            raise IllegalMove("not-on-rack", Message(_EQUALS_AT_HAND))
        self.stock.require_held(seat, swap.tiles, self._on_board())
        self.stock.require_swappable(swap.tiles)
        return Verdict(text=str(swap), kind="swap")

    def _check_play(self, seat: Seat, play: Play) -> Verdict:
        self.stock.require_held(seat, tiles_from_rack(play.tokens), self._on_board())
        return check_play(self.board, play, self.stage, self.judge, self.tiles)

    # --- what a move leads to ---

    def _after_play(self, seat: Seat, play: Play, verdict: Verdict) -> Self:
        new = place_tiles(self.board, LAYOUT, play)
        after = replace(
            self,
            board={**self.board, **new},
            stock=self.stock.play(seat, tiles_from_rack(new.values())),
            scores=add_points(self.scores, {seat: verdict.points}),
            turn=self._next_seat(),
            passes=0,
            scoreless_turns=0,
        )
        if after.stock.are_bags_empty() and after.stock.count_held_by(seat) == 0:
            return after._end_with_empty_rack(seat)
        return after

    def _after_swap(self, seat: Seat, swap: Swap) -> Self:
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
        if after.passes == max_passes(self.stock, self._remaining_seats()):
            return after._end_by_stalemate("passes")
        return after._end_if_scoreless()

    def _end_if_scoreless(self) -> Self:
        if self.scoreless_turns < max_scoreless_turns(self._remaining_seats()):
            return self
        return self._end_by_stalemate("idle")

    def _end_by_stalemate(self, reason: str) -> Self:
        return self._end(reason, stalemate_adjustments(self.stock, self._remaining_seats()))

    def _end_with_empty_rack(self, seat: Seat) -> Self:
        return self._end("out", empty_rack_adjustments(self.stock, seat, self._remaining_seats()))

    def _end(self, reason: str, adjustments: tuple[int, ...]) -> Self:
        scores = add_points(self.scores, dict(enumerate(adjustments)))
        outcome = Outcome(ranking(scores, self.departed), reason, adjustments)
        return replace(self, scores=scores, turn=None, outcome=outcome)

    def _no_adjustments(self) -> tuple[int, ...]:
        return (0,) * self.seats

    def _remaining_seats(self) -> list[Seat]:
        """Return the seats that are still in the game."""
        return [seat for seat in range(self.seats) if seat not in self.departed]

    def _next_seat(self) -> Seat | None:
        """Return the next seat that is still in the game; None after the end."""
        if self.turn is None:
            return None
        following = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        return next(seat for seat in following if seat not in self.departed)

    def _on_board(self) -> tuple[str, ...]:
        """Return the tiles on the board that came from a bag."""
        return tiles_from_rack(self.board.values())
