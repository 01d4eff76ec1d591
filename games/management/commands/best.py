"""`manage.py best`: the best plays of positions, one JSON line for each."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from time import monotonic_ns
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.engine import distinct_moves
from games.engine.positions import read_position, recorded_position
from games.management.commands.replay import replay_file
from games.rules.interface import State
from games.rules.messages import Json, Message, gettext_noop
from games.rules.refusals import NotationError, Refusal

LONGEST_LINE = 100_000  # bytes; the largest board takes less than a tenth of that
MILLISECONDS = 1000  # of a second
NANOSECONDS = 1_000_000  # of a millisecond

_NOT_JSON = gettext_noop("this line is no JSON object")
_UNREADABLE = gettext_noop("%(name)s cannot be read")


class Command(BaseCommand):
    help = "Answer each position, a JSON object on a line, with its best plays on a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help="positions, - for input (-)"
        )
        parser.add_argument("--top", type=_positive, default=5, help="how many plays (5)")
        parser.add_argument("--ms", type=_positive, default=5000, help="for each position (5000)")
        parser.add_argument("--record", metavar="FILE", help="a position of this record instead")
        parser.add_argument(
            "--ply", type=_positive, metavar="N", help="before its move N (the end)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        top, time_limit = options["top"], options["ms"] / MILLISECONDS
        faults = 0
        for state in _positions(options):
            if isinstance(state, Refusal):
                faults += 1
                answer = {"error": {"code": state.code, "message": str(state.message)}}
            else:
                answer = _answer(state, top, time_limit)
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
            self.stdout.flush()
        if faults:
            sys.exit(1)


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) == 0:
        raise ArgumentTypeError(f"{text} is no positive number")
    return int(text)


def _positions(options: Json) -> Iterator[State | Refusal]:
    """Every position asked about, or what is wrong with it."""
    if options["record"] is not None:
        yield _position_in_record(options["record"], options["ply"])
    elif options["file"] == "-":
        yield from _of_lines(sys.stdin.buffer)
    else:
        try:
            with Path(options["file"]).open("rb") as file:
                yield from _of_lines(file)
        except (OSError, ValueError):
            message = Message(_UNREADABLE, {"name": options["file"]})
            raise CommandError(str(message)) from None


def _of_lines(file: BinaryIO) -> Iterator[State | Refusal]:
    """Lines are read one by one, so that each is answered as soon as it has come."""
    while line := file.readline(LONGEST_LINE):
        is_whole = line.endswith(b"\n") or len(line) < LONGEST_LINE
        while not is_whole and not line.endswith(b"\n") and (line := file.readline(LONGEST_LINE)):
            pass  # to the end of a line that is too long
        if not is_whole:
            yield NotationError(Message(_NOT_JSON))
        elif line.strip():
            yield _read(line)


def _read(line: bytes) -> State | Refusal:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return NotationError(Message(_NOT_JSON))
    try:
        return read_position(data)
    except Refusal as refusal:
        return refusal


def _position_in_record(name: str, ply: int | None) -> State | Refusal:
    """The position before a move of a record; without a number, the last one."""
    replayed = replay_file(name)
    if replayed.fault is not None:
        return replayed.fault.refusal
    try:
        return recorded_position(replayed, ply or len(replayed.moves) + 1)
    except Refusal as refusal:
        return refusal


def _answer(state: State, top: int, time_limit: float) -> Json:
    """The best plays of the seat to move, and how long it took; `time_limit` is in seconds."""
    assert state.turn is not None
    begun = monotonic_ns()
    search = distinct_moves(state, state.turn, top, time_limit)
    return {
        "plays": [{"move": text, "points": points} for text, points in search.plays],
        "best": search.plays[0][1] if search.plays else None,
        "exact": search.exact,
        "ms": (monotonic_ns() - begun) // NANOSECONDS,
    }
