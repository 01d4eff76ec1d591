"""A replayed record as plain values, with the keys that docs/notation.md lists."""

from collections.abc import Iterator

from games.rules.interface import Move
from games.rules.messages import Json
from games.rules.record.replaying import Replay


def replay_to_json(name: str, result: Replay) -> Json:
    """Return one replayed file as plain values; a value that does not exist is None.

    `name` is the name of the file.
    """
    fault = result.fault
    final = result.final_scores
    return {
        "file": name,
        "ok": fault is None,
        "line": fault.line_number if fault else None,
        "code": fault.refusal.code if fault else None,
        "message": str(fault.refusal) if fault else None,
        "scores": list(final) if final is not None else None,
        "moves": list(_moves_to_json(result)),
    }


def _moves_to_json(result: Replay) -> Iterator[Json]:
    for ply, (move, scores) in enumerate(zip(result.moves, result.scores, strict=True), start=1):
        yield {
            "ply": ply,
            "seat": move.seat + 1,
            "move": move.verdict.text,
            "runs": runs_to_json(move),
            "points": move.verdict.points,
            "scores": list(scores),
        }


def runs_to_json(move: Move) -> list[Json]:
    """Return the runs of a move: text, squares, exact value as `p/q`, points."""
    return [
        {
            "text": run.text,
            "squares": [move.after.layout.name(square) for square in run.squares],
            "value": f"{run.value.numerator}/{run.value.denominator}"
            if run.value is not None
            else None,
            "points": run.points,
        }
        for run in move.verdict.runs
    ]
