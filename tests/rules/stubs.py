"""Tiny invented games that need of the interface what Numerica does not need."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from games.rules.grid import Layout
from games.rules.interface import Move, departure_verdict, require_ending, require_turn
from games.rules.messages import Json, Message
from games.rules.moves import (
    Outcome,
    Seat,
    Verdict,
    add_points,
    outcome_from_json,
    outcome_to_json,
    ranking,
)
from games.rules.options import Option, resolve_options
from games.rules.refusals import IllegalMove, NotationError
from games.rules.stock import Stock, Supply
from games.rules.tiles import Bag, TileSet, first_seat, pile_to_json

NO_BOARD = Layout(0, {})


@dataclass(frozen=True)
class Race:
    """For two or three: `add N` earns N; who leaves is last, the others go on for six plies."""

    key: ClassVar[str] = "race"
    initial_position: ClassVar[str] = ""
    name: ClassVar[str] = "Race"
    options: ClassVar[tuple[Option, ...]] = (Option("players", ("2", "3"), "3", "Players"),)
    layout: ClassVar[Layout] = NO_BOARD

    seats: int
    turn: Seat | None
    scores: tuple[int, ...]
    seed: bytes | None = None
    departed: tuple[Seat, ...] = ()
    plies: int = 0
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        seats = int(resolve_options(cls.options, options)["players"])
        return cls(seats, first_seat(seed, seats), (0,) * seats, seed)

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        seats = int(resolve_options(cls.options, options)["players"])
        return cls(seats, first, (0,) * seats)

    def check(self, seat: Seat, text: str) -> Verdict:
        word, _, number = text.strip().partition(" ")
        if text == "resign":
            return departure_verdict(self, seat, "resign")
        if word != "add" or number not in tuple("123456789"):
            raise NotationError(Message("a move reads add 5"))
        return Verdict(text.strip(), "play", points=int(number))

    def play(self, seat: Seat, text: str) -> Move:
        verdict = self.check(seat, text)
        if verdict.kind == "resign":
            return self.leave(seat, "resign")
        require_turn(self, seat)
        scores = add_points(self.scores, {seat: verdict.points})
        after = replace(self, scores=scores, plies=self.plies + 1, turn=self._next())
        return Move(seat, verdict, after._ended("idle") if after.plies == 6 else after)

    def leave(self, seat: Seat, reason: str) -> Move:
        require_ending(self, reason, ("resign", "time"))
        if reason != "resign" or seat in self.departed:
            require_turn(self, seat)
        verdict = departure_verdict(self, seat, reason)
        turn = self._next() if seat == self.turn else self.turn
        after = replace(self, departed=(*self.departed, seat), turn=turn)
        last_one_left = len(after.departed) == self.seats - 1
        return Move(seat, verdict, after._ended(reason) if last_one_left else after)

    def seen_by(self, seat: Seat | None) -> Self:
        return self if self.outcome else replace(self, seed=None)

    def view(self, seat: Seat | None) -> Json:
        return {"turn": self.turn, "scores": list(self.scores), "left": list(self.departed)}

    def to_json(self) -> Json:
        return {
            "seats": self.seats,
            "turn": self.turn,
            "scores": list(self.scores),
            "seed": self.seed.hex() if self.seed else None,
            "left": list(self.departed),
            "plies": self.plies,
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            seats=data["seats"],
            turn=data["turn"],
            scores=tuple(data["scores"]),
            seed=bytes.fromhex(data["seed"]) if data["seed"] else None,
            departed=tuple(data["left"]),
            plies=data["plies"],
            outcome=outcome_from_json(data["outcome"]),
        )

    def _next(self) -> Seat | None:
        """The next seat that has not left."""
        assert self.turn is not None
        later = [(self.turn + n) % self.seats for n in range(1, self.seats + 1)]
        return next((seat for seat in later if seat not in self.departed), None)

    def _ended(self, reason: str) -> Self:
        """By score; who left comes last, the first to leave at the very end."""
        outcome = Outcome(ranking(self.scores, self.departed), reason, (0,) * self.seats)
        return replace(self, turn=None, outcome=outcome)


NUMBERS = TileSet.from_table("1 9 1\n2 9 2\n3 9 3")
SIGNS = TileSet.from_table("+ 9 1\n- 9 1")
SUPPLIES = (Supply("draw", NUMBERS, 3), Supply("sign", SIGNS, 2))


@dataclass(frozen=True)
class Piles:
    """Two bags: a hand has 3 numbers and 2 signs; `swap 12+` is the only move, six end it."""

    key: ClassVar[str] = "piles"
    initial_position: ClassVar[str] = ""
    name: ClassVar[str] = "Piles"
    options: ClassVar[tuple[Option, ...]] = ()
    layout: ClassVar[Layout] = NO_BOARD
    seats: ClassVar[int] = 2

    stock: Stock
    turn: Seat | None
    scores: tuple[int, ...] = (0, 0)
    plies: int = 0
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        resolve_options(cls.options, options)
        return cls(Stock.deal(SUPPLIES, 2, seed), first_seat(seed, 2))

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        resolve_options(cls.options, options)
        return cls(Stock.deal(SUPPLIES, 2, None), first)

    def check(self, seat: Seat, text: str) -> Verdict:
        word, _, tiles = text.strip().partition(" ")
        if word != "swap" or not tiles or not set(tiles) <= set("123+-"):
            raise NotationError(Message("a move reads swap 12+"))
        self.stock.require_held(seat, tuple(tiles), ())
        self.stock.require_swappable(tuple(tiles))
        return Verdict(text.strip(), "swap")

    def play(self, seat: Seat, text: str) -> Move:
        verdict = self.check(seat, text)
        require_turn(self, seat)
        stock = self.stock.swap(seat, tuple(verdict.text.removeprefix("swap ")))
        after = replace(self, stock=stock, turn=1 - seat, plies=self.plies + 1)
        if after.plies == 6:
            outcome = Outcome(ranking(after.scores), "idle", (0, 0))
            after = replace(after, turn=None, outcome=outcome)
        return Move(seat, verdict, after)

    def leave(self, seat: Seat, reason: str) -> Move:
        outcome = Outcome(((1 - seat,), (seat,)), reason, (0, 0))
        return Move(seat, Verdict(reason, reason), replace(self, turn=None, outcome=outcome))

    def seen_by(self, seat: Seat | None) -> Self:
        if self.outcome is not None:
            return self
        return replace(self, stock=self.stock.seen_by(seat))

    def view(self, seat: Seat | None) -> Json:
        seen = self.seen_by(seat)
        racks = [pile_to_json(rack) for rack in seen.stock.hands]
        return {"racks": racks, "bags": seen.stock.bag_sizes(), "turn": self.turn}

    def to_json(self) -> Json:
        return {
            "stock": self.stock.to_json(),
            "turn": self.turn,
            "plies": self.plies,
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            stock=Stock.from_json(SUPPLIES, data["stock"]),
            turn=data["turn"],
            plies=data["plies"],
            outcome=outcome_from_json(data["outcome"]),
        )


@dataclass(frozen=True)
class Fork:
    """A set-up and a choice: `take` alone is open between the stones that still lie there."""

    key: ClassVar[str] = "fork"
    name: ClassVar[str] = "Fork"
    options: ClassVar[tuple[Option, ...]] = ()
    layout: ClassVar[Layout] = NO_BOARD
    seats: ClassVar[int] = 2

    turn: Seat | None
    stones: str
    scores: tuple[int, ...] = (0, 0)
    seed: bytes | None = None
    outcome: Outcome | None = None
    initial_position: str = ""

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        resolve_options(cls.options, options)
        drawn, _ = Bag(tuple("1234")).draw(seed, 3)
        assert isinstance(drawn, tuple)
        return cls(first_seat(seed, 2), "".join(drawn), seed=seed, initial_position="".join(drawn))

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        resolve_options(cls.options, options)
        if len(initial_position) != 3 or not set(initial_position) <= set("1234"):
            raise NotationError(Message("a set-up reads 123"))
        return cls(first, initial_position, initial_position=initial_position)

    def check(self, seat: Seat, text: str) -> Verdict:
        word, _, stone = text.strip().partition(" ")
        if word != "take":
            raise NotationError(Message("a move reads take 3"))
        if not stone and len(self.stones) > 1:
            return Verdict("take", "play", choices=tuple(f"take {s}" for s in self.stones))
        stone = stone or self.stones
        if len(stone) != 1 or stone not in self.stones:
            raise IllegalMove("empty-square", Message("there is no such stone"))
        return Verdict(f"take {stone}", "play", points=int(stone))

    def play(self, seat: Seat, text: str) -> Move:
        verdict = self.check(seat, text)
        require_turn(self, seat)
        if verdict.choices:
            raise IllegalMove("must-choose", Message("say which stone to take"))
        stones = self.stones.replace(verdict.text[-1], "", 1)
        scores = add_points(self.scores, {seat: verdict.points})
        after = replace(self, stones=stones, scores=scores, turn=1 - seat)
        if not stones:
            outcome = Outcome(ranking(scores), "out", (0, 0))
            after = replace(after, turn=None, outcome=outcome)
        return Move(seat, verdict, after)

    def leave(self, seat: Seat, reason: str) -> Move:
        ranks = ((0, 1),) if reason == "agreement" else ((1 - seat,), (seat,))
        outcome = Outcome(ranks, reason, (0, 0))
        return Move(seat, Verdict(reason, reason), replace(self, turn=None, outcome=outcome))

    def seen_by(self, seat: Seat | None) -> Self:
        return replace(self, seed=None) if self.outcome is None else self

    def view(self, seat: Seat | None) -> Json:
        return {"stones": self.stones, "turn": self.turn, "scores": list(self.scores)}

    def to_json(self) -> Json:
        return {
            "turn": self.turn,
            "stones": self.stones,
            "setup": self.initial_position,
            "scores": list(self.scores),
            "seed": self.seed.hex() if self.seed else None,
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        seed = bytes.fromhex(data["seed"]) if data["seed"] else None
        outcome = outcome_from_json(data["outcome"])
        scores = tuple(data["scores"])
        return cls(data["turn"], data["stones"], scores, seed, outcome, data["setup"])


STUBS = {game.key: game for game in (Race, Piles, Fork)}
