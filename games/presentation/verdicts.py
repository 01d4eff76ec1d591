"""What the referee says about a move, as pages show it: one line for each run formed."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.presentation import sentences
from games.presentation.models.verdict import RunView, VerdictView
from games.rules.interface import State
from games.rules.messages import IncompleteLine
from games.rules.moves import Run, Seat, Verdict
from games.rules.refusals import Refusal

_UNFINISHED = ("gap", "centre", "not-connected", "no-equality")
"""Refusals of a draft that a further tile may mend: nothing is wrong yet."""


def of_draft(state: State, seat: Seat, text: str) -> VerdictView:
    """The verdict on a drafted move; nothing is made, nothing is drawn."""
    try:
        return legal(type(state), state.check(seat, text))
    except Refusal as refusal:
        shown = of_refusal(type(state), refusal)
        return _as_unfinished(shown) if _is_unfinished(refusal) else shown


def _is_unfinished(refusal: Refusal) -> bool:
    faults = [run.fault for run in refusal.runs if run.fault is not None] or [refusal.message]
    return refusal.code in _UNFINISHED or all(isinstance(fault, IncompleteLine) for fault in faults)


def _as_unfinished(shown: VerdictView) -> VerdictView:
    """What is lacking, with nothing marked as wrong."""
    runs = [_without_mark(run) if run.look == "no" else run for run in shown.runs]
    return replace(shown, look="inc", mark="…", runs=runs, squares=[])


def _without_mark(run: RunView) -> RunView:
    return replace(run, look="inc", mark="…")


def legal(rules: type[State], verdict: Verdict) -> VerdictView:
    """A move that may be made, and what it earns."""
    return VerdictView(
        ok=True,
        kind=verdict.kind,
        move=verdict.text,
        points=verdict.points,
        bonus=verdict.bonus,
        message=_(rules.phrases.idle) if verdict.kind == "play" and not verdict.runs else "",
        look="inc",
        mark="…",
        runs=[
            _run(rules, run, move) for run, move in zip(verdict.runs, _moves(verdict), strict=True)
        ],
        choices=verdict.choices,
    )


def _moves(verdict: Verdict) -> Sequence[str]:
    """The complete move that takes each run, where there is a choice."""
    return verdict.choices or ("",) * len(verdict.runs)


def of_refusal(rules: type[State], refusal: Refusal) -> VerdictView:
    """A move that may not be made, and why; with the runs it would form, where it got that far."""
    return VerdictView(
        ok=False,
        code=refusal.code,
        message="" if _is_shown_by_run(refusal) else sentences.sentence(refusal.message),
        look="no",
        mark="✗",
        runs=[_run(rules, run) for run in refusal.runs],
        squares=[rules.layout.name(square) for square in refusal.squares],
    )


def no_play(sentence: str) -> VerdictView:
    """A move that is made at tables, as a pass is, where only plays are taken."""
    return VerdictView(ok=False, code="no-play", message=sentence, look="no", mark="✗")


def _is_shown_by_run(refusal: Refusal) -> bool:
    """Whether the line of a run says already what is wrong."""
    return any(run.fault is not None for run in refusal.runs)


def _run(rules: type[State], run: Run, move: str | None = None) -> RunView:
    look, mark, why = _judge_run(rules, run)
    return RunView(
        look=look,
        mark=mark,
        text=sentences.pretty(run.text),
        tiles=run.text.split(",") if run.label is not None else [],
        squares=[rules.layout.name(square) for square in run.squares],
        why=why,
        points=run.points,
        move=move,
    )


def _judge_run(rules: type[State], run: Run) -> tuple[str, str, str]:
    """The class of the line, its mark, and the words beside it."""
    if run.fault is not None:
        return "no", "✗", sentences.fault(run.fault)
    if run.kind == "complete":
        return "ok", "✓", _how(rules, run)
    if run.kind == "incomplete":
        return "inc", "…", _("incomplete: one side is empty, scores nothing")
    return "inc", "…", _("no equals sign, scores nothing")


def _how(rules: type[State], run: Run) -> str:
    """The name of a run, or how its points came about where they are not just its tiles."""
    if run.label is not None:
        return sentences.run_name(run.label)
    if run.points == run.base_points:
        return ""
    return sentences.run_points(rules, run.base_points, run.factor, run.bonus)
