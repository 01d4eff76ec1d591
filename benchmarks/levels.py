"""`python -m benchmarks.levels`: plays the levels of every game against their neighbours.

Every game played becomes a line of `levels.jsonl`, so a run that was stopped goes on where it
was; `levels.md` and the figures that people are shown are rewritten from the lines. A line
counts while both sides play as they did when it was played. Levels are tuned with other deals
(`--deals NAME --results FILE`) than those that measure them.
"""

import argparse
import json
import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.beginner import BEGINNER, Beginner
from benchmarks.mirrored import halves_of
from games.engine.levels import LEVELS, SKILLS, Skill, choose_move_with
from games.engine.tile_player import TileSkill
from games.rules import GAMES
from games.rules.interface import State
from games.rules.moves import Seat

HERE = Path(__file__).parent
RESULTS = HERE / "levels.jsonl"
TABLE = HERE / "levels.md"
MEASURED = HERE.parent / "games" / "engine" / "measured.json"
CHEAPEST_FIRST = ("digifeud", "numeria", "numerica", "equate")
GAMES_A_PAIR = 200
GAMES_A_TRIAL = 400
GAMES_A_ROUND = 20
SECONDS_A_MOVE = 2.0
CERTAIN = 1.96  # standard errors to either side of a 95 % interval
EDITIONS = {"numerica": 3, "equate": 3, "digifeud": 3, "numeria": 5, "numerica acorn": 4}
"""Raised when a game's levels are retuned, or play otherwise though their skills read the same.

It gives new deals, so that no level is measured with those that it was tuned with. A level of one
game that was tuned after the others has an edition of its own.
"""


Side = Skill | Beginner
"""Who plays, by what can be done."""


class Match(NamedTuple):
    """Two who play each other, by what they are called, the one meant to be weaker first."""

    game: str
    lower: str
    higher: str


class Played(NamedTuple):
    """One game of a match; `halves` is what the higher one got of the two points.

    `scores` are those of the lower and of the higher one. `skills` tells how both play.
    """

    game: str
    lower: str
    higher: str
    number: int
    skills: str
    halves: int
    scores: tuple[int, int]
    reason: str
    plies: int

    @property
    def match(self) -> Match:
        return Match(self.game, self.lower, self.higher)


NEIGHBOURS = [
    Match(game, lower.key, higher.key) for game in GAMES for lower, higher in pairwise(LEVELS)
]

FIRST_GAME = "beginner"
FIRST_GAMES = [Match(game, LEVELS[0].key, FIRST_GAME) for game in GAMES]
"""A simulated beginner against the lowest level."""

GREEDY, PLANNING = "greedy", "planning"
ALL_SEEN = TileSkill(rack_percent=100)
WITH_LEAVE = TileSkill(rack_percent=100, weighs_leave=True)
WITH_REPLIES = TileSkill(rack_percent=100, weighs_leave=True, reply_racks=3)
TRIALS = {
    Match("digifeud", GREEDY, PLANNING): (
        ALL_SEEN,
        WITH_REPLIES,
    ),
    Match("numerica", GREEDY, PLANNING): (ALL_SEEN, WITH_LEAVE),
    Match("equate", GREEDY, PLANNING): (ALL_SEEN, WITH_LEAVE),
}
"""Whether it is worth weighing what stays on the rack, by those who overlook nothing."""


def main() -> None:
    wanted = _wanted()
    known = {(played.match, played.number) for played in read(wanted.results)}
    for match, number in schedule(wanted.games, trials=wanted.trials):
        is_wanted = wanted.game in (None, match.game) and wanted.level in (None, *match[1:])
        if is_wanted and (match, number) not in known:
            _append(wanted.results, play(match, number, wanted.deals, wanted.seconds))
    table = report(read(wanted.results))
    print(table)
    if wanted.results == RESULTS:
        TABLE.write_text(table)
        MEASURED.write_text(_a_game_on_a_line(measured(read(RESULTS))))


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_A_PAIR, help="of each pair (200)")
    parser.add_argument("--trials", type=int, default=GAMES_A_TRIAL, help="of each trial (400)")
    parser.add_argument("--game", choices=GAMES, help="of this kind only")
    parser.add_argument("--level", choices=[level.key for level in LEVELS], help="with it only")
    parser.add_argument("--deals", default="measured", help="other deals than those that measure")
    parser.add_argument("--results", type=Path, default=RESULTS, help="another file of lines")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS_A_MOVE, help="a move, more on a busy machine (2)"
    )
    wanted = parser.parse_args()
    if wanted.deals != parser.get_default("deals") and wanted.results == RESULTS:
        parser.error("other deals need another file")
    return wanted


# --- playing ---


def schedule(games: int, trials: int) -> Iterator[tuple[Match, int]]:
    """All games in rounds, so that every match goes on alike; cheap ones and levels first."""
    for matches, count in ((FIRST_GAMES + NEIGHBOURS, games), (list(TRIALS), trials)):
        matches = sorted(matches, key=lambda match: CHEAPEST_FIRST.index(match.game))
        for first in range(0, count, GAMES_A_ROUND):
            for match in matches:
                for number in range(first, min(first + GAMES_A_ROUND, count)):
                    yield match, number


def play(match: Match, number: int, deals: str, seconds: float = SECONDS_A_MOVE) -> Played:
    """One game; numbers 0 and 1, 2 and 3 … are dealt alike, and each side starts one of them."""
    seed = sha256(f"{_edition(match)} {deals} {match.game} {number // 2}".encode()).digest()
    state: State = GAMES[match.game].new(seed=seed, options={})
    assert state.turn is not None
    lower = state.turn if number % 2 == 0 else 1 - state.turn
    higher = 1 - lower
    sides = dict(zip((lower, higher), _sides(match), strict=True))
    plies = 0
    while state.turn is not None:
        text = _choose(state, state.turn, sides[state.turn], seconds)
        state = state.play(state.turn, text).after
        plies += 1
    assert state.outcome is not None
    return Played(
        *match,
        number,
        skills_of(match),
        halves_of(state.outcome, higher),
        (state.scores[lower], state.scores[higher]),
        state.outcome.reason,
        plies,
    )


def _choose(state: State, seat: Seat, side: Side, seconds: float) -> str:
    if isinstance(side, Beginner):
        return side.choose(state, seat)
    return choose_move_with(state, seat, side, seconds)


def _sides(match: Match) -> tuple[Side, Side]:
    """What the two can do, the lower one first."""
    if match in TRIALS:
        return TRIALS[match]
    if match in FIRST_GAMES:
        return SKILLS[match.game][0], BEGINNER
    keys = [level.key for level in LEVELS]
    skills = SKILLS[match.game]
    return skills[keys.index(match.lower)], skills[keys.index(match.higher)]


def skills_of(match: Match) -> str:
    """A fingerprint that changes when one of the two plays otherwise; no name is part of it."""
    values = _edition(match), [astuple(side) for side in _sides(match)]
    return sha256(repr(values).encode()).hexdigest()[:12]


def _edition(match: Match) -> int:
    own = (EDITIONS.get(f"{match.game} {side}", 0) for side in (match.lower, match.higher))
    return max(EDITIONS[match.game], *own)


# --- keeping ---


def read(path: Path) -> list[Played]:
    """The games that count."""
    lines = path.read_text().splitlines() if path.exists() else []
    played = [_from_json(json.loads(line)) for line in lines]
    return [each for each in played if each.skills == skills_of(each.match)]


def _from_json(line: dict) -> Played:
    return Played(**{**line, "scores": tuple(line["scores"])})


def _append(path: Path, played: Played) -> None:
    with path.open("a") as file:
        file.write(json.dumps(played._asdict()) + "\n")


# --- telling ---


def report(games: Sequence[Played]) -> str:
    """What came of all games, as Markdown."""
    parts = (
        (_HEAD, _rows(games, NEIGHBOURS)),
        (_FIRST_HEAD, _rows(games, FIRST_GAMES)),
        (_TRIAL_HEAD, _rows(games, list(TRIALS))),
        (_POINTS_HEAD, _points(games)),
    )
    return "\n".join(f"{head}\n{rows}\n" for head, rows in parts if rows)


_COLUMNS = """| Game | Sides | Games | Won | Tied | Lost | Difference | 95 % interval | Plies |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""

_HEAD = f"""# How strong the levels are

Played by `make bench-levels`: neighbours against each other, each pair of games dealt alike with
alternating starts, and none of the deals that the levels were tuned with. The difference is that
of the Elo formula for the share of the points, a tie counted half; the interval is Wilson's of
that share, which holds for few games and for games all won as well.

{_COLUMNS}"""

_FIRST_HEAD = f"""A simulated beginner (`benchmarks/beginner.py`), who lays one equation of three to
five tiles each turn, whichever chance picks, and in Numeria takes a trope in reach or moves
anything, against the lowest level:

{_COLUMNS}"""

_TRIAL_HEAD = f"""Whether the engine plays better if it also weighs what stays on the rack, and in
Digifeud what the next player could answer; both sides overlook nothing:

{_COLUMNS}"""

_POINTS_HEAD = """Points a game of each level in all these games, and of the simulated beginner: the
mean and how far it may be off (1.96 standard errors), the median, between what about half of the
games were, and the median of the points a turn:

| Game | Level | Games | Mean | Median | About half | A turn |
| --- | --- | --- | --- | --- | --- | --- |"""


def _rows(games: Sequence[Played], matches: Sequence[Match]) -> str:
    of_match = {match: [each for each in games if each.match == match] for match in matches}
    return "\n".join(_row(match, played) for match, played in of_match.items() if played)


def _row(match: Match, games: Sequence[Played]) -> str:
    halves = [each.halves for each in games]
    low, middle, high = map(_told, interval(sum(halves) / 2, len(halves)))
    cells = (
        GAMES[match.game].name,
        f"{_name(match.higher)} against {_name(match.lower)}",
        len(games),
        halves.count(2),
        halves.count(1),
        halves.count(0),
        middle,
        f"{low} to {high}",
        f"{statistics.mean(each.plies for each in games):.0f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def _name(side: str) -> str:
    return next((level.name for level in LEVELS if level.key == side), side.capitalize())


def _told(rating: float) -> str:
    return f"{rating:+.0f}" if math.isfinite(rating) else f"{'+' if rating > 0 else '-'}∞"


def interval(points: float, games: int) -> tuple[float, float, float]:
    """Return the difference in rating that `points` won in `games` show, between its 95 % bounds.

    A game won is a point, a tie half of one.

    >>> [round(bound) for bound in interval(64, 100)]
    [30, 100, 170]
    """
    share, spread = points / games, CERTAIN**2 / games
    middle = share + spread / 2
    half = math.sqrt(share * (1 - share) * spread + spread**2 / 4)
    low, high = (round((middle + side) / (1 + spread), 9) for side in (-half, half))
    return difference(low), difference(share), difference(high)


def difference(share: float) -> float:
    """Elo's difference in rating for an expected share of the points."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def _points(games: Sequence[Played]) -> str:
    rows = []
    for game in GAMES:
        for side in (FIRST_GAME, *(level.key for level in LEVELS)):
            scores = _scores(games, game, side)
            if len(scores) > 1:
                error = CERTAIN * statistics.stdev(scores) / math.sqrt(len(scores))
                mean = f"{statistics.mean(scores):.1f} ± {error:.1f}"
                least, middle, most = half_of(scores)
                cells = (GAMES[game].name, _name(side), len(scores), mean, middle)
                a_turn = _a_turn(games, game, side) or "–"
                rows.append(f"| {' | '.join(map(str, cells))} | {least} to {most} | {a_turn} |")
    return "\n".join(rows)


def measured(games: Sequence[Played]) -> dict[str, dict[str, Any]]:
    """What pages say of the levels: what each won, tied and lost, and the points it made."""
    return {
        game: {
            "pairs": [_results(games, match) for match in NEIGHBOURS if match.game == game],
            "points": [list(half_of(_scores(games, game, level.key))) for level in LEVELS],
            "a_turn": [_a_turn(games, game, level.key) for level in LEVELS],
            "beginner": next(_results(games, match) for match in FIRST_GAMES if match.game == game),
            "beginner_a_turn": _a_turn(games, game, FIRST_GAME),
        }
        for game in GAMES
    }


def _a_game_on_a_line(found: dict[str, dict[str, Any]]) -> str:
    lines = (f" {json.dumps(game)}: {json.dumps(figures)}" for game, figures in found.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _results(games: Sequence[Played], match: Match) -> list[int]:
    """Won, tied, lost by the higher one."""
    halves = [each.halves for each in games if each.match == match]
    return [halves.count(2), halves.count(1), halves.count(0)]


def half_of(scores: Sequence[int]) -> tuple[int, int, int]:
    """The least, the middle and the most of the half of some scores that lies in the middle.

    >>> half_of([9, 1, 5, 7, 3, 8, 2, 6])
    (3, 6, 7)
    """
    ordered = sorted(scores) or [-1]
    quarter, last = len(ordered) // 4, len(ordered) - 1
    return ordered[quarter], ordered[len(ordered) // 2], ordered[last - quarter]


def _a_turn(games: Sequence[Played], game: str, level: str) -> int:
    """The median of what it made in a turn, to the nearest whole number, half up.

    In a game whose tiles move no play earns points.
    """
    if not hasattr(GAMES[game], "racks"):
        return 0
    made = [Fraction(2 * score, plies) for score, plies in _scores_and_plies(games, game, level)]
    return int(statistics.median(made) + Fraction(1, 2)) if made else 0


def _scores(games: Sequence[Played], game: str, level: str) -> list[int]:
    return [score for score, _ in _scores_and_plies(games, game, level)]


def _scores_and_plies(games: Sequence[Played], game: str, level: str) -> list[tuple[int, int]]:
    return [
        (score, each.plies)
        for each in games
        if each.game == game
        for side, score in zip(each.match[1:], each.scores, strict=True)
        if side == level
    ]


if __name__ == "__main__":
    main()
