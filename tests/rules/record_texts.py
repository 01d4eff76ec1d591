"""Recorded games as texts, and texts with a fault."""

from pathlib import Path

from games.rules.record import (
    replay,
)

HERE = Path(__file__).parent
RECORDS = HERE / "records"

GOOD = sorted(path for path in RECORDS.glob("*.game") if ".bad." not in path.name)

RESIGNED = (RECORDS / "numerica-14-001.game").read_text()


def fault_of(data: bytes | str) -> tuple[int, str]:
    fault = replay(data).fault
    assert fault is not None
    return fault.line_number, fault.refusal.code


def with_header(text: str, name: str, value: str | None) -> str:
    """The record with this header changed, or left out."""
    lines = []
    for line in text.splitlines():
        if not line.startswith(f"[{name} "):
            lines.append(line)
        elif value is not None:
            lines.append(f'[{name} "{value}"]')
    return "\n".join(lines) + "\n"


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def shortened(text: str, moves: int, *more: str, **headers: str) -> str:
    """The first moves of a record, then these lines, and headers that say so."""
    lines = text.splitlines()
    last = line_of(text, f"{moves} ")
    short = "\n".join([*lines[:last], *more]) + "\n"
    for name, value in headers.items():
        short = with_header(short, name, value)
    return short
