"""The pages of practice; nothing of an answer before it may be shown to the reader."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypedDict

from games.models import PracticeRating, PracticeRun, PracticeTry
from games.practice.exercises import ASKED, SEAT, Exercise, exercises, has_exercises
from games.presentation import boards, daily_text, practice_text, solutions
from games.presentation.models.board import BoardView
from games.presentation.models.practice import (
    ExercisePage,
    PositionPage,
    PracticePage,
    PracticeRow,
    QuestionPage,
    QuestionView,
    RunPage,
    ShownRun,
    TallyView,
    ThemeView,
)
from games.presentation.models.solution import SolutionView
from games.presentation.models.verdict import VerdictView
from games.presentation.review_text import KINDS
from games.presentation.rules_pages import stamp
from games.rules import GAMES
from games.rules.moves import Verdict
from games.rules.refusals import Refusal
from games.selectors import practice
from games.selectors.practice import ENOUGH, Tally
from games.store.practice import latest_run


def theme_name(theme: str) -> str:
    """What a theme is called."""
    return str(practice_text.WINS.get(theme) or KINDS[theme])


# --- what there is ---


def rows(user_id: int | None) -> Sequence[PracticeRow]:
    """The games that can be practised, and what the reader is rated in each."""
    return tuple(_row(user_id, key) for key in filter(has_exercises, GAMES))


def _row(user_id: int | None, key: str) -> PracticeRow:
    rating = _rating(practice.find_rating(user_id, key))
    return PracticeRow(key, GAMES[key].name, stamp(key), len(exercises(key)), rating)


def _rating(found: PracticeRating | None) -> str:
    if found is None:
        return ""
    said = practice_text.rating(found.rating, found.deviation)
    return f"{said} · {practice_text.tries(found.tried, found.solved)}"


def page(user_id: int | None, key: str) -> PracticePage:
    """What there is to practise in a game, and what the reader is good at."""
    tallies = practice.tallies(user_id, key)
    known = [each for each in tallies if each.is_known]
    return PracticePage(
        key=key,
        name=GAMES[key].name,
        count=len(exercises(key)),
        rating=_rating(practice.find_rating(user_id, key)),
        themes=tuple(
            ThemeView(theme, theme_name(theme), count)
            for theme, count in practice.themes_of(key).items()
        ),
        tallies=tuple(map(_tally, known)),
        to_go=_to_go(tallies) if not known else "",
        questions=_questions(user_id, key),
        most_solved=_most_solved(user_id, key),
    )


def _tally(tally: Tally) -> TallyView:
    said = practice_text.expectation(tally.more)
    return TallyView(theme_name(tally.theme), tally.tried, tally.solved, said)


def _to_go(tallies: Sequence[Tally]) -> str:
    """How many tries at the theme that is nearest are missing; empty before the first."""
    most = max((each.tried for each in tallies), default=0)
    return practice_text.to_go(ENOUGH - most) if most else ""


def _questions(user_id: int | None, key: str) -> Sequence[QuestionView]:
    answered = practice.questions_answered(user_id, key, ASKED[key])
    return tuple(_question(what, answered.get(what, "")) for what in ASKED[key])


def _question(what: str, answered: str = "") -> QuestionView:
    return QuestionView(
        key=what,
        asked=str(practice_text.QUESTIONS[what]),
        short=str(practice_text.SOUGHT[what]),
        answered=answered,
    )


def _most_solved(user_id: int | None, key: str) -> int | None:
    if user_id is None or latest_run(user_id, key) is None:
        return None
    return practice.most_solved(user_id, key)


# --- positions ---


class _Position(TypedDict):
    key: str
    name: str
    exercise: str
    task: str
    standing: str
    table: BoardView
    draft: str
    typed: str
    verdict: VerdictView | None


def _position(
    exercise: Exercise,
    kind: str,
    *,
    task: str,
    solution: Verdict | None = None,
    typed: str = "",
    verdict: VerdictView | None = None,
) -> _Position:
    state = exercise.state
    return {
        "key": state.key,
        "name": state.name,
        "exercise": exercise.name,
        "task": task,
        "standing": "" if state.counts_points else daily_text.tropes(*state.scores),
        "table": boards.to_solve(state, SEAT, solution),
        "draft": f"{kind}-{state.key}-{exercise.name}",
        "typed": typed,
        "verdict": verdict,
    }


def exercise_page(
    exercise: Exercise,
    user_id: int | None,
    now: datetime,
    *,
    theme: str = "",
    later: str = "",
    is_shown: bool = False,
    typed: str = "",
    verdict: VerdictView | None = None,
) -> ExercisePage:
    """An exercise, with what came of the reader's answer.

    `later` is a move that was tried after it, which counts for nothing. The solution `is_shown` to
    who asks for it, when nothing counts any more.
    """
    row = practice.find_try(user_id, exercise)
    was_met = row is None and practice.was_in_run(user_id, exercise, now)
    made = _legal(exercise, later) if row is not None or was_met else None
    is_answered = row is not None or was_met
    is_first_solved = row is not None and row.is_solved
    is_over = is_first_solved or _solves(exercise, made) or (row is not None and not row.move)
    is_open = is_answered and (is_over or is_shown)
    best = exercise.state.check(SEAT, exercise.plays[0][0]) if is_open else None
    return ExercisePage(
        **_position(
            exercise,
            "practice",
            task=practice_text.task(exercise.theme),
            solution=best,
            typed=typed or (later if is_answered else ""),
            verdict=verdict,
        ),
        said=_said(exercise, row, made) if is_answered else "",
        is_solved=_solves(exercise, made) if made is not None else is_first_solved,
        is_answered=is_answered,
        solutions=_solutions(exercise) if is_open else (),
        about=_about(exercise, row, is_later=made is not None) if is_open else (),
        theme=theme,
    )


def _legal(exercise: Exercise, text: str) -> Verdict | None:
    """A move that may be made; None for any other text."""
    try:
        return exercise.state.check(SEAT, text) if text else None
    except Refusal:
        return None


def _solves(exercise: Exercise, made: Verdict | None) -> bool:
    return made is not None and exercise.is_solved_by(made)


def _said(exercise: Exercise, row: PracticeTry | None, later: Verdict | None) -> str:
    made = later
    if made is None and row is None:
        return practice_text.met_in_run()
    if made is None and row is not None:
        made = _legal(exercise, row.move)
    return _result(exercise, made) if made is not None else practice_text.given_up()


def _result(exercise: Exercise, made: Verdict) -> str:
    """What came of a legal move, without the solution where it is none."""
    points = made.points if exercise.state.counts_points else None
    tell = practice_text.solved if exercise.is_solved_by(made) else practice_text.missed
    return tell(solutions.line(exercise.state, made), points)


def _solutions(exercise: Exercise) -> Sequence[SolutionView]:
    return solutions.solutions(exercise.state, SEAT, (text for text, _points in exercise.plays))


def _about(exercise: Exercise, row: PracticeTry | None, *, is_later: bool) -> Sequence[str]:
    rating = practice.rating_now(exercise)
    told = [
        practice_text.theme_told(theme_name(exercise.theme)),
        practice_text.difficulty(rating),
    ]
    if row is not None and is_later:
        told += [practice_text.first_counted()]
    if row is not None:
        told += [practice_text.change(row.change)]
    return told


def question_page(
    exercise: Exercise,
    asked: str,
    user_id: int | None,
    *,
    typed: str = "",
    verdict: VerdictView | None = None,
    is_other: bool = False,
) -> QuestionPage:
    """A position and what is perhaps in it; `is_other` tells that a move tried was not it."""
    row = practice.find_try(user_id, exercise, asked)
    is_there = exercise.holds[asked]
    found = _legal(exercise, row.move) if row is not None else None
    question = _question(asked)
    task = practice_text.to_find(asked) if row is not None and is_there else question.asked
    said = ""
    if row is not None:
        said = practice_text.answered(is_right=row.is_solved, is_there=is_there)
    if found is not None:
        said = _found(exercise, found)
    elif row is not None and is_there and is_other:
        said = practice_text.is_not_one()
    return QuestionPage(
        **_position(
            exercise, f"asked-{asked}", task=task, solution=found, typed=typed, verdict=verdict
        ),
        question=question,
        said=said,
        is_right=row is not None and row.is_solved and not is_other,
        is_there=row is not None and is_there,
        is_found=found is not None,
    )


def _found(exercise: Exercise, made: Verdict) -> str:
    points = made.points if exercise.state.counts_points else None
    return practice_text.found(solutions.line(exercise.state, made), points)


# --- runs ---


def run_page(
    user_id: int | None,
    key: str,
    now: datetime,
    *,
    typed: str = "",
    verdict: VerdictView | None = None,
) -> RunPage:
    """The run that is on, or how the last one ended."""
    run = latest_run(user_id, key) if user_id is not None else None
    is_on = run is not None and run.is_on(now)
    exercise = exercises(key).get(run.met[-1]) if run is not None and is_on else None
    position = None
    if exercise is not None:
        task = practice_text.task(exercise.theme)
        position = PositionPage(
            **_position(exercise, "run", task=task, typed=typed, verdict=verdict)
        )
    return RunPage(
        key=key,
        name=GAMES[key].name,
        run=_shown_run(run, now) if run is not None else None,
        is_on=is_on,
        most_solved=_most_solved(user_id, key),
        position=position,
        last=_last(key, run) if run is not None and run.results else "",
    )


def _shown_run(run: PracticeRun, now: datetime) -> ShownRun:
    done = len(run.results)
    return ShownRun(
        place=done,
        solved=run.solved,
        tried=done,
        seconds=max(0, -((now - run.ends_at) // timedelta(seconds=1))),
        results=tuple(
            (name, result == run.SOLVED)
            for name, result in zip(run.names, run.results, strict=False)
        ),
    )


def _last(key: str, run: PracticeRun) -> str:
    """What came of the answer before the one that is on."""
    if run.results[-1] == run.SOLVED:
        return practice_text.solved_before()
    exercise = exercises(key).get(run.names[len(run.results) - 1])
    if exercise is None:
        return ""
    best = exercise.state.check(SEAT, exercise.plays[0][0])
    return practice_text.skipped(solutions.line(exercise.state, best))
