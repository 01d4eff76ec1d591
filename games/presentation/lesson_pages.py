"""What the pages of lessons show: each step on its board, judged by the referee."""

from collections.abc import Collection
from dataclasses import replace
from functools import cache

from django.utils.translation import gettext as _

from games.presentation import boards, rules_pages, verdicts
from games.presentation.models.board import BoardView
from games.presentation.models.learning import Lesson, StepMark, StepPage
from games.presentation.models.verdict import TaskResult, VerdictView
from games.presentation.tutorials import TUTORIALS, Step
from games.presentation.tutorials.base import LEARNER
from games.rules import GAMES
from games.rules.interface import State
from games.rules.refusals import Refusal


def step_of(key: str, number: int) -> Step | None:
    """The step of a lesson with this number, counted from 1; None where there is none."""
    steps = TUTORIALS[key].steps if key in TUTORIALS else ()
    return steps[number - 1] if 1 <= number <= len(steps) else None


def lesson(key: str, learned: Collection[str]) -> Lesson:
    """The lesson of a game for somebody who has done the steps of these names."""
    marks = [
        StepMark(number, _(step.asked), step.name in learned)
        for number, step in enumerate(TUTORIALS[key].steps, 1)
    ]
    count = len(TUTORIALS[key].first)
    return Lesson(
        key=key,
        name=GAMES[key].name,
        stamp=rules_pages.stamp(key),
        first=marks[:count],
        more=marks[count:],
        beyond=_(TUTORIALS[key].beyond),
    )


def step_page(
    key: str,
    number: int,
    learned: Collection[str],
    *,
    text: str = "",
    tries: int = 0,
    is_shown: bool = False,
) -> StepPage:
    """A step as it is asked; with a move that was tried, or with an answer that is shown."""
    step = TUTORIALS[key].steps[number - 1]
    verdict = judge_answer(key, number, text) if text else None
    if is_shown:
        verdict = replace(judge_draft(key, number, step.answer), task=None)
    return StepPage(
        lesson=lesson(key, learned),
        number=number,
        asked=_(step.asked),
        rule=step.rule,
        table=_table(key, number, text, verdict, is_shown=is_shown),
        swaps=step.answer.startswith("swap"),
        passes=step.answer == "pass",
        typed=text,
        tries=tries,
        verdict=verdict,
        earned=_earned(key, number, text, verdict),
        opened_on=_opened_on(key, number),
        answer=step.answer if is_shown else "",
    )


def judge_draft(key: str, number: int, text: str) -> VerdictView:
    """What the referee says of a drafted move; one that does what is asked has to be played yet."""
    shown = _judge(key, number, text)
    if shown.task is None or not shown.task.is_done:
        return shown
    ready = TaskResult(True, _("Now press Play."), is_made=False)
    return replace(shown, task=ready)


def _judge(key: str, number: int, text: str) -> VerdictView:
    """What the referee says of a move in a step, and whether it does what is asked."""
    step, state = TUTORIALS[key].steps[number - 1], _position(key, number)
    shown = verdicts.of_draft(state, LEARNER, text)
    if not shown.ok or shown.choices:
        return shown
    made = state.check(LEARNER, text)
    is_done = made.kind != "resign" and step.goal.is_met(state, made)
    said = _("That is it.") if is_done else _(step.goal.otherwise)
    if made.kind == "resign":
        said = _("Nobody resigns in a lesson: answer with a move.")
    return replace(shown, message="", task=TaskResult(is_done, said))


def judge_answer(key: str, number: int, text: str) -> VerdictView:
    """The same of a move that is made: one that leaves a choice open is refused."""
    shown, state = _judge(key, number, text), _position(key, number)
    if not shown.choices:
        return shown
    try:
        state.play(LEARNER, text)
    except Refusal as refusal:
        return verdicts.of_refusal(type(state), refusal)
    return shown


def _is_done(verdict: VerdictView | None) -> bool:
    return verdict is not None and verdict.task is not None and verdict.task.is_done


def _earned(key: str, number: int, text: str, verdict: VerdictView | None) -> str:
    """From what facts the points come of the move that did what was asked."""
    if not _is_done(verdict):
        return ""
    state = _position(key, number)
    return TUTORIALS[key].earned(state, state.check(LEARNER, text))


@cache
def _opened_on(key: str, number: int) -> tuple[str, str]:
    """Two corners of the board between which all lies that a step is about, an answer too."""
    step, state = TUTORIALS[key].steps[number - 1], _position(key, number)
    rows, columns = zip(*state.board, *state.check(LEARNER, step.answer).squares, strict=True)
    name = state.layout.name
    return name((min(rows), min(columns))), name((max(rows), max(columns)))


@cache
def _position(key: str, number: int) -> State:
    return TUTORIALS[key].steps[number - 1].position.state(key)


def _table(
    key: str, number: int, text: str, verdict: VerdictView | None, *, is_shown: bool
) -> BoardView:
    """The board of a step: to be played on, after what was played, or with the answer on it."""
    state = _position(key, number)
    if is_shown:
        return _with_answer(state, TUTORIALS[key].steps[number - 1].answer)
    if _is_done(verdict):
        return _after(state, text)
    view = state.view(LEARNER)
    view["actions"] |= {"draft": True, "play": True, "pass": False}
    return boards.whole(state, view, LEARNER, [])


def _with_answer(state: State, answer: str) -> BoardView:
    board = boards.whole(state, state.view(None), None, [])
    verdict = state.check(LEARNER, answer)
    if verdict.kind != "play":
        return board
    play = boards.play_on_board(state, LEARNER, verdict)
    return replace(board, rows=boards.with_play(board.rows, state, play))


def _after(state: State, text: str) -> BoardView:
    move = state.play(LEARNER, text)
    after, made = move.after, move.verdict
    marked = [state.layout.name(square) for square in made.squares]
    return boards.whole(after, after.view(None), None, marked)
