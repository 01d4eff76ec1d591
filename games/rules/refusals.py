"""Moves that are refused, and the sentences of refusals that several games share."""

from collections.abc import Sequence

from games.rules.grid import Square
from games.rules.messages import Message, gettext_noop
from games.rules.moves import Run

GAME_OVER = gettext_noop("the game is over")
SQUARE_OCCUPIED = gettext_noop("there is a tile on %(square)s already")
SQUARE_EMPTY = gettext_noop("there is no tile on %(square)s")
NOT_A_MOVE = gettext_noop("this is not a move; a move reads like %(examples)s")


class Refusal(Exception):
    """A move that is not made. Nothing has changed.

    `code` is one of the refusal codes of the notation, `squares` are the squares concerned, and
    `runs` are all runs of the refused play with their verdicts, if the play was judged so far.
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
