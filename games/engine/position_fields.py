"""Which field of a position it is that cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.rules.messages import Message
from games.rules.refusals import NotationError


class FieldError(NotationError):
    """The text of one field of a link or a form cannot be read."""

    def __init__(self, field: str, message: Message) -> None:
        super().__init__(message)
        self.field = field


@contextmanager
def reading(field: str) -> Iterator[None]:
    """What cannot be read within is the fault of this field. Raises FieldError."""
    try:
        yield
    except NotationError as refusal:
        raise FieldError(field, refusal.message) from refusal
