"""`manage.py replay FILE...`: play game records through the rules, say what is wrong.

What could not be checked in a good record is said on the standard error.
"""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.management.terminal import printable
from games.rules.arithmetic import readable
from games.rules.messages import Message, gettext_noop
from games.rules.record import MAX_RECORD_CHARS, RecordError, Replay, replay, replay_to_json
from games.rules.refusals import NotationError

MOST_BYTES = 4 * MAX_RECORD_CHARS + 1  # enough to see that a file is too large

_UNREADABLE = gettext_noop("this file cannot be read")


class Command(BaseCommand):
    help = "Replay game records; the status is 0 when all are good, else 1."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a .game file, or - for input")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object a line for each file"
        )

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        faults = 0
        for name in files:
            result = replay_file(name)
            faults += result.fault is not None
            if result.fault is None and result.unchecked:
                self.stderr.write(printable(f"{name}: {result.unchecked}"))
            if options["json"]:
                self.stdout.write(json.dumps(replay_to_json(name, result)))
                continue
            if len(files) == 1:
                self._print_sheet(result)
            self.stdout.write(printable(_last_line(name, result)))
        if faults:
            sys.exit(1)

    def _print_sheet(self, result: Replay) -> None:
        """Ply, seat, move, the equations formed, points, running totals."""
        for ply, (move, scores) in enumerate(zip(result.moves, result.scores, strict=True), 1):
            runs = ", ".join(
                readable(run.text)
                for run in move.verdict.runs
                if run.points or run.kind == "complete"
            )
            totals = "-".join(map(str, scores))
            points = f"{move.verdict.points:+d}"
            self.stdout.write(
                f"{ply:3} {move.seat + 1}  {move.verdict.text:<22} {runs:<32} {points:>5}  {totals}"
            )


def replay_file(name: str) -> Replay:
    """Play the record in this file again, `-` for the standard input; no fault is raised."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_BYTES)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES)
    except (OSError, ValueError):
        return Replay(fault=RecordError(1, NotationError(Message(_UNREADABLE))))
    return replay(data)


def fault_line(name: str, fault: RecordError) -> str:
    """What is wrong with a record, and where."""
    return f"{name}:{fault.line_number}: {fault.refusal.code}: {fault.refusal}"


def _last_line(name: str, result: Replay) -> str:
    if result.fault is not None:
        return fault_line(name, result.fault)
    return f"{name}: ok, {summary(result)}"


def summary(result: Replay) -> str:
    """A good record in short: its moves and its scores."""
    scores = "-".join(map(str, result.final_scores or ()))
    return ", ".join(filter(None, [f"{len(result.moves)} moves", scores]))
