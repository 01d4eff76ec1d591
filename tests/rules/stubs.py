"""Tiny invented games that need of the interface what Numerica does not need."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from games.rules.base import (
    IllegalMove,
    Json,
    Message,
    Move,
    NotationError,
    Option,
    Outcome,
    Seat,
    Verdict,
    added,
    chosen,
    outcome_from_json,
    outcome_to_json,
    ranking,
)
from games.rules.tiles import (
    Bag,
    Pile,
    TileSet,
    first_seat,
    hidden,
    pile_from_json,
    pile_to_json,
    refill,
)


@dataclass(frozen=True)
class Race:
    """For two or three: `add N` earns N; who leaves is last, the others go on for six plies."""

    key: ClassVar[str] = "race"
    setup: ClassVar[str] = ""
    name: ClassVar[str] = "Race"
    options: ClassVar[tuple[Option, ...]] = (Option("players", ("2", "3"), "3", "Players"),)
    rows: ClassVar[int] = 1

    seats: int
    turn: Seat | None
    scores: tuple[int, ...]
    seed: bytes | None = None
    left: tuple[Seat, ...] = ()
    plies: int = 0
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        seats = int(chosen(cls.options, options)["players"])
        return cls(seats, first_seat(seed, seats), (0,) * seats, seed)

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        seats = int(chosen(cls.options, options)["players"])
        return cls(seats, first, (0,) * seats)

    @classmethod
    def canonical(cls, text: str) -> str:
        word, _, number = text.strip().partition(" ")
        if text != "resign" and (word != "add" or number not in tuple("123456789")):
            raise NotationError(Message("a move reads add 5"))
        return text.strip()

    def check(self, seat: Seat, text: str) -> Verdict:
        text = self.canonical(text)
        if text == "resign":
            return Verdict("resign", "resign")
        return Verdict(text, "play", points=int(text[-1]))

    def play(self, seat: Seat, text: str) -> Move:
        verdict = self.check(seat, text)
        if self.outcome is not None:
            raise IllegalMove("game-over", Message("the game is over"))
        if seat != self.turn:
            raise IllegalMove("not-your-turn", Message("it is not your turn"))
        if verdict.kind == "resign":
            return self.leave(seat, "resign")
        scores = added(self.scores, {seat: verdict.points})
        after = replace(self, scores=scores, plies=self.plies + 1, turn=self._next())
        return Move(seat, verdict, after._ended("plies") if after.plies == 6 else after)

    def leave(self, seat: Seat, reason: str) -> Move:
        if self.outcome is not None:
            raise IllegalMove("game-over", Message("the game is over"))
        turn = self._next() if seat == self.turn else self.turn
        after = replace(self, left=(*self.left, seat), turn=turn)
        last_one_left = len(after.left) == self.seats - 1
        return Move(seat, Verdict(reason, reason), after._ended(reason) if last_one_left else after)

    def seen_by(self, seat: Seat | None) -> Self:
        return self if self.outcome else replace(self, seed=None)

    def view(self, seat: Seat | None) -> Json:
        return {"turn": self.turn, "scores": list(self.scores), "left": list(self.left)}

    def to_json(self) -> Json:
        return {
            "seats": self.seats,
            "turn": self.turn,
            "scores": list(self.scores),
            "seed": self.seed.hex() if self.seed else None,
            "left": list(self.left),
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
            left=tuple(data["left"]),
            plies=data["plies"],
            outcome=outcome_from_json(data["outcome"]),
        )

    def _next(self) -> Seat | None:
        """The next seat that has not left."""
        assert self.turn is not None
        later = [(self.turn + n) % self.seats for n in range(1, self.seats + 1)]
        return next((seat for seat in later if seat not in self.left), None)

    def _ended(self, reason: str) -> Self:
        """By score; who left comes last, the first to leave at the very end."""
        stayed = (
            tuple(seat for seat in rank if seat not in self.left) for rank in ranking(self.scores)
        )
        gone = tuple((seat,) for seat in reversed(self.left))
        ranks = tuple(rank for rank in stayed if rank) + gone
        return replace(self, turn=None, outcome=Outcome(ranks, reason, (0,) * self.seats))


NUMBERS = TileSet.from_table("1 9 1\n2 9 2\n3 9 3")
SIGNS = TileSet.from_table("+ 9 1\n- 9 1")

Hand = tuple[Pile, Pile]
"""The numbers and the signs of one seat."""


@dataclass(frozen=True)
class Piles:
    """Two bags: a hand has 3 numbers and 2 signs; `swap 12+` is the only move, six end it."""

    key: ClassVar[str] = "piles"
    setup: ClassVar[str] = ""
    name: ClassVar[str] = "Piles"
    options: ClassVar[tuple[Option, ...]] = ()
    rows: ClassVar[int] = 1
    seats: ClassVar[int] = 2

    seed: bytes | None
    turn: Seat | None
    bags: tuple[Bag, Bag]
    hands: tuple[Hand, ...]
    scores: tuple[int, ...] = (0, 0)
    plies: int = 0
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        chosen(cls.options, options)
        numbers, signs = Bag(NUMBERS.full_bag()), Bag(SIGNS.full_bag(), label="sign")
        hands = []
        for _ in range(2):
            three, numbers = numbers.draw(seed, 3)
            two, signs = signs.draw(seed, 2)
            hands.append((three, two))
        return cls(seed, first_seat(seed, 2), (numbers, signs), tuple(hands))

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        chosen(cls.options, options)
        return cls(None, first, (Bag(27 - 6, 6), Bag(18 - 4, 4, "sign")), ((3, 2), (3, 2)))

    @classmethod
    def canonical(cls, text: str) -> str:
        word, _, tiles = text.strip().partition(" ")
        if word != "swap" or not tiles or not set(tiles) <= set("123+-"):
            raise NotationError(Message("a move reads swap 12+"))
        return text.strip()

    def check(self, seat: Seat, text: str) -> Verdict:
        text = self.canonical(text)
        tiles = text.removeprefix("swap ")
        for pile, kind in zip(self.hands[seat], _parted(tiles), strict=True):
            if isinstance(pile, tuple) and any(kind.count(t) > pile.count(t) for t in kind):
                raise IllegalMove("not-on-rack", Message("you do not hold these tiles"))
        return Verdict(text, "swap")

    def play(self, seat: Seat, text: str) -> Move:
        verdict = self.check(seat, text)
        if seat != self.turn:
            raise IllegalMove("not-your-turn", Message("it is not your turn"))
        bags: list[Bag] = []
        hand: list[Pile] = []
        for bag, pile, given, tiles in zip(
            self.bags,
            self.hands[seat],
            _parted(verdict.text.removeprefix("swap ")),
            (NUMBERS, SIGNS),
            strict=True,
        ):
            drawn, bag = bag.draw(self.seed, len(given))
            bags.append(bag.put_back(given, tiles))
            hand.append(refill(pile, given, drawn))
        hands: Any = tuple(tuple(hand) if n == seat else h for n, h in enumerate(self.hands))
        both: Any = tuple(bags)
        after = replace(self, bags=both, hands=hands, turn=1 - seat, plies=self.plies + 1)
        if after.plies == 6:
            outcome = Outcome(ranking(after.scores), "plies", (0, 0))
            after = replace(after, turn=None, outcome=outcome)
        return Move(seat, verdict, after)

    def leave(self, seat: Seat, reason: str) -> Move:
        outcome = Outcome(((1 - seat,), (seat,)), reason, (0, 0))
        return Move(seat, Verdict(reason, reason), replace(self, turn=None, outcome=outcome))

    def seen_by(self, seat: Seat | None) -> Self:
        if self.outcome is not None:
            return self
        hands = tuple(
            hand if n == seat else (hidden(hand[0]), hidden(hand[1]))
            for n, hand in enumerate(self.hands)
        )
        bags: Any = tuple(Bag(len(bag), bag.drawn, bag.label) for bag in self.bags)
        return replace(self, seed=None, bags=bags, hands=hands)

    def view(self, seat: Seat | None) -> Json:
        seen = self.seen_by(seat)
        hands = [[pile_to_json(pile) for pile in hand] for hand in seen.hands]
        return {"hands": hands, "bags": [len(bag) for bag in seen.bags], "turn": self.turn}

    def to_json(self) -> Json:
        bags = [[pile_to_json(bag.pile), bag.drawn, bag.label] for bag in self.bags]
        return {
            "seed": self.seed.hex() if self.seed else None,
            "turn": self.turn,
            "bags": bags,
            "hands": [[pile_to_json(pile) for pile in hand] for hand in self.hands],
            "plies": self.plies,
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        bags: Any = tuple(Bag(pile_from_json(pile), *rest) for pile, *rest in data["bags"])
        hands: Any = tuple(tuple(map(pile_from_json, hand)) for hand in data["hands"])
        seed = bytes.fromhex(data["seed"]) if data["seed"] else None
        outcome = outcome_from_json(data["outcome"])
        return cls(seed, data["turn"], bags, hands, plies=data["plies"], outcome=outcome)


def _parted(tiles: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Numbers first, then signs."""
    return tuple(t for t in tiles if t in "123"), tuple(t for t in tiles if t in "+-")


@dataclass(frozen=True)
class Fork:
    """A set-up and a choice: `take` alone is open between the stones that still lie there."""

    key: ClassVar[str] = "fork"
    name: ClassVar[str] = "Fork"
    options: ClassVar[tuple[Option, ...]] = ()
    rows: ClassVar[int] = 1
    seats: ClassVar[int] = 2

    turn: Seat | None
    stones: str
    scores: tuple[int, ...] = (0, 0)
    seed: bytes | None = None
    outcome: Outcome | None = None
    setup: str = ""

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        chosen(cls.options, options)
        drawn, _ = Bag(tuple("1234")).draw(seed, 3)
        assert isinstance(drawn, tuple)
        return cls(first_seat(seed, 2), "".join(drawn), seed=seed, setup="".join(drawn))

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        chosen(cls.options, options)
        if len(setup) != 3 or not set(setup) <= set("1234"):
            raise NotationError(Message("a set-up reads 123"))
        return cls(first, setup, setup=setup)

    @classmethod
    def canonical(cls, text: str) -> str:
        if text.strip().partition(" ")[0] != "take":
            raise NotationError(Message("a move reads take 3"))
        return text.strip()

    def check(self, seat: Seat, text: str) -> Verdict:
        stone = self.canonical(text).removeprefix("take").strip()
        if not stone and len(self.stones) > 1:
            return Verdict("take", "play", choices=tuple(f"take {s}" for s in self.stones))
        stone = stone or self.stones
        if len(stone) != 1 or stone not in self.stones:
            raise IllegalMove("empty-square", Message("there is no such stone"))
        return Verdict(f"take {stone}", "play", points=int(stone))

    def play(self, seat: Seat, text: str) -> Move:
        verdict = self.check(seat, text)
        if seat != self.turn:
            raise IllegalMove("not-your-turn", Message("it is not your turn"))
        if verdict.choices:
            raise IllegalMove("must-choose", Message("say which stone to take"))
        stones = self.stones.replace(verdict.text[-1], "", 1)
        scores = added(self.scores, {seat: verdict.points})
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
            "setup": self.setup,
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
