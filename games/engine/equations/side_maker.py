# cython: language_level=3, annotation_typing=False, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Making sides of stored members, joined by equals signs, each of them once."""

from games.engine.equations import marks
from games.engine.equations.line import Line
from games.engine.equations.line_bounds import LineBounds
from games.engine.equations.part import Part
from games.engine.equations.part_store import PartStore
from games.engine.equations.rack import Rack
from games.engine.equations.search_clock import SearchClock
from games.engine.equations.side_finder import SideFinder

AFTER = marks.AFTER
BEFORE = marks.BEFORE


class SideMaker:
    """Stores the sides of free members once, and of each line those with a bound square.

    All parts go by their indices in `store`. `free_sign` is an equals sign on a free square,
    `member` the member whose sides are sought, `joined` what was put together last.
    """

    def __init__(
        self,
        rack: Rack,
        line: Line,
        bounds: LineBounds,
        store: PartStore,
        finder: SideFinder,
        clock: SearchClock,
    ) -> None:
        self.rack = rack
        self.line = line
        self.bounds = bounds
        self.store = store
        self.finder = finder
        self.clock = clock
        self.free_sign = Part()
        self.free_sign.symbols = self.line.rules.equals
        self.free_sign.use = self.rack.counter_unit[self.line.rules.equals]
        self.free_sign.tiles = 1
        self.free_sign.squares = 1
        self.member = Part()
        self.joined = Part()

    def chain_free(self) -> None:
        """Put a member and an equals sign before each free side, those just made among them.

        All parts in the store so far are free members.
        """
        store = self.store
        members = store.top
        side = 0
        while side < store.top and not self.clock.is_over:
            member = store.free_head[store.bucket_of(side)]
            while member >= 0 and not self.clock.is_over:
                if (
                    member < members
                    and store.symbols[member] != store.symbols[side]
                    and store.numerator[member] == store.numerator[side]
                    and store.denominator[member] == store.denominator[side]
                ):
                    self._chain_free(member, side)
                member = store.next[member]
            side += 1

    def _chain_free(self, member: int, side: int) -> None:
        """Store a member, an equals sign and a free side as one, if the rack has the tiles."""
        self.store.read(member, self.joined)
        self.joined.append(self.free_sign)
        self.store.append_to(self.joined, side)
        if self.joined.tiles + self.joined.most_tiles <= self.rack.tiles:
            if self.rack.fits(self.joined.use):
                self.store.link_free(self.store.add(self.joined))

    def _add_joined(self, left: int, place: int, right: int) -> int:
        """Store two parts of one value and the equals sign between them as one; its index."""
        self.store.read(left, self.joined)
        self.line.append_equals(self.joined, place)
        self.store.append_to(self.joined, right)
        return self.store.add(self.joined)

    def make(self, first: int, end: int) -> None:
        """The sides of this line that hold a bound square.

        Its bound members have the indices from `first` up to `end`, in the order of their first
        places.
        """
        if self.line.chains_here:
            self._join_around_equals()
        for member in range(first, end):
            if self.clock.is_over:
                return
            self._make_before(member)
        for member in range(end - 1, first - 1, -1):
            if self.clock.is_over:
                return
            self._make_after(member)

    def _make_after(self, member: int) -> None:
        """The sides that begin with a stored member and go on to the right."""
        near = self.store.near[member]
        far = self.store.far[member]
        if not self.line.equals_fits[near - 1]:
            return
        if self.line.finishes[far]:
            self._add(AFTER, member, near, far)
        if self.line.chains_here and self.line.equals_fits[far + 1]:
            self._make_longer(AFTER, member, far + 1)

    def _make_before(self, member: int) -> None:
        """The sides that end with a stored member and go on to the left."""
        near = self.store.near[member]
        far = self.store.far[member]
        if not self.line.equals_fits[far + 1]:
            return
        if self.line.begins[near]:
            self._add(BEFORE, member, far, near)
        if self.line.chains_here and self.line.equals_fits[near - 1]:
            self._make_longer(BEFORE, member, near - 1)

    def _make_longer(self, role: int, member: int, place: int) -> None:
        """The same with the sides that stand beyond an equals sign on this place."""
        top = self.store.top
        self.store.read(member, self.member)
        self.finder.find(role, place, self.member, self.rack.tiles)
        for side in range(top, self.store.top):
            if self.clock.is_over:
                return
            self._add_longer(role, member, place, side)

    def _join_around_equals(self) -> None:
        """Sides of free members on both sides of an equals sign that is covered or crossed."""
        line = self.line
        for place in range(2, line.size):
            if not line.equals_fits[place] or not line.is_bound(place, place):
                continue
            if line.loose_before[place - 1] and line.loose_after[place + 1]:
                self._join_free_around(place)

    def _join_free_around(self, place: int) -> None:
        """The same for the equals sign on this place; the first free parts are the members."""
        for member in range(self.store.free_end):
            tiles = self.store.tiles[member]
            if tiles != self.store.most_tiles[member] or self.clock.is_over:
                return
            if self.line.loose_before[place - 1] >= tiles:
                self._join_at(AFTER, place, member, place - tiles)
            if self.line.loose_after[place + 1] >= tiles:
                self._join_at(BEFORE, place, member, place + 1)

    def _join_at(self, role: int, place: int, member: int, first: int) -> None:
        """A free member from `first` on, and what may stand beyond the equals sign on `place`."""
        placed = self.finder.place_free(member, first)
        top = self.store.top
        self.store.read(placed, self.member)
        self.finder.find_free(role, place, self.member, self.rack.tiles)
        for side in range(top, self.store.top):
            self._add_longer(role, placed, place, side)

    def _add_longer(self, role: int, member: int, place: int, side: int) -> None:
        """Keep a member and a side beyond the equals sign on this place as a longer side."""
        if role == AFTER:
            joined = self._add_joined(member, place, side)
            self._add(AFTER, joined, self.store.near[member], self.store.far[side])
        else:
            joined = self._add_joined(side, place, member)
            self._add(BEFORE, joined, self.store.far[member], self.store.far[side])

    def _add(self, role: int, part: int, near: int, far: int) -> None:
        """Keep a part as a side whose equals sign stands beyond `near`; with it, longer ones.

        The member with the most tiles is yet to come, so those of the side count twice.
        """
        if self.store.tiles[part] + self.store.most_tiles[part] > self.rack.tiles:
            return
        place = near - 1 if role == AFTER else near + 1
        if not self.line.equals_fits[place]:
            return
        side = self.store.add_copy(part, near, far)
        self.store.link_side(side, 2 * near + role)
        self.bounds.note_side(role, near, self.store.tiles[side])
        if self.line.chains_here:
            self._extend(role, side, place)

    def _extend(self, role: int, side: int, place: int) -> None:
        """The same side with one more free member beyond its equals sign on this place."""
        store = self.store
        use = store.use[side] + self.line.equals_use[place]
        room = self.rack.tiles - store.tiles[side] - self.line.equals_tiles[place]
        bucket = store.bucket_of(side)
        member = store.free_head[bucket] if store.free_least[bucket] <= room else -1
        while member >= 0 and not self.clock.is_over:
            if (
                store.tiles[member] == store.most_tiles[member]
                and store.tiles[member] <= room
                and store.numerator[member] == store.numerator[side]
                and store.denominator[member] == store.denominator[side]
                and self.rack.fits(use + store.use[member])
            ):
                self._extend_by(role, side, place, member)
            member = store.next[member]

    def _extend_by(self, role: int, side: int, place: int, member: int) -> None:
        """The same with this member, if it has room there; of a free one all squares are new."""
        size = self.store.tiles[member]
        far = self.store.far[side]
        if role == AFTER:
            if self.line.loose_before[place - 1] >= size:
                placed = self.finder.place_free(member, place - size)
                joined = self._add_joined(placed, place, side)
                self._add(AFTER, joined, place - size, far)
        elif self.line.loose_after[place + 1] >= size:
            placed = self.finder.place_free(member, place + 1)
            joined = self._add_joined(side, place, placed)
            self._add(BEFORE, joined, place + size, far)
