"""What every game of the site gives and takes: values, refusals, and the interface `State`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal, Protocol, Self

Seat = int
"""A place at the table, counted from 0. People see seats counted from 1."""

Square = tuple[int, int]
"""Row and column, both counted from 0 at the top left."""

Json = dict[str, Any]

RunKind = Literal["complete", "incomplete", "expression", "illegal"]


def gettext_noop(text: str) -> str:
    """Mark a sentence for the translators. The rules speak English; the web layer translates."""
    return text


@dataclass(frozen=True)
class Message:
    """A sentence for people: an English template, which is its id, and the values to put into it.

    >>> str(Message("the bag has %(count)s tiles", {"count": 2}))
    'the bag has 2 tiles'
    """

    id: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.id % self.values if self.values else self.id


@dataclass(frozen=True)
class Run:
    """One unbroken line of tiles that a play formed or changed.

    `tile_points` already hold the premiums of single tiles; `factor` is the product of the
    premiums on the whole line. `points` is what the mover earns: `tile_points * factor + bonus`,
    or 0 for a run that does not score.
    """

    text: str
    squares: tuple[Square, ...]
    kind: RunKind
    value: Fraction | None = None
    tile_points: int = 0
    factor: int = 1
    bonus: int = 0
    points: int = 0
    fault: Message | None = None
    fault_code: str = ""


class Refusal(Exception):
    """A move that is not made. Nothing has changed.

    `code` is one of the codes of the notation, `squares` are the squares concerned, and `runs` is
    every run of the refused play, each with its own verdict, as far as the play got that far.
    """

    def __init__(
        self,
        code: str,
        message: Message,
        *,
        squares: Sequence[Square] = (),
        runs: Sequence[Run] = (),
    ) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message
        self.squares = tuple(squares)
        self.runs = tuple(runs)


class NotationError(Refusal):
    """The text is not a move of this game at all."""

    def __init__(self, message: Message) -> None:
        super().__init__("notation", message)


class IllegalMove(Refusal):
    """The text is a move, and the rules forbid it."""


@dataclass(frozen=True)
class Verdict:
    """What a legal move is and earns, before it is made. Holds no draw and no hidden tile.

    `text` is the canonical form. `points` is the total with every bonus; `bonus` is the part that
    belongs to no single run. `choices` are complete moves to choose from where the text leaves
    several open; it is empty when the move is complete.
    """

    text: str
    kind: str
    points: int = 0
    runs: tuple[Run, ...] = ()
    squares: tuple[Square, ...] = ()
    bonus: int = 0
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """How a game ended: seats best first, those of equal rank together, and why.

    An aborted game has no ranking. `adjustments` are the points that the ending itself gave or
    took, by seat; they are part of the final scores.
    """

    ranking: tuple[tuple[Seat, ...], ...]
    reason: str
    adjustments: tuple[int, ...]
    rated: bool = True


def ranking(scores: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    """Seats by score, best first; equal totals share a rank.

    >>> ranking([5, 9, 5])
    ((1,), (0, 2))
    """
    ranks = sorted(set(scores), reverse=True)
    return tuple(tuple(s for s, score in enumerate(scores) if score == rank) for rank in ranks)


def added(scores: Sequence[int], points: Mapping[Seat, int]) -> tuple[int, ...]:
    """The scores after some seats earned points."""
    return tuple(score + points.get(seat, 0) for seat, score in enumerate(scores))


def outcome_to_json(outcome: Outcome | None) -> Json | None:
    """An outcome as plain values; None while the game runs."""
    if outcome is None:
        return None
    return {
        "ranking": [list(seats) for seats in outcome.ranking],
        "reason": outcome.reason,
        "adjustments": list(outcome.adjustments),
        "rated": outcome.rated,
    }


def outcome_from_json(data: Json | None) -> Outcome | None:
    """The outcome that `outcome_to_json` wrote."""
    if data is None:
        return None
    ranks = tuple(tuple(seats) for seats in data["ranking"])
    return Outcome(ranks, data["reason"], tuple(data["adjustments"]), data["rated"])


@dataclass(frozen=True)
class Move:
    """A move made: its verdict, who made it, and the State it leads to."""

    seat: Seat
    verdict: Verdict
    after: "State"


@dataclass(frozen=True)
class Option:
    """One thing to decide before a game starts."""

    name: str
    values: tuple[str, ...]
    default: str
    label: str


def chosen(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value, the missing ones at their default; raises NotationError."""
    values = {option.name: option.default for option in options}
    for name, value in given.items():
        if value not in next((option.values for option in options if option.name == name), ()):
            message = gettext_noop("there is no option %(name)s=%(value)s in this game")
            raise NotationError(Message(message, {"name": name, "value": value}))
        values[name] = value
    return values


class State(Protocol):
    """An immutable, whole position of one game.

    What is not known is a legal part of it: the seed may be missing, and foreign racks and the
    bag may be numbers of tiles. So one class serves the referee, the player's page, the
    computer player and the record without a seed.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    rows: ClassVar[int]
    opening: ClassVar[Message]  # what to mind in the first move

    @property
    def seats(self) -> int:
        """How many seats the game was started with."""

    @property
    def setup(self) -> str:
        """How the board was set up, as a record tells it; empty where it always starts alike."""

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None exactly when there is an outcome."""

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def outcome(self) -> Outcome | None: ...

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        """The start of a game: everything in it follows from the seed and the options."""

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        """The start of a game whose draws are not known."""

    @classmethod
    def canonical(cls, text: str) -> str:
        """The one way to write this move, whatever the position; raises NotationError."""

    def check(self, seat: Seat, text: str) -> Verdict:
        """What the move would earn, whoever's turn it is; raises a Refusal, changes nothing."""

    def play(self, seat: Seat, text: str) -> Move:
        """Make a move on one's turn: check, turn and draws; raises a Refusal."""

    def leave(self, seat: Seat, reason: str) -> Move:
        """End the game for a seat without a move of its own: `time`, `aborted`, `agreement`."""

    def seen_by(self, seat: Seat | None) -> Self:
        """The State as that seat knows it; None is the stranger, who knows least."""

    def view(self, seat: Seat | None) -> Json:
        """What a page may show to that seat: built by listing, never by removing."""

    def to_json(self) -> Json:
        """Everything, secrets included: for the database only."""

    @classmethod
    def from_json(cls, data: Json) -> Self: ...
