"""What the referee says about a move, as pages show it: one line for each run formed."""

from typing import Any

from django.utils.translation import gettext as _

from games import words
from games.rules.arithmetic import pretty
from games.rules.base import Refusal, Run, Seat, State, Verdict
from games.rules.grid import square_name

Shown = dict[str, Any]


def of_draft(state: State, seat: Seat, text: str) -> Shown:
    """The verdict on a drafted move; nothing is made, nothing is drawn."""
    try:
        return legal(state.check(seat, text))
    except Refusal as refusal:
        return refused(refusal)


def legal(verdict: Verdict) -> Shown:
    """A move that may be made, and what it earns."""
    return {
        "ok": True,
        "code": "",
        "kind": verdict.kind,
        "move": verdict.text,
        "points": verdict.points,
        "bonus": verdict.bonus,
        "message": "",
        "runs": [_run(run) for run in verdict.runs],
        "squares": [],
    }


def refused(refusal: Refusal) -> Shown:
    """A move that may not be made, and why; with the runs it would form, where it got that far."""
    return {
        "ok": False,
        "code": refusal.code,
        "kind": "",
        "move": "",
        "points": 0,
        "bonus": 0,
        "message": "" if _told_by_run(refusal) else words.sentence(refusal.message),
        "runs": [_run(run) for run in refusal.runs],
        "squares": [square_name(square) for square in refusal.squares],
    }


def _told_by_run(refusal: Refusal) -> bool:
    """Whether the line of a run says already what is wrong."""
    return any(run.fault is not None for run in refusal.runs)


def _run(run: Run) -> Shown:
    look, mark, why = _judged(run)
    return {"look": look, "mark": mark, "text": pretty(run.text), "why": why, "points": run.points}


def _judged(run: Run) -> tuple[str, str, str]:
    """The class of the line, its mark, and the words beside it."""
    if run.fault is not None:
        return "no", "✗", words.fault(run.fault)
    if run.kind == "complete":
        return "ok", "✓", _how(run)
    if run.kind == "incomplete":
        return "inc", "…", _("incomplete, scores nothing")
    return "inc", "…", _("no equality, scores nothing")


def _how(run: Run) -> str:
    """How the points of an equality came about, where they are not just its tiles."""
    if run.points == run.tile_points:
        return ""
    said = str(run.tile_points) + (f" × {run.factor}" if run.factor > 1 else "")
    if run.bonus:
        said += " + " + _("%(points)s for the fraction") % {"points": run.bonus}
    return said
