"""Runs of many games that may be stopped: each game is a line of a file, and is played once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


def resumed(path: Path, count: int, play: Callable[[int], Any]) -> list[Any]:
    """What came of the first `count` games, as JSON has it; those not in the file are played."""
    path.parent.mkdir(parents=True, exist_ok=True)
    known = path.read_text().splitlines() if path.exists() else []
    for number in range(len(known), count):
        known.append(json.dumps(play(number)))
        with path.open("a") as file:
            file.write(known[-1] + "\n")
    return [json.loads(line) for line in known[:count]]
