"""The bags of a game, and what every seat holds of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar, cast

from games.rules.arithmetic import pretty
from games.rules.base import IllegalMove, Json, Message, Seat, gettext_noop
from games.rules.tiles import (
    Bag,
    Pile,
    TileSet,
    hidden,
    missing,
    pile_from_json,
    pile_to_json,
    refill,
    size,
    without,
)

T = TypeVar("T")

Rack = tuple[Pile, ...]
"""What a seat holds: one pile for each supply of the game."""

_NOT_ON_RACK = gettext_noop("you do not hold %(tiles)s")
_BAG_TOO_SMALL = gettext_noop("the bag has %(bag)s tiles, you want to swap %(wanted)s")
_ONE_OF_TWO_TOO_SMALL = {
    "draw": gettext_noop("the bag of numbers has %(bag)s tiles, you want to swap %(wanted)s"),
    "sign": gettext_noop("the bag of signs has %(bag)s tiles, you want to swap %(wanted)s"),
}
"""What is said in a game with two bags, by the label of their draws."""


@dataclass(frozen=True)
class Supply:
    """One kind of tiles with a bag of its own, and how many of them a hand holds.

    `label` is the label of its draws: `draw`, and `sign` for the second of two.
    """

    label: str
    tiles: TileSet
    hand: int

    def own(self, tiles: Iterable[str]) -> tuple[str, ...]:
        """Those of the tiles that are of this kind."""
        return tuple(tile for tile in tiles if tile in self.tiles.counts)


@dataclass(frozen=True)
class Stock:
    """Where the tiles are that do not lie on the board. Holds the secrets of a game.

    Without a seed, bags and racks are only counted. Games with one bag have one supply; with
    two, a hand takes its numbers first, then its signs.
    """

    supplies: tuple[Supply, ...]
    bags: tuple[Bag, ...]
    racks: tuple[Rack, ...]
    seed: bytes | None

    @classmethod
    def dealt(cls, supplies: Sequence[Supply], seats: int, seed: bytes | None) -> Self:
        """Every seat draws its whole hand, seat by seat; without a seed all is only counted."""
        full = (Bag(supply.tiles.full_bag(), 0, supply.label) for supply in supplies)
        stock = cls(tuple(supplies), tuple(full), (((),) * len(supplies),) * seats, seed)
        if seed is None:
            stock = stock.seen_by(None)
        for seat in range(seats):
            stock = stock._refilled(seat)
        return stock

    # --- to look at ---

    @property
    def hands(self) -> tuple[Pile, ...]:
        """All that each seat holds, as one pile."""
        return tuple(map(self.rack, range(len(self.racks))))

    def rack(self, seat: Seat) -> Pile:
        """All that this seat holds, as one pile."""
        held: tuple[str, ...] = ()
        for pile in self.racks[seat]:
            if isinstance(pile, int):
                return self.held_by(seat)
            held += pile
        return held

    def held_by(self, seat: Seat) -> int:
        """How many tiles a seat holds."""
        return sum(map(size, self.racks[seat]))

    def bag_sizes(self) -> dict[str, int]:
        """How many tiles each bag holds, by the label of its draws."""
        return {bag.label: len(bag) for bag in self.bags}

    def is_drawn_out(self) -> bool:
        """Whether every bag is empty."""
        return not any(map(len, self.bags))

    def largest_swap(self, seat: Seat) -> int:
        """How many tiles a seat may swap at most: each bag gives no more than it holds."""
        return sum(min(len(bag), size(pile)) for bag, pile in self._of(seat))

    def seen_by(self, seat: Seat | None) -> Self:
        """The same as that seat knows it: its own tiles, and the numbers of all others."""
        bags = tuple(Bag(len(bag), bag.drawn, bag.label) for bag in self.bags)
        racks = (
            rack if owner == seat else tuple(map(hidden, rack))
            for owner, rack in enumerate(self.racks)
        )
        return replace(self, bags=bags, racks=tuple(racks), seed=None)

    def off_board(self, on_board: Iterable[str]) -> tuple[str, ...]:
        """Every tile of the game that does not lie on the board."""
        everything = (tile for supply in self.supplies for tile in supply.tiles.full_bag())
        return without(tuple(everything), on_board)

    def unseen(self, seat: Seat | None, on_board: Iterable[str]) -> dict[str, int]:
        """How many tiles of each kind lie neither on the board nor on that seat's rack."""
        left = self.off_board(on_board)
        rack = self.rack(seat) if seat is not None else ()
        if not isinstance(rack, int):
            left = without(left, rack)
        symbols = (symbol for supply in self.supplies for symbol in supply.tiles.counts)
        return {symbol: left.count(symbol) for symbol in symbols}

    def value_held_by(self, seat: Seat) -> int:
        """Points of the tiles a seat holds, as far as they are known."""
        held = zip(self.supplies, self.racks[seat], strict=True)
        return sum(supply.tiles.total(pile) for supply, pile in held if not isinstance(pile, int))

    # --- what a seat may do ---

    def require_held(self, seat: Seat, tiles: Sequence[str], on_board: Sequence[str]) -> None:
        """Raise IllegalMove `not-on-rack` unless the seat holds these tiles, or may hold them."""
        lacking: list[str] = []
        for supply, pile in zip(self.supplies, self.racks[seat], strict=True):
            wanted = supply.own(tiles)
            known = self._unknown(on_board) if isinstance(pile, int) else pile
            lacks = missing(known, wanted)
            lacking += wanted if not lacks and len(wanted) > size(pile) else lacks
        if lacking:
            shown = " ".join(map(pretty, lacking))
            raise IllegalMove("not-on-rack", Message(_NOT_ON_RACK, {"tiles": shown}))

    def require_swappable(self, tiles: Sequence[str]) -> None:
        """Raise IllegalMove `bag-too-small` unless each bag holds as many of its kind."""
        for supply, bag in zip(self.supplies, self.bags, strict=True):
            wanted = len(supply.own(tiles))
            if wanted > len(bag):
                one_of_two = _ONE_OF_TWO_TOO_SMALL[bag.label]
                template = _BAG_TOO_SMALL if len(self.bags) == 1 else one_of_two
                values = {"bag": len(bag), "wanted": wanted}
                raise IllegalMove("bag-too-small", Message(template, values))

    # --- what comes of it ---

    def played(self, seat: Seat, tiles: Sequence[str]) -> Self:
        """The tiles are gone to the board, and the seat has refilled its hand."""
        racks = [
            refill(pile, supply.own(tiles), 0 if isinstance(pile, int) else ())
            for supply, pile in zip(self.supplies, self.racks[seat], strict=True)
        ]
        return self._with_rack(seat, racks)._refilled(seat)

    def swapped(self, seat: Seat, tiles: Sequence[str]) -> Self:
        """New tiles are drawn first, then the old ones go back, kind by kind."""
        bags, rack = [], []
        for supply, (bag, pile) in zip(self.supplies, self._of(seat), strict=True):
            given = supply.own(tiles)
            drawn, left = bag.draw(self.seed, len(given))
            known = len(given) if isinstance(pile, int) else given
            bags.append(left.put_back(known, supply.tiles))
            rack.append(refill(pile, given, drawn))
        return replace(self._with_rack(seat, rack), bags=tuple(bags))

    def exchanged(self, seat: Seat, label: str) -> Self:
        """All that the seat holds of one kind goes back first, then a full hand of it is drawn."""
        bags, rack = [], []
        for supply, (bag, pile) in zip(self.supplies, self._of(seat), strict=True):
            if supply.label == label:
                pile, bag = bag.put_back(pile, supply.tiles).draw(self.seed, supply.hand)
            bags.append(bag)
            rack.append(pile)
        return replace(self._with_rack(seat, rack), bags=tuple(bags))

    def counting_on(self, later: "Stock") -> Self:
        """The same, with the counters of the draws as they are later: what is drawn next is new."""
        counters = (bag.drawn for bag in later.bags)
        bags = (replace(bag, drawn=drawn) for bag, drawn in zip(self.bags, counters, strict=True))
        return replace(self, bags=tuple(bags))

    # --- as plain values ---

    def draws(self) -> Json:
        """What it takes to make the draws again, and what they left (see `State.draws`)."""
        return {
            "supplies": [
                {
                    "label": supply.label,
                    "hand": supply.hand,
                    "tiles": [list(kind) for kind in supply.tiles.counts.items()],
                    "left": len(bag),
                }
                for supply, bag in zip(self.supplies, self.bags, strict=True)
            ],
            "racks": self.to_json()["racks"],
        }

    def to_json(self) -> Json:
        """Everything, secrets included."""
        return {
            "seed": self.seed.hex() if self.seed is not None else None,
            "bags": [[pile_to_json(bag.pile), bag.drawn] for bag in self.bags],
            "racks": [[pile_to_json(pile) for pile in rack] for rack in self.racks],
        }

    @classmethod
    def from_json(cls, supplies: Sequence[Supply], data: Json) -> Self:
        """The stock that `to_json` wrote."""
        bags = (
            Bag(pile_from_json(pile), drawn, supply.label)
            for supply, (pile, drawn) in zip(supplies, data["bags"], strict=True)
        )
        racks = (tuple(map(pile_from_json, rack)) for rack in data["racks"])
        seed = bytes.fromhex(data["seed"]) if data["seed"] is not None else None
        return cls(tuple(supplies), tuple(bags), tuple(racks), seed)

    # --- inside ---

    def _of(self, seat: Seat) -> list[tuple[Bag, Pile]]:
        return list(zip(self.bags, self.racks[seat], strict=True))

    def _unknown(self, on_board: Iterable[str]) -> tuple[str, ...]:
        """The tiles of which nothing here says where they are."""
        piles = [bag.pile for bag in self.bags] + [pile for rack in self.racks for pile in rack]
        known = (tile for pile in piles if not isinstance(pile, int) for tile in pile)
        return without(self.off_board(on_board), known)

    def _refilled(self, seat: Seat) -> Self:
        """The hand drawn full, kind by kind, as far as the bags go."""
        bags, rack = [], []
        for supply, (bag, pile) in zip(self.supplies, self._of(seat), strict=True):
            drawn, left = bag.draw(self.seed, supply.hand - size(pile))
            bags.append(left)
            rack.append(refill(pile, (), drawn))
        return replace(self._with_rack(seat, rack), bags=tuple(bags))

    def _with_rack(self, seat: Seat, rack: Iterable[Pile]) -> Self:
        racks = (tuple(rack) if owner == seat else old for owner, old in enumerate(self.racks))
        return replace(self, racks=tuple(racks))


def standing_again(before: T, now: T) -> T:
    """An earlier position of any game, with the counters of the draws as they are now."""
    whole: Any = before
    later: Any = now
    return cast(T, replace(whole, stock=whole.stock.counting_on(later.stock)))


def reseeded(state: T, seed: bytes) -> T:
    """The same position of any game, with another seed for what is drawn from now on."""
    whole: Any = state
    return cast(T, replace(whole, stock=replace(whole.stock, seed=seed)))
