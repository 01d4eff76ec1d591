"""The text of a game record, parsed and formatted: headers, then a numbered entry for each move."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile, zip_longest

from games.rules.messages import Message, gettext_noop
from games.rules.moves import Outcome
from games.rules.options import Option
from games.rules.refusals import IllegalMove, NotationError, Refusal

UNFINISHED = "*"
MAX_ENTRY_CHARS = 300
MAX_RECORD_CHARS = 1_000_000  # a record of a thousand moves has a twentieth of that

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\]|\\["\\])*)"\]')
_NO_TEXT = re.compile("[\ud800-\udfff]")
_ENTRY = re.compile(r"([0-9]{1,9}) +(\S.*?) +([+-][0-9]{1,9})(?: +\{([0-9]{1,9}\.[0-9])\})?")

_NOT_A_RECORD_LINE = gettext_noop("this is not a line of a game record")
_BAD_HEADER = gettext_noop('a header reads [Name "value"]')
_TWICE = gettext_noop("the header %(name)s stands there twice")
_WRONG_PLY = gettext_noop("this is move %(expected)s, not %(ply)s")
_TOO_LARGE = gettext_noop("this file is too large for a game record")


class RecordError(Exception):
    """What stops a replay: the number of the text line, counted from 1, and the refusal."""

    def __init__(self, line_number: int, refusal: Refusal) -> None:
        super().__init__(f"{line_number}: {refusal.code}: {refusal}")
        self.line_number = line_number
        self.refusal = refusal


def header_error(line_number: int, template: str, **values: object) -> RecordError:
    """Return the error of a header on this text line; `values` are for the template."""
    return RecordError(line_number, IllegalMove("header", Message(template, values)))


@dataclass(frozen=True)
class MoveEntry:
    """One numbered entry as written: its text line, the move's text and the points it claims.

    `line_number` and `ply` count from 1. `seconds` is the time of the move, as `12.3`; empty if
    the record does not tell it.
    """

    line_number: int
    ply: int
    text: str
    points: int
    seconds: str = ""


@dataclass(frozen=True)
class Record:
    """A record as written, nothing checked but its form; headers and line numbers by name.

    `fault` is the first text line below the headers that is no entry; the moves end before it.
    """

    headers: Mapping[str, str]
    header_line_numbers: Mapping[str, int]
    moves: tuple[MoveEntry, ...]
    fault: RecordError | None = None


# --- reading ---


def parse(text: str) -> Record:
    """Read a whole record; raises RecordError at the first text line that is not part of one."""
    record = read(text)
    if record.fault is not None:
        raise record.fault
    return record


def read(text: str) -> Record:
    """Read a record down to the first text line below its headers that is not part of one.

    Raises RecordError for a header: without all of them no move has a meaning.
    """
    if len(text) > MAX_RECORD_CHARS:
        raise RecordError(1, NotationError(Message(_TOO_LARGE)))
    text_lines = enumerate(re.split(r"\r?\n", text.removeprefix("\ufeff")), start=1)
    told = [(number, line) for number, line in text_lines if line.strip(" ")]
    headers: dict[str, str] = {}
    line_numbers: dict[str, int] = {}
    for number, line in takewhile(lambda each: each[1].startswith("["), told):
        name, value = _parse_header(number, line)
        if name in headers:
            raise header_error(number, _TWICE, name=name)
        headers[name], line_numbers[name] = value, number
    moves: list[MoveEntry] = []
    try:
        for number, line in told[len(headers) :]:
            moves.append(_parse_entry(number, line, len(moves) + 1))
    except RecordError as fault:
        return Record(headers, line_numbers, tuple(moves), fault)
    return Record(headers, line_numbers, tuple(moves))


def _parse_header(number: int, text_line: str) -> tuple[str, str]:
    _require_text(number, text_line)
    found = _HEADER.fullmatch(text_line.rstrip(" "))
    if found is None:
        raise header_error(number, _BAD_HEADER)
    return found[1], re.sub(r'\\(["\\])', r"\1", found[2])


def _parse_entry(number: int, text_line: str, expected: int) -> MoveEntry:
    _require_text(number, text_line)
    found = _ENTRY.fullmatch(text_line.strip(" ")) if len(text_line) <= MAX_ENTRY_CHARS else None
    if found is None:
        raise RecordError(number, NotationError(Message(_NOT_A_RECORD_LINE)))
    if int(found[1]) != expected:
        values = {"expected": expected, "ply": found[1]}
        raise RecordError(number, NotationError(Message(_WRONG_PLY, values)))
    return MoveEntry(number, expected, found[2], int(found[3]), found[4] or "")


def decode(data: bytes) -> str:
    """Return the text of a record file; bytes that are not UTF-8 become `_NO_TEXT`."""
    return data.decode("utf-8", errors="surrogateescape")


def _require_text(number: int, text_line: str) -> None:
    if _NO_TEXT.search(text_line):
        raise RecordError(number, NotationError(Message(_NOT_A_RECORD_LINE)))


# --- options ---


def parse_options(text: str) -> dict[str, str]:
    """Return the values of `key=value` pairs separated by spaces; raises NotationError.

    >>> parse_options("players=3 stage=none")
    {'players': '3', 'stage': 'none'}
    """
    pairs = [pair.partition("=") for pair in text.split()]
    if any(not key or not sign for key, sign, _ in pairs) or len({p[0] for p in pairs}) < len(
        pairs
    ):
        raise NotationError(Message(_NOT_A_RECORD_LINE))
    return {key: value for key, _, value in pairs}


def format_options(options: Sequence[Option], values: Mapping[str, str]) -> str:
    """Return the pairs that `parse_options` reads, in the game's order, without the defaults.

    >>> players = Option("players", ("2", "3"), "2", "Players")
    >>> format_options([players], {"players": "3"}), format_options([players], {"players": "2"})
    ('players=3', '')
    """
    said = [(option, values.get(option.name, option.default)) for option in options]
    return " ".join(f"{o.name}={value}" for o, value in said if value != o.default)


# --- writing ---


def result_text(outcome: Outcome | None) -> str:
    """Return the seats counted from 1, best first; `*` if there is no ranking.

    >>> result_text(Outcome(((2,), (0, 1)), "passes", (0, 0, 0)))
    '3-1=2'
    """
    if outcome is None or not outcome.ranking:
        return UNFINISHED
    return "-".join("=".join(str(seat + 1) for seat in seats) for seats in outcome.ranking)


def parse_seconds(seconds: str) -> int | None:
    """Return the time of an entry in milliseconds; None where the record does not tell it.

    >>> parse_seconds("12.3"), parse_seconds("")
    (12300, None)
    """
    whole, _, tenths = seconds.partition(".")
    return int(whole) * 1000 + int(tenths) * 100 if seconds else None


def format_record(
    headers: Mapping[str, str],
    moves: Sequence[tuple[str, int]],
    times: Sequence[int | None] = (),
) -> str:
    """Return the record of a game: headers in the given order, an entry for each (text, points).

    `times` are those of the moves in milliseconds, None where they are not known; one that is
    written is rounded down to tenths of a second.
    """
    lines = [f'[{name} "{_escape(value)}"]' for name, value in headers.items()]
    lines.append("")
    told = zip_longest(moves, times[: len(moves)])
    lines += [
        f"{ply} {text} {format_points(points)}{_format_time(time)}"
        for ply, ((text, points), time) in enumerate(told, start=1)
    ]
    return "\n".join(lines) + "\n"


def _format_time(time: int | None) -> str:
    return "" if time is None else f" {{{time // 1000}.{time % 1000 // 100}}}"


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def format_points(points: int) -> str:
    """Return points with their sign, as an entry ends."""
    return f"{points:+d}"
