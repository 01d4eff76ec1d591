"""Lessons: the steps of a game, one of them on a board, and how far somebody is."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.presentation.models.board import BoardView, Stamp
from games.presentation.models.verdict import VerdictView


@dataclass(frozen=True)
class StepMark:
    """A step in the list of a lesson."""

    number: int
    asked: str
    is_learned: bool


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """The lesson of a game, and how far somebody is."""

    key: str
    name: str  # of the game
    stamp: Stamp
    first: Sequence[StepMark]
    more: Sequence[StepMark]
    beyond: str  # what the steps after the first ones are about

    @property
    def learned(self) -> int:
        """How many of the first steps are done."""
        return sum(mark.is_learned for mark in self.first)

    @property
    def is_begun(self) -> bool:
        """Whether any step is done."""
        return any(mark.is_learned for mark in [*self.first, *self.more])

    @property
    def next_open(self) -> int:
        """The number of the first step that is not done, of the first ones; 0 after them."""
        return next((mark.number for mark in self.first if not mark.is_learned), 0)


@dataclass(frozen=True, kw_only=True)
class StepPage:
    """A step of a lesson on its board."""

    lesson: Lesson
    number: int
    asked: str
    rule: str  # the section of the page of rules that tells more
    table: BoardView  # after the answer, once it is given
    swaps: bool  # what is asked is a swap
    passes: bool  # what is asked is a pass
    typed: str  # the move that was tried
    tries: int  # how many were in vain
    verdict: VerdictView | None  # on what was tried
    earned: str  # what the move was worth, and from what facts; empty while it is open
    answer: str  # that is shown, in notation; empty where none is
    opened_on: tuple[str, str]  # corners of the part of the board that a small screen shows first

    @property
    def key(self) -> str:
        """The key of the game."""
        return self.lesson.key

    @property
    def counts_points(self) -> bool:
        """Whether moves earn points in this game."""
        return self.table.counts_points

    @property
    def is_done(self) -> bool:
        """Whether what was tried does what is asked."""
        return bool(self.verdict and self.verdict.task and self.verdict.task.is_done)

    @property
    def is_laid(self) -> bool:
        """Whether Play is what answers: nothing else is asked."""
        return not self.swaps and not self.passes

    @property
    def is_open(self) -> bool:
        """Whether a move is to be made: none is done or shown."""
        return not self.is_done and not self.answer

    @property
    def is_extra(self) -> bool:
        """Whether it comes after what one needs for a first game."""
        return self.number > len(self.lesson.first)

    @property
    def next_number(self) -> int:
        """The step after this one; after the last of the first ones one that was left out.

        0 where there is none, and after the last of all.
        """
        if self.is_left_out:
            return self.lesson.next_open
        last_ones = (len(self.lesson.first), len(self.lesson.first) + len(self.lesson.more))
        return 0 if self.number in last_ones else self.number + 1

    @property
    def is_left_out(self) -> bool:
        """Whether the next step is one before this, which was left out."""
        return self.number == len(self.lesson.first) and bool(self.lesson.next_open)
