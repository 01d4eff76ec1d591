"""The plays that solve a position, and what a play in it reads."""

from collections.abc import Iterable, Sequence

from games.presentation import sentences
from games.presentation.models.solution import SolutionView
from games.rules.interface import State
from games.rules.moves import Seat, Verdict, verdict_to_json


def line(state: State, made: Verdict) -> str:
    """What a play reads; of a move that makes no line, the move."""
    detail = verdict_to_json(made, state.layout)
    return sentences.listed_line(made.text, detail) or sentences.where(made.text, detail)


def solutions(state: State, seat: Seat, texts: Iterable[str]) -> Sequence[SolutionView]:
    """These plays, each with its place and its points."""
    return tuple(_solution(state, state.check(seat, text)) for text in texts)


def _solution(state: State, made: Verdict) -> SolutionView:
    where, read = sentences.where(made.text, verdict_to_json(made, state.layout)), line(state, made)
    return SolutionView(
        where=where if where != read else "",
        line=read,
        points=made.points if state.counts_points else None,
    )
