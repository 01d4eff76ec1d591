"""Digifeud: calculations of five squares that share their numbers, for two."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from games.rules import notation
from games.rules.digifeud.calculation import (
    NUMBER_FACES,
    require_shape,
    score_calculation,
    squares_from,
    tiles_of,
)
from games.rules.digifeud.constants import (
    EQUALS,
    LAYOUT,
    LEAVE_REASONS,
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
from games.rules.grid import Layout
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
from games.rules.notation import COVERED, Pass, Play, Resign, Swap
from games.rules.options import Option, resolve_options
from games.rules.phrases import Phrases
from games.rules.placement import Board, place_tiles, require_legal
from games.rules.refusals import IllegalMove, NotationError
from games.rules.stock import Stock
from games.rules.tiles import Pile, TileSet, first_seat, pile_to_json, size

__all__ = ["LAYOUT", "State"]

_FIRST_CALCULATION = gettext_noop(
    "the first calculation puts a number on the middle square, %(square)s"
)
_NO_SWAP = gettext_noop("tiles are not swapped in this game; after a pass you get new signs")
_DIRECTION = gettext_noop("calculations are read to the right or down in this game")
_STARTER = gettext_noop("by its options, player %(seat)s starts this game")


@dataclass(frozen=True)
class State:
    """A whole position of Digifeud (rules D1-D9).

    `passes` counts for each seat its own passes in a row.
    """

    key: ClassVar[str] = "digifeud"
    name: ClassVar[str] = "Digifeud"
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    first_move_hint: ClassVar[Message] = Message(
        _FIRST_CALCULATION, {"square": LAYOUT.name(LAYOUT.centre)}
    )
    phrases: ClassVar[Phrases] = PHRASES
    layout: ClassVar[Layout] = LAYOUT
    seats: ClassVar[int] = SEATS
    initial_position: ClassVar[str] = ""

    directions: str
    symbols: str
    starter: str
    stock: Stock
    turn: Seat | None
    board: Board = field(default_factory=dict)
    scores: tuple[int, ...] = (0,) * SEATS
    passes: tuple[int, ...] = (0,) * SEATS
    outcome: Outcome | None = None

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        starter = resolve_options(OPTIONS, options)["starter"]
        first = first_seat(seed, SEATS) if starter == "random" else int(starter) - 1
        return cls._start(seed, first, options)

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        starter = resolve_options(OPTIONS, options)["starter"]
        if starter not in ("random", str(first + 1)):
            raise NotationError(Message(_STARTER, {"seat": starter}))
        return cls._start(None, first, options)

    @classmethod
    def _start(cls, seed: bytes | None, first: Seat, options: Mapping[str, str]) -> Self:
        values = resolve_options(OPTIONS, options)
        stock = Stock.deal(SUPPLIES[values["symbols"]], SEATS, seed)
        return cls(values["directions"], values["symbols"], values["starter"], stock, first)

    @property
    def tiles(self) -> TileSet:
        return TILES[self.symbols]

    def points_of(self, face: str) -> None:
        """Return None: what a number earns depends on its place, not on its tiles (D5)."""

    @property
    def racks(self) -> tuple[Pile, ...]:
        return self.stock.hands

    def check(self, seat: Seat, text: str) -> Verdict:
        move = self._parse(text)
        if isinstance(move, Play):
            return self._check_play(seat, move)
        if isinstance(move, Resign):
            return departure_verdict(self, seat, "resign")
        return Verdict("pass", "pass")

    def play(self, seat: Seat, text: str) -> Move:
        move = self._parse(text)
        if isinstance(move, Resign):
            return self.leave(seat, "resign")
        require_turn(self, seat)
        if isinstance(move, Play):
            verdict = self._check_play(seat, move)
            return Move(seat, verdict, self._after_play(seat, move, verdict))
        return Move(seat, Verdict("pass", "pass"), self._after_pass(seat))

    def leave(self, seat: Seat, reason: str) -> Move:
        require_ending(self, reason, LEAVE_REASONS)
        after = self._abort() if reason == "aborted" else self._lose(seat, reason)
        return Move(seat, departure_verdict(self, seat, reason), after)

    def legal_moves(self) -> Iterator[str]:
        """Generate every move of the seat on turn but `resign`, in its canonical form.

        Raises ValueError if the tiles of the seat are not known.
        """
        if self.turn is None:
            return
        numbers, signs = self.stock.racks[self.turn]
        if isinstance(numbers, int) or isinstance(signs, int):
            raise ValueError("the tiles of this rack are not known")
        for play in legal_plays(self.board, numbers, signs, STEPS[self.directions]):
            yield play.in_full()
        yield "pass"

    def seen_by(self, seat: Seat | None) -> Self:
        if self.outcome is not None:
            return self
        return replace(self, stock=self.stock.seen_by(seat))

    def view(self, seat: Seat | None) -> Json:
        seen = self.seen_by(seat)
        return {
            "game": self.key,
            "board": {LAYOUT.name(square): face for square, face in seen.board.items()},
            "racks": [pile_to_json(rack) for rack in seen.racks],
            "free": [EQUALS],
            "bags": seen.stock.bag_sizes(),
            "unseen": self.unseen(seat),
            "stands_for": list(STANDS_FOR),
            "directions": self.directions,
            "stacks": True,
            "turn": seen.turn,
            "scores": list(seen.scores),
            "passes": list(seen.passes),
            "outcome": outcome_to_json(seen.outcome),
            "actions": self._actions(seat),
        }

    def draws(self) -> Json:
        return {
            **self.stock.draws(),
            "free": [EQUALS],
            "exchanged_on_pass": "sign",
            "first": None if self.starter == "random" else int(self.starter) - 1,
        }

    def to_json(self) -> Json:
        return {
            "directions": self.directions,
            "symbols": self.symbols,
            "starter": self.starter,
            "stock": self.stock.to_json(),
            "board": {LAYOUT.name(square): face for square, face in self.board.items()},
            "turn": self.turn,
            "scores": list(self.scores),
            "passes": list(self.passes),
            "outcome": outcome_to_json(self.outcome),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        return cls(
            directions=data["directions"],
            symbols=data["symbols"],
            starter=data["starter"],
            stock=Stock.from_json(SUPPLIES[data["symbols"]], data["stock"]),
            board={LAYOUT.parse_square(name): face for name, face in data["board"].items()},
            turn=data["turn"],
            scores=tuple(data["scores"]),
            passes=tuple(data["passes"]),
            outcome=outcome_from_json(data["outcome"]),
        )

    def unseen(self, seat: Seat | None) -> dict[str, int]:
        """Return how many tiles of each kind lie neither on the board nor on that seat's rack."""
        return self.stock.unseen(seat, self._on_board())

    def _on_board(self) -> list[str]:
        """Return the tiles on the board that came from a bag."""
        return [tile for face in self.board.values() for tile in tiles_of(face) if tile != EQUALS]

    def _actions(self, seat: Seat | None) -> Json:
        """Return what that seat may do now; every seat may draft a play until the end."""
        on_turn = seat is not None and seat == self.turn
        return {
            "draft": seat is not None and self.outcome is None,
            "play": on_turn,
            "swap": 0,
            "pass": on_turn,
            "pass_ends": seat is not None and on_turn and self.passes[seat] + 1 == MAX_PASSES,
            "swap_ends": False,
            "resign": seat is not None and self.outcome is None,
        }

    # --- what a move is and earns ---

    def _parse(self, text: str) -> Play | Pass | Resign:
        """Read a move; raises NotationError, also for a swap, which this game has not."""
        move = notation.parse(text, NUMBER_FACES | self.tiles.counts.keys())
        if isinstance(move, Swap):
            raise NotationError(Message(_NO_SWAP))
        return move

    def _check_play(self, seat: Seat, play: Play) -> Verdict:
        """D1-D5: the form, the tiles, the place, the calculation itself, its points."""
        require_shape(play.tokens)
        play = cover_known_numbers(self.board, play)
        used = [tile for token in play.tokens if token != COVERED for tile in tiles_of(token)]
        self.stock.require_held(seat, used, self._on_board())
        if play.step not in STEPS[self.directions]:
            raise IllegalMove("direction", Message(_DIRECTION))
        squares = squares_from(play.start, play.step)
        require_own_signs(self.board, play)
        new = place_tiles(self.board, LAYOUT, play)
        require_connected(self.board, squares[0::2])
        run = score_calculation(squares, {**self.board, **new}, new)
        require_legal([run])
        return Verdict(play.in_full(), "play", run.points, (run,), tuple(new))

    # --- what a move leads to ---

    def _after_play(self, seat: Seat, play: Play, verdict: Verdict) -> Self:
        """D6, D8: a rack without numbers after refilling ends the game."""
        new = place_tiles(self.board, LAYOUT, cover_known_numbers(self.board, play))
        used = [tile for face in new.values() for tile in tiles_of(face)]
        after = replace(
            self,
            board={**self.board, **new},
            stock=self.stock.play(seat, used),
            scores=add_points(self.scores, {seat: verdict.points}),
            turn=1 - seat,
            passes=self._replace_passes(seat, 0),
        )
        has_numbers = size(after.stock.racks[seat][0]) > 0
        return after if has_numbers else after._end_with_empty_rack(seat)

    def _after_pass(self, seat: Seat) -> Self:
        """D6, D7: the second pass of a seat in a row ends the game, else it gets new signs."""
        after = replace(
            self, turn=1 - seat, passes=self._replace_passes(seat, self.passes[seat] + 1)
        )
        if after.passes[seat] == MAX_PASSES:
            return after._end_by_passes()
        return replace(after, stock=self.stock.exchange(seat, "sign"))

    def _replace_passes(self, seat: Seat, passes: int) -> tuple[int, ...]:
        return tuple(passes if owner == seat else old for owner, old in enumerate(self.passes))

    def _end_with_empty_rack(self, seat: Seat) -> Self:
        """D8, DF12: a seat without numbers gains the other rack's points, the other loses them."""
        remaining = self.stock.tiles_off_board(self._on_board())
        value = sum(self.tiles.points[tile] for tile in remaining)
        adjustments = tuple(value if owner == seat else -value for owner in range(SEATS))
        return self._end("out", adjustments)

    def _end_by_passes(self) -> Self:
        """DF12: each gains the points of the other rack, as far as it is known."""
        return self._end("passes", tuple(map(self.stock.points_held_by, reversed(range(SEATS)))))

    def _end(self, reason: str, adjustments: tuple[int, ...]) -> Self:
        scores = add_points(self.scores, dict(enumerate(adjustments)))
        outcome = Outcome(ranking(scores), reason, adjustments)
        return replace(self, scores=scores, turn=None, outcome=outcome)

    def _lose(self, seat: Seat, reason: str) -> Self:
        """D9: the seat that leaves ends with one point and loses, whatever the other has."""
        lost = {seat: SCORE_AFTER_LEAVING - self.scores[seat]}
        adjustments = add_points((0,) * SEATS, lost)
        outcome = Outcome(((1 - seat,), (seat,)), reason, adjustments, rated=False)
        return replace(self, scores=add_points(self.scores, lost), turn=None, outcome=outcome)

    def _abort(self) -> Self:
        outcome = Outcome((), "aborted", (0,) * SEATS, rated=False)
        return replace(self, turn=None, outcome=outcome)
