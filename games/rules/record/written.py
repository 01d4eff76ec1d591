"""The text of a game record, both ways: headers, then a numbered line for each move."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.base import (
    IllegalMove,
    Message,
    NotationError,
    Option,
    Outcome,
    Refusal,
    gettext_noop,
)

UNFINISHED = "*"
LONGEST_LINE = 300  # characters of a move's line
LARGEST = 1_000_000  # characters; a record of a thousand moves has a twentieth of that

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\]|\\["\\])*)"\]')
_MOVE = re.compile(r"([0-9]{1,9}) +(\S.*?) +([+-][0-9]{1,9})(?: +\{([0-9]{1,9}\.[0-9])\})?")

_NO_LINE = gettext_noop("this is not a line of a game record")
_BAD_HEADER = gettext_noop('a header reads [Name "value"]')
_TWICE = gettext_noop("the header %(name)s stands there twice")
_WRONG_PLY = gettext_noop("this is move %(expected)s, not %(ply)s")
_TOO_LARGE = gettext_noop("this file is too large for a game record")


class RecordError(Exception):
    """What stops a replay: the physical line, counted from 1, and the refusal."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__(f"{line}: {refusal.code}: {refusal}")
        self.line = line
        self.refusal = refusal


def header_error(line: int, template: str, **values: object) -> RecordError:
    return RecordError(line, IllegalMove("header", Message(template, values)))


@dataclass(frozen=True)
class MoveLine:
    """One numbered line as written: where it stands, the move's text and the points it claims.

    `seconds` are those that the mover used, as `12.3`; empty where the record does not tell.
    """

    line: int
    ply: int
    text: str
    points: int
    seconds: str = ""


@dataclass(frozen=True)
class Record:
    """A record as written, nothing checked but its form. `lines` holds the line of each header."""

    headers: Mapping[str, str]
    lines: Mapping[str, int]
    moves: tuple[MoveLine, ...]


# --- reading ---


def parse(text: str) -> Record:
    """Read a record; raises RecordError at the first line that is none."""
    if len(text) > LARGEST:
        raise RecordError(1, NotationError(Message(_TOO_LARGE)))
    headers: dict[str, str] = {}
    lines: dict[str, int] = {}
    moves: list[MoveLine] = []
    for number, line in enumerate(re.split(r"\r?\n", text.removeprefix("\ufeff")), start=1):
        if not line.strip(" "):
            continue
        if line.startswith("[") and not moves:
            name, value = _parse_header(number, line)
            if name in headers:
                raise header_error(number, _TWICE, name=name)
            headers[name], lines[name] = value, number
        else:
            moves.append(_parse_move(number, line, len(moves) + 1))
    return Record(headers, lines, tuple(moves))


def _parse_header(number: int, line: str) -> tuple[str, str]:
    found = _HEADER.fullmatch(line.rstrip(" "))
    if found is None:
        raise header_error(number, _BAD_HEADER)
    return found[1], re.sub(r'\\(["\\])', r"\1", found[2])


def _parse_move(number: int, line: str, expected: int) -> MoveLine:
    found = _MOVE.fullmatch(line.strip(" ")) if len(line) <= LONGEST_LINE else None
    if found is None:
        raise RecordError(number, NotationError(Message(_NO_LINE)))
    if int(found[1]) != expected:
        values = {"expected": expected, "ply": found[1]}
        raise RecordError(number, NotationError(Message(_WRONG_PLY, values)))
    return MoveLine(number, expected, found[2], int(found[3]), found[4] or "")


def decode(data: bytes) -> str:
    """The text of a record file; raises RecordError at the line that is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, NotationError(Message(_NO_LINE))) from None


# --- options ---


def parse_options(text: str) -> dict[str, str]:
    """`key=value` pairs separated by spaces; raises NotationError.

    >>> parse_options("players=3 stage=none")
    {'players': '3', 'stage': 'none'}
    """
    pairs = [pair.partition("=") for pair in text.split()]
    if any(not key or not sign for key, sign, _ in pairs) or len({p[0] for p in pairs}) < len(
        pairs
    ):
        raise NotationError(Message(_NO_LINE))
    return {key: value for key, _, value in pairs}


def format_options(options: Sequence[Option], values: Mapping[str, str]) -> str:
    """The pairs that `parse_options` reads, in the game's order; what is usual is left out.

    >>> players = Option("players", ("2", "3"), "2", "Players")
    >>> format_options([players], {"players": "3"}), format_options([players], {"players": "2"})
    ('players=3', '')
    """
    said = [(option, values.get(option.name, option.default)) for option in options]
    return " ".join(f"{o.name}={value}" for o, value in said if value != o.default)


# --- writing ---


def result_text(outcome: Outcome | None) -> str:
    """Seats counted from 1, best first; `*` while there is no result.

    >>> result_text(Outcome(((2,), (0, 1)), "passes", (0, 0, 0)))
    '3-1=2'
    """
    if outcome is None or not outcome.ranking:
        return UNFINISHED
    return "-".join("=".join(str(seat + 1) for seat in seats) for seats in outcome.ranking)


def format_record(headers: Mapping[str, str], moves: Sequence[tuple[str, int]]) -> str:
    """The record of a game: headers in the given order, then a line for each (text, points)."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
    lines.append("")
    lines += [f"{ply} {text} {signed(points)}" for ply, (text, points) in enumerate(moves, 1)]
    return "\n".join(lines) + "\n"


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def signed(points: int) -> str:
    """Points with their sign, as a move's line ends."""
    return f"{points:+d}"
