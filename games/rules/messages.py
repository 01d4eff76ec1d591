"""Sentences for people, as templates with values, and the plain values that are stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
"""An object of plain values, as JSON holds it."""


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


class IncompleteLine(Message):
    """Fault of a line that more tiles could complete; shown as unfinished, not as wrong."""


def message_to_json(message: Message | None) -> Json | None:
    """Return a message as plain values: its id and its values; None for no message."""
    return None if message is None else {"id": message.id, "values": dict(message.values)}
