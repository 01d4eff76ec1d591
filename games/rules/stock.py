"""The bags of a game, and the racks filled from them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from games.rules.arithmetic import readable
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import Seat
from games.rules.refusals import IllegalMove
from games.rules.tiles import (
    Bag,
    Pile,
    TileSet,
    hide,
    missing_tiles,
    pile_from_json,
    pile_to_json,
    refill,
    remove_tiles,
    size,
)

Rack = tuple[Pile, ...]
"""The tiles of a seat: one pile for each supply of the game."""

_NOT_ON_RACK = gettext_noop("you do not hold %(tiles)s")
_TOO_FEW = gettext_noop("this takes more than you hold: %(tiles)s")
_BAG_TOO_SMALL = gettext_noop("the bag has %(bag)s tiles, you want to swap %(wanted)s")
_ONE_OF_TWO_TOO_SMALL = {
    "draw": gettext_noop("the bag of numbers has %(bag)s tiles, you want to swap %(wanted)s"),
    "sign": gettext_noop("the bag of signs has %(bag)s tiles, you want to swap %(wanted)s"),
}
"""The sentences in a game with two bags, by the label of their draws."""


@dataclass(frozen=True)
class Supply:
    """One kind of tiles with a bag of its own; a full rack holds `rack_size` of them.

    `label` is the label of its draws: `draw`, and `sign` for the second of two.
    """

    label: str
    tiles: TileSet
    rack_size: int

    def own_tiles(self, tiles: Iterable[str]) -> tuple[str, ...]:
        """Return those of the tiles that are of this kind."""
        return tuple(tile for tile in tiles if tile in self.tiles.counts)


@dataclass(frozen=True)
class Stock:
    """Where the tiles are that do not lie on the board. Holds the secrets of a game.

    Without a seed, bags and racks are only counted. Games with one bag have one supply; with
    two, a rack takes its numbers first, then its signs.
    """

    supplies: tuple[Supply, ...]
    bags: tuple[Bag, ...]
    racks: tuple[Rack, ...]
    seed: bytes | None

    @classmethod
    def deal(cls, supplies: Sequence[Supply], seats: int, seed: bytes | None) -> Self:
        """Return the stock after every seat drew a full rack, seat by seat.

        Without a seed all tiles are only counted.
        """
        full = (Bag(supply.tiles.full_bag(), 0, supply.label) for supply in supplies)
        stock = cls(tuple(supplies), tuple(full), (((),) * len(supplies),) * seats, seed)
        if seed is None:
            stock = stock.seen_by(None)
        for seat in range(seats):
            stock = stock._refill_rack(seat)
        return stock

    # --- reading ---

    @property
    def hands(self) -> tuple[Pile, ...]:
        """The rack of each seat as one pile."""
        return tuple(map(self.rack, range(len(self.racks))))

    def rack(self, seat: Seat) -> Pile:
        """Return the rack of this seat as one pile."""
        held: tuple[str, ...] = ()
        for pile in self.racks[seat]:
            if isinstance(pile, int):
                return self.count_held_by(seat)
            held += pile
        return held

    def count_held_by(self, seat: Seat) -> int:
        """Return the number of tiles on a seat's rack."""
        return sum(map(size, self.racks[seat]))

    def bag_sizes(self) -> dict[str, int]:
        """Return the number of tiles in each bag, by the label of its draws."""
        return {bag.label: len(bag) for bag in self.bags}

    def are_bags_empty(self) -> bool:
        """Tell whether every bag is empty."""
        return not any(map(len, self.bags))

    def largest_swap(self, seat: Seat) -> int:
        """Return how many tiles a seat may swap at most: each bag gives no more than it holds."""
        return sum(min(len(bag), size(pile)) for bag, pile in self._bags_and_piles(seat))

    def seen_by(self, seat: Seat | None) -> Self:
        """Return the stock as that seat knows it: its own tiles, and the numbers of all others."""
        bags = tuple(Bag(len(bag), bag.drawn, bag.label) for bag in self.bags)
        racks = (
            rack if owner == seat else tuple(map(hide, rack))
            for owner, rack in enumerate(self.racks)
        )
        return replace(self, bags=bags, racks=tuple(racks), seed=None)

    def tiles_off_board(self, on_board: Iterable[str]) -> tuple[str, ...]:
        """Return every tile of the game that does not lie on the board.

        `on_board` are the tiles from the bags that do.
        """
        everything = (tile for supply in self.supplies for tile in supply.tiles.full_bag())
        return remove_tiles(tuple(everything), on_board)

    def unseen(self, seat: Seat | None, on_board: Iterable[str]) -> dict[str, int]:
        """Return how many tiles of each kind lie neither on the board nor on that seat's rack."""
        remaining = self.tiles_off_board(on_board)
        rack = self.rack(seat) if seat is not None else ()
        if not isinstance(rack, int):
            remaining = remove_tiles(remaining, rack)
        symbols = (symbol for supply in self.supplies for symbol in supply.tiles.counts)
        return {symbol: remaining.count(symbol) for symbol in symbols}

    def points_held_by(self, seat: Seat) -> int:
        """Return the points of the tiles on a seat's rack, as far as they are known."""
        held = zip(self.supplies, self.racks[seat], strict=True)
        return sum(
            supply.tiles.total_points(pile) for supply, pile in held if not isinstance(pile, int)
        )

    # --- requirements ---

    def require_held(self, seat: Seat, tiles: Sequence[str], on_board: Sequence[str]) -> None:
        """Raise IllegalMove `not-on-rack` unless the seat holds these tiles, or may hold them."""
        lacking: list[str] = []
        others: list[str] = []  # that are held
        for supply, pile in zip(self.supplies, self.racks[seat], strict=True):
            wanted = supply.own_tiles(tiles)
            known = self._unknown_tiles(on_board) if isinstance(pile, int) else pile
            absent = missing_tiles(known, wanted)
            lacking += wanted if not absent and len(wanted) > size(pile) else absent
            others += () if isinstance(pile, int) else pile
        if lacking:
            text = _TOO_FEW if set(lacking) <= set(others) else _NOT_ON_RACK
            names = " ".join(map(readable, lacking))
            raise IllegalMove("not-on-rack", Message(text, {"tiles": names}))

    def require_swappable(self, tiles: Sequence[str]) -> None:
        """Raise IllegalMove `bag-too-small` unless each bag holds as many of its kind."""
        for supply, bag in zip(self.supplies, self.bags, strict=True):
            wanted = len(supply.own_tiles(tiles))
            if wanted > len(bag):
                one_of_two = _ONE_OF_TWO_TOO_SMALL[bag.label]
                template = _BAG_TOO_SMALL if len(self.bags) == 1 else one_of_two
                values = {"bag": len(bag), "wanted": wanted}
                raise IllegalMove("bag-too-small", Message(template, values))

    # --- changes ---

    def play(self, seat: Seat, tiles: Sequence[str]) -> Self:
        """Return the stock after the seat laid these tiles and refilled its rack."""
        racks = [
            refill(pile, supply.own_tiles(tiles), 0 if isinstance(pile, int) else ())
            for supply, pile in zip(self.supplies, self.racks[seat], strict=True)
        ]
        return self._with_rack(seat, racks)._refill_rack(seat)

    def swap(self, seat: Seat, tiles: Sequence[str]) -> Self:
        """Return the stock after a swap: new tiles are drawn first, then the old ones go back."""
        bags, rack = [], []
        for supply, (bag, pile) in zip(self.supplies, self._bags_and_piles(seat), strict=True):
            given = supply.own_tiles(tiles)
            drawn, smaller_bag = bag.draw(self.seed, len(given))
            known = len(given) if isinstance(pile, int) else given
            bags.append(smaller_bag.put_back(known, supply.tiles))
            rack.append(refill(pile, given, drawn))
        return replace(self._with_rack(seat, rack), bags=tuple(bags))

    def exchange(self, seat: Seat, label: str) -> Self:
        """Return the stock after the seat exchanged all its tiles of the supply with this label.

        They go back first, then a full rack of that kind is drawn.
        """
        bags, rack = [], []
        for supply, (bag, pile) in zip(self.supplies, self._bags_and_piles(seat), strict=True):
            if supply.label == label:
                pile, bag = bag.put_back(pile, supply.tiles).draw(self.seed, supply.rack_size)
            bags.append(bag)
            rack.append(pile)
        return replace(self._with_rack(seat, rack), bags=tuple(bags))

    def deal_rest(self, seed: bytes, on_board: Iterable[str], seats: Iterable[Seat]) -> Self:
        """Return the stock with a seed, in which nothing is only counted.

        Racks that are known stay; those of these seats are then filled up from bags that hold all
        other tiles. `on_board` are the tiles from the bags that lie on the board.
        """
        racks = tuple(
            tuple(() if isinstance(pile, int) else pile for pile in rack) for rack in self.racks
        )
        known = (tile for rack in racks for pile in rack for tile in pile)
        rest = remove_tiles(self.tiles_off_board(on_board), known)
        bags = tuple(Bag(supply.own_tiles(rest), 0, supply.label) for supply in self.supplies)
        stock = replace(self, bags=bags, racks=racks, seed=seed)
        for seat in seats:
            stock = stock._refill_rack(seat)
        return stock

    def with_draw_counters(self, later: "Stock") -> Self:
        """Return this stock with the draw counters of a later one: the next draws are new."""
        counters = (bag.drawn for bag in later.bags)
        bags = (replace(bag, drawn=drawn) for bag, drawn in zip(self.bags, counters, strict=True))
        return replace(self, bags=tuple(bags))

    # --- as plain values ---

    def draws(self) -> Json:
        """Return the supplies and the racks as `State.draws` has them."""
        return {
            "supplies": [
                {
                    "label": supply.label,
                    "hand": supply.rack_size,
                    "tiles": [list(kind) for kind in supply.tiles.counts.items()],
                    "left": len(bag),
                }
                for supply, bag in zip(self.supplies, self.bags, strict=True)
            ],
            "racks": self.to_json()["racks"],
        }

    def to_json(self) -> Json:
        """Return everything, secrets included."""
        return {
            "seed": self.seed.hex() if self.seed is not None else None,
            "bags": [[pile_to_json(bag.pile), bag.drawn] for bag in self.bags],
            "racks": [[pile_to_json(pile) for pile in rack] for rack in self.racks],
        }

    @classmethod
    def from_json(cls, supplies: Sequence[Supply], data: Json) -> Self:
        """Return the stock that `to_json` wrote."""
        bags = (
            Bag(pile_from_json(pile), drawn, supply.label)
            for supply, (pile, drawn) in zip(supplies, data["bags"], strict=True)
        )
        racks = (tuple(map(pile_from_json, rack)) for rack in data["racks"])
        seed = bytes.fromhex(data["seed"]) if data["seed"] is not None else None
        return cls(tuple(supplies), tuple(bags), tuple(racks), seed)

    # --- helpers ---

    def _bags_and_piles(self, seat: Seat) -> list[tuple[Bag, Pile]]:
        return list(zip(self.bags, self.racks[seat], strict=True))

    def _unknown_tiles(self, on_board: Iterable[str]) -> tuple[str, ...]:
        """Return the tiles that may lie in any bag or on any rack that is only counted."""
        piles = [bag.pile for bag in self.bags] + [pile for rack in self.racks for pile in rack]
        known = (tile for pile in piles if not isinstance(pile, int) for tile in pile)
        return remove_tiles(self.tiles_off_board(on_board), known)

    def _refill_rack(self, seat: Seat) -> Self:
        """Return the stock after the seat drew its rack full, kind by kind, while bags last."""
        bags, rack = [], []
        for supply, (bag, pile) in zip(self.supplies, self._bags_and_piles(seat), strict=True):
            drawn, smaller_bag = bag.draw(self.seed, supply.rack_size - size(pile))
            bags.append(smaller_bag)
            rack.append(refill(pile, (), drawn))
        return replace(self._with_rack(seat, rack), bags=tuple(bags))

    def _with_rack(self, seat: Seat, rack: Iterable[Pile]) -> Self:
        racks = (tuple(rack) if owner == seat else old for owner, old in enumerate(self.racks))
        return replace(self, racks=tuple(racks))
