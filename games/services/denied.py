"""A write that is refused to somebody, in words."""

from games.rules.base import (
    Message,
)


class Denied(Exception):
    """A write that is not done for this person, or not any more. Nothing has changed."""

    def __init__(self, status: int, template: str, **values: object) -> None:
        self.status = status
        self.message = Message(template, values)
        super().__init__(str(self.message))
