"""A trope that somebody has taken, and its plain values."""

from dataclasses import dataclass

from games.rules.base import Json, Message
from games.rules.numeria.movement import Four
from games.rules.numeria.tables import LAYOUT
from games.rules.numeria.tropes import TROPES, Numbers


@dataclass(frozen=True)
class Trope:
    """Four numbers taken, and the squares on which they stood."""

    numbers: Numbers
    squares: Four

    @property
    def label(self) -> Message:
        """What its pattern is called."""
        return TROPES[self.numbers]


def trope_to_json(trope: Trope) -> Json:
    """The numbers, and the names of their squares."""
    return {
        "numbers": list(trope.numbers),
        "squares": [LAYOUT.name(square) for square in trope.squares],
    }


def trope_from_json(data: Json) -> Trope:
    """What `trope_to_json` wrote."""
    return Trope(tuple(data["numbers"]), tuple(map(LAYOUT.named, data["squares"])))


def trope_to_view(trope: Trope) -> Json:
    """The numbers, the squares, and the name of the pattern: a sentence's id and its values."""
    label = trope.label
    return {**trope_to_json(trope), "name": label.id, "values": dict(label.values)}
