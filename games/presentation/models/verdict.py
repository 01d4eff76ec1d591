"""What the referee says about a move."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from games.rules.messages import Json


@dataclass(frozen=True)
class RunView:
    """One line that a move forms."""

    look: str  # class in the stylesheet: `ok`, `no`, `inc`
    mark: str
    text: str
    tiles: Sequence[str]  # of a line that has a name; else empty
    squares: Sequence[str]
    why: str  # what is wrong, or how the points came about
    points: int
    move: str | None = None  # the complete move that takes this line; None where it is refused


@dataclass(frozen=True)
class TaskResult:
    """Whether a move does what is asked on a page of rules or in a lesson."""

    is_done: bool
    said: str
    is_made: bool = True  # not only drafted, where it has to be played yet

    @property
    def look(self) -> str:
        """Its class in the stylesheet."""
        if not self.is_done:
            return "inc"
        return "ok" if self.is_made else "ready"

    @property
    def mark(self) -> str:
        """The sign before what is said."""
        return {"inc": "…", "ok": "★", "ready": "→"}[self.look]


@dataclass(frozen=True, kw_only=True)
class VerdictView:
    """A move that may be made or not, and what it earns."""

    ok: bool
    code: str = ""  # of the refusal
    kind: str = ""  # `play`, `swap` …; empty where it is refused
    move: str = ""  # in notation
    points: int = 0
    bonus: int = 0
    message: str = ""  # what the lines do not say
    look: str  # class of the message in the stylesheet
    mark: str
    runs: Sequence[RunView] = ()
    squares: Sequence[str] = ()  # names of those that are wrong
    choices: Sequence[str] = ()  # complete moves of which one has to be chosen
    task: TaskResult | None = None

    def to_json(self) -> Json:
        """The same for scripts, without what does not apply."""
        told = _without_none(asdict(self))
        return {**told, "runs": [_without_none(run) for run in told["runs"]]}


def _without_none(values: Json) -> Json:
    return {name: value for name, value in values.items() if value is not None}
