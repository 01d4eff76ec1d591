"""What every game of the site gives and takes: values, refusals, and the interface `State`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal, Protocol, Self

from games.rules.grid import Layout, Square

Seat = int
"""A place at the table, counted from 0. People see seats counted from 1."""

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


class Lacking(Message):
    """What is said of a line that further tiles may still mend."""


def message_to_json(message: Message | None) -> Json | None:
    """A message as plain values."""
    return None if message is None else {"id": message.id, "values": dict(message.values)}


@dataclass(frozen=True)
class Run:
    """One unbroken line of tiles that a play formed or changed.

    `tile_points` already hold the premiums of single tiles; `factor` is the product of the
    premiums on the whole line. `points` is what the mover earns: `tile_points * factor + bonus`,
    or 0 for a run that does not score. `label` is the name of a run that has one.
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
    label: Message | None = None


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
    several open; it is empty when the move is complete. `tile` is the face that moved, in a game
    whose tiles move.
    """

    text: str
    kind: str
    points: int = 0
    runs: tuple[Run, ...] = ()
    squares: tuple[Square, ...] = ()
    bonus: int = 0
    choices: tuple[str, ...] = ()
    tile: str = ""


def verdict_to_json(verdict: Verdict, layout: Layout) -> Json:
    """A verdict as plain values, as it is kept beside a move: without its text and points."""
    return {
        "kind": verdict.kind,
        "squares": [layout.name(square) for square in verdict.squares],
        "bonus": verdict.bonus,
        **({"tile": verdict.tile} if verdict.tile else {}),
        "runs": [
            {
                "text": run.text,
                "kind": run.kind,
                "squares": [layout.name(square) for square in run.squares],
                "tile_points": run.tile_points,
                "factor": run.factor,
                "bonus": run.bonus,
                "points": run.points,
                **({} if run.label is None else {"label": message_to_json(run.label)}),
            }
            for run in verdict.runs
        ],
    }


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


def ranking(scores: Sequence[int], left: Sequence[Seat] = ()) -> tuple[tuple[Seat, ...], ...]:
    """Seats by score, best first; equal totals share a rank.

    Those who left rank behind all others, the first to leave last of all.

    >>> ranking([5, 9, 5]), ranking([5, 9, 5, 7], left=[3, 1])
    (((1,), (0, 2)), ((0, 2), (1,), (3,)))
    """
    stayed = [seat for seat in range(len(scores)) if seat not in left]
    ranks = sorted({scores[seat] for seat in stayed}, reverse=True)
    ranked = [tuple(seat for seat in stayed if scores[seat] == rank) for rank in ranks]
    return (*ranked, *((seat,) for seat in reversed(left)))


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
    """One thing to decide before a game starts; `words` tell people what its values mean.

    `own_words` tell it to whoever decides, where that is another thing to say. `help` explains in a
    sentence or two what the words leave open. `short` tells the values in a line of all settings;
    what has no such words goes without saying.
    """

    name: str
    values: tuple[str, ...]
    default: str
    label: str
    words: Mapping[str, str] = field(default_factory=dict)
    own_words: Mapping[str, str] = field(default_factory=dict)
    help: str = ""
    short: Mapping[str, str] = field(default_factory=dict)


def chosen(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value, the missing ones at their default; raises NotationError."""
    values = {option.name: option.default for option in options}
    for name, value in given.items():
        if value not in next((option.values for option in options if option.name == name), ()):
            message = gettext_noop("there is no option %(name)s=%(value)s in this game")
            raise NotationError(Message(message, {"name": name, "value": value}))
        values[name] = value
    return values


@dataclass(frozen=True)
class Phrases:
    """What pages say in a game's own words: English templates, which the web layer translates.

    `motto` and `about` tell somebody who does not know the game what it is, in a few words and in
    two sentences; `lasts` says how long it takes. `example` is a move as people type it, `help`
    how to type one, `passing` what a pass does and when passes end the game, and `pass_note` the
    most of it that a button has room for, where there is something to mind. `endings` tell by
    reason why a game ended, `%(name)s` made the last move. `settling` says what becomes of the
    scores when turns without a play end the game, if they do not stay as they are. `extra` says
    what the bonus of a run is for, with its `%(points)s`. `goal` stands behind a score where there
    is a score that wins. `leaving` says what becomes of the score of who resigns, if it does not
    stay as it is.
    """

    motto: str
    about: str
    lasts: str
    example: str
    help: str
    passing: str
    endings: Mapping[str, str]
    pass_note: str = ""
    settling: str = ""
    extra: str = "%(points)s"
    goal: str = ""
    leaving: str = ""


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

    @property
    def opening(self) -> Message:
        """What to mind in the first move."""

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

    def worth(self, face: str) -> int | None:
        """Points of a face on the board or of a tile on a rack; None where tiles have none."""

    @classmethod
    def new(cls, *, seed: bytes, options: Mapping[str, str]) -> Self:
        """The start of a game: everything in it follows from the seed and the options."""

    @classmethod
    def unseeded(cls, *, first: Seat, options: Mapping[str, str], setup: str = "") -> Self:
        """The start of a game whose draws are not known."""

    def check(self, seat: Seat, text: str) -> Verdict:
        """What the move would earn, whoever's turn it is; raises a Refusal, changes nothing."""

    def play(self, seat: Seat, text: str) -> Move:
        """Make a move on one's turn: check, turn and draws; raises a Refusal.

        Whoever is still in the game may resign at any time.
        """

    def leave(self, seat: Seat, reason: str) -> Move:
        """What happens without a move: `time` to a seat, `aborted` or `agreement` to all.

        And `resign`, whoever's turn it is.
        """

    def seen_by(self, seat: Seat | None) -> Self:
        """The State as that seat knows it; None is the stranger, who knows least."""

    def view(self, seat: Seat | None) -> Json:
        """What a page may show to that seat: built by listing, never by removing.

        Every game has `board` (faces by the names of squares), `racks` (by seat: tiles, or how
        many), `free` (tiles always at hand), `bags` (tiles left, by label), `unseen` (by kind),
        `stands_for` (what a blank may be), `turn`, `scores`, `outcome`, and `actions`: what the
        seat may do now.
        """

    def draws(self) -> Json:
        """What anybody needs, with the seed, to make the draws again, and what must come of them.

        For the time after the end, when everything lies open. Every game has `supplies` (of each
        bag the `label` of its draws, the tiles of a `hand`, all `tiles` with their counts in the
        bag's order, how many are `left`) and `racks` (by seat, what it holds of each supply).
        A game may have `free` (tiles that come from no rack), `exchanged_on_pass` (the label of
        what a pass that does not end the game puts back before a full hand of it is drawn),
        `first` (the seat that starts, where no draw decides), and `deal` (how the board is set up;
        then every seat draws one tile of all, and the highest starts).
        """

    def to_json(self) -> Json:
        """Everything, secrets included: for the database only."""

    @classmethod
    def from_json(cls, data: Json) -> Self: ...


_GAME_OVER = gettext_noop("the game is over")
_NOT_YOUR_TURN = gettext_noop("it is not your turn")
_NO_SUCH_ENDING = gettext_noop("this game does not end by %(reason)s")


def require_turn(state: State, seat: Seat) -> None:
    """Raise IllegalMove `game-over` or `not-your-turn` unless this seat is to move."""
    if state.outcome is not None:
        raise IllegalMove("game-over", Message(_GAME_OVER))
    if seat != state.turn:
        raise IllegalMove("not-your-turn", Message(_NOT_YOUR_TURN))


def left_by(state: State, seat: Seat, reason: str) -> Verdict:
    """How it is written that a seat leaves or that a game ends without a move.

    A resignation out of turn names its seat, counted from 1.
    """
    is_out_of_turn = reason == "resign" and state.turn not in (None, seat)
    return Verdict(f"resign {seat + 1}" if is_out_of_turn else reason, reason)


def require_ending(state: State, reason: str, endings: Collection[str]) -> None:
    """Raise a Refusal unless the game runs and may end in this way without a move."""
    if reason not in endings:
        raise NotationError(Message(_NO_SUCH_ENDING, {"reason": reason}))
    if state.outcome is not None:
        raise IllegalMove("game-over", Message(_GAME_OVER))
