"""Numerica: crossing equalities on 15×15 squares, for two."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from games.rules import arithmetic, laying, notation
from games.rules.base import (
    IllegalMove,
    Json,
    Message,
    Move,
    NotationError,
    Option,
    Outcome,
    Run,
    Seat,
    Verdict,
    added,
    chosen,
    gettext_noop,
    outcome_from_json,
    outcome_to_json,
    ranking,
)
from games.rules.grid import ACROSS, DOWN, Layout, square_name, square_named
from games.rules.laying import Board
from games.rules.numerica.lines import fraction_bonus, judge
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
from games.rules.tiles import (
    Bag,
    Pile,
    TileSet,
    first_seat,
    hidden,
    missing,
    pile_from_json,
    pile_to_json,
    refill,
    size,
    tile_of,
    without,
)

__all__ = ["LAYOUT", "RACK_SIZE", "TILES", "State", "fraction_bonus", "judge"]

_NOT_ON_RACK = gettext_noop("you do not hold %(tiles)s")
_ACROSS_OR_DOWN = gettext_noop("lines are read to the right or down in this game")
_OPENING = gettext_noop("the first play covers the middle square, %(square)s")
_CENTRE = gettext_noop("the first play must cover the middle square, %(square)s")
_NOT_CONNECTED = gettext_noop("the play must touch a tile on the board")
_NO_EQUALITY = gettext_noop("the play forms no complete equality")
_BAG_TOO_SMALL = gettext_noop("the bag has %(bag)s tiles, you want to swap %(wanted)s")
_GAME_OVER = gettext_noop("the game is over")
_NO_SUCH_ENDING = gettext_noop("this game does not end by %(reason)s")
_NOT_YOUR_TURN = gettext_noop("it is not your turn")


@dataclass(frozen=True)
class State:
    """A whole position of Numerica (rules N1-N13)."""

    key: ClassVar[str] = "numerica"
    name: ClassVar[str] = "Numerica"
    options: ClassVar[tuple[Option, ...]] = ()
    rows: ClassVar[int] = LAYOUT.size
    opening: ClassVar[Message] = Message(_OPENING, {"square": square_name(LAYOUT.centre)})
    layout: ClassVar[Layout] = LAYOUT
    tiles: ClassVar[TileSet] = TILES
    rack_size: ClassVar[int] = RACK_SIZE
    seats: ClassVar[int] = SEATS
    setup: ClassVar[str] = ""

    seed: bytes | None
    bag: Bag
    racks: tuple[Pile, ...]
    turn: Seat | None
    board: Board = field(default_factory=dict)
    scores: tuple[int, ...] = (0,) * SEATS
    passes: int = 0
    idle: int = 0
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        chosen(cls.options, options)
        bag = Bag(TILES.full_bag())
        racks = []
        for _ in range(SEATS):
            rack, bag = bag.draw(seed, RACK_SIZE)
            racks.append(rack)
        return cls(seed=seed, bag=bag, racks=tuple(racks), turn=first_seat(seed, SEATS))

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        chosen(cls.options, options)
        left = len(TILES.full_bag()) - SEATS * RACK_SIZE
        return cls(seed=None, bag=Bag(left), racks=(RACK_SIZE,) * SEATS, turn=first)

    @classmethod
    def canonical(cls, text: str) -> str:
        return notation.canonical(text, TILES.counts)

    def check(self, seat: Seat, text: str) -> Verdict:
        move = notation.parse(text, TILES.counts)
        if isinstance(move, notation.Play):
            return self._check_play(seat, move)
        if isinstance(move, notation.Swap):
            return self._check_swap(seat, move)
        return Verdict(text=str(move), kind=str(move))

    def play(self, seat: Seat, text: str) -> Move:
        move = notation.parse(text, TILES.counts)
        if self.outcome is not None:
            raise IllegalMove("game-over", Message(_GAME_OVER))
        if seat != self.turn:
            raise IllegalMove("not-your-turn", Message(_NOT_YOUR_TURN))
        if isinstance(move, notation.Play):
            verdict = self._check_play(seat, move)
            return Move(seat, verdict, self._after_play(seat, move, verdict))
        if isinstance(move, notation.Swap):
            return Move(seat, self._check_swap(seat, move), self._after_swap(seat, move))
        if isinstance(move, notation.Pass):
            return Move(seat, Verdict("pass", "pass"), self._after_pass())
        return self.leave(seat, "resign")

    def leave(self, seat: Seat, reason: str) -> Move:
        if reason not in LEAVING:
            raise NotationError(Message(_NO_SUCH_ENDING, {"reason": reason}))
        if self.outcome is not None:
            raise IllegalMove("game-over", Message(_GAME_OVER))
        stayed = tuple(other for other in range(SEATS) if other != seat)
        outcome = Outcome((stayed, (seat,)), reason, (0,) * SEATS)
        if reason == "aborted":
            outcome = Outcome((), reason, (0,) * SEATS, rated=False)
        return Move(seat, Verdict(reason, reason), replace(self, turn=None, outcome=outcome))

    def seen_by(self, seat: Seat | None) -> Self:
        if self.outcome is not None:
            return self
        racks = (rack if owner == seat else hidden(rack) for owner, rack in enumerate(self.racks))
        bag = Bag(len(self.bag), self.bag.drawn)
        return replace(self, seed=None, bag=bag, racks=tuple(racks))

    def view(self, seat: Seat | None) -> Json:
        seen = self.seen_by(seat)
        return {
            "game": self.key,
            "board": {square_name(square): face for square, face in seen.board.items()},
            "racks": [pile_to_json(rack) for rack in seen.racks],
            "bag": len(seen.bag),
            "unseen": self.unseen(seat),
            "turn": seen.turn,
            "scores": list(seen.scores),
            "passes": seen.passes,
            "idle": seen.idle,
            "outcome": outcome_to_json(seen.outcome),
            "actions": self._actions(seat),
        }

    def to_json(self) -> Json:
        return {
            "seed": self.seed.hex() if self.seed is not None else None,
            "bag": pile_to_json(self.bag.pile),
            "drawn": self.bag.drawn,
            "racks": [pile_to_json(rack) for rack in self.racks],
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
            seed=bytes.fromhex(data["seed"]) if data["seed"] is not None else None,
            bag=Bag(pile_from_json(data["bag"]), data["drawn"]),
            racks=tuple(pile_from_json(rack) for rack in data["racks"]),
            board={square_named(name): face for name, face in data["board"].items()},
            turn=data["turn"],
            scores=tuple(data["scores"]),
            passes=data["passes"],
            idle=data["idle"],
            outcome=outcome_from_json(data["outcome"]),
        )

    def unseen(self, seat: Seat | None) -> dict[str, int]:
        """How many tiles of each kind lie neither on the board nor on that seat's rack."""
        left = self._off_board()
        rack = self.racks[seat] if seat is not None else ()
        if not isinstance(rack, int):
            left = without(left, rack)
        return {symbol: left.count(symbol) for symbol in TILES.counts}

    def _off_board(self) -> tuple[str, ...]:
        return without(TILES.full_bag(), (tile_of(face) for face in self.board.values()))

    def _unknown(self) -> tuple[str, ...]:
        """The tiles of which this State does not say where they are."""
        piles = (self.bag.pile, *self.racks)
        known = (tile for pile in piles if not isinstance(pile, int) for tile in pile)
        return without(self._off_board(), known)

    def _actions(self, seat: Seat | None) -> Json:
        """What that seat may do now; drafting a play is open to every seat until the end."""
        on_turn = seat is not None and seat == self.turn
        is_last_idle = self.idle + 1 == IDLE_TURNS_TO_END
        return {
            "draft": seat is not None and self.outcome is None,
            "play": on_turn,
            "swap": min(len(self.bag), size(self.racks[seat]))
            if on_turn and seat is not None
            else 0,
            "pass": on_turn,
            "pass_ends": on_turn and (self.passes + 1 == PASSES_TO_END or is_last_idle),
            "swap_ends": on_turn and is_last_idle,
            "resign": on_turn,
        }

    # --- what a move is and earns ---

    def _check_swap(self, seat: Seat, swap: notation.Swap) -> Verdict:
        """N12, source rule 20: any number of tiles, at most as many as the bag holds."""
        self._require_on_rack(seat, swap.tiles)
        if len(swap.tiles) > len(self.bag):
            values = {"bag": len(self.bag), "wanted": len(swap.tiles)}
            raise IllegalMove("bag-too-small", Message(_BAG_TOO_SMALL, values))
        return Verdict(text=str(swap), kind="swap")

    def _check_play(self, seat: Seat, play: notation.Play) -> Verdict:
        """N3-N9: placement, every line legal, one of them a complete equality, points."""
        used = [tile_of(token) for token in play.tokens if token != notation.COVERED]
        self._require_on_rack(seat, used)
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

    def _require_on_rack(self, seat: Seat, tiles: list[str] | tuple[str, ...]) -> None:
        rack = self.racks[seat]
        lacking = missing(self._unknown() if isinstance(rack, int) else rack, tiles)
        if not lacking and len(tiles) > size(rack):
            lacking = tuple(tiles)
        if lacking:
            shown = " ".join(arithmetic.pretty(tile) for tile in lacking)
            raise IllegalMove("not-on-rack", Message(_NOT_ON_RACK, {"tiles": shown}))

    def _require_place(self, new: Board) -> None:
        """N3: over the centre at first, next to an old tile later."""
        if not self.board and LAYOUT.centre not in new:
            message = Message(_CENTRE, {"square": square_name(LAYOUT.centre)})
            raise IllegalMove("centre", message, squares=[LAYOUT.centre])
        if self.board and not laying.touches(self.board, tuple(new)):
            raise IllegalMove("not-connected", Message(_NOT_CONNECTED), squares=tuple(new))

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
        taken = tuple(tile_of(face) for face in new.values())
        drawn, bag = self.bag.draw(self.seed, len(taken))
        after = replace(
            self,
            board={**self.board, **new},
            bag=bag,
            racks=self._with_rack(seat, refill(self.racks[seat], taken, drawn)),
            scores=added(self.scores, {seat: verdict.points}),
            turn=self._next(),
            passes=0,
            idle=0,
        )
        if len(bag) == 0 and size(after.racks[seat]) == 0:
            return after._gone_out(seat)
        return after

    def _after_swap(self, seat: Seat, swap: notation.Swap) -> Self:
        """The new tiles are drawn before the old ones go back."""
        drawn, bag = self.bag.draw(self.seed, len(swap.tiles))
        rack = self.racks[seat]
        known = swap.tiles if not isinstance(rack, int) else len(swap.tiles)
        after = replace(
            self,
            bag=bag.put_back(known, TILES),
            racks=self._with_rack(seat, refill(rack, swap.tiles, drawn)),
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
        left = TILES.total(self._off_board())
        adjustments = tuple(left if owner == seat else -left for owner in range(SEATS))
        return self._ended("out", adjustments)

    def _ended(self, reason: str, adjustments: tuple[int, ...]) -> Self:
        scores = added(self.scores, dict(enumerate(adjustments)))
        outcome = Outcome(ranking(scores), reason, adjustments)
        return replace(self, scores=scores, turn=None, outcome=outcome)

    def _next(self) -> Seat | None:
        return None if self.turn is None else (self.turn + 1) % SEATS

    def _with_rack(self, seat: Seat, rack: Pile) -> tuple[Pile, ...]:
        return tuple(rack if owner == seat else other for owner, other in enumerate(self.racks))
