"""`python -m benchmarks.leaves GAME`: what tiles that stay on the rack are worth, by census.

Random racks meet the boards of games of the computer with itself (`benchmarks/census.py`). Parts of
each rack stand for what was kept, the rest for what was drawn; how much more than the other racks
it earned is explained by a sum over the features of the part (`leave_features`). The values go
into `games/engine/kept/`. A run that was stopped goes on where it was.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from benchmarks.census import Met, census
from games.engine.leaves import FOLDER, HUNDREDTHS, leave_features
from games.rules.tiles import BLANK

BANDS = {"numerica": (60, 25, 0), "equate": (90, 40, 0), "digifeud": (40, 18, 0)}
"""Tiles in the bags from which on values are the same, most first."""
MOST_POINTS = 400  # of a play that count: the few that earn most would decide
PARTS = 4  # of each rack
SIZES = (1, 2, 2, 3, 3, 4, 4, 5, 6, 7)  # tiles kept, as often as that
COMMON, APART = 130, 600  # how firmly values, and differences of bands from them, are held near 0
LEAST = 40  # rows that a value rests on

Row = tuple[Mapping[str, int], float]
"""The features of a part, and the points of its rack beyond those of the others."""


def main() -> None:
    wanted = _wanted()
    path = wanted.results / f"{wanted.game}-{wanted.deals}.jsonl"
    boards = census(wanted.game, wanted.games, wanted.deals, path)
    bands = BANDS[wanted.game]
    values = fit(rows(boards, bands, wanted.clip), len(bands))
    premium = blank_premium(boards, wanted.clip)
    if premium is not None:
        values[BLANK] = [premium] * len(bands)
    if wanted.save:
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{wanted.game}.json").write_text(_a_value_on_a_line(bands, values))
    print(report(boards, bands, values))


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.leaves", description=__doc__)
    parser.add_argument("game", choices=["numerica", "equate", "digifeud"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--deals", default="leaves")
    parser.add_argument("--clip", type=int, default=MOST_POINTS, help="the most points that count")
    parser.add_argument("--results", type=Path, default=Path("var/leaves"))
    parser.add_argument("--save", action="store_true", help="keep the values for the engine")
    return parser.parse_args()


def rows(boards: Sequence[Met], bands: Sequence[int], clip: int) -> Iterator[tuple[int, Row]]:
    """Each part of each rack with the number of its band."""
    chance = Random("parts")
    for board in boards:
        count = len(board.racks)
        band = sum(board.in_bags < least for least in bands[:-1])
        points = [min(clip, points) for _, points in board.racks]
        total = sum(points)
        for (rack, _), own in zip(board.racks, points, strict=True):
            more = own - (total - own) / (count - 1)
            for _ in range(PARTS):
                kept = chance.sample(list(rack), min(len(rack), chance.choice(SIZES)))
                yield band, (leave_features(kept), more)


def fit(found: Iterator[tuple[int, Row]], bands: int) -> dict[str, list[int]]:
    """The values in hundredths of points, one for each band, by ridge regression."""
    sums: dict[tuple[str, str], float] = defaultdict(float)
    ends: dict[str, float] = defaultdict(float)
    counts: dict[str, int] = defaultdict(int)
    for band, (features, more) in found:
        every = {**features, **{f"{band}:{name}": count for name, count in features.items()}}
        for name, count in every.items():
            ends[name] += count * more
            counts[name] += 1
            for other, times in every.items():
                sums[name, other] += count * times
    names = sorted(name for name in ends if counts[name] >= LEAST)
    matrix = [[sums.get((one, two), 0.0) for two in names] for one in names]
    for at, name in enumerate(names):
        matrix[at][at] += APART if ":" in name else COMMON
    solved = dict(zip(names, solve(matrix, [ends[name] for name in names]), strict=True))
    return {
        name: [
            round(HUNDREDTHS * (value + solved.get(f"{band}:{name}", 0))) for band in range(bands)
        ]
        for name, value in solved.items()
        if ":" not in name
    }


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """What the equations of a symmetric matrix, larger than 0, say.

    >>> solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 8.0])
    [1.0, 2.0]
    """
    open_rows = [[*row, end] for row, end in zip(matrix, right, strict=True)]
    size = len(open_rows)
    for at in range(size):
        pivot = open_rows[at]
        for row in open_rows[at + 1 :]:
            factor = row[at] / pivot[at]
            if factor:
                for column in range(at, size + 1):
                    row[column] -= factor * pivot[column]
    found = [0.0] * size
    for at in reversed(range(size)):
        row = open_rows[at]
        known = sum(row[later] * found[later] for later in range(at + 1, size))
        found[at] = (row[size] - known) / row[at]
    return found


def blank_premium(boards: Sequence[Met], clip: int) -> int | None:
    """What a blank in place of another tile earned on the mean, in hundredths of points."""
    pairs = [[min(clip, points) for _, points in board.blank] for board in boards if board.blank]
    if not pairs:
        return None
    return round(HUNDREDTHS * sum(blank - other for other, blank in pairs) / len(pairs))


def report(boards: Sequence[Met], bands: Sequence[int], values: Mapping[str, Sequence[int]]) -> str:
    """The values in points, the greatest of the middle of a game first."""
    ordered = sorted(values.items(), key=lambda each: -each[1][1])
    lines = [
        f"| {name} | " + " | ".join(f"{value / HUNDREDTHS:.1f}" for value in columns) + " |"
        for name, columns in ordered
    ]
    head = "| Kept | " + " | ".join(f"{least} in the bags or more" for least in bands) + " |"
    racks = sum(len(board.racks) for board in boards)
    told = f"{racks} racks on {len(boards)} boards."
    return "\n".join([told, "", head, "|" + " --- |" * (1 + len(bands)), *lines])


def _a_value_on_a_line(bands: Sequence[int], values: Mapping[str, Sequence[int]]) -> str:
    lines = (f"  {json.dumps(name)}: {json.dumps(values[name])}" for name in sorted(values))
    return f'{{\n "bands": {json.dumps(bands)},\n "values": {{\n' + ",\n".join(lines) + "\n }\n}\n"


if __name__ == "__main__":
    main()
