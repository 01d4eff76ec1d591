"""Equate: crossing equations on 19×19 squares, for two to four."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
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
from games.rules.equate.lines import judge, judge_advanced
from games.rules.equate.phrases import OPTIONS, PHRASES
from games.rules.equate.placing import has_place, require_place
from games.rules.equate.tables import (
    BINGO,
    EQUALS,
    HAND,
    IDLE_ROUNDS_TO_END,
    LAYOUT,
    LEAVING,
    ROUNDS_OF_PASSES_TO_END,
    SETS,
    SETS_WITH_NEGATIVE_RESULTS,
    in_use,
    supplies,
)
from games.rules.grid import ACROSS, DOWN, Layout, Square, square_name, square_named
from games.rules.laying import Board
from games.rules.stock import Stock
from games.rules.tiles import BLANK, Pile, TileSet, first_seat, pile_to_json, tile_of

__all__ = ["LAYOUT", "SETS", "State", "judge", "judge_advanced"]

_OPENING = gettext_noop("the first play covers the middle square, %(square)s")
_OPENING_APART = gettext_noop("every play is an equation across that touches no other tile")
_ACROSS_OR_DOWN = gettext_noop("lines are read to the right or down in this game")
_ONLY_EQUATIONS = gettext_noop("in stage 1 every play must be an equation")
_BLANK_EQUALS = gettext_noop("a blank stands for a number or an operation, never for =")
_EQUALS_AT_HAND = gettext_noop("equals signs are always at hand; there is none to swap")
_STAGE_AND_SET = gettext_noop("a stage goes with the standard tiles only")


@dataclass(frozen=True)
class State:
    """A whole position of Equate (rules E5-E22).

    `left` are the seats that went out of the game, the first to leave first (E20).
    """

    key: ClassVar[str] = "equate"
    name: ClassVar[str] = "Equate"
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    phrases: ClassVar[Phrases] = PHRASES
    layout: ClassVar[Layout] = LAYOUT
    setup: ClassVar[str] = ""
    free: ClassVar[tuple[str, ...]] = (EQUALS,)

    set_name: str
    stage: str
    stock: Stock
    turn: Seat | None
    scores: tuple[int, ...]
    board: Board = field(default_factory=dict)
    passes: int = 0
    idle: int = 0
    left: tuple[Seat, ...] = ()
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        seats = int(_chosen(options)["players"])
        return cls._start(options, seed, first_seat(seed, seats))

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        return cls._start(options, None, first)

    @classmethod
    def _start(cls, options: Mapping[str, str], seed: bytes | None, first: Seat) -> Self:
        values = _chosen(options)
        seats, set_name, stage = int(values["players"]), values["set"], values["stage"]
        stock = Stock.dealt(supplies(set_name, stage), seats, seed)
        return cls(set_name, stage, stock, first, (0,) * seats)

    # --- to look at ---

    @property
    def seats(self) -> int:
        return len(self.stock.racks)

    @property
    def tiles(self) -> TileSet:
        return _tiles(self.set_name, self.stage)

    @property
    def racks(self) -> tuple[Pile, ...]:
        return self.stock.hands

    @property
    def opening(self) -> Message:
        if self.stage == "1":
            return Message(_OPENING_APART)
        return Message(_OPENING, {"square": square_name(LAYOUT.centre)})

    def worth(self, face: str) -> int:
        return self.tiles.value_of(face)

    @property
    def judge(self) -> laying.Judge:
        """What a line of two or more tiles is with the set in use."""
        return judge_advanced if self.set_name in SETS_WITH_NEGATIVE_RESULTS else judge

    def unseen(self, seat: Seat | None) -> dict[str, int]:
        """How many tiles of each kind lie neither on the board nor on that seat's rack."""
        return self.stock.unseen(seat, self._on_board())

    def has_place(self, squares: Sequence[Square]) -> bool:
        """Whether tiles may lie on these empty squares, whatever they show (E8, E9, E21)."""
        return has_place(self.board, squares, self.stage)

    # --- moves ---

    def check(self, seat: Seat, text: str) -> Verdict:
        move = self._parsed(text)
        if isinstance(move, notation.Play):
            return self._check_play(seat, move)
        if isinstance(move, notation.Swap):
            return self._check_swap(seat, move)
        if isinstance(move, notation.Resign):
            return left_by(self, seat, "resign")
        return Verdict("pass", "pass")

    def play(self, seat: Seat, text: str) -> Move:
        move = self._parsed(text)
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
        """E20: the seat goes out of the game; the last one left has won.

        The time runs out for the seat to move alone; who resigns out of turn leaves the turn where
        it was.
        """
        require_ending(self, reason, LEAVING)
        verdict = left_by(self, seat, reason)
        if reason == "aborted":
            outcome = Outcome((), reason, self._nothing(), rated=False)
            return Move(seat, verdict, replace(self, turn=None, outcome=outcome))
        if reason != "resign" or seat in self.left:
            require_turn(self, seat)
        turn = self._next() if seat == self.turn else self.turn
        after = replace(self, left=(*self.left, seat), passes=0, idle=0, turn=turn)
        if len(after._staying()) == 1:
            return Move(seat, verdict, after._ended(reason, self._nothing()))
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
            "idle": seen.idle,
            "left": list(seen.left),
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
            "idle": self.idle,
            "left": list(self.left),
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            set_name=data["set"],
            stage=data["stage"],
            stock=Stock.from_json(supplies(data["set"], data["stage"]), data["stock"]),
            board={square_named(name): face for name, face in data["board"].items()},
            turn=data["turn"],
            scores=tuple(data["scores"]),
            passes=data["passes"],
            idle=data["idle"],
            left=tuple(data["left"]),
            outcome=outcome_from_json(data["outcome"]),
        )

    def _actions(self, seat: Seat | None) -> Json:
        """What that seat may do now; drafting a play is open to all who are still in the game."""
        on_turn = seat is not None and seat == self.turn
        is_last_idle = self.idle + 1 == self._idle_turns_to_end()
        is_playing = seat is not None and seat not in self.left
        return {
            "draft": is_playing and self.outcome is None,
            "play": on_turn,
            "swap": self.stock.largest_swap(seat) if on_turn and seat is not None else 0,
            "pass": on_turn,
            "pass_ends": on_turn and (self.passes + 1 == self._passes_to_end() or is_last_idle),
            "swap_ends": on_turn and is_last_idle,
            "resign": is_playing and self.outcome is None,
        }

    # --- what a move is and earns ---

    def _parsed(self, text: str) -> notation.MoveText:
        """The move, of tiles of this game; a blank never stands for an equals sign (E11)."""
        move = notation.parse(text, self.tiles.counts)
        if isinstance(move, notation.Play) and BLANK + EQUALS in move.tokens:
            raise NotationError(Message(_BLANK_EQUALS))
        return move

    def _check_swap(self, seat: Seat, swap: notation.Swap) -> Verdict:
        """E13: one tile or more, of each pile at most as many as it holds."""
        if EQUALS in swap.tiles:
            raise IllegalMove("not-on-rack", Message(_EQUALS_AT_HAND))
        self.stock.require_held(seat, swap.tiles, self._on_board())
        self.stock.require_swappable(swap.tiles)
        return Verdict(text=str(swap), kind="swap")

    def _check_play(self, seat: Seat, play: notation.Play) -> Verdict:
        """E8-E10: placement, every line an expression or an equation, points."""
        self.stock.require_held(seat, _taken(play.tokens), self._on_board())
        if play.step not in (ACROSS, DOWN):
            raise IllegalMove("direction", Message(_ACROSS_OR_DOWN))
        new = laying.placed(self.board, LAYOUT, play)
        require_place(self.board, play, new, self.stage)
        runs = self._runs(play, new)
        laying.require_legal(runs)
        if self.stage == "1" and not any(run.kind == "complete" for run in runs):
            raise IllegalMove("stage", Message(_ONLY_EQUATIONS), runs=runs, squares=tuple(new))
        bonus = _bonus(new, runs)
        points = sum(run.points for run in runs) + bonus
        return Verdict(str(play), "play", points, tuple(runs), tuple(new), bonus)

    def _runs(self, play: notation.Play, new: Board) -> list[Run]:
        after = {**self.board, **new}
        lines = laying.lines_formed(after, tuple(new), play.step)
        return [
            laying.judged_run(line, after, new, self.judge, _no_bonus, LAYOUT, self.tiles)
            for line in lines
        ]

    # --- what a move leads to ---

    def _after_play(self, seat: Seat, play: notation.Play, verdict: Verdict) -> Self:
        new = laying.placed(self.board, LAYOUT, play)
        after = replace(
            self,
            board={**self.board, **new},
            stock=self.stock.played(seat, _taken(new.values())),
            scores=added(self.scores, {seat: verdict.points}),
            turn=self._next(),
            passes=0,
            idle=0,
        )
        if after.stock.is_drawn_out() and after.stock.held_by(seat) == 0:
            return after._gone_out(seat)
        return after

    def _after_swap(self, seat: Seat, swap: notation.Swap) -> Self:
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
        if after.passes == after._passes_to_end():
            return after._stalemate("passes")
        return after._ended_if_idle()

    def _ended_if_idle(self) -> Self:
        return self._stalemate("idle") if self.idle == self._idle_turns_to_end() else self

    def _passes_to_end(self) -> int:
        """E14: everybody once in succession, and twice while a pile has tiles."""
        return len(self._staying()) * (1 if self.stock.is_drawn_out() else ROUNDS_OF_PASSES_TO_END)

    def _idle_turns_to_end(self) -> int:
        """E19: five turns of everybody without a play."""
        return len(self._staying()) * IDLE_ROUNDS_TO_END

    def _stalemate(self, reason: str) -> Self:
        """EF14: each subtracts what he holds."""
        adjustments = list(self._nothing())
        for seat in self._staying():
            adjustments[seat] = -self.stock.value_held_by(seat)
        return self._ended(reason, tuple(adjustments))

    def _gone_out(self, seat: Seat) -> Self:
        """EF14: who goes out adds what the others hold, each of them subtracts his own."""
        adjustments = list(self._nothing())
        for other in self._staying():
            adjustments[other] -= self.stock.value_held_by(other)
            adjustments[seat] += self.stock.value_held_by(other)
        return self._ended("out", tuple(adjustments))

    def _ended(self, reason: str, adjustments: tuple[int, ...]) -> Self:
        scores = added(self.scores, dict(enumerate(adjustments)))
        outcome = Outcome(ranking(scores, self.left), reason, adjustments)
        return replace(self, scores=scores, turn=None, outcome=outcome)

    def _nothing(self) -> tuple[int, ...]:
        return (0,) * self.seats

    def _staying(self) -> list[Seat]:
        """Who is still in the game."""
        return [seat for seat in range(self.seats) if seat not in self.left]

    def _next(self) -> Seat | None:
        """The next seat that is still in the game."""
        if self.turn is None:
            return None
        following = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        return next(seat for seat in following if seat not in self.left)

    def _on_board(self) -> tuple[str, ...]:
        """The tiles of the bags that lie on the board."""
        return _taken(self.board.values())


def _chosen(options: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value; raises NotationError for a stage with other tiles (E21)."""
    values = chosen(OPTIONS, options)
    if values["stage"] != "none" and values["set"] != "standard":
        raise NotationError(Message(_STAGE_AND_SET))
    return values


@lru_cache
def _tiles(set_name: str, stage: str) -> TileSet:
    return in_use(supplies(set_name, stage))


def _taken(faces: Iterable[str]) -> tuple[str, ...]:
    """The tiles that come from a hand: no covered square, no equals sign."""
    return tuple(tile_of(face) for face in faces if face not in (notation.COVERED, EQUALS))


def _bonus(new: Board, runs: Sequence[Run]) -> int:
    """E8, E10: all nine number and operation tiles in one equation; `=` is not counted."""
    in_one = any(run.kind == "complete" and new.keys() <= set(run.squares) for run in runs)
    return BINGO if in_one and len(_taken(new.values())) == HAND else 0


def _no_bonus(value: Fraction) -> int:
    """A line earns its tiles and premiums, nothing for its value."""
    return 0
