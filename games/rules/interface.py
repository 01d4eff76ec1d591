"""The interface of a game: `State`, the moves that lead from one to the next, and their turn.

The games are listed in `games.rules.GAMES`, beside what else a new one brings.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

from games.rules.grid import Layout, Square
from games.rules.messages import Json, Message, gettext_noop
from games.rules.moves import Outcome, Seat, Verdict
from games.rules.options import Option
from games.rules.phrases import Phrases
from games.rules.refusals import GAME_OVER, IllegalMove, NotationError
from games.rules.stock import Stock
from games.rules.tiles import Pile, TileSet


@dataclass(frozen=True)
class Move:
    """A move made: its verdict, who made it, and the State it leads to."""

    seat: Seat
    verdict: Verdict
    after: "State"


class State(Protocol):
    """An immutable, whole position of one game.

    What is not known is a legal part of it: the seed may be missing, and foreign racks and the
    bag may be numbers of tiles. So one class serves the referee, the player's page, the
    computer player and the record without a seed.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    layout: ClassVar[Layout]
    phrases: ClassVar[Phrases]
    ends_by_agreement: ClassVar[bool]
    """Whether players may agree to a draw."""
    counts_points: ClassVar[bool]
    """Whether scores are points that moves earn; else they are steps to a goal."""
    has_racks: ClassVar[bool]
    """Whether seats hold tiles; in other games all of them lie on the board."""

    @property
    def plays_lie_apart(self) -> bool:
        """Whether plays touch no tile that lies already."""

    @property
    def has_quiet_plays(self) -> bool:
        """Whether tiles may be laid that form no equality, for 0 points."""

    @property
    def first_square(self) -> Square | None:
        """The square that the first play must cover; None where it may lie anywhere."""

    @property
    def tiles(self) -> TileSet:
        """The set in use: the tiles of all bags and those always at hand; none without racks."""

    @property
    def stock(self) -> Stock:
        """The bags and racks, with the secrets of the game."""

    @property
    def racks(self) -> tuple[Pile, ...]:
        """The tiles of each seat, or their number."""

    @property
    def board(self) -> Mapping[Square, str]:
        """The face on each covered square."""

    @property
    def quiet_turns(self) -> tuple[int, ...]:
        """The turns in a row that could end the game, as links count them (docs/notation.md)."""

    @property
    def has_quiet_turns_by_seat(self) -> bool:
        """Whether they are one number for each seat, in the order of the seats."""

    @property
    def departed(self) -> tuple[Seat, ...]:
        """The seats that have left a game that goes on, in the order in which they left."""

    @property
    def first_move_hint(self) -> Message:
        """What the rules ask of the first move, as a sentence for the player to move."""

    @property
    def seats(self) -> int:
        """The number of seats with which the game was started."""

    @property
    def initial_position(self) -> str:
        """The board before the first move, as a record tells it; empty where it never differs."""

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None exactly when there is an outcome."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far; after the end with the adjustments of the ending."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""

    def points_of(self, face: str) -> int | None:
        """Return the points of a face on the board or a tile on a rack; None if tiles have none."""

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        """Return the start of a game; everything in it follows from the seed and the options.

        Raises NotationError for options that the game does not know.
        """

    @classmethod
    def unseeded(
        cls, *, first: Seat, options: Mapping[str, str], initial_position: str = ""
    ) -> Self:
        """Return the start of a game whose draws are not known; `first` is the seat to begin.

        Raises NotationError for options or an initial position that the game does not know.
        """

    def check(self, seat: Seat, text: str) -> Verdict:
        """Return what the move would earn, on anybody's turn; raises a Refusal."""

    def play(self, seat: Seat, text: str) -> Move:
        """Make a move on the seat's turn: check, turn and draws; raises a Refusal.

        A seat that is still in the game may resign at any time.
        """

    def leave(self, seat: Seat, reason: str) -> Move:
        """End the game, or a seat's part in it, without a move; raises a Refusal.

        `reason` is `time` for the seat to move, `resign` for any seat at any time, `aborted` or
        `agreement` for all.
        """

    def seen_by(self, seat: Seat | None) -> Self:
        """Return the State as that seat knows it; None is the stranger, who knows least."""

    def with_stock(self, stock: Stock) -> Self:
        """Return the same position with other bags, racks or seed."""

    def with_quiet_turns(self, quiet: tuple[int, ...]) -> Self:
        """Return a position without quiet turns as it is after this many.

        Raises NotationError where they would have ended the game.
        """

    def legal_moves(self, max_tiles: int | None = None) -> Iterator[str]:
        """Generate every move of the seat on turn but `resign`, in its canonical form.

        Where plays are many, those of more than `max_tiles` new tiles may be left out. Raises
        ValueError if the tiles of the seat are not known.
        """

    def unseen(self, seat: Seat | None) -> Mapping[str, int]:
        """Return how many tiles of each kind lie neither on the board nor on that seat's rack."""

    def view(self, seat: Seat | None) -> Json:
        """Return what a page may show to that seat: built by listing, never by removing.

        Every game has `board` (faces by the names of squares), `racks` (by seat: tiles, or how
        many), `free` (tiles always at hand), `bags` (number of tiles, by label), `unseen` (by
        kind), `stands_for` (what a blank may be), `turn`, `scores`, `outcome`, and `actions`:
        what the seat may do now.
        """

    def draws(self) -> Json:
        """Return what anybody needs, with the seed, to make the draws again, and their result.

        For the time after the end, when everything lies open. Every game has `supplies` (of each
        bag the `label` of its draws, the tiles of a `hand`, all `tiles` with their counts in the
        bag's order, the number `left` in it) and `racks` (by seat, the tiles of each supply).
        A game may have `free` (tiles that come from no rack), `exchanged_on_pass` (the label of
        the supply that a pass puts back before a full hand of it is drawn, unless the pass ends
        the game), `first` (the seat that starts, where no draw decides), and `deal` (how the
        board is set up; then every seat draws one tile of all, and the highest starts).
        """

    def to_json(self) -> Json:
        """Return everything, secrets included: for the database only."""

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Return the State that `to_json` wrote."""


_NOT_YOUR_TURN = gettext_noop("it is not your turn")
_NO_SUCH_ENDING = gettext_noop("this game does not end by %(reason)s")


def require_turn(state: State, seat: Seat) -> None:
    """Raise IllegalMove `game-over` or `not-your-turn` unless this seat is to move."""
    if state.outcome is not None:
        raise IllegalMove("game-over", Message(GAME_OVER))
    if seat != state.turn:
        raise IllegalMove("not-your-turn", Message(_NOT_YOUR_TURN))


def departure_verdict(state: State, seat: Seat, reason: str) -> Verdict:
    """Return the verdict, with its canonical text, of a seat that leaves without a move.

    A resignation out of turn names its seat, counted from 1.
    """
    is_out_of_turn = reason == "resign" and state.turn not in (None, seat)
    return Verdict(f"resign {seat + 1}" if is_out_of_turn else reason, reason)


def require_ending(state: State, reason: str, endings: Collection[str]) -> None:
    """Raise a Refusal unless the game still runs and `reason` is one of its `endings`."""
    if reason not in endings:
        raise NotationError(Message(_NO_SUCH_ENDING, {"reason": reason}))
    if state.outcome is not None:
        raise IllegalMove("game-over", Message(GAME_OVER))
