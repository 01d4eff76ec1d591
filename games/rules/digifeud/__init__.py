"""Digifeud: calculations of five squares that share their numbers, for two."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from games.rules import notation
from games.rules.digifeud.calculation import (
    NUMBER_FACES,
    digits_of,
    is_number,
    require_shape,
    score_calculation,
    squares_from,
    tiles_of,
)
from games.rules.digifeud.constants import (
    EQUALS,
    LAYOUT,
    MAX_PASSES,
    SCORE_AFTER_LEAVING,
    SEATS,
    STANDS_FOR,
    STEPS,
    SUPPLIES,
    TILES,
)
from games.rules.digifeud.move_generator import legal_plays
from games.rules.digifeud.phrases import OPTIONS, PHRASES
from games.rules.digifeud.placement import (
    cover_known_numbers,
    require_connected,
    require_own_signs,
)
from games.rules.grid import Square
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import Outcome, Seat, Verdict, add_points
from games.rules.notation import COVERED, MoveText, Play, Swap
from games.rules.options import resolve_options
from games.rules.placement import Board, require_legal
from games.rules.refusals import IllegalMove, NotationError
from games.rules.stock import Supply
from games.rules.tile_game import TileGame
from games.rules.tiles import TileSet, is_blank, size
from games.rules.turn_counts import PassesBySeat

__all__ = ["LAYOUT", "State"]

_FIRST_CALCULATION = gettext_noop(
    "the first calculation puts a number on the middle square, %(square)s"
)
_NO_SWAP = gettext_noop("tiles are not swapped in this game; after a pass you get new signs")
_DIRECTION = gettext_noop("calculations are read to the right or down in this game")
_STARTER = gettext_noop("by its options, player %(seat)s starts this game")


@dataclass(frozen=True, kw_only=True, repr=False)
class State(TileGame):
    """A whole position of Digifeud (rules D1-D9)."""

    key = "digifeud"
    name = "Digifeud"
    options = OPTIONS
    layout = LAYOUT
    phrases = PHRASES
    turn_counts = PassesBySeat
    free = (EQUALS,)
    has_swaps = False

    directions: str
    symbols: str
    starter: str
    counts: PassesBySeat = PassesBySeat((0,) * SEATS)

    # --- tables ---

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        state = super().new(seed=seed, options=options)
        return state if state.starter == "random" else replace(state, turn=int(state.starter) - 1)

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        starter = resolve_options(OPTIONS, options)["starter"]
        if starter not in ("random", str(first + 1)):
            raise NotationError(Message(_STARTER, {"seat": starter}))
        return super().unseeded(first=first, options=options)

    @classmethod
    def supplies(cls, values: Mapping[str, str]) -> tuple[Supply, ...]:
        return SUPPLIES[values["symbols"]]

    @classmethod
    def settings(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        return {name: values[name] for name in ("directions", "symbols", "starter")}

    @property
    def tiles(self) -> TileSet:
        return TILES[self.symbols]

    @property
    def first_move_hint(self) -> Message:
        return Message(_FIRST_CALCULATION, {"square": LAYOUT.name(LAYOUT.centre)})

    @property
    def stands_for(self) -> tuple[str, ...]:
        return STANDS_FOR

    def can_show(self, face: str) -> bool:
        if is_number(face):
            return not (face.startswith("[") and digits_of(face).startswith("0"))  # D4
        return not is_blank(face) and face in self.tiles.counts

    def can_lie_on(self, square: Square, face: str) -> bool:
        """D1: numbers lie on even rows and columns, as the middle does, signs between two."""
        odd = sum((at - middle) % 2 for at, middle in zip(square, LAYOUT.centre, strict=True))
        return odd == (0 if is_number(face) else 1)

    def points_of(self, face: str) -> None:
        """Return None: what a number earns depends on its place, not on its tiles (D5)."""

    def view(self, seat: Seat | None) -> Json:
        return super().view(seat) | {"directions": self.directions, "stacks": True}

    def draws(self) -> Json:
        first = None if self.starter == "random" else int(self.starter) - 1
        return super().draws() | {"exchanged_on_pass": "sign", "first": first}

    def to_json(self) -> Json:
        own = {"directions": self.directions, "symbols": self.symbols, "starter": self.starter}
        return super().to_json() | own

    # --- moves ---

    def parse_move(self, text: str) -> MoveText:
        """Read a move; raises NotationError, also for a swap, which this game has not."""
        move = notation.parse(text, NUMBER_FACES | self.tiles.counts.keys())
        if isinstance(move, Swap):
            raise NotationError(Message(_NO_SWAP))
        return move

    def bag_tiles(self, faces: Iterable[str]) -> list[str]:
        from_no_bag = (COVERED, EQUALS)
        return [tile for face in faces if face not in from_no_bag for tile in tiles_of(face)]

    def new_faces(self, play: Play) -> Board:
        return super().new_faces(cover_known_numbers(self.board, play))

    def check_play(self, seat: Seat, play: Play) -> Verdict:
        """D1-D5: the form, the tiles, the place, the calculation itself, its points."""
        require_shape(play.tokens)
        play = cover_known_numbers(self.board, play)
        self.require_held(seat, play)
        if play.step not in STEPS[self.directions]:
            raise IllegalMove("direction", Message(_DIRECTION))
        squares = squares_from(play.start, play.step)
        require_own_signs(self.board, play)
        new = self.new_faces(play)
        require_connected(self.board, squares[0::2])
        run = score_calculation(squares, {**self.board, **new}, new)
        require_legal([run])
        return Verdict(play.in_full(), "play", run.points, (run,), tuple(new))

    def legal_plays(self, seat: Seat, max_tiles: int) -> Iterator[str]:
        """Generate all plays: five squares hold no more tiles than can be tried."""
        numbers, signs = self.stock.racks[seat]
        assert not isinstance(numbers, int) and not isinstance(signs, int)
        plays = legal_plays(self.board, numbers, signs, STEPS[self.directions])
        return (play.in_full() for play in plays)

    def after_pass(self, seat: Seat) -> Self:
        """D6: a seat that passes gets new signs."""
        return self.with_stock(self.stock.exchange(seat, "sign"))

    def after_departure(self, seat: Seat, reason: str) -> Self:
        """D9: the seat that leaves ends with one point and loses, whatever the other has."""
        lost = {seat: SCORE_AFTER_LEAVING - self.scores[seat]}
        adjustments = add_points(self.nothing(), lost)
        outcome = Outcome(((1 - seat,), (seat,)), reason, adjustments, rated=False)
        return replace(self, scores=add_points(self.scores, lost), turn=None, outcome=outcome)

    # --- endings ---

    def ending_after(self, seat: Seat, kind: str) -> str | None:
        """D7, D8: a rack without numbers after refilling, or a seat's second pass in a row."""
        if kind == "play":
            return "out" if size(self.stock.racks[seat][0]) == 0 else None
        return "passes" if self.counts.passes[seat] == MAX_PASSES else None

    def adjustments(self, seat: Seat, reason: str) -> tuple[int, ...]:
        """D8, DF12: who plays out takes the other rack's points; after passes each gains them."""
        if reason == "passes":
            return tuple(map(self.stock.points_held_by, reversed(range(SEATS))))
        value = self.tiles.total_points(self.stock.tiles_off_board(self.tiles_on_board()))
        return tuple(value if owner == seat else -value for owner in range(SEATS))
