"""From what facts the points of a move come, said after a step of a lesson."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation.sentences import join_phrases, with_signs
from games.presentation.tutorials.base import LEARNER, scoring_runs
from games.rules.digifeud.calculation import number_of
from games.rules.digifeud.constants import BLUE, RED
from games.rules.interface import State
from games.rules.moves import Run, Verdict

_COLOURS = {
    BLUE: (gettext_lazy("%(number)s on blue earns %(more)s more"), 1),
    RED: (gettext_lazy("%(number)s on red earns %(more)s more"), 2),
}
"""What is said of a number on each colour, and how many times its value it earns."""


def of_small_numbers(state: State, verdict: Verdict) -> str:
    """Where a line earns the numbers on its tiles: how its points, or those of several, add up."""
    runs = scoring_runs(verdict)
    if len(runs) > 1:
        return _("Each true line counts: %(sum)s.") % {"sum": _sum(run.points for run in runs)}
    said = []
    for run in runs:
        said += [_of_tiles(state, verdict, run), _of_line(state, verdict, run)]
    if verdict.bonus:
        said.append(_("All nine tiles at once earn %(bonus)s more.") % {"bonus": verdict.bonus})
    return " ".join(filter(None, said))


def _of_tiles(state: State, verdict: Verdict, run: Run) -> str:
    """The small numbers of a line; those on squares that multiply them with their factors."""
    after = state.play(LEARNER, verdict.text).after.board
    terms, labels = [], []
    for square in run.squares:
        points = str(state.points_of(after[square]))
        premium = state.layout.premiums.get(square) if square in verdict.squares else None
        if premium is not None and premium.tile_factor > 1:
            points += with_signs(f" × {premium.tile_factor}")
            labels.append(premium.label)
        terms.append(points)
    values = {"sum": f"{' + '.join(terms)} = {run.base_points}", "squares": ", ".join(labels)}
    if labels:
        return _("The small numbers on the tiles, more on %(squares)s: %(sum)s.") % values
    return _("The small numbers on the tiles: %(sum)s.") % values


def _of_line(state: State, verdict: Verdict, run: Run) -> str:
    """What multiplies all of the line, and what a fraction adds."""
    reasons = []
    if run.factor > 1:
        values = {"squares": _multipliers(state, verdict, run), "factor": run.factor}
        reasons.append(_("%(squares)s multiplies the line by %(factor)s") % values)
    if run.bonus and run.value is not None:
        values = {"denominator": run.value.denominator, "bonus": run.bonus}
        reasons.append(_("the denominator %(denominator)s earns %(bonus)s more") % values)
    return _with_reasons(reasons, run)


def _multipliers(state: State, verdict: Verdict, run: Run) -> str:
    """The squares under new tiles that multiply the whole line, as they are marked."""
    covered = [
        state.layout.premiums.get(square) for square in run.squares if square in verdict.squares
    ]
    return ", ".join(one.label for one in covered if one is not None and one.line_factor > 1)


def of_outcomes(state: State, verdict: Verdict) -> str:
    """Where a sum earns its outcome: what that is, and what colours add."""
    said = []
    for run in scoring_runs(verdict):
        said.append(_("A sum earns its outcome: %(points)s.") % {"points": run.base_points})
        reasons = [_("an outcome on red counts twice")] if run.factor > 1 else []
        reasons += _colours(state, verdict, run)
        said.append(_with_reasons(reasons, run))
    return " ".join(filter(None, said))


def _colours(state: State, verdict: Verdict, run: Run) -> list[str]:
    """What each new number on a colour earns more, but the outcome (D10)."""
    after = state.play(LEARNER, verdict.text).after.board
    said = []
    for square in run.squares[:-1]:
        colour = state.layout.premiums.get(square) if square in verdict.squares else None
        if colour in _COLOURS:
            number = number_of(after[square])
            more = {"number": number, "more": number * _COLOURS[colour][1]}
            said.append(str(_COLOURS[colour][0]) % more)
    return said


def _with_reasons(reasons: list[str], run: Run) -> str:
    """Why the points of a line are others than those of its tiles; empty where they are not."""
    if not reasons:
        return ""
    counted = str(run.base_points) + (with_signs(f" × {run.factor}") if run.factor > 1 else "")
    counted += f" + {run.bonus}" if run.bonus else ""
    return f"{join_phrases(reasons)}: {counted} = {run.points}."


def of_tropes(state: State, verdict: Verdict) -> str:
    """Where tropes are counted: what becomes of this one, and what three of them do."""
    if not verdict.points:
        return ""
    if state.play(LEARNER, verdict.text).after.outcome is not None:
        return _("Your third trope: the game is over, and you have won.")
    return _("The four leave the board for good. The first to take three tropes wins.")


def _sum(points: Iterable[int]) -> str:
    """Points and their sum: `15 + 12 = 27`."""
    parts = list(points)
    return f"{' + '.join(map(str, parts))} = {sum(parts)}"
